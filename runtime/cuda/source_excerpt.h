#pragma once

#include <string>
#include <string_view>

namespace diagc::cuda {

/// The lines of `source` around those that errors of a compiler's log name as "NAME(LINE): error",
/// numbered, an arrow before each that is named:
///
///      3 | float x = 0;
///   >  4 | x = y;
///      5 | }
///
/// Empty where the log names none. Every line is cut at 120 characters.
std::string source_excerpt(std::string_view log, std::string_view name, std::string_view source);

}  // namespace diagc::cuda
