#include "compiler/arrays/search/tree_orders.h"

#include <algorithm>
#include <span>

namespace diagc::arrays {

Order order_of(const Network& network, const SearchProblem& problem, const ContractionTree& tree) {
  Order order;
  order.steps = problem.absorbed();
  const auto leaves = static_cast<std::uint32_t>(problem.leaves());
  const auto before = static_cast<std::uint32_t>(network.tensors.size() + order.steps.size());
  const auto value = [&](std::uint32_t number) {
    return number < leaves ? problem.leaf_value(number) : before + (number - leaves);
  };
  for (const auto& [a, b] : tree.pairs()) order.steps.push_back({value(a), value(b)});
  for (const std::size_t bit : tree.sliced()) order.sliced.push_back(problem.label(bit));
  std::ranges::sort(order.sliced);
  return order;
}

std::optional<ContractionTree> tree_of(const SearchProblem& problem, const Network& network,
                                       const Order& order, const Objective& objective) {
  const std::size_t absorbed = problem.absorbed().size();
  if (order.steps.size() + 1 != network.tensors.size() ||
      !std::ranges::equal(problem.absorbed(), std::span(order.steps).first(absorbed)))
    return std::nullopt;
  const std::size_t before = network.tensors.size() + absorbed;
  std::vector<std::uint32_t> node(before + order.steps.size() - absorbed);
  for (std::uint32_t leaf = 0; leaf < problem.leaves(); ++leaf)
    node[problem.leaf_value(leaf)] = leaf;
  std::vector<std::array<std::uint32_t, 2>> pairs;
  for (std::size_t step = absorbed; step < order.steps.size(); ++step) {
    const auto [a, b] = order.steps[step];
    pairs.push_back({node[a], node[b]});
    node[before + pairs.size() - 1] =
        static_cast<std::uint32_t>(problem.leaves() + pairs.size() - 1);
  }
  ContractionTree tree(problem, pairs, objective);
  for (std::size_t bit = 0; bit < 64 * problem.words(); ++bit)
    if (std::ranges::count(order.sliced, problem.label(bit)) > 0) tree.slice(bit);
  return tree;
}

}  // namespace diagc::arrays
