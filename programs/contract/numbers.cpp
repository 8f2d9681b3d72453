#include "programs/contract/numbers.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "programs/command/command.h"

namespace diagc::contract {

using networks::Element;

void take_element(Subject& subject, const std::string& text, bool is_complex) {
  subject.element = is_complex ? Element::c128 : Element::f64;
  if (text.empty()) return;
  constexpr std::string_view residue = "count:";
  if (text.starts_with(residue)) {
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + residue.size(), end, subject.modulus);
    subject.element = Element::count;
    if (error == std::errc() && stop == end && subject.modulus > 1 && subject.modulus >> 31U == 0)
      return;
  }
  const auto found = std::ranges::find(networks::element_names, text);
  if (found == std::end(networks::element_names)) {
    throw UsageError(fmt::format(
        "found --element {}, expected f32, f64, c64, c128, count, count:P with P from 2 to "
        "2147483647, or tropical",
        text));
  }
  subject.element = static_cast<Element>(found - std::begin(networks::element_names));
}

std::vector<double> numbers_of(const NpyArray& array, bool as_complex) {
  const std::size_t parts = is_complex(array.type) ? 2 : 1;
  std::vector<double> numbers;
  numbers.reserve(array.elements * (as_complex ? 2 : 1));
  const auto copy = [&]<class T>(const T* from) {
    for (std::size_t k = 0; k < array.elements * parts; ++k) {
      numbers.push_back(static_cast<double>(from[k]));
      if (as_complex && parts == 1) numbers.push_back(0);
    }
  };
  if (component_size(array.type) == 4) {
    copy(reinterpret_cast<const float*>(array.data.get()));
  } else {
    copy(reinterpret_cast<const double*>(array.data.get()));
  }
  return numbers;
}

networks::Fill parse_fill_option(const std::string& text) {
  try {
    return networks::parse_fill(text);
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
}

}  // namespace diagc::contract
