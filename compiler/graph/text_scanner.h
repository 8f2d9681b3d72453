// Characters and tokens of a graph's text form, with errors that point at them.
#pragma once

#include <string>
#include <string_view>

#include "compiler/graph/value.h"
#include "compiler/source/source.h"

namespace diagc {

/// A cursor over the text. Blanks are spaces, tabs and carriage returns; `#` and what follows
/// belongs to the end of a line.
class TextScanner {
 public:
  explicit TextScanner(const Source& source) : source_(source), text_(source.text()) {}

 protected:
  /// Throws InputError with the position of the byte `at`.
  [[noreturn]] void fail(std::size_t at, std::string message) const;
  /// Fails with "found …, expected …" at the next token.
  [[noreturn]] void expected(std::string_view what);

  bool at_end_of_line() const;
  void skip_blanks();
  char peek();  ///< the next character on this line, after blanks; 0 at its end
  bool accept(char c);
  void expect(char c);
  void end_of_line();
  /// Moves to the next line that has something on it; false at the end of the text.
  bool next_line();

  std::string_view word();  ///< letters, digits and underscores, possibly none
  std::string identifier(std::string_view what);
  void expect_word(std::string_view wanted);
  std::string string();
  std::int64_t integer();
  Rational rational();
  double floating();

  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool starts_identifier(char c);
  static bool continues_identifier(char c);

  const Source& source_;
  std::string_view text_;
  std::size_t at_ = 0;

 private:
  std::string found() const;
  std::string_view digits();
  Integer big_integer();
};

}  // namespace diagc
