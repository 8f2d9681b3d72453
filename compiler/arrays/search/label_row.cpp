#include "compiler/arrays/search/label_row.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include "compiler/arrays/search/bits.h"

namespace diagc::arrays {

namespace {

constexpr std::size_t most_neighbours = 64, most_compared = 16;

bool has(std::span<const std::uint64_t> set, std::size_t bit) {
  return (set[bit / 64] >> bit % 64 & 1U) != 0;
}

/// Parts that are joined to fewer and fewer values.
class Joins {
 public:
  Joins(const SearchProblem& problem, std::vector<std::vector<std::uint64_t>> parts)
      : problem_(problem), up_(parts.size()), sets_(std::move(parts)) {
    std::iota(up_.begin(), up_.end(), 0U);
  }

  std::uint32_t value_of(std::uint32_t part) const {
    while (up_[part] != part) part = up_[part];
    return part;
  }

  /// Joins all values, the pair of the fewest products first, of many values one of the first few.
  std::uint32_t join(std::vector<std::uint32_t> values) {
    while (values.size() > 1) {
      std::size_t best_a = 0, best_b = 1;
      float least = std::numeric_limits<float>::infinity();
      const std::size_t compared = std::min(values.size(), most_compared);
      for (std::size_t a = 0; a < compared; ++a) {
        for (std::size_t b = a + 1; b < compared; ++b) {
          const float products = problem_.size(both(values[a], values[b]).data());
          if (products < least) std::tie(least, best_a, best_b) = std::tuple(products, a, b);
        }
      }
      values[best_a] = join(values[best_a], values[best_b]);
      values.erase(values.begin() + static_cast<std::ptrdiff_t>(best_b));
    }
    return values.front();
  }

  void sum(std::uint32_t value, std::size_t bit) {
    sets_[value][bit / 64] &= ~(std::uint64_t{1} << bit % 64);
  }

  /// All values that are left, the last ones first.
  std::vector<std::array<std::uint32_t, 2>> finish() {
    std::vector<std::uint32_t> left;
    for (std::uint32_t value = 0; value < up_.size(); ++value)
      if (up_[value] == value) left.push_back(value);
    while (left.size() > 1) {
      const std::uint32_t last = left.back();
      left.pop_back();
      left.back() = join(left.back(), last);
    }
    return std::move(pairs_);
  }

 private:
  std::vector<std::uint64_t> both(std::uint32_t a, std::uint32_t b) const {
    std::vector<std::uint64_t> set = sets_[a];
    for (std::size_t w = 0; w < set.size(); ++w) set[w] |= sets_[b][w];
    return set;
  }
  std::uint32_t join(std::uint32_t a, std::uint32_t b) {
    const auto value = static_cast<std::uint32_t>(up_.size());
    pairs_.push_back({a, b});
    sets_.push_back(both(a, b));
    up_[a] = up_[b] = value;
    up_.push_back(value);
    return value;
  }

  const SearchProblem& problem_;
  std::vector<std::uint32_t> up_;  ///< by value: what it became part of, or itself
  std::vector<std::vector<std::uint64_t>> sets_;
  std::vector<std::array<std::uint32_t, 2>> pairs_;
};

}  // namespace

LabelRow::LabelRow(const SearchProblem& problem, std::vector<std::vector<std::uint64_t>> parts)
    : problem_(&problem), sets_(std::move(parts)) {
  constexpr std::uint32_t none = 0xffffffffU;
  std::vector<std::uint32_t> label_of(64 * problem.words(), none);
  for (const bool open : {false, true}) {
    for (std::uint32_t part = 0; part < sets_.size(); ++part) {
      for_each_bit(sets_[part], [&](std::size_t bit) {
        if (has(problem.open(), bit) != open) return;
        if (label_of[bit] == none) {
          label_of[bit] = static_cast<std::uint32_t>(bits_.size());
          bits_.push_back(bit);
          parts_.emplace_back();
          weights_.push_back(
              static_cast<std::int32_t>(std::lround(16 * problem.weights()[bit / 64])));
        }
        parts_[label_of[bit]].push_back(part);
      });
    }
    if (!open) summed_ = static_cast<std::uint32_t>(bits_.size());
  }
  begin_ = {0};
  for (std::uint32_t label = 0; label < bits_.size(); ++label) {
    std::vector<std::uint32_t> near;
    for (const std::uint32_t part : parts_[label])
      for_each_bit(sets_[part], [&](std::size_t bit) { near.push_back(label_of[bit]); });
    std::ranges::sort(near);
    near.erase(std::ranges::unique(near).begin(), near.end());
    std::erase(near, label);
    neighbours_.insert(neighbours_.end(), near.begin(), near.end());
    begin_.push_back(static_cast<std::uint32_t>(neighbours_.size()));
  }
  row_.resize(bits_.size());
  std::iota(row_.begin(), row_.end(), 0U);
  std::ranges::sort(row_, {}, [&](std::uint32_t label) {
    return std::tuple(label >= summed_, parts_[label].back(), parts_[label].front(), label);
  });
  place_.resize(row_.size());
  for (std::uint32_t place = 0; place < row_.size(); ++place) place_[row_[place]] = place;
  fronts_.resize(row_.size());
  for (std::uint32_t label = 0; label < row_.size(); ++label) {
    first_.push_back(first_of(label));
    for (std::uint32_t place = place_[first_[label]]; place <= place_[label]; ++place)
      fronts_[place] += weights_[label];
  }
}

bool LabelRow::has_few_neighbours() const {
  for (std::uint32_t label = 0; label < row_.size(); ++label)
    if (neighbours(label).size() > most_neighbours) return false;
  return summed_ > 2;
}

std::uint32_t LabelRow::first_of(std::uint32_t label) const {
  std::uint32_t first = label;
  for (const std::uint32_t other : neighbours(label))
    if (place_[other] < place_[first]) first = other;
  return first;
}

double LabelRow::log2_products() const {
  double sum = 0;
  for (std::uint32_t place = 0; place < summed_; ++place) sum += std::exp2(fronts_[place] / 16.0);
  return std::log2(sum);
}

std::vector<std::size_t> LabelRow::summed() const {
  std::vector<std::size_t> bits;
  for (std::uint32_t place = 0; place < summed_; ++place) bits.push_back(bits_[row_[place]]);
  return bits;
}

std::vector<std::array<std::uint32_t, 2>> LabelRow::pairs() const {
  Joins joins(*problem_, sets_);
  for (std::uint32_t place = 0; place < summed_; ++place) {
    const std::uint32_t label = row_[place];
    std::vector<std::uint32_t> values;
    for (const std::uint32_t part : parts_[label]) values.push_back(joins.value_of(part));
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
    joins.sum(joins.join(std::move(values)), bits_[label]);
  }
  return joins.finish();
}

}  // namespace diagc::arrays
