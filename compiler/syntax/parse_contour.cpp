#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "compiler/syntax/parser.h"

namespace diagc::syntax {

namespace {

struct ContourWord {
  std::string_view text;
  Decl::Kind kind;
};
constexpr std::array<ContourWord, 6> contour_words = {{{"green", Decl::Kind::green},
                                                       {"vertex", Decl::Kind::coupling},
                                                       {"self", Decl::Kind::self_energy},
                                                       {"local", Decl::Kind::mean_field},
                                                       {"mu", Decl::Kind::potential},
                                                       {"solve", Decl::Kind::solve}}};

}  // namespace

/// `green NAME`: two names never follow each other elsewhere.
bool Parser::find_greens() const {
  for (std::size_t k = 0; k + 1 < tokens_.size(); ++k) {
    if (tokens_[k].kind == TokenKind::name && tokens_[k + 1].kind == TokenKind::name &&
        source_.slice(tokens_[k].span) == "green") {
      return true;
    }
  }
  return false;
}

bool Parser::at_contour_declaration() const {
  return has_greens_ && peek(1).kind == TokenKind::name &&
         std::ranges::any_of(contour_words,
                             [&](const ContourWord& word) { return at_word(word.text); });
}

Decl::Kind Parser::contour_kind(std::string_view word) {
  return std::ranges::find(contour_words, word, &ContourWord::text)->kind;
}

void Parser::green(Decl& decl) {
  if (take_if(TokenKind::left_square)) list(decl.ranges, TokenKind::right_square);
  decl.type.scalar = Scalar::complex;
  axes(decl);
  doc(decl.doc);
}

void Parser::coupling(Decl& decl) {
  axes(decl);
  expect(TokenKind::colon, " and the type of the vertex, `real`");
  if (!at(TokenKind::real_)) fail("`real`, the type of a vertex");
  decl.type = type();
  doc(decl.doc);
}

/// Of `self G[j, m](x)` the name has been read.
void Parser::contour_rule(Decl& decl) {
  decl.green = {decl.name, decl.name_span, 0};
  decl.name = fmt::format("{} {}",
                          decl.kind == Decl::Kind::self_energy  ? "self"
                          : decl.kind == Decl::Kind::mean_field ? "local"
                                                                : "mu",
                          decl.name);
  if (take_if(TokenKind::left_square)) {
    do {
      const Token name = declared_name("a name for the index");
      decl.parameters.push_back({text(name), name.span, nullptr});
    } while (take_if(TokenKind::comma));
    if (!at(TokenKind::right_square)) fail("`,` or `]` after the index");
    take();
  }
  axes(decl);
  doc(decl.doc);
  body(decl);
}

/// `solve T[i in R, j in R](q) = …`: its indices have ranges of their own, its axes are those of the green where none is named.
void Parser::solve(Decl& decl) {
  if (take_if(TokenKind::left_square)) {
    do {
      const Token name = declared_name("a name for the index");
      expect(TokenKind::in_, " and the range of the index");
      decl.parameters.push_back({text(name), name.span, nullptr});
      decl.ranges.push_back(binary(Level::range));
    } while (take_if(TokenKind::comma));
    if (!at(TokenKind::right_square)) fail("`,` or `]` after the index");
    take();
  }
  decl.type.scalar = Scalar::complex;
  axes(decl);
  doc(decl.doc);
  body(decl);
}

/// `rho(G)[`: the indices of G at equal times.
void Parser::equal_times(Expr& expr) {
  const bool names_one = expr.text == "rho" && expr.operands.size() == 1 &&
                         expr.operands[0]->kind == Expr::Kind::name && !expr.operands[0]->called &&
                         !expr.operands[0]->exchanged;
  if (!names_one) return;
  const Nest nest(*this);
  take();
  expr.kind = Expr::Kind::index;
  expr.equal_times = true;
  expr.called = false;
  expr.text = expr.operands[0]->text;
  expr.operands.clear();
  list(expr.operands, TokenKind::right_square);
}

}  // namespace diagc::syntax
