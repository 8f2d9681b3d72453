#include "compiler/arrays/search/population.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/arrays/search/crossing.h"
#include "compiler/arrays/search/exact_subtrees.h"
#include "compiler/arrays/search/label_row.h"
#include "compiler/arrays/search/part_search.h"
#include "compiler/arrays/search/sweep.h"

namespace diagc::arrays {

namespace {

/// For each leaf: proposals in a row, moves of a tree that comes of it, and of a child.
constexpr std::uint64_t moves_in_row = 800, moves_of_tree = 1100, moves_of_child = 180;
/// Moves of a child change steps that are at most so many bits cheaper than the costliest one.
constexpr float reach_of_child = 12;
/// For each leaf: what looking at one child takes the time of, and moves in parts of a tree.
constexpr std::uint64_t moves_of_crossing = 27, moves_in_parts = 7'600;
/// So often parts of the best trees are annealed, one of so many, and of so many where fewer moves are left than that takes.
constexpr std::size_t generations_between = 6, trees_for_parts = 4, trees_at_last = 4;
/// A proposal in a row takes as long as so many moves.
constexpr std::uint64_t moves_of_proposal = 3;
/// For each leaf and tree: moves of the whole search.
constexpr std::uint64_t moves_of_member = 22'000;
constexpr std::uint64_t fewest_members = 12, most_members = 72;
/// So many first trees say whether a population is worth while.
constexpr std::uint64_t members_on_trial = 12;
/// Inverse temperatures, per relative change of a row's sum and per bit of a tree's operations.
constexpr double hottest_row = 43, coldest_row = 2200, hottest_member = 12, coldest_member = 20;
/// A bit above the limit counts as so many bits of operations.
constexpr float weight_of_limit = 2;
/// Children that are looked at before the best of them cools.
constexpr std::uint64_t crossings = 3;
/// Subtrees that are crossed are so many bits cheaper than the costliest step, at least and at most.
constexpr float least_bits = 3, most_bits = 12;

template <typename Anneal>
void cool_in_stages(std::uint64_t moves, double first, double last, const SearchOptions& options,
                    const Anneal& anneal) {
  constexpr std::uint64_t stages = 100;
  for (std::uint64_t stage = 0; stage < stages; ++stage) {
    if (options.stop && options.stop()) return;
    const double part = static_cast<double>(stage) / (stages - 1);
    anneal(std::max<std::uint64_t>(moves / stages, 1),
           static_cast<float>(first * std::pow(last / first, part)));
  }
}

class Population {
 public:
  Population(const SearchProblem& problem, const SearchOptions& options)
      : problem_(problem), options_(options) {
    pressure_.objective = {options.minimise, &options.times, options.sums_end_early};
    pressure_.limit = static_cast<float>(options.most_log2_elements);
    pressure_.weight = weight_of_limit;
  }

  /// Adds first trees until there are so many.
  void begin(std::size_t members, const Parallel& parallel) {
    const std::size_t known = members_.size();
    std::vector<std::optional<Member>> first(members - known);
    parallel(first.size(), [&](std::size_t index) {
      std::mt19937_64 random = random_of(known + index);
      first[index] = cooled(first_tree(random), moves_of_tree, pressure_, random);
    });
    for (std::optional<Member>& member : first) members_.push_back(std::move(*member));
  }

  void go_on(std::size_t generation, const Parallel& parallel) {
    const std::size_t size = members_.size();
    std::vector<std::optional<Member>> children(size);
    std::vector<std::size_t> others(size);
    parallel(size, [&](std::size_t index) {
      std::mt19937_64 random = random_of(2 * (generation + 1) * size + index);
      ContractionTree::Pressure pressure = pressure_;
      pressure.reach = reach_of_child;
      others[index] = (index + 1 + random() % (size - 1)) % size;
      children[index] = cooled(crossed(members_[index].tree, members_[others[index]].tree, random),
                               moves_of_child, pressure, random);
    });
    for (std::size_t index = 0; index < size; ++index) {
      Member &one = members_[index], &other = members_[others[index]];
      Member& worse = other < one ? one : other;
      if (*children[index] < worse) worse = std::move(*children[index]);
    }
  }

  /// Anneals parts of the best trees, with so many moves each.
  void anneal_parts(std::size_t trees, std::uint64_t moves, std::size_t generation,
                    const Parallel& parallel) {
    const std::size_t size = members_.size();
    std::stable_sort(members_.begin(), members_.end());
    parallel(trees, [&](std::size_t index) {
      std::mt19937_64 random = random_of((2 * (generation + 1) + 1) * size + index);
      members_[index] = measured(with_parts_annealed(problem_, std::move(members_[index].tree),
                                                     moves, pressure_, options_.stop, random));
    });
  }

  double best_score() const { return std::min_element(members_.begin(), members_.end())->score; }

  ContractionTree best() const {
    const Member& member = *std::min_element(members_.begin(), members_.end());
    ContractionTree tree = member.tree;
    ExactSubtrees(tree, pressure_).improve_all();
    return measured(tree) < member ? tree : member.tree;
  }

 private:
  struct Member {
    ContractionTree tree;
    double bits_above_limit, score;

    bool operator<(const Member& other) const {
      return std::pair(bits_above_limit, score) < std::pair(other.bits_above_limit, other.score);
    }
  };

  std::mt19937_64 random_of(std::uint64_t number) const {
    return std::mt19937_64(options_.seed * 1000003 + number);
  }

  /// Annealed from where a front that goes along the network sums labels.
  ContractionTree first_tree(std::mt19937_64& random) const {
    const std::vector<std::uint32_t> order = sweep_order(problem_, random);
    std::vector<std::vector<std::uint64_t>> sets;
    for (const std::uint32_t leaf : order)
      sets.emplace_back(problem_.leaf(leaf).begin(), problem_.leaf(leaf).end());
    LabelRow row(problem_, std::move(sets));
    if (row.has_few_neighbours()) {
      cool_in_stages(moves_in_row * problem_.leaves(), hottest_row, coldest_row, options_,
                     [&](std::uint64_t moves, float beta) { row.anneal(moves, beta, random); });
    }
    auto pairs = row.pairs();
    for (auto& pair : pairs) {
      for (std::uint32_t& value : pair)
        if (value < order.size()) value = order[value];
    }
    return ContractionTree(problem_, pairs, pressure_.objective);
  }

  /// The best of several places where the parents are cut.
  ContractionTree crossed(const ContractionTree& one, const ContractionTree& other,
                          std::mt19937_64& random) const {
    std::optional<ContractionTree> best;
    for (std::uint64_t time = 0; time < crossings; ++time) {
      const float bits =
          least_bits + (most_bits - least_bits) * static_cast<float>(random() >> 40U) * 0x1.0p-24F;
      ContractionTree tree(problem_, crossed_pairs(problem_, one, other, bits, random),
                           pressure_.objective);
      if (!best || tree.score() < best->score()) best = std::move(tree);
    }
    return std::move(*best);
  }

  Member cooled(ContractionTree tree, std::uint64_t moves_of_leaf,
                const ContractionTree::Pressure& pressure, std::mt19937_64& random) const {
    cool_in_stages(
        moves_of_leaf * problem_.leaves(), hottest_member, coldest_member, options_,
        [&](std::uint64_t moves, float beta) { tree.anneal(moves, beta, pressure, random); });
    return measured(std::move(tree));
  }

  Member measured(ContractionTree tree) const {
    const double width = tree.log2_width(), score = tree.score();
    return {std::move(tree), std::max(0.0, width - options_.most_log2_elements), score};
  }

  const SearchProblem& problem_;
  const SearchOptions& options_;
  ContractionTree::Pressure pressure_;
  std::vector<Member> members_;
};

}  // namespace

bool is_for_population(const SearchProblem& problem, const SearchOptions& options,
                       std::uint64_t moves) {
  return options.minimise != Minimise::memory &&
         moves >= fewest_members * moves_of_member * problem.leaves();
}

std::uint64_t moves_of_first(const SearchProblem& problem) {
  return (moves_of_proposal * moves_in_row + moves_of_tree) * problem.leaves();
}

std::uint64_t moves_on_trial(const SearchProblem& problem) {
  return members_on_trial * moves_of_first(problem);
}

std::optional<ContractionTree> best_of_population(const SearchProblem& problem,
                                                  const SearchOptions& options, std::uint64_t moves,
                                                  double bar, const Parallel& parallel) {
  const std::uint64_t members =
      std::clamp(moves / problem.leaves() / moves_of_member, fewest_members, most_members);
  const std::size_t with_parts = std::max<std::size_t>(members / trees_for_parts, 1);
  const std::uint64_t in_parts = moves_in_parts * problem.leaves();
  const std::uint64_t of_turn = generations_between * members * problem.leaves() *
                                    (moves_of_child + crossings * moves_of_crossing) +
                                with_parts * in_parts;
  std::uint64_t left = moves - std::min(moves, members * moves_of_first(problem));
  Population population(problem, options);
  population.begin(members_on_trial, parallel);
  if (!(population.best_score() < bar)) return std::nullopt;
  population.begin(members, parallel);
  std::size_t generation = 0;
  for (; left >= of_turn; left -= of_turn) {
    for (std::size_t k = 0; k < generations_between; ++k) {
      if (options.stop && options.stop()) return population.best();
      population.go_on(generation++, parallel);
    }
    population.anneal_parts(with_parts, in_parts, generation, parallel);
  }
  population.anneal_parts(trees_at_last, left / trees_at_last, generation + 1, parallel);
  return population.best();
}

}  // namespace diagc::arrays
