// Wick's theorem by brute force: every contraction of n two-body interactions with an external pair, one by one. Shares
// nothing with the rule files but the definitions.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace diagc::grammars {

/// One contraction. Points are 0 (external) and the ends 2i-1, 2i of line i; `next[a]` is where the propagator that leaves a
/// arrives. The external line runs 0, next[0], …, 0.
struct Contraction {
  int n = 0;
  std::vector<int> next;

  std::vector<int> external_line() const;  ///< its points without 0
  int closed_loops() const;                ///< those without 0
  bool connected() const;
  /// Connected, n >= 1, and still connected without 0 and any one propagator between two points of the external line.
  bool irreducible() const;
  /// Lines are met in the order 1, 2, …, n, each at its odd end first, when the external line is followed from 0 and then loop
  /// after loop, each from the free end of the lowest line met once.
  bool canonical() const;
};

/// Calls `visit` for all (2n+1)! contractions.
void for_each_contraction(int n, const std::function<void(const Contraction&)>& visit);

/// A sum over contractions, as a polynomial in the factor of a closed loop.
struct LoopSum {
  std::vector<std::int64_t> by_loops;

  std::int64_t at(std::int64_t factor) const;
  std::int64_t count() const { return at(1); }
};

/// Σ weight over the contractions that `accept` takes.
LoopSum sum_contractions(int n, const std::function<bool(const Contraction&)>& accept,
                         const std::function<std::int64_t(const Contraction&)>& weight);

/// All orders of the lines with all orientations (n! 2^n maps of the ends 1..2n; element 0 is 0), or without orientations.
std::vector<std::vector<int>> relabellings(int n, bool orientations);

}  // namespace diagc::grammars
