// The graph that expansion makes of hubbard_sun_density (docs/language.md), straight from the
// recurrence: so that passes can be tested and timed without a front end.
#pragma once

#include <bit>
#include <unordered_map>

#include "compiler/graph/builder.h"

namespace diagc {

class HubbardGraph {
 public:
  static Graph make(int n) { return HubbardGraph(n).build(); }

 private:
  explicit HubbardGraph(int n) : n_(n), builder_(GraphBuilder::Sharing::hash_consed) {}

  Graph build() {
    auto signature = std::make_shared<Signature>();
    signature->name = "hubbard_sun_density";
    signature->statics = {{"n", std::to_string(n_)}};
    Variable propagator;
    propagator.name = "G";
    propagator.ranges = {{0, n_}, {0, n_}};
    signature->inputs = {propagator};
    signature->params.resize(1);
    signature->params[0].name = "N";
    signature->outputs.resize(1);
    signature->outputs[0].name = "density";
    calls_->families = {{"W", {"k", "open", "s", "v"}, 11}, {"density", {}, 23}};
    const NodeId density = w(0, 0, 0, 0);
    return builder_.finish({density}, signature, calls_);
  }

  NodeId propagator(int a, int b) {
    return builder_.leaf(Kind::input, Type::real, static_cast<std::uint32_t>(a * (n_ + 1) + b));
  }
  NodeId product(NodeId a, NodeId b) {
    if (a == 0) return b;
    if (b == 0) return a;
    return builder_.product(std::vector{a, b});
  }

  /// W(k, open, s, v); no_node for the exact zero.
  NodeId w(int k, std::uint32_t open, int s, int v) {
    const std::uint64_t key =
        (static_cast<std::uint64_t>(open) << 24) | static_cast<std::uint64_t>(k << 16 | s << 8 | v);
    if (const auto known = memo_.find(key); known != memo_.end()) return known->second;
    std::vector<Term> terms;
    if (k < n_) {
      const NodeId next = w(k + 1, open | 1u << (k + 1), s, k + 1);
      if (next != no_node) terms.push_back({product(propagator(v, k + 1), next)});
    }
    for (std::uint32_t rest = open; rest; rest &= rest - 1) {
      const int j = std::countr_zero(rest);
      const NodeId next = w(k, open & ~(1u << j), s, j);
      if (next != no_node) terms.push_back({product(propagator(v, j), next)});
    }
    NodeId rest = no_node;
    if (open == 0) {
      if (k == n_) rest = 0;
    } else {
      const int j = std::countr_zero(open);
      rest = w(k, open & ~(1u << j), j, j);
    }
    if (rest != no_node) {
      std::vector<NodeId> factors;
      if (s != 0) factors.push_back(builder_.leaf(Kind::param, Type::real, 0));
      factors.push_back(propagator(v, s));
      if (rest != 0) factors.push_back(rest);
      terms.push_back(
          {factors.size() == 1 ? factors[0] : builder_.product(factors), minus_coefficient});
    }
    NodeId result = no_node;
    if (!terms.empty()) {
      result = builder_.sum(terms);
      const auto number = [](std::int64_t x) { return StaticValue{StaticValue::Kind::integer, x}; };
      builder_.set_call(
          result, calls_->add(0, std::vector{number(k), StaticValue{StaticValue::Kind::set, open},
                                             number(s), number(v)}));
    }
    memo_.emplace(key, result);
    return result;
  }

  int n_;
  GraphBuilder builder_;
  std::shared_ptr<CallTable> calls_ = std::make_shared<CallTable>();
  std::unordered_map<std::uint64_t, NodeId> memo_;
};

}  // namespace diagc
