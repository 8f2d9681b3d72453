#include "physics/networks/tensor_values.h"

#include <charconv>
#include <cmath>
#include <random>
#include <stdexcept>

#include <fmt/format.h>

namespace diagc::networks {

Fill parse_fill(const std::string& text) {
  if (text == "ones") return {};
  Fill fill;
  constexpr std::string_view random = "random:";
  const char* end = text.data() + text.size();
  if (text.starts_with(random)) {
    fill.kind = Fill::Kind::random;
    const auto [stop, error] = std::from_chars(text.data() + random.size(), end, fill.seed);
    if (error == std::errc() && stop == end) return fill;
  } else {
    const auto [stop, error] = std::from_chars(text.data(), end, fill.value);
    if (error == std::errc() && stop == end && std::isfinite(fill.value)) return fill;
  }
  throw std::runtime_error(
      fmt::format("found --fill {}, expected ones, random:SEED or a number", text));
}

TensorValues filled(const arrays::Network& network, const Fill& fill, bool is_complex) {
  TensorValues values{is_complex, {}};
  std::mt19937_64 random(fill.seed);
  for (const auto& axes : network.tensors) {
    const std::uint64_t elements = *arrays::element_count(network, axes);
    auto& numbers = values.numbers.emplace_back((is_complex ? 2 : 1) * elements);
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      if (fill.kind == Fill::Kind::random) {
        numbers[k] = (static_cast<double>(random() >> 11U) + 0.5) * 0x1.0p-52 - 1;
      } else {
        numbers[k] = is_complex && k % 2 == 1 ? 0 : fill.value;
      }
    }
  }
  return values;
}

}  // namespace diagc::networks
