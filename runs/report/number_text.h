// Numbers with errors, and times, as people write them.
#pragma once

#include <string>

namespace diagc::runs {

/// "0.01234(5)", "1.3924(12)e-3", "1230(50)": the last digits of the value with the error in their units, one digit of it, or two where it
/// begins with 1. "0.5" where the error is 0 (or beyond the tenth digit), "0.5(?)" where it is not finite.
std::string with_error(double value, double error);

/// "1.3e+07": two digits.
std::string rounded(double value);

/// "0.4 s", "42 s", "3 min 20 s", "2 h 05 min".
std::string duration_text(double seconds);

/// Characters that a terminal shows of a UTF-8 text of letters and signs.
std::size_t shown_width(const std::string& text);
/// `text` with spaces in front of it, or behind it, up to `width`.
std::string right_aligned(const std::string& text, std::size_t width);
std::string left_aligned(const std::string& text, std::size_t width);

}  // namespace diagc::runs
