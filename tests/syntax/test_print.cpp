#include <catch2/catch.hpp>
#include <filesystem>

#include "compiler/syntax/parse.h"
#include "compiler/syntax/print.h"
#include "tests/fingerprint.h"
#include "tests/syntax/random_tree.h"
#include "tests/syntax/same_tree.h"

using namespace diagc;
using namespace diagc::syntax;

namespace {

File parse_text(const std::string& text) {
  return parse(std::make_shared<const Source>("test.diag", text));
}

std::string canonical(const std::string& text) { return print(parse_text(text)); }

/// The canonical form of one expression.
std::string printed_expression(const std::string& text) {
  return print(*parse_text("grammar g output y = " + text).decls.at(0).body);
}

std::vector<std::string> comment_texts(const File& file) {
  std::vector<std::string> texts;
  for (const Comment& comment : file.comments) texts.emplace_back(file.source->slice(comment.span));
  return texts;
}

}  // namespace

TEST_CASE("a seed gives the tree that it always gave, whatever compiler built the tests") {
  const auto text = rc::gen::exec([] { return random_layout(print(random_file())); });
  std::string all;
  for (std::uint64_t seed = 0; seed < 20; ++seed) all += text(rc::Random(seed), 50).value();
  CHECK(fingerprint(all) == 0xf214752d8890140);
}

TEST_CASE("random trees: printing and parsing gives the same tree, printing again the same bytes") {
  const bool ok = rc::check([] {
    const File file = random_file();
    const std::string text = print(file);
    const File again = parse_text(text);
    RC_ASSERT(same_tree(file, again));
    RC_ASSERT(print(again) == text);
  });
  REQUIRE(ok);
}

TEST_CASE("random expressions on one line parse back") {
  const bool ok = rc::check([] {
    const ExprPtr expr = random_expression(*rc::gen::inRange(1, 100));
    const std::string text = print(*expr);
    RC_ASSERT(text.find('\n') == std::string::npos);
    RC_ASSERT(same_tree(expr, parse_text("grammar g output y = " + text).decls.at(0).body));
  });
  REQUIRE(ok);
}

TEST_CASE("random layouts: tree and comments survive, printing again gives the same bytes") {
  const bool ok = rc::check([] {
    const std::string scattered = random_layout(print(random_file()));
    const File file = parse_text(scattered);
    const std::string text = print(file);
    const File again = parse_text(text);
    RC_ASSERT(same_tree(file, again));
    RC_ASSERT(comment_texts(file) == comment_texts(again));
    RC_ASSERT(print(again) == text);
  });
  REQUIRE(ok);
}

TEST_CASE("no brackets are printed that are not needed") {
  const bool ok = rc::check([] {
    const ExprPtr expr = random_expression(*rc::gen::inRange(1, 12));
    const std::string text = print(*expr);
    // Taking out any one pair of round brackets gives another tree, or none.
    for (std::size_t open = 0; open < text.size(); ++open) {
      if (text[open] != '(' ||
          (open > 0 &&
           (std::isalnum(static_cast<unsigned char>(text[open - 1])) || text[open - 1] == '_')))
        continue;
      int depth = 0;
      std::size_t close = open;
      do depth += text[close] == '(' ? 1 : text[close] == ')' ? -1 : 0;
      while (depth > 0 && ++close < text.size());
      std::string fewer = text;
      fewer[open] = fewer[close] = ' ';
      try {
        RC_ASSERT_FALSE(
            same_tree(expr, parse_text("grammar g output y = " + fewer).decls.at(0).body));
      } catch (const InputError&) {
      }
    }
  });
  REQUIRE(ok);
}

TEST_CASE("brackets stay where the tree needs them") {
  const auto [from, to] = GENERATE(table<std::string, std::string>({
      {"((a))", "a"},
      {"(a + b) + c", "(a + b) + c"},
      {"a + (b + c)", "a + (b + c)"},
      {"a + (b * c)", "a + b * c"},
      {"(a * b)^2", "(a * b)^2"},
      {"(-a)^2", "(-a)^2"},
      {"-(a^2)", "-a^2"},
      {"a^(-b)", "a^-b"},
      {"a^(b^c)", "a^b^c"},
      {"(a^b)^c", "(a^b)^c"},
      {"(sum(j in S) a) * b", "(sum(j in S) a) * b"},
      {"(sum(j in S) a) + b", "sum(j in S) a + b"},
      {"b * (sum(j in S) a)", "b * sum(j in S) a"},
      {"(-(sum(j in S) a)) * b", "(-sum(j in S) a) * b"},
      {"(2^(sum(j in S) a)) * b", "(2^sum(j in S) a) * b"},
      {"sum(j in S) (a + b)", "sum(j in S) (a + b)"},
      {"sum(j in S) (a * b)", "sum(j in S) a * b"},
      {"sum(i in S, (i in T)) 1", "sum(i in S, (i in T)) 1"},
      {"sum(i in S, (i in T) and b) 1", "sum(i in S, (i in T) and b) 1"},
      {"sum(i in S, b and (i in T)) 1", "sum(i in S, b and i in T) 1"},
      {"sum(i in S, (i + 1 in T)) 1", "sum(i in S, i + 1 in T) 1"},
      {"sum(i in S, (not i in T)) 1", "sum(i in S, not i in T) 1"},
      {"sum(i in S, (f() in T)) 1", "sum(i in S, (f in T)) 1"},
      {"let x = (i in T) in x", "let x = (i in T) in x"},
      {"(let x = 1 in x) + 1", "(let x = 1 in x) + 1"},
      {"f((if a then b else c))", "f(if a then b else c)"},
      {"(if a then b else c) + 1", "(if a then b else c) + 1"},
      {"(a == b) == c", "(a == b) == c"},
      {"(not a) == b", "(not a) == b"},
      {"not (a == b)", "not a == b"},
      {"(1..n) - {1}", "(1..n) - {1}"},
      {"1..(n - 1)", "1..n-1"},
      {"i in (1..n)", "i in 1..n"},
      {"f()", "f"},
      {"G[k+1,(2)*j]", "G[k+1, 2 * j]"},
      {"a  -  -b", "a - -b"},
      {"2*3div 4 mod(5)&S", "2 * 3 div 4 mod 5 & S"},
  }));
  CHECK(printed_expression(from) == to);
}

TEST_CASE("canonical form of a file") {
  CHECK(canonical(R"(# head
grammar   demo   "what it is"  # why

static n:int=4 "order"   # how many
static fast : bool
param N:real
input  G [0 .. n,0..n] : lorentz < real >  "propagator"
input x : lorentz<complex>


# The rule.
# In two lines.
def F(a,b) "a rule" = if a == b   # the end
  then 1 else
  # otherwise
  F(a+1, b)*G[a, b]
fn g( ) = 2 fn h = 3
output y[i in 1..n,j in (1..n)] "several" = F(i, j)
# the last word)") == R"(# head
grammar demo
"what it is"  # why

static n : int = 4 "order"  # how many
static fast : bool
param N : real
input G[0..n, 0..n] : lorentz "propagator"
input x : lorentz<complex>

# The rule.
# In two lines.
def F(a, b) "a rule" =
  if a == b then  # the end
      1
  # otherwise
  else F(a+1, b) * G[a, b]
fn g() = 2
fn h = 3
output y[i in 1..n, j in 1..n] "several" = F(i, j)
# the last word
)");
}

TEST_CASE("long bodies are broken into lines") {
  CHECK(canonical(R"(grammar g
output y = if first_condition_of_all then first_value_of_all(1, 2, 3) * second_value_of_all(4, 5, 6) else (first_term_of_a_long_sum + second_term_of_a_long_sum - third_term_of_a_long_sum + fourth_term_of_a_long_sum) * factor(argument_number_one, argument_number_two, argument_number_three, argument_number_four, argument_number_five)
)") == R"(grammar g
output y =
  if first_condition_of_all then first_value_of_all(1, 2, 3) * second_value_of_all(4, 5, 6)
  else
        (first_term_of_a_long_sum
         + second_term_of_a_long_sum
         - third_term_of_a_long_sum
         + fourth_term_of_a_long_sum)
      * factor(argument_number_one, argument_number_two, argument_number_three, argument_number_four,
               argument_number_five)
)");
}
