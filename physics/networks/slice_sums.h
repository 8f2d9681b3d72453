// Sums over slices whose bits do not depend on where a run was cut.
//
// Slices of one block of the result are the leaves of a binary tree that depends on their number alone: sums of 2^k neighbours whose first
// number is a multiple of 2^k, and at the end what is left, from the right. Whatever order and pieces slices come in, the additions are the
// same.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "compiler/arrays/network.h"
#include "compiler/arrays/plan.h"

namespace diagc::networks {

/// What is added: numbers times a common power of two, remainders modulo a prime, or pairs of a maximum and how often it occurs, the number
/// modulo a prime.
struct SliceArithmetic {
  enum class Kind : std::uint8_t { floating, residue, tropical } kind = Kind::floating;
  std::uint32_t prime = 0;
};

/// The sum of `count` slices from number `first` on: numbers times 2^exponent, of complex ones both parts.
struct SliceSum {
  std::uint64_t first = 0, count = 1;
  std::int64_t exponent = 0;
  std::vector<double> numbers;

  bool operator==(const SliceSum&) const = default;
};

/// How slices make a result: the sliced labels that are open, which vary slowest, choose a block of it.
struct SliceLayout {
  std::vector<std::uint64_t> open;         ///< extents of the result's axes
  std::vector<std::uint32_t> sliced_axes;  ///< of those, in the order of the plan
  std::uint64_t slices = 1;                ///< of all blocks

  SliceLayout() = default;
  SliceLayout(const arrays::Network& network, const arrays::Plan& plan);

  std::uint64_t blocks() const;
  std::uint64_t slices_of_block() const { return slices / blocks(); }
  std::uint64_t elements() const;  ///< of the result
  std::uint64_t elements_of_block() const { return elements() / blocks(); }
  /// Puts a block's elements, each of `parts` numbers, to their places in the result.
  void scatter(std::uint64_t block, const std::vector<double>& numbers, std::size_t parts,
               std::vector<double>& result) const;

  bool operator==(const SliceLayout&) const = default;
};

class SliceSums {
 public:
  SliceSums(std::uint64_t slices_of_block, SliceArithmetic arithmetic)
      : slices_of_block_(slices_of_block), arithmetic_(arithmetic) {}

  /// A sum whose count is a power of two and whose first slice is a multiple of it within its block. Throws std::runtime_error where it is
  /// not so, or where a slice is there already.
  void add(SliceSum sum);

  /// Each as large as can be, by first slice.
  const std::map<std::uint64_t, SliceSum>& sums() const { return sums_; }

  /// The first slice from `begin` on that is in no sum; `end` where there is none before it.
  std::uint64_t first_missing(std::uint64_t begin, std::uint64_t end) const;

  /// Of all slices of a block, which must be there.
  SliceSum block(std::uint64_t block) const;

 private:
  std::uint64_t slices_of_block_;
  SliceArithmetic arithmetic_;
  std::map<std::uint64_t, SliceSum> sums_;
};

}  // namespace diagc::networks
