#include "physics/networks/slice_sums.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

namespace diagc::networks {

namespace {

bool is_zero(const SliceSum& sum) {
  return std::ranges::all_of(sum.numbers, [](double number) { return number == 0; });
}

void shift(SliceSum& sum, std::int64_t exponent) {
  const auto power =
      static_cast<int>(std::clamp<std::int64_t>(sum.exponent - exponent, -100'000, 0));
  sum.exponent = exponent;
  if (power == 0) return;
  for (double& number : sum.numbers) number = std::ldexp(number, power);
}

void add_floating(SliceSum& left, SliceSum right) {
  if (is_zero(right)) return;
  if (is_zero(left)) {
    left.exponent = right.exponent;
    left.numbers = std::move(right.numbers);
    return;
  }
  const std::int64_t exponent = std::max(left.exponent, right.exponent);
  shift(left, exponent);
  shift(right, exponent);
  for (std::size_t k = 0; k < left.numbers.size(); ++k) left.numbers[k] += right.numbers[k];
}

/// The sum of two neighbours.
SliceSum joined(SliceSum left, SliceSum right, const SliceArithmetic& arithmetic) {
  const auto prime = static_cast<double>(arithmetic.prime);
  left.count += right.count;
  switch (arithmetic.kind) {
    case SliceArithmetic::Kind::floating:
      add_floating(left, std::move(right));
      break;
    case SliceArithmetic::Kind::residue:
      for (std::size_t k = 0; k < left.numbers.size(); ++k) {
        left.numbers[k] = std::fmod(left.numbers[k] + right.numbers[k], prime);
      }
      break;
    case SliceArithmetic::Kind::tropical:
      for (std::size_t k = 0; k + 1 < left.numbers.size(); k += 2) {
        if (right.numbers[k] > left.numbers[k]) {
          left.numbers[k] = right.numbers[k];
          left.numbers[k + 1] = right.numbers[k + 1];
        } else if (right.numbers[k] == left.numbers[k]) {
          left.numbers[k + 1] = std::fmod(left.numbers[k + 1] + right.numbers[k + 1], prime);
        }
      }
      break;
  }
  return left;
}

}  // namespace

SliceLayout::SliceLayout(const arrays::Network& network, const arrays::Plan& plan)
    : slices(plan.slices) {
  for (const arrays::Label label : network.open) open.push_back(network.extents[label]);
  for (const arrays::Label label : plan.sliced) {
    const auto found = std::ranges::find(network.open, label);
    if (found == network.open.end()) break;
    sliced_axes.push_back(static_cast<std::uint32_t>(found - network.open.begin()));
  }
}

std::uint64_t SliceLayout::blocks() const {
  std::uint64_t blocks = 1;
  for (const std::uint32_t axis : sliced_axes) blocks *= open[axis];
  return blocks;
}

std::uint64_t SliceLayout::elements() const {
  std::uint64_t elements = 1;
  for (const std::uint64_t extent : open) elements *= extent;
  return elements;
}

void SliceLayout::scatter(std::uint64_t block, const std::vector<double>& numbers,
                          std::size_t parts, std::vector<double>& result) const {
  std::vector<std::uint64_t> strides(open.size());
  std::uint64_t stride = 1;
  for (std::size_t axis = open.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= open[axis];
  }
  std::uint64_t place = 0;
  for (std::size_t k = sliced_axes.size(); k-- > 0;) {
    const std::uint64_t extent = open[sliced_axes[k]];
    place += block % extent * strides[sliced_axes[k]];
    block /= extent;
  }
  std::vector<std::size_t> free;
  for (std::size_t axis = 0; axis < open.size(); ++axis) {
    if (std::ranges::count(sliced_axes, axis) == 0) free.push_back(axis);
  }
  std::vector<std::uint64_t> digits(free.size());
  for (std::size_t k = 0; k < numbers.size(); k += parts) {
    for (std::size_t part = 0; part < parts; ++part)
      result[place * parts + part] = numbers[k + part];
    for (std::size_t digit = free.size(); digit-- > 0;) {
      const std::size_t axis = free[digit];
      place += strides[axis];
      if (++digits[digit] < open[axis]) break;
      place -= digits[digit] * strides[axis];
      digits[digit] = 0;
    }
  }
}

void SliceSums::add(SliceSum sum) {
  const std::uint64_t place = sum.first % slices_of_block_;
  if (!std::has_single_bit(sum.count) || place % sum.count != 0 ||
      sum.count > slices_of_block_ - place) {
    throw std::runtime_error(fmt::format(
        "found a sum of {} slices from number {}, which no run makes", sum.count, sum.first));
  }
  const auto next = sums_.lower_bound(sum.first);
  const bool is_there = (next != sums_.end() && next->first < sum.first + sum.count) ||
                        (next != sums_.begin() &&
                         std::prev(next)->second.first + std::prev(next)->second.count > sum.first);
  if (is_there) {
    throw std::runtime_error(fmt::format("found slices {}..{}, of which some are there already",
                                         sum.first, sum.first + sum.count));
  }
  const std::uint64_t block = sum.first / slices_of_block_ * slices_of_block_;
  while (sum.count <= slices_of_block_ / 2) {
    const auto other = sums_.find(block + ((sum.first - block) ^ sum.count));
    if (other == sums_.end() || other->second.count != sum.count) break;
    SliceSum second = std::move(other->second);
    sums_.erase(other);
    if (second.first < sum.first) std::swap(sum, second);
    sum = joined(std::move(sum), std::move(second), arithmetic_);
  }
  const std::uint64_t first = sum.first;
  sums_.emplace(first, std::move(sum));
}

std::uint64_t SliceSums::first_missing(std::uint64_t begin, std::uint64_t end) const {
  auto next = sums_.upper_bound(begin);
  if (next != sums_.begin()) --next;
  for (; next != sums_.end() && next->first <= begin && begin < end; ++next) {
    begin = std::max(begin, next->first + next->second.count);
  }
  return std::min(begin, end);
}

SliceSum SliceSums::block(std::uint64_t block) const {
  const std::uint64_t begin = block * slices_of_block_, end = begin + slices_of_block_;
  if (first_missing(begin, end) != end) throw std::logic_error("slices of a block are missing");
  auto last = std::prev(sums_.lower_bound(end));
  SliceSum sum = last->second;
  while (last->first != begin) {
    --last;
    sum = joined(last->second, std::move(sum), arithmetic_);
  }
  return sum;
}

}  // namespace diagc::networks
