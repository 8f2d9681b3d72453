// Numbers of grid files as text, with their places for messages. Files are not trusted: sizes are checked before they are used.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace diagc::collider {

/// "FILE:LINE: field N: found …, expected …".
class GridError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file of at most 1 GiB. Throws GridError.
std::string read_grid_text(const std::string& path);

/// Goes through a text by lines and by fields, which blanks part.
class GridText {
 public:
  /// Keeps a view of `text`. `name` is how messages call the file.
  GridText(std::string name, std::string_view text) : name_(std::move(name)), rest_(text) {}

  /// The next line without its end; false behind the last one. What was left of the line before is passed over.
  bool next_line(std::string_view& line);
  /// The next line, which is to be there.
  std::string_view line(const char* expected);
  bool at_end() const { return rest_.empty(); }

  /// The next field as a finite number, on this line or a later one.
  double number(const char* expected);
  /// The same as a whole number from `least` to `most`.
  std::size_t count(const char* expected, std::size_t least, std::size_t most);
  /// `count` numbers. Refuses a count that the rest of the text cannot hold before it takes memory.
  std::vector<double> numbers(std::size_t count, const char* expected);
  /// All fields of a line that next_line() gave.
  std::vector<double> line_numbers(std::string_view line, const char* expected);

  /// Throws GridError at the field, or the line, that was read last: `wrong` at the line where none of its fields was.
  [[noreturn]] void wrong(const std::string& found, const std::string& expected) const;
  [[noreturn]] void wrong_line(const std::string& found, const std::string& expected) const;

 private:
  std::string_view field();

  std::string name_;
  std::string_view rest_, line_;
  std::size_t line_number_ = 0, field_number_ = 0;
};

}  // namespace diagc::collider
