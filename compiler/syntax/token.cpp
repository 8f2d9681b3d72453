#include <array>

#include "compiler/syntax/token.h"

namespace diagc::syntax {

namespace {

constexpr std::array<std::string_view, 57> spellings = {
    "",      "",       "",    "",     "",     "grammar", "static",  "param", "input", "def",
    "fn",    "output", "int", "bool", "real", "complex", "lorentz", "in",    "if",    "then",
    "else",  "let",    "or",  "and",  "not",  "sum",     "prod",    "div",   "mod",   "true",
    "false", "I",      "(",   ")",    "[",    "]",       "{",       "}",     ",",     ":",
    "=",     "==",     "!=",  "<",    "<=",   ">",       ">=",      "+",     "-",     "*",
    "/",     "&",      "^",   "..",   "->",   "'",       "@",
};
static_assert(static_cast<std::size_t>(TokenKind::contour) + 1 == spellings.size());

}  // namespace

std::string_view spelling(TokenKind kind) { return spellings[static_cast<std::size_t>(kind)]; }

bool is_reserved_word(TokenKind kind) {
  return kind >= TokenKind::grammar_ && kind <= TokenKind::imaginary_;
}

bool starts_declaration(TokenKind kind) {
  return kind >= TokenKind::static_ && kind <= TokenKind::output_;
}

}  // namespace diagc::syntax
