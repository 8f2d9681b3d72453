// Flows between the cells of a space, which detailed balance makes alike both ways.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace diagc::series {

/// Σ (a − b)² / (a + b) over pairs that should be alike, in standard deviations from what it is expected to be (Wilson, Hilferty).
class Likeness {
 public:
  void add(double a, double b) {
    if (a + b < 10) return;
    sum_ += (a - b) * (a - b) / (a + b);
    ++pairs_;
  }
  int pairs() const { return pairs_; }
  double deviations() const {
    const double n = pairs_, spread = 2 / (9 * n);
    return (std::cbrt(sum_ / n) - (1 - spread)) / std::sqrt(spread);
  }

 private:
  double sum_ = 0;
  int pairs_ = 0;
};

struct Verdict {
  Likeness flows, contents;
};

/// Flows between `count` cells, and what cells hold before and after; [walker]: its cell.
inline Verdict verdict_of(const std::vector<std::uint32_t>& from,
                          const std::vector<std::uint32_t>& to, std::uint32_t count) {
  std::vector<double> flows(std::size_t{count} * count), here(count), there(count);
  for (std::size_t i = 0; i < from.size(); ++i) {
    flows[std::size_t{from[i]} * count + to[i]] += 1;
    if (from[i] == to[i]) continue;
    here[from[i]] += 1;
    there[to[i]] += 1;
  }
  Verdict verdict;
  for (std::uint32_t i = 0; i < count; ++i) {
    verdict.contents.add(here[i], there[i]);
    for (std::uint32_t j = 0; j < i; ++j)
      verdict.flows.add(flows[std::size_t{i} * count + j], flows[std::size_t{j} * count + i]);
  }
  return verdict;
}

constexpr double unlikely = 5;  ///< standard deviations: once in three million

}  // namespace diagc::series
