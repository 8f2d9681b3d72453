#include "compiler/syntax/parse.h"

#include <fmt/format.h>

#include "compiler/source/utf8.h"
#include "compiler/syntax/parser.h"

namespace diagc::syntax {

namespace {

constexpr std::string_view declarations =
    "a declaration (`static`, `param`, `input`, `def`, `fn`, `output`, `axis`, `field` or "
    "`vertex`)";
constexpr std::string_view one_grammar =
    "a declaration: a file has one grammar, named at its start";

Decl::Kind decl_kind(TokenKind keyword) {
  switch (keyword) {
    case TokenKind::static_:
      return Decl::Kind::constant;
    case TokenKind::param_:
      return Decl::Kind::param;
    case TokenKind::input_:
      return Decl::Kind::input;
    case TokenKind::def_:
      return Decl::Kind::family;
    case TokenKind::fn_:
      return Decl::Kind::function;
    case TokenKind::output_:
      return Decl::Kind::output;
    default:
      throw std::logic_error("decl_kind: no keyword of a declaration");
  }
}

bool starts_expression(TokenKind kind) {
  switch (kind) {
    case TokenKind::name:
    case TokenKind::number:
    case TokenKind::true_:
    case TokenKind::false_:
    case TokenKind::imaginary_:
    case TokenKind::left_round:
    case TokenKind::left_square:
    case TokenKind::left_curly:
    case TokenKind::sum_:
    case TokenKind::prod_:
    case TokenKind::complex_:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool Parser::begins_line() const {
  if (next_ == 0) return true;
  const Span between = {tokens_[next_ - 1].span.end, peek().span.begin};
  return source_.slice(between).find('\n') != std::string_view::npos;
}

Token Parser::take() {
  const Token token = peek();
  if (next_ + 1 < tokens_.size()) ++next_;
  return token;
}

bool Parser::take_if(TokenKind kind) {
  if (!at(kind)) return false;
  take();
  return true;
}

Token Parser::expect(TokenKind kind, std::string_view purpose) {
  if (!at(kind)) fail(fmt::format("`{}`{}", spelling(kind), purpose));
  return take();
}

std::string Parser::describe(const Token& token) const {
  switch (token.kind) {
    case TokenKind::end:
      return "the end of the file";
    case TokenKind::invalid:
      return "an unknown sign";
    case TokenKind::name:
      return "the name " + diagc::quoted(source_.slice(token.span));
    case TokenKind::number:
      return "the number " + diagc::quoted(source_.slice(token.span));
    case TokenKind::string:
      return "a string";
    default:
      return "`" + std::string(spelling(token.kind)) + "`";
  }
}

void Parser::report(Code code, const Token& at, std::string message) {
  if (at.reported) return;
  parsed_.diagnostics.push_back(make_diagnostic(code, source_, at.span, std::move(message)));
}

void Parser::fail_with(Code code, std::string message) {
  report(code, peek(), std::move(message));
  throw Abandoned();
}

void Parser::fail(std::string_view expected) {
  fail_with(Code::syntax, fmt::format("found {}, expected {}", describe(peek()), expected));
}

void Parser::fail_nesting() {
  fail_with(Code::nesting,
            fmt::format("found an expression nested more than {} deep, expected at most that: "
                        "give its inner part a `def` or `fn` of its own",
                        max_nesting));
}

Token Parser::declared_name(std::string_view what) {
  const Token token = peek();
  if (is_reserved_word(token.kind) && !at_declaration_line()) {
    report(Code::duplicate, token,
           fmt::format("found {}, expected {}: {} is a reserved word", describe(token), what,
                       describe(token)));
  } else if (token.kind != TokenKind::name) {
    fail(what);
  }
  return take();
}

void Parser::file() {
  for (; !at(TokenKind::end); ++next_)
    has_fields_ = has_fields_ || (at_theory_declaration() && at_word("field"));
  next_ = 0;
  has_greens_ = find_greens();
  try {
    header();
    if (!at(TokenKind::end) && !at_declaration()) {
      fail(at(TokenKind::grammar_) ? one_grammar : declarations);
    }
  } catch (const Abandoned&) {
    skip_to_declaration();
  }
  while (!at(TokenKind::end)) declaration();
}

void Parser::header() {
  File& file = parsed_.file;
  const Token keyword = expect(TokenKind::grammar_, " and a name at the start of the file");
  const Token name = declared_name("the grammar's name");
  file.name = text(name);
  file.name_span = name.span;
  doc(file.doc);
  file.head_span = since(keyword.span.begin);
}

void Parser::declaration() {
  Decl decl;
  depth_ = lets_ = 0;
  const bool is_axis = at_axis_declaration();
  const bool is_contour = at_contour_declaration();
  const bool is_theory = at_theory_declaration();
  const bool is_field = at_word("field");
  const Token keyword = take();
  decl.kind = is_axis      ? Decl::Kind::axis
              : is_contour ? contour_kind(text(keyword))
              : is_theory  ? (is_field ? Decl::Kind::field : Decl::Kind::vertex)
                           : decl_kind(keyword.kind);
  try {
    const std::size_t errors = parsed_.diagnostics.size();
    const Token name = declared_name(fmt::format(
        "the name of the {}", decl.kind == Decl::Kind::constant ? "static" : text(keyword)));
    decl.name = text(name);
    decl.name_span = name.span;
    switch (decl.kind) {
      case Decl::Kind::constant:
        constant(decl);
        break;
      case Decl::Kind::param:
      case Decl::Kind::input:
        typed(decl);
        break;
      case Decl::Kind::family:
      case Decl::Kind::function:
        rule(decl);
        break;
      case Decl::Kind::output:
        output(decl);
        break;
      case Decl::Kind::axis:
        axis(decl);
        break;
      case Decl::Kind::field:
        field(decl);
        break;
      case Decl::Kind::vertex:
        vertex(decl);
        break;
      case Decl::Kind::green:
        green(decl);
        break;
      case Decl::Kind::coupling:
        coupling(decl);
        break;
      case Decl::Kind::self_energy:
      case Decl::Kind::mean_field:
      case Decl::Kind::potential:
        contour_rule(decl);
        break;
      case Decl::Kind::solve:
        solve(decl);
        break;
    }
    end_of_declaration(decl);
    decl.span = since(keyword.span.begin);
    if (errors == parsed_.diagnostics.size()) {
      parsed_.file.decls.push_back(std::move(decl));
    } else {
      parsed_.broken.push_back(decl.name);
    }
  } catch (const Abandoned&) {
    if (!decl.name.empty()) parsed_.broken.push_back(decl.name);
    skip_to_declaration();
  }
}

void Parser::constant(Decl& decl) {
  expect(TokenKind::colon, " and a type (`int` or `bool`)");
  if (!at(TokenKind::int_) && !at(TokenKind::bool_)) fail("`int` or `bool`, the types of a static");
  decl.is_bool = take().kind == TokenKind::bool_;
  if (take_if(TokenKind::assign)) decl.body = expression();
  doc(decl.doc);
}

void Parser::typed(Decl& decl) {
  if (decl.kind == Decl::Kind::input && take_if(TokenKind::left_square))
    list(decl.ranges, TokenKind::right_square);
  if (decl.kind == Decl::Kind::input) axes(decl);
  expect(TokenKind::colon, " and a type (`real`, `complex`, `lorentz` or `lorentz<complex>`)");
  decl.type = type();
  doc(decl.doc);
}

void Parser::rule(Decl& decl) {
  if (take_if(TokenKind::left_round)) {
    decl.has_list = true;
    while (!at(TokenKind::right_round)) {
      const Token name = declared_name("a name for the parameter");
      decl.parameters.push_back({text(name), name.span, nullptr});
      if (!at(TokenKind::right_round) && !take_if(TokenKind::comma))
        fail("`,` or `)` after the parameter");
    }
    if (tokens_[next_ - 1].kind == TokenKind::comma) fail("a name for the parameter");
    take();
    axes(decl);
  }
  doc(decl.doc);
  body(decl);
}

void Parser::axis(Decl& decl) {
  expect(TokenKind::colon, " and the extent of the axis");
  decl.body = expression();
  doc(decl.doc);
}

AxisName Parser::axis_name() {
  const Token token = declared_name("the name of an axis");
  return {text(token), token.span, 0};
}

/// The second list: axes of an input, variables of a def or fn, both of an output.
void Parser::axes(Decl& decl) {
  if (!take_if(TokenKind::left_round)) return;
  const bool names_axes = decl.kind == Decl::Kind::input || decl.kind == Decl::Kind::green ||
                          decl.kind == Decl::Kind::coupling;
  do {
    Decl::AxisParameter& parameter = decl.axes.emplace_back();
    if (!names_axes) {
      const Token name = declared_name("a name for the axis variable");
      parameter.name = text(name);
      parameter.span = name.span;
    }
    if (decl.kind == Decl::Kind::output) expect(TokenKind::colon, " and the axis of the variable");
    const bool has_axis = decl.kind == Decl::Kind::solve && take_if(TokenKind::colon);
    if (names_axes || has_axis || decl.kind == Decl::Kind::output) {
      parameter.axis = axis_name();
      if (names_axes) parameter.span = parameter.axis.span;
    }
  } while (take_if(TokenKind::comma));
  if (!at(TokenKind::right_round)) fail("`,` or `)` after the axis");
  take();
}

void Parser::output(Decl& decl) {
  if (take_if(TokenKind::left_square)) {
    do {
      const Token name = declared_name("a name for the index");
      expect(TokenKind::in_, " and the range of the index");
      decl.parameters.push_back({text(name), name.span, binary(Level::range)});
    } while (take_if(TokenKind::comma));
    if (!at(TokenKind::right_square)) fail("`,` or `]` after the index");
    take();
  }
  axes(decl);
  doc(decl.doc);
  body(decl);
}

void Parser::body(Decl& decl) {
  if (!at(TokenKind::assign))
    fail(decl.doc ? "`=` and an expression" : "`=` and an expression, or a doc string");
  take();
  decl.body = expression();
}

void Parser::doc(std::optional<std::string>& into) {
  if (!at(TokenKind::string)) return;
  const std::string quoted = text(take());
  if (quoted.size() >= 2) into = quoted.substr(1, quoted.size() - 2);
}

TypeName Parser::type() {
  TypeName type;
  switch (peek().kind) {
    case TokenKind::real_:
      take();
      return type;
    case TokenKind::complex_:
      take();
      type.scalar = Scalar::complex;
      return type;
    case TokenKind::lorentz_:
      break;
    default:
      fail("a type: `real`, `complex`, `lorentz` or `lorentz<complex>`");
  }
  take();
  type.shape = ElementShape::four_vector;
  if (!take_if(TokenKind::less)) return type;
  if (!at(TokenKind::real_) && !at(TokenKind::complex_)) fail("`real` or `complex`");
  if (take().kind == TokenKind::complex_) type.scalar = Scalar::complex;
  expect(TokenKind::greater);
  return type;
}

void Parser::end_of_declaration(const Decl& decl) {
  const TokenKind kind = peek().kind;
  if (kind == TokenKind::end || at_declaration()) return;
  if (kind == TokenKind::grammar_) fail(one_grammar);
  const bool after_expression = decl.body && tokens_[next_ - 1].kind != TokenKind::string;
  if (!after_expression) fail(declarations);
  if (kind == TokenKind::string) fail("a declaration: a doc string stands before the `=`");
  if (kind == TokenKind::assign) {
    fail("an operator or the next declaration: to compare, write `==`");
  }
  if (begins_line()) fail(fmt::format("an operator or {}", declarations));
  if (starts_expression(kind)) fail("an operator (`*` between factors) or the next declaration");
  fail("an operator or the next declaration");
}

/// A keyword that begins a line, or stands before a name, is taken for the start of a declaration.
void Parser::skip_to_declaration() {
  for (; !at(TokenKind::end); take()) {
    if (!at_declaration()) continue;
    if (peek(1).kind == TokenKind::name || begins_line()) return;
  }
}

Parsed parse_all(SourcePtr given) {
  Parsed parsed;
  parsed.file.source = std::move(given);
  const Source& source = *parsed.file.source;
  if (const auto invalid = utf8::first_invalid(source.text())) {
    const auto offset = static_cast<std::uint32_t>(*invalid);
    const auto byte = static_cast<unsigned char>(source.text()[offset]);
    parsed.diagnostics.push_back(
        make_diagnostic(Code::file, source, {offset, offset + 1},
                        fmt::format("found the byte 0x{:02x}, expected text in UTF-8", byte)));
    return parsed;
  }
  std::vector<Token> tokens = lex(source, parsed.file.comments, parsed.diagnostics);
  Parser(source, std::move(tokens), parsed).file();
  sort_diagnostics(parsed.diagnostics);
  return parsed;
}

File parse(SourcePtr source) {
  Parsed parsed = parse_all(std::move(source));
  if (!parsed.diagnostics.empty()) throw InputError(std::move(parsed.diagnostics));
  return std::move(parsed.file);
}

}  // namespace diagc::syntax
