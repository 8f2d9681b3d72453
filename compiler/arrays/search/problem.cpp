#include "compiler/arrays/search/problem.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <queue>
#include <tuple>

namespace diagc::arrays {

std::vector<std::vector<Label>> SearchProblem::absorb(const Network& network) {
  const std::size_t tensors = network.tensors.size();
  std::vector<std::vector<Label>> labels = value_labels(network, {});
  std::vector<double> log2_extent;
  for (const std::uint64_t extent : network.extents) {
    log2_extent.push_back(std::log2(static_cast<double>(extent)));
  }
  const auto size = [&](const std::vector<Label>& set) {
    double sum = 0;
    for (const Label label : set) sum += log2_extent[label];
    return sum;
  };
  std::vector<std::vector<std::uint32_t>> users(
      network.extents.size());  // values that have a label
  std::vector<std::uint32_t> open(network.extents.size());
  for (const Label label : network.open) open[label] = 1;
  for (std::uint32_t t = 0; t < tensors; ++t) {
    for (const Label label : labels[t]) users[label].push_back(t);
  }
  std::vector<bool> used(tensors);

  using Candidate = std::tuple<double, std::uint32_t, std::uint32_t>;  // log2 of operations, values
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> candidates;
  const auto result_of = [&](std::uint32_t a, std::uint32_t b, double& operations) {
    std::vector<Label> both;
    std::ranges::set_union(labels[a], labels[b], std::back_inserter(both));
    operations = size(both);
    std::erase_if(both, [&](Label label) {
      if (open[label]) return false;
      return std::ranges::all_of(users[label],
                                 [&](std::uint32_t user) { return user == a || user == b; });
    });
    return both;
  };
  const auto consider = [&](std::uint32_t a, std::uint32_t b) {
    const double larger = std::max(size(labels[a]), size(labels[b]));
    double operations = 0;
    const double result = size(result_of(a, b, operations));
    if (result <= larger && operations <= larger + 1)
      candidates.emplace(operations, std::min(a, b), std::max(a, b));
  };
  // A label of very many tensors would make very many pairs; its tensors meet through others.
  constexpr std::size_t most_users = 64;
  const auto consider_neighbours = [&](std::uint32_t value, bool only_later) {
    std::vector<std::uint32_t> neighbours;
    for (const Label label : labels[value]) {
      if (users[label].size() > most_users) continue;
      neighbours.insert(neighbours.end(), users[label].begin(), users[label].end());
    }
    std::ranges::sort(neighbours);
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
    for (const std::uint32_t other : neighbours) {
      if (only_later ? other > value : other != value) consider(value, other);
    }
  };
  for (std::uint32_t t = 0; t < tensors; ++t) consider_neighbours(t, true);
  while (!candidates.empty()) {
    const auto [expected, a, b] = candidates.top();
    candidates.pop();
    if (used[a] || used[b]) continue;
    double operations = 0;
    std::vector<Label> result = result_of(a, b, operations);
    const auto value = static_cast<std::uint32_t>(labels.size());
    used[a] = used[b] = true;
    for (const std::uint32_t operand : {a, b}) {
      for (const Label label : labels[operand]) std::erase(users[label], operand);
    }
    for (const Label label : result) users[label].push_back(value);
    absorbed_.push_back({a, b});
    labels.push_back(std::move(result));
    used.push_back(false);
    consider_neighbours(value, false);
  }
  std::vector<std::vector<Label>> left;
  for (std::uint32_t value = 0; value < labels.size(); ++value) {
    if (used[value]) continue;
    leaf_values_.push_back(value);
    left.push_back(std::move(labels[value]));
  }
  return left;
}

SearchProblem::SearchProblem(const Network& network) {
  const std::vector<std::vector<Label>> leaves = absorb(network);
  std::vector<std::uint32_t> users(network.extents.size());
  for (const auto& leaf : leaves) {
    for (const Label label : leaf) ++users[label];
  }
  for (const Label label : network.open) ++users[label];
  std::vector<Label>
      shared;  // what stands in one leaf alone is summed in it; extent 1 costs nothing
  for (Label label = 0; label < users.size(); ++label) {
    if (users[label] > 1 && network.extents[label] > 1) shared.push_back(label);
  }
  std::ranges::stable_sort(shared, {}, [&](Label label) { return network.extents[label]; });
  std::vector<std::size_t> bit(network.extents.size());
  for (std::size_t k = 0; k < shared.size(); ++k) {
    const bool new_word = k == 0 || labels_.size() % 64 == 0 ||
                          network.extents[shared[k]] != network.extents[shared[k - 1]];
    if (new_word) {
      labels_.resize(64 * weights_.size(), no_label);
      weights_.push_back(
          static_cast<float>(std::log2(static_cast<double>(network.extents[shared[k]]))));
    }
    bit[shared[k]] = labels_.size();
    labels_.push_back(shared[k]);
  }
  labels_.resize(64 * weights_.size(), no_label);
  const auto insert = [&](std::span<std::uint64_t> set, const std::vector<Label>& labels) {
    for (const Label label : labels) {
      if (users[label] < 2 || network.extents[label] < 2) continue;
      set[bit[label] / 64] |= std::uint64_t{1} << (bit[label] % 64);
    }
  };
  sets_.resize(leaves.size() * words());
  for (std::size_t t = 0; t < leaves.size(); ++t)
    insert({sets_.data() + t * words(), words()}, leaves[t]);
  open_.resize(words());
  insert(open_, network.open);
}

SearchProblem::SearchProblem(const SearchProblem& whole,
                             std::span<const std::uint64_t* const> leaves,
                             const std::uint64_t* open)
    : weights_(whole.weights_), labels_(whole.labels_), open_(open, open + whole.words()) {
  for (const std::uint64_t* leaf : leaves) {
    sets_.insert(sets_.end(), leaf, leaf + words());
    leaf_values_.push_back(static_cast<std::uint32_t>(leaf_values_.size()));
  }
}

}  // namespace diagc::arrays
