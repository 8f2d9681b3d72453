#include "compiler/arrays/search/greedy.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>

namespace diagc::arrays {

namespace {

class Greedy {
 public:
  Greedy(const SearchProblem& problem, double temperature, std::mt19937_64& random)
      : problem_(problem),
        temperature_(temperature),
        random_(random),
        users_(64 * problem.words()) {}

  std::vector<std::array<std::uint32_t, 2>> run() {
    const std::size_t leaves = problem_.leaves();
    for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
      add({problem_.leaf(leaf).begin(), problem_.leaf(leaf).end()});
    }
    for (std::uint32_t value = 0; value < leaves; ++value) consider_neighbours(value, true);
    while (pairs_.size() + 1 < leaves) {
      if (candidates_.empty()) {
        join_smallest();
        continue;
      }
      const auto [score, a, b] = candidates_.top();
      candidates_.pop();
      if (!used_[a] && !used_[b]) contract(a, b);
    }
    return std::move(pairs_);
  }

 private:
  using Set = std::vector<std::uint64_t>;
  // A label of very many tensors would make very many pairs.
  static constexpr std::size_t most_users = 64;

  template <class F>
  static void for_each_bit(const Set& set, const F& f) {
    for (std::size_t w = 0; w < set.size(); ++w) {
      for (std::uint64_t rest = set[w]; rest != 0; rest &= rest - 1) {
        f(64 * w + static_cast<std::size_t>(std::countr_zero(rest)));
      }
    }
  }

  void add(Set set) {
    const auto value = static_cast<std::uint32_t>(sets_.size());
    for_each_bit(set, [&](std::size_t bit) { users_[bit].push_back(value); });
    sizes_.push_back(problem_.size(set.data()));
    by_size_.emplace(sizes_.back(), value);
    sets_.push_back(std::move(set));
    used_.push_back(false);
  }

  Set product(std::uint32_t a, std::uint32_t b) const {
    Set result(sets_[a].size());
    for (std::size_t w = 0; w < result.size(); ++w) result[w] = sets_[a][w] | sets_[b][w];
    Set gone(result.size());
    for_each_bit(result, [&](std::size_t bit) {
      const auto& users = users_[bit];
      const bool is_open = (problem_.open()[bit / 64] >> (bit % 64) & 1U) != 0;
      const auto own =
          static_cast<std::size_t>(std::ranges::count(users, a) + std::ranges::count(users, b));
      if (!is_open && users.size() == own) gone[bit / 64] |= std::uint64_t{1} << (bit % 64);
    });
    for (std::size_t w = 0; w < result.size(); ++w) result[w] &= ~gone[w];
    return result;
  }

  void consider(std::uint32_t a, std::uint32_t b) {
    const double size = problem_.size(product(a, b).data());
    // Relative to the largest of the three, so that nothing overflows.
    const double largest = std::max({size, double{sizes_[a]}, double{sizes_[b]}});
    const double difference =
        std::exp2(size - largest) - std::exp2(sizes_[a] - largest) - std::exp2(sizes_[b] - largest);
    double score = 0;
    if (difference != 0) {
      const double magnitude = std::max(0.0, largest + std::log2(std::abs(difference)) + 1);
      score = difference > 0 ? magnitude : -magnitude;
    }
    if (temperature_ > 0) {
      const double uniform = (static_cast<double>(random_() >> 11U) + 0.5) * 0x1.0p-53;
      score += temperature_ * std::log(-std::log(uniform));
    }
    candidates_.emplace(score, a, b);
  }

  void consider_neighbours(std::uint32_t value, bool only_later) {
    std::vector<std::uint32_t> neighbours;
    for_each_bit(sets_[value], [&](std::size_t bit) {
      const auto& users = users_[bit];
      if (users.size() <= most_users)
        neighbours.insert(neighbours.end(), users.begin(), users.end());
    });
    std::ranges::sort(neighbours);
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
    for (const std::uint32_t other : neighbours) {
      if (only_later ? other > value : other != value) consider(value, other);
    }
  }

  void contract(std::uint32_t a, std::uint32_t b) {
    Set set = product(a, b);
    for (const std::uint32_t operand : {a, b}) {
      for_each_bit(sets_[operand], [&](std::size_t bit) { std::erase(users_[bit], operand); });
      used_[operand] = true;
    }
    pairs_.push_back({a, b});
    add(std::move(set));
    consider_neighbours(static_cast<std::uint32_t>(sets_.size() - 1), false);
  }

  std::uint32_t take_smallest() {
    while (used_[by_size_.top().second]) by_size_.pop();
    const std::uint32_t value = by_size_.top().second;
    by_size_.pop();
    return value;
  }

  void join_smallest() {
    const std::uint32_t a = take_smallest();
    contract(a, take_smallest());
  }

  const SearchProblem& problem_;
  double temperature_;
  std::mt19937_64& random_;
  std::vector<std::vector<std::uint32_t>> users_;  ///< by bit: values that are not used yet
  std::vector<Set> sets_;
  std::vector<float> sizes_;
  std::vector<bool> used_;
  template <class T>
  using Smallest = std::priority_queue<T, std::vector<T>, std::greater<>>;
  Smallest<std::pair<float, std::uint32_t>> by_size_;
  Smallest<std::tuple<double, std::uint32_t, std::uint32_t>> candidates_;
  std::vector<std::array<std::uint32_t, 2>> pairs_;
};

}  // namespace

std::vector<std::array<std::uint32_t, 2>> greedy_pairs(const SearchProblem& problem,
                                                       double temperature,
                                                       std::mt19937_64& random) {
  if (problem.leaves() < 2) return {};
  return Greedy(problem, temperature, random).run();
}

}  // namespace diagc::arrays
