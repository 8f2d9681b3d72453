#include "physics/networks/slice_state.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "physics/networks/residues.h"

namespace diagc::networks {

namespace {

/// Blocks with one exponent, each in its place.
Value floating(const SliceState& state) {
  const SliceLayout& layout = state.layout;
  const std::size_t parts = state.parts();
  std::vector<double> result(layout.elements() * parts);
  std::int64_t exponent = std::numeric_limits<std::int64_t>::min();
  std::vector<SliceSum> blocks;
  for (std::uint64_t block = 0; block < layout.blocks(); ++block) {
    SliceSum& sum = blocks.emplace_back(state.passes[0].sums.block(block));
    const bool is_zero =
        std::ranges::all_of(sum.numbers, [](double number) { return number == 0; });
    if (!is_zero) exponent = std::max(exponent, sum.exponent);
  }
  for (std::uint64_t block = 0; block < layout.blocks(); ++block) {
    SliceSum& sum = blocks[block];
    const auto power =
        static_cast<int>(std::clamp<std::int64_t>(sum.exponent - exponent, -100'000, 0));
    for (double& number : sum.numbers) number = std::ldexp(number, power);
    layout.scatter(block, sum.numbers, parts, result);
    sum.numbers = {};
  }
  Value value;
  double largest = 0;
  value.numbers.reserve(layout.elements());
  for (std::size_t k = 0; k < result.size(); k += parts) {
    value.numbers.emplace_back(result[k], parts == 2 ? result[k + 1] : 0);
    std::complex<double>& number = value.numbers.back();
    // A real factor must not mix the parts, one of which may not be finite.
    if (parts == 1) {
      number = number.real() * state.factor.real();
    } else if (state.factor != 1.0) {
      number *= state.factor;
    }
    largest = std::max({largest, std::abs(number.real()), std::abs(number.imag())});
  }
  if (largest == 0) return value;
  const int power = std::isfinite(largest) ? std::ilogb(largest) : 0;
  value.exponent = exponent + state.exponent + power;
  for (std::complex<double>& number : value.numbers) {
    number = {std::ldexp(number.real(), -power), std::ldexp(number.imag(), -power)};
  }
  return value;
}

}  // namespace

SliceArithmetic SliceState::arithmetic(std::uint32_t prime) const {
  using Kind = SliceArithmetic::Kind;
  if (element == Element::count) return {Kind::residue, prime};
  if (element == Element::tropical) return {Kind::tropical, prime};
  return {};
}

std::uint64_t SliceState::slices_done() const {
  std::uint64_t done = 0;
  for (const Pass& pass : passes) {
    for (const auto& [first, sum] : pass.sums.sums()) done += sum.count;
  }
  return done;
}

Value value_of(const SliceState& state) {
  if (is_floating(state.element)) return floating(state);
  Value value;
  ChineseRemainders remainders;
  for (const SliceState::Pass& pass : state.passes) {
    const SliceSum sum = pass.sums.block(0);
    if (state.element == Element::tropical) value.max = sum.numbers[0];
    remainders.add(static_cast<std::uint32_t>(sum.numbers.back()), pass.prime);
  }
  const bool has_sign = state.element == Element::count && state.modulus == 0;
  value.count = has_sign ? remainders.signed_number() : remainders.number();
  return value;
}

}  // namespace diagc::networks
