#include <catch2/catch.hpp>

#include "compiler/syntax/parse.h"
#include "compiler/syntax/print.h"
#include "tests/syntax/same_tree.h"

using namespace diagc;
using namespace diagc::syntax;

namespace {

SourcePtr text(std::string text) {
  return std::make_shared<const Source>("test.diag", std::move(text));
}

ExprPtr expression(const std::string& written) {
  return std::move(parse(text("grammar g output y = " + written)).decls.at(0).body);
}

bool same(const std::string& a, const std::string& b) {
  return same_tree(expression(a), expression(b));
}

/// The first error of a text; fails the test if there is none.
Diagnostic first_error(const std::string& written) {
  try {
    parse(text(written));
  } catch (const InputError& error) {
    return error.diagnostics().at(0);
  }
  FAIL("expected an error in: " << written.substr(0, 200));
  return {};
}

std::string repeated(const std::string& part, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += part;
  return all;
}

}  // namespace

TEST_CASE("precedence and associativity") {
  CHECK(same("sum(j in S) a*b + c", "(sum(j in S) a*b) + c"));
  CHECK(same("sum(j in S) a*b / c mod d & e", "sum(j in S) (a*b / c mod d & e)"));
  CHECK(same("a * sum(j in S) b * c", "a * (sum(j in S) (b * c))"));
  CHECK(same("-sum(j in S) b * c + d", "(-(sum(j in S) (b * c))) + d"));
  CHECK(same("-a*b", "(-a)*b"));
  CHECK(same("-a^2", "-(a^2)"));
  CHECK(same("a^-b^c", "a^(-(b^c))"));
  CHECK(same("2^sum(j in S) a * b", "2^(sum(j in S) (a * b))"));
  CHECK(same("1..n - 1", "1..(n - 1)"));
  CHECK(same("a or b and not c == d", "a or (b and (not (c == d)))"));
  CHECK(same("not a in S and b", "(not (a in S)) and b"));
  CHECK(same("a in 1..n + 1", "a in (1..(n + 1))"));
  CHECK(same("S <= T + {1} & U", "S <= (T + ({1} & U))"));
  CHECK(same("if a then b else c + d", "if a then b else (c + d)"));
  CHECK(same("if a then if b then c else d else e", "if a then (if b then c else d) else e"));
  CHECK(same("let x = 1..n in x + 1", "let x = (1..n) in (x + 1)"));
  CHECK_FALSE(same("a - b - c", "a - (b - c)"));
  CHECK_FALSE(same("a - b - c", "(a - b) - c"));  // a chain is one node
  CHECK(expression("a + b - c + d")->operands.size() == 4);
  CHECK(expression("a * b / c")->ops == std::vector{Op::multiply, Op::divide});
}

TEST_CASE("numbers and ranges") {
  CHECK(expression("1..n")->kind == Expr::Kind::range);
  CHECK(expression("1..2")->operands.at(0)->text == "1");
  CHECK(expression("1.5..2.5")->operands.at(1)->text == "2.5");
  CHECK(expression("1e5..2")->operands.at(0)->text == "1e5");
  CHECK(expression("12.5e-3")->text == "12.5e-3");
  CHECK(expression("1E+3")->text == "1E+3");
  CHECK(same("if 1 then 2else 3", "if 1 then 2 else 3"));
}

TEST_CASE("binders and filters of sum") {
  const ExprPtr sum = expression("sum(i in a..b, j in i+1..b, i + j != k, (i in T), f(i) in T) 1");
  REQUIRE(sum->items.size() == 5);
  CHECK(sum->items[0].name == "i");
  CHECK(sum->items[1].name == "j");
  CHECK(sum->items[2].name.empty());
  CHECK(sum->items[3].name.empty());
  CHECK(sum->items[4].name.empty());
  CHECK(sum->items[3].expr->parenthesised);
}

TEST_CASE(
    "words that look like reserved ones, and names of the grammar's own notation, are names") {
  CHECK_NOTHROW(parse(
      text("grammar e param E : real def sums(ifs, in_) = ifs + in_ + E output output_ = 1")));
}

TEST_CASE("spans and carets") {
  const std::string written = "grammar g output y = (a + b) * f(1, k) ^ 2";
  const SourcePtr source = text(written);
  const File file = parse(source);
  const Expr& product = *file.decls.at(0).body;
  const auto slice = [&](Span span) { return std::string(source->slice(span)); };
  CHECK(slice(file.decls[0].span) == "output y = (a + b) * f(1, k) ^ 2");
  CHECK(slice(file.decls[0].name_span) == "y");
  CHECK(slice(product.span) == "(a + b) * f(1, k) ^ 2");
  CHECK(slice(product.at) == "*");
  CHECK(slice(product.operands[0]->span) == "a + b");
  CHECK(slice(product.operands[0]->at) == "+");
  CHECK(slice(product.operands[1]->span) == "f(1, k) ^ 2");
  CHECK(slice(product.operands[1]->operands[0]->span) == "f(1, k)");
  CHECK(slice(product.operands[1]->operands[0]->at) == "f");
}

TEST_CASE("line ends of other systems, tabs, no newline at the end, a byte order mark") {
  const std::string unix_text = "grammar g\n\"doc\"\nparam N : real # c\noutput y = N\n";
  const std::string expected = print(parse(text(unix_text)));
  const std::string dos_text =
      "\xEF\xBB\xBFgrammar g\r\n\"doc\"\r\nparam\tN : real # c\r\noutput y = N";
  CHECK(print(parse(text(dos_text))) == expected);
}

TEST_CASE("doc strings may hold anything but a quote and a newline") {
  const File file =
      parse(text("grammar g \"# Größe\\ 'x'\" static n : int = 1 \"\" def F(a) \"d\" = 1"));
  CHECK(file.doc == "# Größe\\ 'x'");
  CHECK(file.decls.at(0).doc == "");
  CHECK(file.decls.at(1).doc == "d");
  CHECK(file.comments.empty());
}

TEST_CASE("a million nested signs are an error where the limit is passed") {
  const auto [part, column] = GENERATE(table<std::string, std::uint32_t>({
      {"(", 1000 + 1},
      {"-", 1000 + 1},
      {"[", 1000 + 1},
      {"{", 1000 + 1},
      {"not ", 4 * 1000 + 1},
      {"if ", 3 * 1000 + 1},
      {"if a then ", 10 * 1000 + 1},
      {"if a then b else ", 17 * 1000 + 1},
      {"let x = 1 in ", 13 * 1000 + 1},
      {"2^", 2 * 1000 + 2},
      {"f(", 2 * 1000 + 2},
      {"G[", 2 * 1000 + 2},
      {"sum(i in S) ", 12 * 1000 + 1},
      {"a + (b * ", 9 * 1000 + 5},
  }));
  const std::string head = "grammar g output y =\n";
  const Diagnostic error = first_error(head + repeated(part, 1'000'000));
  CHECK(error.code == Code::nesting);
  CHECK(error.position.line == 2);
  CHECK(error.position.column == column);
}

TEST_CASE("a thousand deep is allowed, a thousand and one is not") {
  const auto nested = [](int depth) {
    return "grammar g output y = " + std::string(static_cast<std::size_t>(depth), '(') + "1" +
           std::string(static_cast<std::size_t>(depth), ')');
  };
  CHECK_NOTHROW(parse(text(nested(1000))));
  CHECK(first_error(nested(1001)).code == Code::nesting);
}

TEST_CASE("trees of every operator at every level of nesting are parsed, printed and freed") {
  const std::string open = "(a or b and c == d..e + f * ";
  const std::string written = repeated(open, 1000) + "g" + std::string(1000, ')');
  const ExprPtr expr = expression(written);
  CHECK(same_tree(expr, expression(print(*expr))));
}

TEST_CASE("chains of a million terms are no nesting") {
  const auto [first, rest] = GENERATE(table<std::string, std::string>(
      {{"1", " + a"}, {"a", " * b"}, {"a", " and b"}, {"a", " or b"}, {"1", " - 1"}}));
  const std::string written = first + repeated(rest, 999'999);
  const File file = parse(text("grammar g output y = " + written));
  CHECK(file.decls.at(0).body->operands.size() == 1'000'000);
  const std::string printed = print(file);
  CHECK(print(parse(text(printed))) == printed);
}

TEST_CASE("positions in the middle of a line of megabytes") {
  std::string long_comment = "# ";
  for (int i = 0; i < 1'000'000; ++i) long_comment += "é";
  const Source source("x", "abc\n" + long_comment + "\nz");
  CHECK(source.position(4 + 2 + 2 * 777'777).column == 777'780);
  CHECK(source.position(4 + 2 + 2 * 777'777).line == 2);
  CHECK(source.line(3) == "z");
  CHECK(source.line(4).empty());
}
