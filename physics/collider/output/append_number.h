// Numbers of files of events as text: std::to_chars takes half of the time of other ways, and files are mostly numbers.
#pragma once

#include <charconv>
#include <string>

namespace diagc::collider {

/// With so many digits behind the point: 16 bring every double back.
inline void append_number(std::string& text, double x, int digits = 16) {
  char buffer[64];
  text.append(
      buffer,
      std::to_chars(buffer, buffer + sizeof buffer, x, std::chars_format::scientific, digits).ptr);
}

/// A blank before each.
template <class... Number>
void append_numbers(std::string& text, Number... x) {
  ((text += ' ', append_number(text, x)), ...);
}

}  // namespace diagc::collider
