#include <fmt/format.h>

#include "compiler/syntax/parser.h"

namespace diagc::syntax {

namespace {

struct Binary {
  Level level;
  Op op;
};

/// The operator a token stands for between two operands.
std::optional<Binary> binary_operator(TokenKind kind) {
  switch (kind) {
    case TokenKind::or_:
      return Binary{Level::logical_or, Op::logical_or};
    case TokenKind::and_:
      return Binary{Level::logical_and, Op::logical_and};
    case TokenKind::equal:
      return Binary{Level::compare, Op::equal};
    case TokenKind::not_equal:
      return Binary{Level::compare, Op::not_equal};
    case TokenKind::less:
      return Binary{Level::compare, Op::less};
    case TokenKind::less_equal:
      return Binary{Level::compare, Op::less_equal};
    case TokenKind::greater:
      return Binary{Level::compare, Op::greater};
    case TokenKind::greater_equal:
      return Binary{Level::compare, Op::greater_equal};
    case TokenKind::in_:
      return Binary{Level::compare, Op::in};
    case TokenKind::range:
      return Binary{Level::range, Op::add};
    case TokenKind::plus:
      return Binary{Level::add, Op::add};
    case TokenKind::minus:
      return Binary{Level::add, Op::subtract};
    case TokenKind::star:
      return Binary{Level::multiply, Op::multiply};
    case TokenKind::slash:
      return Binary{Level::multiply, Op::divide};
    case TokenKind::div_:
      return Binary{Level::multiply, Op::div};
    case TokenKind::mod_:
      return Binary{Level::multiply, Op::mod};
    case TokenKind::ampersand:
      return Binary{Level::multiply, Op::intersect};
    case TokenKind::contour:
      return Binary{Level::multiply, Op::contour};
    default:
      return std::nullopt;
  }
}

std::optional<Level> level_of(TokenKind kind) {
  const auto found = binary_operator(kind);
  return found ? std::optional(found->level) : std::nullopt;
}

/// A reserved word that is no expression by itself, so that someone must have meant it for a name.
bool is_misused_word(TokenKind kind) {
  return is_reserved_word(kind) && kind != TokenKind::true_ && kind != TokenKind::false_ &&
         kind != TokenKind::imaginary_;
}

ExprPtr make(Expr::Kind kind, Span at) {
  auto expr = std::make_unique<Expr>();
  expr->kind = kind;
  expr->at = at;
  return expr;
}

}  // namespace

std::optional<Level> Parser::level_of_token(TokenKind kind) { return level_of(kind); }
Op Parser::operator_of_token(TokenKind kind) { return binary_operator(kind).value().op; }

ExprPtr Parser::expression() {
  if (at(TokenKind::if_)) return conditional();
  if (at(TokenKind::let_)) return let();
  return binary(Level::logical_or);
}

ExprPtr Parser::conditional() {
  const Nest nest(*this);
  ExprPtr expr = make(Expr::Kind::conditional, take().span);
  expr->operands.push_back(expression());
  if (at(TokenKind::assign)) fail("`then`: to compare, write `==`");
  expect(TokenKind::then_, " after the condition");
  expr->operands.push_back(expression());
  expect(TokenKind::else_, ": every `if` has one");
  expr->operands.push_back(expression());
  expr->span = since(expr->at.begin);
  return expr;
}

ExprPtr Parser::let() {
  const Nest nest(*this);
  ExprPtr expr = make(Expr::Kind::let, take().span);
  expr->text = text(declared_name("a name after `let`"));
  expect(TokenKind::assign, " and the value of the name");
  if (at(TokenKind::if_) || at(TokenKind::let_) || at(TokenKind::not_)) {
    fail(fmt::format("the value: put `{} …` in round brackets here", spelling(peek().kind)));
  }
  expr->operands.push_back(binary(Level::range));
  if (level_of(peek().kind) && !at(TokenKind::in_))
    fail("`in`: put a condition in round brackets here");
  expect(TokenKind::in_, " and the expression that uses the name");
  ++lets_;
  expr->operands.push_back(expression());
  --lets_;
  expr->span = since(expr->at.begin);
  return expr;
}

ExprPtr Parser::binary(Level weakest) {
  const std::uint32_t begin = peek().span.begin;
  if (at(TokenKind::not_) && weakest > Level::logical_not) fail_misplaced();
  ExprPtr left = at(TokenKind::not_) ? negation() : unary();
  for (;;) {
    const auto level = level_of(peek().kind);
    if (!level || *level < weakest) return left;
    switch (*level) {
      case Level::compare:
        left = compare(std::move(left), begin);
        break;
      case Level::range:
        left = range(std::move(left), begin);
        break;
      default:
        left = chain(std::move(left), *level, begin);
    }
  }
}

ExprPtr Parser::chain(ExprPtr first, Level level, std::uint32_t begin) {
  ExprPtr expr = make(Expr::Kind::chain, peek().span);
  expr->operands.push_back(std::move(first));
  while (level_of(peek().kind) == level) {
    const Token token = take();
    if (token.kind == TokenKind::contour && !has_greens_) {
      report(Code::syntax, token,
             "found `@`, which has no meaning here, expected a name, a number or a sign");
    }
    expr->ops.push_back(binary_operator(token.kind)->op);
    expr->op_spans.push_back(token.span);
    expr->operands.push_back(binary(tighter(level)));
  }
  expr->span = since(begin);
  return expr;
}

ExprPtr Parser::compare(ExprPtr left, std::uint32_t begin) {
  const Token token = take();
  ExprPtr expr = make(Expr::Kind::compare, token.span);
  expr->ops.push_back(binary_operator(token.kind)->op);
  expr->operands.push_back(std::move(left));
  expr->operands.push_back(binary(Level::range));
  expr->span = since(begin);
  if (level_of(peek().kind) == Level::compare) {
    fail("`and`, `or` or the end of the condition: comparisons do not chain");
  }
  return expr;
}

ExprPtr Parser::range(ExprPtr first, std::uint32_t begin) {
  ExprPtr expr = make(Expr::Kind::range, take().span);
  expr->operands.push_back(std::move(first));
  expr->operands.push_back(binary(Level::add));
  expr->span = since(begin);
  if (at(TokenKind::range))
    fail("the end of the range `a..b`: ranges have no step and do not chain");
  return expr;
}

ExprPtr Parser::negation() {
  const Nest nest(*this);
  ExprPtr expr = make(Expr::Kind::unary, take().span);
  expr->ops.push_back(Op::logical_not);
  expr->operands.push_back(binary(Level::logical_not));
  expr->span = since(expr->at.begin);
  return expr;
}

ExprPtr Parser::unary() {
  if (at(TokenKind::sum_) || at(TokenKind::prod_)) return aggregate();
  if (at_mean()) return aggregate();
  if (!at(TokenKind::minus)) return power();
  const Nest nest(*this);
  ExprPtr expr = make(Expr::Kind::unary, take().span);
  expr->ops.push_back(Op::negate);
  expr->operands.push_back(unary());
  expr->span = since(expr->at.begin);
  return expr;
}

/// `mean(x :` or `mean(x[i in …] :`: the call of a function of that name goes on otherwise.
bool Parser::at_mean() const {
  if (!at_word("mean") || peek(1).kind != TokenKind::left_round) return false;
  return at_axis_item(2);
}

ExprPtr Parser::aggregate() {
  const Nest nest(*this);
  const Token word = take();
  const Expr::Kind kind = word.kind == TokenKind::sum_    ? Expr::Kind::sum
                          : word.kind == TokenKind::prod_ ? Expr::Kind::product
                                                          : Expr::Kind::mean;
  ExprPtr expr = make(kind, word.span);
  expect(TokenKind::left_round, fmt::format(" and binders, as in `{}(j in S)`", text(word)));
  do {
    if (kind == Expr::Kind::mean && !at_axis_item())
      fail("a variable of an axis, as in `mean(x : s)`");
    if (kind == Expr::Kind::product && at_axis_item())
      fail("static binders: `prod` has no axis variables");
    expr->items.push_back(at_axis_item() ? axis_item() : item());
  } while (take_if(TokenKind::comma));
  if (at(TokenKind::assign) || at(TokenKind::colon))
    fail("`,` or `)`: a binder is written `j in S`, a comparison with `==`");
  if (!at(TokenKind::right_round)) fail("`,` or `)` after the binder or filter");
  take();
  expr->operands.push_back(binary(Level::multiply));
  expr->span = since(expr->at.begin);
  return expr;
}

/// `x :`, or `x[i in …] :`. No colon follows an expression.
bool Parser::at_axis_item(std::size_t ahead) const {
  if (peek(ahead).kind != TokenKind::name) return false;
  if (peek(ahead + 1).kind == TokenKind::colon) return true;
  if (peek(ahead + 1).kind != TokenKind::left_square || peek(ahead + 2).kind != TokenKind::name ||
      peek(ahead + 3).kind != TokenKind::in_) {
    return false;
  }
  std::size_t open = 1;
  std::size_t end = ahead + 4;
  for (; open > 0 && peek(end).kind != TokenKind::end; ++end) {
    if (peek(end).kind == TokenKind::left_square) ++open;
    if (peek(end).kind == TokenKind::right_square) --open;
  }
  return peek(end).kind == TokenKind::colon;
}

Item Parser::axis_item() {
  Item item;
  const Token name = take();
  item.name = text(name);
  item.name_span = name.span;
  if (take_if(TokenKind::left_square)) {
    do {
      const Token index = declared_name("a name for the index");
      expect(TokenKind::in_, " and the range of the index");
      item.indices.push_back({text(index), index.span, binary(Level::range)});
    } while (take_if(TokenKind::comma));
    expect(TokenKind::right_square, " after the range");
  }
  expect(TokenKind::colon, " and the axis of the variables");
  if (!at(TokenKind::name)) fail("the name of an axis: a static binder is written `j in S`");
  item.axis = axis_name();
  return item;
}

Item Parser::item() {
  Item item;
  if (peek(1).kind == TokenKind::in_ && (at(TokenKind::name) || is_misused_word(peek().kind))) {
    const Token name = declared_name("a name to bind");
    item.name = text(name);
    item.name_span = name.span;
    take();
    item.expr = binary(Level::range);
    if (at(TokenKind::and_) || at(TokenKind::or_) || level_of(peek().kind) == Level::compare) {
      fail(fmt::format(
          "`,` or `)`: `{} in …` binds `{}` here; as a filter, put it in round brackets", item.name,
          item.name));
    }
  } else {
    item.expr = expression();
  }
  return item;
}

ExprPtr Parser::power() {
  const std::uint32_t begin = peek().span.begin;
  ExprPtr base = primary();
  if (!at(TokenKind::caret)) return base;
  const Nest nest(*this);
  ExprPtr expr = make(Expr::Kind::power, take().span);
  expr->operands.push_back(std::move(base));
  expr->operands.push_back(unary());
  expr->span = since(begin);
  return expr;
}

ExprPtr Parser::primary() {
  switch (peek().kind) {
    case TokenKind::number:
      return leaf(Expr::Kind::number);
    case TokenKind::true_:
    case TokenKind::false_:
      return leaf(Expr::Kind::boolean);
    case TokenKind::imaginary_:
      return leaf(Expr::Kind::imaginary);
    case TokenKind::name:
      if (at_diagrams()) return diagrams();
      return name();
    case TokenKind::complex_:
      return name();
    case TokenKind::left_square:
      return bracketed(Expr::Kind::bracket, TokenKind::right_square);
    case TokenKind::left_curly:
      return bracketed(Expr::Kind::set, TokenKind::right_curly);
    case TokenKind::left_round: {
      const Nest nest(*this);
      take();
      ExprPtr inner = expression();
      if (at(TokenKind::assign)) fail("`)`: to compare, write `==`");
      expect(TokenKind::right_round);
      inner->parenthesised = true;
      return inner;
    }
    case TokenKind::if_:
    case TokenKind::let_:
    case TokenKind::not_:
      fail_misplaced();
    case TokenKind::slash:
      fail("an expression: comments begin with `#`");
    default:
      break;
  }
  if (is_reserved_word(peek().kind) && !at_declaration_line())
    fail(fmt::format("an expression: `{}` is a reserved word", spelling(peek().kind)));
  fail("an expression");
}

/// At `if`, `let` or `not` where an operand must stand.
void Parser::fail_misplaced() {
  if (lets_ > 0 && tokens_[next_ - 1].kind == TokenKind::in_) {
    fail("a set: where the value of a `let` holds `in`, put it in round brackets");
  }
  fail(fmt::format("an expression: put `{} …` in round brackets here", spelling(peek().kind)));
}

ExprPtr Parser::leaf(Expr::Kind kind) {
  const Token token = take();
  ExprPtr expr = make(kind, token.span);
  expr->span = token.span;
  if (kind != Expr::Kind::imaginary) expr->text = text(token);
  return expr;
}

ExprPtr Parser::bracketed(Expr::Kind kind, TokenKind close) {
  const Nest nest(*this);
  ExprPtr expr = make(kind, take().span);
  if (kind == Expr::Kind::set && at(close)) {
    take();
  } else if (kind == Expr::Kind::set) {
    list(expr->operands, close);
  } else {
    expr->operands.push_back(expression());
    if (at(TokenKind::assign)) fail("`]`: to compare, write `==`");
    expect(close, " after the condition");
  }
  expr->span = since(expr->at.begin);
  return expr;
}

ExprPtr Parser::name() {
  ExprPtr expr = leaf(Expr::Kind::name);
  expr->exchanged = take_if(TokenKind::prime);
  if (at(TokenKind::left_square)) {
    const Nest nest(*this);
    take();
    expr->kind = Expr::Kind::index;
    list(expr->operands, TokenKind::right_square);
  } else if (at(TokenKind::left_round)) {
    const Nest nest(*this);
    take();
    expr->called = true;
    if (!take_if(TokenKind::right_round)) list(expr->operands, TokenKind::right_round);
    if (has_greens_ && at(TokenKind::left_square)) equal_times(*expr);
  }
  if ((expr->called || expr->kind == Expr::Kind::index) && at(TokenKind::left_round)) {
    const Nest nest(*this);
    take();
    list(expr->axis_arguments, TokenKind::right_round);
  }
  expr->span = since(expr->at.begin);
  return expr;
}

void Parser::list(std::vector<ExprPtr>& into, TokenKind close) {
  do into.push_back(expression());
  while (take_if(TokenKind::comma));
  if (at(TokenKind::assign))
    fail(fmt::format("`,` or `{}`: to compare, write `==`", spelling(close)));
  if (!at(close)) fail(fmt::format("`,` or `{}`", spelling(close)));
  take();
}

}  // namespace diagc::syntax
