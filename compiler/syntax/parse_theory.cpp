// Declarations of theories: fields, vertices, and the expressions that ask for their diagrams.
#include <array>

#include <fmt/format.h>

#include "compiler/syntax/parser.h"

namespace diagc::syntax {

namespace {

constexpr std::array<std::string_view, 4> diagram_words = {"connected", "amputated", "irreducible",
                                                           "skeleton"};

bool opens(TokenKind kind) {
  return kind == TokenKind::left_round || kind == TokenKind::left_square ||
         kind == TokenKind::left_curly;
}

bool closes(TokenKind kind) {
  return kind == TokenKind::right_round || kind == TokenKind::right_square ||
         kind == TokenKind::right_curly;
}

}  // namespace

/// `field NAME` with its indices or flavours, `vertex NAME[`, at the start of a line: names of options follow each other, too.
bool Parser::at_theory_declaration(std::size_t ahead) const {
  const Token& word = peek(ahead);
  if (word.kind != TokenKind::name || peek(ahead + 1).kind != TokenKind::name) return false;
  const std::string_view text = source_.slice(word.span);
  return text == "field" || text == "vertex";
}

void Parser::field(Decl& decl) {
  flavours(decl);
  expect(TokenKind::left_round, " and the two indices of the propagator, as in `(a, b)`");
  for (int i = 0; i < 2; ++i) {
    const Token index = declared_name("a name for the index");
    decl.parameters.push_back({text(index), index.span, nullptr});
    if (i == 0) expect(TokenKind::comma, " and the second index: a propagator has two");
  }
  expect(TokenKind::right_round, " after the second index: a propagator has two");
  expect(TokenKind::colon, " and `fermion`, `boson` or `real`");
  if (at_word("fermion")) {
    decl.statistics = Statistics::fermion;
  } else if (at_word("boson")) {
    decl.statistics = Statistics::boson;
  } else if (at(TokenKind::real_)) {
    decl.statistics = Statistics::real;
  } else {
    fail("`fermion`, `boson` or `real`");
  }
  take();
  expect(TokenKind::assign, " and the propagator");
  decl.body = expression();
  doc(decl.doc);
}

/// `[N]`, `[s in R]`, `[s, t in R]`.
void Parser::flavours(Decl& decl) {
  if (!take_if(TokenKind::left_square)) return;
  const bool two = at(TokenKind::name) && peek(1).kind == TokenKind::comma;
  const bool one = at(TokenKind::name) && peek(1).kind == TokenKind::in_;
  if (!one && !two) {
    decl.flavour_count = expression();
  } else {
    const auto name = [&] {
      const Token flavour = declared_name("a name for the flavour");
      decl.flavours.push_back({text(flavour), flavour.span, nullptr});
    };
    name();
    if (two) {
      take();
      name();
    }
    expect(TokenKind::in_, " and the range of the flavours");
    decl.flavours.back().range = binary(Level::range);
  }
  expect(TokenKind::right_square, " after the flavours: `[N]`, `[s in 1..2]` or `[s, t in 1..2]`");
}

void Parser::vertex(Decl& decl) {
  expect(TokenKind::left_square, " and the labels of the vertices, as in `[i in 1..n]`");
  const Token label = declared_name("a name for the label");
  expect(TokenKind::in_, " and the range of the labels");
  decl.parameters.push_back({text(label), label.span, binary(Level::range)});
  expect(TokenKind::right_square, " after the range");
  expect(TokenKind::assign, " and the coefficient and operators of the vertex");
  coefficient(decl);
  do decl.operators.push_back(field_operator());
  while (at(TokenKind::name) && !at_declaration() && !at_word("ordered"));
  if (at_word("ordered")) {
    decl.ordered = true;
    take();
  }
  doc(decl.doc);
}

/// The last `*` of the declaration that stands in no brackets: operators have none.
std::optional<std::size_t> Parser::star_before_operators() const {
  std::optional<std::size_t> star;
  int depth = 0;
  for (std::size_t i = 0; peek(i).kind != TokenKind::end; ++i) {
    const TokenKind kind = peek(i).kind;
    if (starts_declaration(kind) || (depth <= 0 && at_theory_declaration(i))) break;
    if (opens(kind)) ++depth;
    if (closes(kind)) --depth;
    if (depth == 0 && kind == TokenKind::star) star = next_ + i;
  }
  return star;
}

void Parser::coefficient(Decl& decl) {
  const auto star = star_before_operators();
  if (!star) return;
  const std::uint32_t begin = peek().span.begin;
  ExprPtr value = unary();
  if (level_of_token(peek().kind) != Level::multiply)
    fail("`*` and the operators: put a coefficient that is no product in round brackets");
  if (next_ < *star) {
    auto product = std::make_unique<Expr>();
    product->kind = Expr::Kind::chain;
    product->at = peek().span;
    product->operands.push_back(std::move(value));
    while (next_ < *star && level_of_token(peek().kind) == Level::multiply) {
      const Token token = take();
      product->ops.push_back(operator_of_token(token.kind));
      product->op_spans.push_back(token.span);
      product->operands.push_back(binary(tighter(Level::multiply)));
    }
    product->span = since(begin);
    value = std::move(product);
  }
  if (next_ != *star)
    fail("`*` and the operators: put a coefficient that is no product in round brackets");
  take();
  decl.body = std::move(value);
}

Operator Parser::field_operator() {
  Operator part;
  if (!at(TokenKind::name)) fail("an operator, as in `psi+(i)`");
  const Token name = take();
  part.field = text(name);
  part.span = name.span;
  part.creates = take_if(TokenKind::plus);
  if (take_if(TokenKind::left_square)) {
    part.flavour = expression();
    expect(TokenKind::right_square, " after the flavour");
  }
  expect(TokenKind::left_round, " and the index of the operator's point, as in `psi+(i)`");
  part.at = expression();
  expect(TokenKind::right_round, " after the index: an operator has one");
  if (!take_if(TokenKind::caret)) return part;
  if (!at(TokenKind::number)) fail("a number of equal operators, as in `phi(i)^4`");
  part.power_span = peek().span;
  part.power = text(take());
  return part;
}

/// An operator, not the name of a field alone, as in `psi[1], 1 -> b`.
bool Parser::at_field_operator() const {
  if (!at(TokenKind::name)) return false;
  std::size_t ahead = 1;
  if (peek(ahead).kind == TokenKind::left_square) {
    for (int depth = 0; peek(ahead).kind != TokenKind::end; ++ahead) {
      if (peek(ahead).kind == TokenKind::left_square) ++depth;
      if (peek(ahead).kind == TokenKind::right_square && --depth == 0) break;
    }
    ++ahead;
  }
  return peek(ahead).kind == TokenKind::left_round || peek(ahead).kind == TokenKind::plus;
}

/// In a file with fields these words are no calls.
bool Parser::at_diagrams() const {
  return has_fields_ && peek(1).kind == TokenKind::left_round &&
         std::ranges::count(diagram_words, source_.slice(peek().span)) > 0;
}

ExprPtr Parser::diagrams() {
  const Nest nest(*this);
  auto expr = std::make_unique<Expr>();
  const Token word = take();
  expr->kind = Expr::Kind::diagrams;
  expr->at = word.span;
  expr->text = text(word);
  expr->diagrams = std::make_unique<Diagrams>();
  take();
  if (expr->text == "connected" || (expr->text == "irreducible" && at_field_operator())) {
    const auto at_operator = [&] { return at(TokenKind::name) && peek(1).kind != TokenKind::name; };
    while (at_operator()) expr->diagrams->operators.push_back(field_operator());
    if (!expr->diagrams->operators.empty() && !at(TokenKind::right_round) &&
        !at(TokenKind::comma)) {
      fail("an operator, `,` and an option, or `)`");
    }
    if (!expr->diagrams->operators.empty() && !at(TokenKind::right_round)) take();
  } else {
    Operator& field = expr->diagrams->operators.emplace_back();
    if (!at(TokenKind::name)) fail(fmt::format("a field, as in `{}(psi, 1 -> b)`", expr->text));
    field.field = text(peek());
    field.span = take().span;
    if (take_if(TokenKind::left_square)) {
      field.flavour = expression();
      expect(TokenKind::right_square, " after the flavour");
    }
    expect(TokenKind::comma, " and where the line enters and leaves, as in `1 -> b`");
    expr->operands.push_back(expression());
    expect(TokenKind::arrow, " and the index where the line leaves");
    expr->operands.push_back(expression());
    if (!at(TokenKind::right_round)) expect(TokenKind::comma, " and an option, or `)`");
  }
  while (!at(TokenKind::right_round)) {
    expr->diagrams->options.push_back(diagram_option());
    if (!at(TokenKind::right_round)) expect(TokenKind::comma, " or `)` after the option");
  }
  take();
  expr->span = since(word.span.begin);
  return expr;
}

DiagramOption Parser::diagram_option() {
  DiagramOption option;
  const auto word = [&] {
    const Token token = take();
    return DiagramOption::Word{text(token), token.span};
  };
  if (!at(TokenKind::name)) fail("an option: `cut`, `even`, `walk` or `labellings`");
  option.name = word();
  while (at(TokenKind::name)) option.words.push_back(word());
  return option;
}

}  // namespace diagc::syntax
