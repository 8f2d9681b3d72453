#include "compiler/arrays/search/search.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "compiler/arrays/search/exact_subtrees.h"
#include "compiler/arrays/search/greedy.h"
#include "compiler/arrays/search/population.h"
#include "compiler/arrays/search/sweep.h"
#include "compiler/arrays/search/tree_orders.h"

namespace diagc::arrays {

namespace {

/// Temperatures, as inverse ones per bit of log2 of operations: all trees are nearly alike at the hottest, and from the middle one on only parts
/// change.
constexpr double hottest = 1, middle = 5, coldest = 20;
/// A sweep is a good tree at large: only where small parts change does it become a better one.
constexpr double hottest_sweep = 2, middle_sweep = 8;
constexpr double hottest_sliced = 1, coldest_sliced = 20, hottest_together = 0.3;
/// Moves for each leaf between two changes of the sliced labels.
constexpr std::uint64_t moves_of_round = 100;
/// Where tree and slices cool together: so often slices change, and about so many moves each leaf has.
constexpr std::uint64_t stages_together = 600, moves_together = 80'000;
/// Log2 of operations that a bit above the limit counts as, then and later.
constexpr float weight_together = 2, weight_of_rounds = 1;
/// How much worse a tree may be and still be gone on with, in log2 of operations: on average so much at first and at last.
constexpr double first_tolerance = 0.5, last_tolerance = 0.02;

/// Of the moves of a start by products, the part that comes after it is judged by seconds.
constexpr std::uint64_t moves_by_seconds = 4;

Objective objective_of(const SearchOptions& options) {
  return {options.minimise, &options.times, options.sums_end_early};
}

Objective products_of(const SearchOptions& options) {
  return {Minimise::flops, nullptr, options.sums_end_early};
}

/// Where seconds are made small, starts look for few products first: all of them where there are slices, as short searches find much better slices so, and
/// every other pair of a greedy tree and a sweep where there are none.
Objective objective_of_start(const SearchOptions& options, bool slices, std::size_t index) {
  const bool by_products =
      options.minimise == Minimise::time && (slices || (index + 1) / 2 % 2 == 1);
  return by_products ? products_of(options) : objective_of(options);
}

class Start {
 public:
  /// `slices`: values are likely to pass the limit, see needs_slices().
  Start(const SearchProblem& problem, const SearchOptions& options, bool slices,
        std::uint64_t moves, std::size_t index)
      : problem_(problem),
        options_(options),
        slices_(slices),
        limit_(static_cast<float>(options.most_log2_elements)),
        moves_left_(moves),
        sweeps_(index % 2 == 1),
        objective_(objective_of_start(options, slices, index)),
        random_(options.seed * 1000003 + index),
        tree_(problem,
              sweeps_ ? sweep_pairs(problem, random_)
                      : greedy_pairs(problem, index == 0 ? 0 : 0.5, random_),
              objective_) {
    pressure_.objective = objective_;
    // What they gain without slices is lost where slices are chosen: short searches of four networks ended worse with them in three.
    pressure_.regrafts = !slices;
  }

  /// Goes on from a tree.
  Start(const SearchProblem& problem, const SearchOptions& options, ContractionTree tree,
        std::uint64_t moves, std::size_t index)
      : problem_(problem),
        options_(options),
        slices_(true),
        limit_(static_cast<float>(options.most_log2_elements)),
        moves_left_(moves),
        sweeps_(false),
        objective_(objective_of(options)),
        random_(options.seed * 1000003 + index),
        tree_(std::move(tree)) {
    pressure_.objective = objective_;
    pressure_.regrafts = false;
  }

  ContractionTree improve() {
    improve_in_rounds();
    return std::move(tree_);
  }

  ContractionTree run() {
    if (objective_.minimise == options_.minimise) {
      find_tree();
      return std::move(tree_);
    }
    const std::uint64_t by_seconds = moves_left_ / moves_by_seconds;
    moves_left_ -= by_seconds;
    find_tree();
    objective_ = objective_of(options_);
    judge_by(objective_);
    moves_left_ = by_seconds;
    if (tree_.sliced().empty())
      cool_parts();
    else
      improve_in_rounds();
    return std::move(tree_);
  }

  /// Whether the tree passes the limit even after it has cooled for a short time.
  bool passes_limit() {
    if (tree_.log2_width() <= limit_) return false;
    pressure_.limit = limit_;
    pressure_.weight = weight_together;
    cool_whole(moves_left_);
    return tree_.log2_width() > limit_;
  }

 private:
  void find_tree() {
    const std::uint64_t moves = moves_left_;
    if (options_.minimise == Minimise::memory) {
      narrow(moves);
    } else {
      // Where there will be slices, most of the work is to choose them.
      if (slices_) cool_whole(moves / 10);
      if (!slices_ || tree_.log2_width() <= limit_) cool_within_limit();
    }
    if (tree_.log2_width() > limit_) {
      cool_together(moves * 2 / 5);
      improve_in_rounds();
    }
  }

  void anneal(std::uint64_t moves, double beta) {
    if (options_.stop && options_.stop()) moves_left_ = 0;
    moves = std::min(moves, moves_left_);
    moves_left_ -= moves;
    tree_.anneal(moves, static_cast<float>(beta), pressure_, random_);
  }

  /// Moves at falling temperatures, geometrically.
  void cool(std::uint64_t moves, double first, double last) {
    const std::uint64_t stages = std::clamp<std::uint64_t>(moves, 2, 100);
    for (std::uint64_t stage = 0; stage < stages; ++stage) {
      const double part = static_cast<double>(stage) / static_cast<double>(stages - 1);
      anneal(std::max<std::uint64_t>(moves / stages, 1), first * std::pow(last / first, part));
    }
  }

  /// Half of the moves choose the tree, half its parts.
  void cool_whole(std::uint64_t moves) {
    const double between = sweeps_ ? middle_sweep : middle;
    judge_by(guide());
    cool(moves / 2, sweeps_ ? hottest_sweep : hottest, between);
    judge_by(objective_);
    cool(moves / 2, between, coldest);
    exact();
  }

  /// A tree that fits, with all moves that are left: no worse than it is, and no wider than the limit.
  void cool_parts() {
    const ContractionTree first = tree_;
    cool(moves_left_, middle, coldest);
    exact();
    if (first.score() < tree_.score() || tree_.log2_width() > limit_) tree_ = first;
  }

  /// Of hot trees without slices: operations show better than seconds where a good tree is.
  Objective guide() const {
    const bool by_operations = objective_.minimise == Minimise::time && !slices_;
    return by_operations ? products_of(options_) : objective_;
  }

  void judge_by(const Objective& objective) {
    pressure_.objective = objective;
    tree_.take(objective);
  }

  /// With all moves that are left.
  void cool_within_limit() {
    const ContractionTree first = tree_;
    pressure_.limit = limit_;
    pressure_.weight = weight_together;
    cool_whole(moves_left_);
    if (first.score() < tree_.score() && first.log2_width() <= limit_) tree_ = first;
  }

  void exact() { ExactSubtrees(tree_, pressure_).improve_all(); }

  /// Lowers the width a bit at a time while that succeeds.
  void narrow(std::uint64_t moves) {
    ContractionTree best = tree_;
    constexpr int rounds = 20;
    for (int round = 0; round < rounds; ++round) {
      pressure_.limit = best.log2_width() - 1;
      pressure_.weight = 2;
      cool(moves / rounds, hottest, coldest);
      exact();
      if (tree_.score() < best.score()) {
        best = tree_;
      } else {
        tree_ = best;
      }
    }
    tree_ = std::move(best);
  }

  bool slice_until_it_fits(std::uint64_t moves_between, float noise) {
    while (tree_.log2_width() > limit_) {
      const std::size_t bit = tree_.best_slice(limit_, noise, random_);
      if (bit >= 64 * problem_.words()) return false;
      tree_.slice(bit);
      if (moves_between > 0) cool(moves_between, hottest_sliced, coldest_sliced);
    }
    return true;
  }

  /// Takes back slices that are not needed any more, in random order.
  void restore_needless() {
    for (const std::size_t bit : shuffled(tree_.sliced())) {
      tree_.restore(bit);
      if (tree_.log2_width() > limit_) tree_.slice(bit);
    }
  }

  std::vector<std::size_t> shuffled(std::vector<std::size_t> bits) {
    for (std::size_t left = bits.size(); left > 1; --left)
      std::swap(bits[left - 1], bits[random_() % left]);
    return bits;
  }

  /// Puts one to three sliced labels back.
  void restore_some() {
    const std::vector<std::size_t> sliced = shuffled(tree_.sliced());
    for (std::size_t k = 0; k < std::min<std::size_t>(1 + random_() % 3, sliced.size()); ++k)
      tree_.restore(sliced[k]);
  }

  /// Tree and slices cool together, from where most of the tree changes: a good tree without slices is none of those that are sliced well. Results differ
  /// much from time to time, so that the best of several counts.
  void cool_together(std::uint64_t moves) {
    pressure_.limit = limit_;
    pressure_.weight = weight_together;
    if (!slice_until_it_fits(0, 0)) return;
    restore_needless();
    const std::uint64_t times = std::max<std::uint64_t>(
        moves / (moves_together * std::max<std::uint64_t>(problem_.leaves(), 1)), 1);
    const std::uint64_t of_stage = moves / times / stages_together;
    ContractionTree best = tree_;
    for (std::uint64_t time = 0; time < times && of_stage > 0; ++time) {
      for (std::uint64_t stage = 0; stage < stages_together; ++stage) {
        const double part = static_cast<double>(stage) / (stages_together - 1);
        anneal(of_stage, hottest_together * std::pow(coldest / hottest_together, part));
        restore_some();
        if (!slice_until_it_fits(0, static_cast<float>(0.3 * (1 - part)))) break;
        restore_needless();
      }
      exact();
      if (!slice_until_it_fits(0, 0)) continue;
      restore_needless();
      if (tree_.score() < best.score()) best = tree_;
    }
    tree_ = std::move(best);
  }

  void improve_in_rounds() {
    pressure_.limit = limit_;
    pressure_.weight = weight_of_rounds;
    const std::uint64_t round = moves_of_round * problem_.leaves(), all = moves_left_;
    slice_until_it_fits(std::min(round, all / 100), 0);
    ContractionTree best = tree_, current = tree_;
    // Put some sliced labels back, anneal, slice what is needed. What is worse is accepted by Metropolis' rule at falling temperature.
    while (moves_left_ > 0 && !current.sliced().empty()) {
      restore_some();
      const double left = static_cast<double>(moves_left_) / static_cast<double>(all);
      cool(round, hottest_sliced, coldest_sliced);
      bool fits = slice_until_it_fits(round / 4, 0.3F);
      if (random_() % 4 == 0) {
        exact();
        fits = fits && slice_until_it_fits(0, 0);
      }
      if (fits) restore_needless();
      const double score = tree_.score();
      const double uniform = (static_cast<double>(random_() >> 11U) + 0.5) * 0x1.0p-53;
      const double tolerance =
          -std::log(uniform) * (last_tolerance + (first_tolerance - last_tolerance) * left);
      if (fits && score < current.score() + tolerance) {
        current = tree_;
        if (score < best.score()) best = tree_;
      } else {
        tree_ = current;
      }
    }
    tree_ = std::move(best);
  }

  const SearchProblem& problem_;
  const SearchOptions& options_;
  bool slices_;
  float limit_;
  std::uint64_t moves_left_;
  bool sweeps_;
  Objective objective_;
  std::mt19937_64 random_;
  ContractionTree tree_;
  ContractionTree::Pressure pressure_;
};

/// A tree may be very much wider than what becomes of it: short searches, from a greedy one and from a sweep, say whether values will pass the limit.
bool needs_slices(const SearchProblem& problem, const SearchOptions& options, std::uint64_t moves) {
  const std::uint64_t few = std::min<std::uint64_t>(moves / 20, 20'000 * problem.leaves());
  const auto passes = [&](std::size_t index) {
    return Start(problem, options, false, few, index).passes_limit();
  };
  return passes(0) && passes(1);
}

/// A start wants many moves for each leaf before another one is worth more than a longer one; four times as many hardly find a better tree.
/// Trees with slices fall into few kinds, which differ by factors of ten: more starts find the best kind.
std::uint64_t starts_of(const SearchProblem& problem, bool slices, std::uint64_t moves) {
  constexpr std::uint64_t few = 10'000, many = 100'000, many_with_slices = 14'000;
  if (moves < few * problem.leaves()) return 1;
  return std::clamp<std::uint64_t>(moves / ((slices ? many_with_slices : many) * problem.leaves()),
                                   2, 32);
}

Order best_order(const Network& network, const SearchProblem& problem,
                 const std::vector<std::optional<ContractionTree>>& trees) {
  const auto best =
      std::ranges::min_element(trees, {}, [](const auto& tree) { return tree->score(); });
  return order_of(network, problem, **best);
}

}  // namespace

std::uint64_t default_moves(const Network& network) {
  return std::min<std::uint64_t>(std::uint64_t{network.tensors.size()} * 20'000, 20'000'000);
}

Order search_order(const Network& network, const SearchOptions& options, const Parallel& parallel) {
  const SearchProblem problem(network);
  if (problem.leaves() < 2) return {problem.absorbed(), {}};
  std::uint64_t moves = options.moves == 0 ? default_moves(network) : options.moves;
  const bool slices = needs_slices(problem, options, moves);
  if (!slices && is_for_population(problem, options, moves)) {
    const std::uint64_t of_trial = moves_of_first(problem);
    const auto trial = [&](std::size_t index) {
      return Start(problem, options, false, of_trial, index).run().score();
    };
    const auto tree = best_of_population(problem, options, moves - 2 * of_trial,
                                         std::min(trial(0), trial(1)), parallel);
    if (tree && tree->log2_width() <= options.most_log2_elements)
      return order_of(network, problem, *tree);
    moves -= 2 * of_trial + moves_on_trial(problem);
  }
  const std::uint64_t starts = starts_of(problem, slices, moves);
  std::vector<std::optional<ContractionTree>> trees(starts);
  parallel(starts, [&](std::size_t index) {
    trees[index] = Start(problem, options, slices, moves / starts, index).run();
  });
  return best_order(network, problem, trees);
}

Order improve_order(const Network& network, const Order& from, const SearchOptions& options,
                    const Parallel& parallel) {
  const SearchProblem problem(network);
  const auto first =
      problem.leaves() < 2 ? std::nullopt : tree_of(problem, network, from, objective_of(options));
  if (!first) return search_order(network, options, parallel);
  const std::uint64_t moves = options.moves == 0 ? default_moves(network) : options.moves;
  const std::uint64_t starts = starts_of(problem, true, moves);
  std::vector<std::optional<ContractionTree>> trees(starts);
  parallel(starts, [&](std::size_t index) {
    trees[index] = Start(problem, options, *first, moves / starts, index).improve();
  });
  return best_order(network, problem, trees);
}

}  // namespace diagc::arrays
