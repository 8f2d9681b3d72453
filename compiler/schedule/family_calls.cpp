#include "compiler/schedule/family_calls.h"

#include <algorithm>
#include <numeric>

#include "compiler/source/stop.h"

namespace diagc {

namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

FamilyCalls::FamilyCalls(const Graph& graph, const Values& values,
                         const std::vector<std::string>& families) {
  const CallTable& calls = graph.calls();
  // By family: where each parameter stands among its arguments. Empty for families that are not sorted.
  std::vector<std::vector<std::size_t>> places(calls.families.size());
  for (const CallTable::Family& family : calls.families) {
    if (!contains(families, family.name)) continue;
    for (const std::string& parameter : family.parameters) {
      if (!contains(parameters_, parameter)) parameters_.push_back(parameter);
    }
  }
  for (std::size_t f = 0; f < calls.families.size(); ++f) {
    const CallTable::Family& family = calls.families[f];
    if (!contains(families, family.name)) continue;
    for (const std::string& parameter : parameters_) {
      places[f].push_back(static_cast<std::size_t>(
          std::find(family.parameters.begin(), family.parameters.end(), parameter) -
          family.parameters.begin()));
    }
  }
  for (NodeId value : values.values) {
    const CallId call = graph[value].call;
    if (call == no_call || places[calls.family(call)].empty()) continue;
    const auto arguments = calls.arguments(call);
    nodes_.push_back(value);
    for (const std::size_t place : places[calls.family(call)])
      arguments_.push_back(place < arguments.size() ? arguments[place].bits : 0);
  }
}

std::vector<NodeId> FamilyCalls::sorted(const std::vector<OrderRule::Key>& keys,
                                        const std::atomic<bool>* stop) const {
  if (keys.empty()) return {};
  const std::size_t width = keys.size();
  std::vector<std::size_t> columns;
  for (const OrderRule::Key& key : keys) {
    columns.push_back(static_cast<std::size_t>(
        std::find(parameters_.begin(), parameters_.end(), key.parameter) - parameters_.begin()));
  }
  std::vector<std::int64_t> bits(nodes_.size() * width);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    for (std::size_t k = 0; k < width; ++k) {
      if (columns[k] == parameters_.size()) continue;
      const std::int64_t argument = arguments_[i * parameters_.size() + columns[k]];
      bits[i * width + k] = keys[k].descending ? -argument : argument;
    }
  }
  std::vector<std::uint32_t> index(nodes_.size());
  std::iota(index.begin(), index.end(), 0u);
  std::stable_sort(index.begin(), index.end(), [&](std::uint32_t a, std::uint32_t b) {
    throw_if_stopped(stop);
    const std::int64_t *left = bits.data() + a * width, *right = bits.data() + b * width;
    return std::lexicographical_compare(left, left + width, right, right + width);
  });
  std::vector<NodeId> result(nodes_.size());
  std::transform(index.begin(), index.end(), result.begin(),
                 [&](std::uint32_t i) { return nodes_[i]; });
  return result;
}

}  // namespace diagc
