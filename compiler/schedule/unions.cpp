#include "compiler/schedule/unions.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/schedule/union_forms.h"

namespace diagc {

namespace {

/// Ways to read the parameters of a family: two sets, a row, and the rest keys. Those of most calls first.
std::vector<UnionFamily> families(const Graph& graph) {
  const CallTable& calls = graph.calls();
  std::vector<std::size_t> count(calls.families.size(), 0);
  std::vector<CallId> example(calls.families.size(), no_call);
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    const CallId call = graph[node].call;
    if (call == no_call) continue;
    ++count[calls.family(call)];
    example[calls.family(call)] = call;
  }
  std::vector<std::uint32_t> order;
  for (std::uint32_t f = 0; f < count.size(); ++f) {
    if (count[f] > 0) order.push_back(f);
  }
  std::ranges::stable_sort(order, std::greater<>(), [&](std::uint32_t f) { return count[f]; });
  std::vector<UnionFamily> result;
  for (const std::uint32_t f : order) {
    std::vector<std::size_t> sets, numbers, keys;
    const auto arguments = calls.arguments(example[f]);
    bool simple = true;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      switch (arguments[i].kind) {
        case StaticValue::Kind::set:
          sets.push_back(i);
          break;
        case StaticValue::Kind::integer:
          numbers.push_back(i);
          keys.push_back(i);
          break;
        case StaticValue::Kind::boolean:
          keys.push_back(i);
          break;
        default:
          simple = false;
      }
    }
    if (!simple || sets.size() != 2) continue;
    // The row changes from step to step, and is mostly the last number.
    for (auto row = numbers.rbegin(); row != numbers.rend(); ++row) {
      UnionFamily family{f, {sets[0], sets[1]}, *row, keys};
      std::erase(family.keys, *row);
      result.push_back(std::move(family));
    }
  }
  return result;
}

/// Of the code of all forms.
std::size_t terms(const Unions& unions) {
  std::size_t count = 0;
  for (const UnionForm& form : unions.forms) {
    for (const UnionValue& value : form.values) count += value.terms.size();
    for (const auto& sum : form.inner) count += sum.size();
  }
  return count;
}

}  // namespace

Unions find_unions(const Graph& graph, const Schedule& whole, const UnionRule& rule) {
  std::string first;
  for (const UnionFamily& family : families(graph)) {
    try {
      UnionReader reader(graph, whole, family, rule);
      InnerSums inner;
      UnionForms apart(inner, true), together(inner, false);
      for (std::uint32_t unit = 0; unit < reader.units(); ++unit) {
        const RawUnit raw = reader.read(unit, inner);
        apart.add(raw);
        together.add(raw);
      }
      Unions result = apart.take(rule);
      if (terms(result) > rule.most_terms) result = together.take(rule);
      const CallTable::Family& named = graph.calls().families[family.family];
      result.family = named.name;
      result.row = named.parameters[family.row];
      return result;
    } catch (const std::runtime_error& error) {
      if (first.empty()) first = error.what();
    }
  }
  throw std::runtime_error(
      first.empty() ? "no kernel by unions: no family has two sets and a number" : first);
}

}  // namespace diagc
