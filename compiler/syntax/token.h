// The words and signs of the rule language.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/source/diagnostic.h"
#include "compiler/syntax/tree.h"

namespace diagc::syntax {

enum class TokenKind : std::uint8_t {
  end,
  invalid,
  name,
  number,
  string,
  // reserved words
  grammar_,
  static_,
  param_,
  input_,
  def_,
  fn_,
  output_,
  int_,
  bool_,
  real_,
  complex_,
  lorentz_,
  in_,
  if_,
  then_,
  else_,
  let_,
  or_,
  and_,
  not_,
  sum_,
  prod_,
  div_,
  mod_,
  true_,
  false_,
  imaginary_,
  // signs
  left_round,
  right_round,
  left_square,
  right_square,
  left_curly,
  right_curly,
  comma,
  colon,
  assign,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  plus,
  minus,
  star,
  slash,
  ampersand,
  caret,
  range,
  arrow,
  prime,
  contour,
};

struct Token {
  TokenKind kind = TokenKind::end;
  Span span;
  bool reported = false;  ///< an error already stands at this token
};

/// How a reserved word or sign is written; empty for the other kinds.
std::string_view spelling(TokenKind kind);

bool is_reserved_word(TokenKind kind);
bool starts_declaration(TokenKind kind);

/// The tokens of a text, the last of kind `end` (empty, right behind the last one before it). What
/// is no token is reported once and stands as `invalid`, or as the sign that was most likely meant.
std::vector<Token> lex(const Source& source, std::vector<Comment>& comments,
                       std::vector<Diagnostic>& diagnostics);

}  // namespace diagc::syntax
