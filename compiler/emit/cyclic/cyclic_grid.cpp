#include "compiler/emit/cyclic/cyclic_grid.h"

#include <algorithm>
#include <numbers>
#include <stdexcept>

#include <fmt/format.h>

namespace diagc {

namespace {

/// In how many parts an axis is cut, pass by pass: powers of two in few passes of about equal radix, then what is left by primes. The last pass of
/// the last axis may be one with what follows it, where all arrays are in registers, which takes a small radix.
std::vector<std::size_t> radices_of(std::size_t length, bool is_last) {
  std::vector<std::size_t> radices;
  std::size_t exponent = 0;
  for (; length % 2 == 0; length /= 2) ++exponent;
  constexpr std::size_t most = 4;  // 16
  const std::size_t small = is_last && length == 1 && exponent >= most ? 2 : 0;
  exponent -= small;
  for (std::size_t passes = (exponent + most - 1) / most; passes > 0; --passes) {
    const std::size_t own = (exponent + passes - 1) / passes;
    radices.push_back(std::size_t{1} << own);
    exponent -= own;
  }
  if (small > 0) radices.push_back(std::size_t{1} << small);
  for (std::size_t prime = 3; length > 1; prime += 2) {
    for (; length % prime == 0; length /= prime) radices.push_back(prime);
    if (prime > largest_radix) {
      throw std::runtime_error(fmt::format(
          "found an axis with a prime factor above {}, expected one without", largest_radix));
    }
  }
  return radices;
}

}  // namespace

CyclicGrid::CyclicGrid(const std::vector<std::uint64_t>& extents,
                       std::vector<std::complex<double>>& roots) {
  for (const std::uint64_t& extent : extents) {
    Axis axis;
    axis.length = static_cast<std::size_t>(extent);
    axis.radices = radices_of(axis.length, &extent == &extents.back());
    points_ *= axis.length;
    axes_.push_back(axis);
  }
  std::size_t stride = points_;
  for (Axis& axis : axes_) {
    stride /= axis.length;
    axis.stride = stride;
    axis.first_root = roots.size();
    for (std::size_t j = 0; j < axis.length; ++j) {
      roots.push_back(std::polar(
          1.0, 2 * std::numbers::pi * static_cast<double>(j) / static_cast<double>(axis.length)));
    }
  }
}

std::vector<CyclicGrid::Pass> CyclicGrid::passes(bool forward) const {
  std::vector<Pass> result;
  for (const Axis& axis : axes_) {
    std::size_t length = axis.length;
    for (const std::size_t radix : axis.radices) {
      result.push_back({radix, length, &axis, forward});
      length /= radix;
    }
  }
  if (!forward) std::ranges::reverse(result);
  return result;
}

std::vector<std::size_t> CyclicGrid::frequencies() const {
  std::vector<std::size_t> of_place(points_);
  for (std::size_t place = 0; place < points_; ++place) {
    std::size_t point = 0;
    for (const Axis& axis : axes_) {
      std::size_t rest = place / axis.stride % axis.length, weight = 1, frequency = 0,
                  length = axis.length;
      for (const std::size_t radix : axis.radices) {
        length /= radix;
        frequency += rest / length * weight;
        rest %= length;
        weight *= radix;
      }
      point += frequency * axis.stride;
    }
    of_place[place] = point;
  }
  return of_place;
}

std::size_t CyclicGrid::opposite(std::size_t point) const {
  std::size_t result = 0;
  for (const Axis& axis : axes_) {
    const std::size_t own = point / axis.stride % axis.length;
    result += (axis.length - own) % axis.length * axis.stride;
  }
  return result;
}

}  // namespace diagc
