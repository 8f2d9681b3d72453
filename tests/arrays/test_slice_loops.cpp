// Loops over sliced labels make the sum of the network, and take as many products as orders and searches are told they cost.
#include <bit>
#include <cmath>
#include <functional>

#include <catch2/catch.hpp>

#include "compiler/arrays/interpret.h"
#include "compiler/arrays/label_sets.h"
#include "compiler/arrays/search/exact_subtrees.h"
#include "compiler/arrays/search/greedy.h"
#include "compiler/arrays/search/search.h"
#include "compiler/arrays/search/tree.h"
#include "compiler/arrays/slice_loops.h"
#include "tests/arrays/random_networks.h"
#include "tests/test_seed.h"

using namespace diagc::arrays;

namespace {

using Array = std::vector<std::int64_t>;

/// Takes the steps of an order as its loops say, number by number.
class Walk {
 public:
  Walk(const Network& network, const Order& order, const std::vector<Array>& tensors)
      : network_(network),
        order_(order),
        loops_(slice_loops(network, order)),
        labels_(value_labels(network, order)),
        arrays_(tensors),
        index_(network.extents.size()) {
    arrays_.resize(labels_.size());
  }

  /// By C order of the open axes.
  Array result() {
    take(SliceLoops::once);
    Array sum(size(network_.open));
    for_all(loops_.outer, 0, [&] {
      take(SliceLoops::slice);
      const auto last = static_cast<std::uint32_t>(labels_.size() - 1);
      Labels all = united(labels_[last], sorted(network_.open));
      for (const Label label : loops_.outer) std::erase(all, label);
      for_all(all, 0, [&] { sum[place(network_.open)] += at(last); });
    });
    return sum;
  }

  double products = 0;

 private:
  static Labels sorted(Labels labels) {
    std::ranges::sort(labels);
    return labels;
  }

  std::size_t size(const Labels& labels) const {
    std::size_t product = 1;
    for (const Label label : labels) product *= network_.extents[label];
    return product;
  }

  void for_all(const Labels& labels, std::size_t depth, const std::function<void()>& body) {
    if (depth == labels.size()) return body();
    for (index_[labels[depth]] = 0; index_[labels[depth]] < network_.extents[labels[depth]];
         ++index_[labels[depth]])
      for_all(labels, depth + 1, body);
  }

  std::size_t place(const Labels& axes) const {
    std::size_t place = 0;
    for (const Label label : axes) place = place * network_.extents[label] + index_[label];
    return place;
  }

  std::int64_t at(std::uint32_t value) const {
    const bool is_tensor = value < network_.tensors.size();
    return arrays_[value][place(is_tensor ? network_.tensors[value] : labels_[value])];
  }

  /// All that is in a loop, by the numbers of values.
  void take(std::uint32_t where) {
    const auto tensors = static_cast<std::uint32_t>(network_.tensors.size());
    for (std::uint32_t value = tensors; value < labels_.size(); ++value) {
      if (loops_.home[value] == where) step(value);
      for (std::uint32_t k = 0; k < loops_.loops.size(); ++k) {
        const SliceLoop& loop = loops_.loops[k];
        if (loop.around != where || loop.end != value) continue;
        const bool begins = where < SliceLoops::first_loop ||
                            loops_.loops[where - SliceLoops::first_loop].end != value;
        if (begins) arrays_[value].assign(size(labels_[value]), 0);
        for_all({loop.label}, 0, [&] { take(SliceLoops::first_loop + k); });
      }
    }
  }

  void step(std::uint32_t value) {
    const auto [a, b] = order_.steps[value - network_.tensors.size()];
    const std::uint32_t home = loops_.home[value];
    const bool adds =
        home >= SliceLoops::first_loop && loops_.loops[home - SliceLoops::first_loop].end == value;
    if (!adds) arrays_[value].assign(size(labels_[value]), 0);
    for_all(united(labels_[a], labels_[b]), 0, [&] {
      arrays_[value][place(labels_[value])] += at(a) * at(b);
      ++products;
    });
  }

  const Network& network_;
  const Order& order_;
  SliceLoops loops_;
  std::vector<Labels> labels_;
  std::vector<Array> arrays_;
  std::vector<std::size_t> index_;
};

/// A network in which every label stands in a tensor.
Network random_full(std::mt19937& random) {
  while (true) {
    Network network = random_network(random, {3, 8});
    if (network.tensors.size() < 2) continue;
    for (Label label = 0; label < network.extents.size(); ++label)
      network.tensors[random() % network.tensors.size()].push_back(label);
    return network;
  }
}

}  // namespace

TEST_CASE(
    "loops over sliced labels make the sum of a network, with the products that they are said to "
    "take") {
  const unsigned seed = diagc::test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  std::size_t loops = 0, cheaper = 0;
  for (int run = 0; run < 300; ++run) {
    INFO(run);
    const Network network = random_full(random);
    Order order = random_order(network, random);
    for (Label label = 0; label < network.extents.size(); ++label)
      if (random() % 2 == 0) order.sliced.push_back(label);
    std::vector<Array> tensors;
    for (const auto& axes : network.tensors) {
      Array& array = tensors.emplace_back(*element_count(network, axes));
      for (std::int64_t& element : array) element = static_cast<std::int64_t>(random() % 5) - 2;
    }
    Walk walk(network, order, tensors);
    CHECK(walk.result() == interpret(graph_of(network), tensors, Numbers<std::int64_t>())[0]);
    const SliceLoops found = slice_loops(network, order);
    const double log10_macs = cost(network, order, found).log10_macs;
    CHECK(std::pow(10, log10_macs) == Approx(walk.products));
    CHECK(log10_macs <= cost(network, order).log10_macs + 1e-9);
    // All sums outside: a step that no sliced label reaches is taken once.
    const SliceLoops outside = slice_loops(network, order, order.sliced);
    CHECK(outside.loops.empty());
    CHECK(log10_macs <= cost(network, order, outside).log10_macs + 1e-9);
    loops += found.loops.size();
    if (log10_macs < cost(network, order, outside).log10_macs - 0.01) ++cheaper;
  }
  CHECK(loops > 100);
  CHECK(cheaper > 50);
}

TEST_CASE("searches count loops over sliced labels as orders do") {
  std::mt19937 random(31);
  std::mt19937_64 moves(32);
  const Objective objective{Minimise::flops, nullptr, true};
  int compared = 0;
  for (int run = 0; run < 160; ++run) {
    Network network = regular(30, 3, 2, random);
    // Powers of two, whose sums are exact: of labels that reach as many operations the same one is around the others.
    for (std::uint64_t& extent : network.extents) extent = run % 2 == 0 ? 2 : 4;
    if (run % 4 == 0) network.open = {0, 1};
    const SearchProblem problem(network);
    ContractionTree tree(problem, greedy_pairs(problem, 0.5, moves), objective);
    for (int slices = 0; slices < 6; ++slices) {
      const std::size_t bit = tree.best_slice(tree.log2_width() - 1, 1, moves);
      tree.slice(bit);
      const ContractionTree::Pressure pressure{objective, 3, 0};
      tree.anneal(300, 2, pressure, moves);
      ExactSubtrees(tree, pressure).improve_all();
    }
    if (!problem.absorbed().empty()) continue;  // steps that searches do not count
    ++compared;
    Order order{tree.pairs(), {}};
    for (auto& step : order.steps) {
      for (std::uint32_t& value : step)
        if (value < problem.leaves()) value = problem.leaf_value(value);
    }
    for (const std::size_t bit : tree.sliced()) order.sliced.push_back(problem.label(bit));
    const SliceLoops loops = slice_loops(network, order);
    CHECK(tree.score() * std::log10(2.0) ==
          Approx(cost(network, order, loops).log10_macs).margin(1e-5));
  }
  CHECK(compared > 20);
}

TEST_CASE("subtrees are made exact for sums that end within them") {
  std::mt19937 random(33);
  std::mt19937_64 moves(34);
  const Objective objective{Minimise::flops, nullptr, true};
  for (int run = 0; run < 40; ++run) {
    const Network network = regular(8, 3, 2, random);
    const SearchProblem problem(network);
    if (problem.leaves() < 8) continue;
    const ContractionTree::Pressure pressure{objective, 1e9F, 0};
    ContractionTree tree(problem, greedy_pairs(problem, 1, moves), objective);
    tree.anneal(50, 0.1F, pressure, moves);
    for (std::size_t bit = 0; bit < 64; ++bit)
      if (problem.label(bit) != SearchProblem::no_label && random() % 3 == 0) tree.slice(bit);
    // Every step repeated for all labels whose sums end above it.
    const auto repeated = [&](const ContractionTree& of) {
      const std::function<double(std::size_t)> below = [&](std::size_t number) -> double {
        const auto& node = of.nodes()[number];
        if (node.left < 0) return 0;
        const auto left = static_cast<std::size_t>(node.left),
                   right = static_cast<std::size_t>(node.right);
        const double sum =
            below(left) + below(right) + std::exp2(static_cast<double>(of.operations(number)));
        return std::ldexp(sum, std::popcount(of.set(left)[0] & of.set(right)[0] &
                                             ~of.set(number)[0] & of.sliced_set()[0]));
      };
      return below(of.root());
    };
    ExactSubtrees(tree, pressure).improve_all();
    const double exact = repeated(tree);
    for (int other = 0; other < 40; ++other) {
      ContractionTree moved = tree;
      moved.anneal(20, 0.1F, pressure, moves);
      CHECK(exact <= repeated(moved) * (1 + 1e-6));
    }
  }
}

TEST_CASE("orders whose sums end early take fewer products") {
  // Of a lattice of 3 x 3 x 8 sites: across it are 9 bonds, of which a value may have 6.
  Network network;
  const auto site = [](std::size_t x, std::size_t y, std::size_t z) { return x + 3 * y + 9 * z; };
  network.tensors.resize(site(2, 2, 7) + 1);
  const auto bond = [&](std::size_t a, std::size_t b) {
    for (const std::size_t end : {a, b})
      network.tensors[end].push_back(static_cast<Label>(network.extents.size()));
    network.extents.push_back(2);
  };
  for (std::size_t z = 0; z < 8; ++z) {
    for (std::size_t y = 0; y < 3; ++y) {
      for (std::size_t x = 0; x < 3; ++x) {
        if (x < 2) bond(site(x, y, z), site(x + 1, y, z));
        if (y < 2) bond(site(x, y, z), site(x, y + 1, z));
        if (z < 7) bond(site(x, y, z), site(x, y, z + 1));
      }
    }
  }
  const auto in_turn = [](std::size_t parts, const std::function<void(std::size_t)>& body) {
    for (std::size_t part = 0; part < parts; ++part) body(part);
  };
  SearchOptions options{.moves = 500'000, .minimise = Minimise::flops, .most_log2_elements = 6};
  const double outside = cost(network, search_order(network, options, in_turn)).log10_macs;
  options.sums_end_early = true;
  const Order early = search_order(network, options, in_turn);
  verify(network, early);
  CHECK(cost(network, early).log2_width <= 6);
  const double found = cost(network, early, slice_loops(network, early)).log10_macs;
  INFO(found << " " << outside);
  CHECK(found < outside - 0.5);
}
