#include "compiler/schedule/register_file.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace diagc {

namespace {

constexpr std::size_t never = static_cast<std::size_t>(-1);

/// One touch of a value: it is read, or computed, at this place of the text.
struct Touch {
  NodeId node;
  std::uint32_t step;
  bool computes;
  std::size_t next = never;  ///< place of the next touch of the same value
};

std::vector<Touch> touches(const Graph& graph, const Schedule& schedule, const Chunk& chunk) {
  std::vector<Touch> list;
  std::uint32_t at = 0;
  const auto read = [&](NodeId node) {
    const Role role = schedule.role[node];
    if (role == Role::value || role == Role::leaf) list.push_back({node, at, false});
  };
  for (const Statement& statement : chunk.statements) {
    if (statement.terms.empty()) {
      for (const Term term : graph.terms(statement.node)) read(term.node);
    }
    for (const SumTerm& term : statement.terms) {
      if (&term != &statement.terms.front()) ++at;
      for (const NodeId factor : term.factors) read(factor);
    }
    list.push_back({statement.node, at, true});
    ++at;
  }
  for (const std::uint32_t output : chunk.outputs) read(graph.outputs()[output]);
  std::unordered_map<NodeId, std::size_t> next;
  for (std::size_t i = list.size(); i-- > 0;) {
    const auto [place, is_new] = next.try_emplace(list[i].node, i);
    if (is_new) continue;
    list[i].next = place->second;
    place->second = i;
  }
  return list;
}

class RegisterFile {
 public:
  RegisterFile(const Graph& graph, std::uint64_t registers, std::uint64_t real_words)
      : graph_(graph), registers_(registers), real_words_(real_words) {}

  void touch(const Touch& touch) {
    auto [place, is_new] = values_.try_emplace(touch.node);
    Value& value = place->second;
    if (value.resident) {
      by_next_use_.erase({value.next, touch.node});
    } else {
      const auto coming = is_new ? RegisterEvent::What::read : RegisterEvent::What::reloaded;
      happens(touch.computes ? RegisterEvent::What::computed : coming, touch.node, touch);
      used_ += words_of(touch.node);
      value.resident = true;
    }
    value.next = touch.next;
    by_next_use_.insert({value.next, touch.node});
    make_room(touch);
    if (touch.next == never) forget(touch);
  }

  RegisterUse take() { return std::move(use_); }

 private:
  struct Value {
    std::size_t next = never;
    bool resident = false;
  };

  void happens(RegisterEvent::What what, NodeId node, const Touch& touch) {
    use_.events.push_back({what, node, touch.step});
  }

  std::uint64_t words_of(NodeId node) const {
    return static_cast<std::uint64_t>(rows_of(graph_[node].type)) * real_words_;
  }

  void make_room(const Touch& touch) {
    while (used_ > registers_ && by_next_use_.size() > 1) {
      auto farthest = std::prev(by_next_use_.end());
      if (farthest->second == touch.node) farthest = std::prev(farthest);
      const NodeId node = farthest->second;
      by_next_use_.erase(farthest);
      values_.at(node).resident = false;
      used_ -= words_of(node);
      happens(RegisterEvent::What::evicted, node, touch);
    }
    use_.registers = std::max(use_.registers, used_);
  }

  void forget(const Touch& touch) {
    by_next_use_.erase({never, touch.node});
    used_ -= words_of(touch.node);
    values_.erase(touch.node);
    happens(RegisterEvent::What::end, touch.node, touch);
  }

  const Graph& graph_;
  std::uint64_t registers_, real_words_;
  std::unordered_map<NodeId, Value> values_;
  std::set<std::pair<std::size_t, NodeId>> by_next_use_;  ///< of those in registers
  std::uint64_t used_ = 0;
  RegisterUse use_;
};

}  // namespace

RegisterUse register_use(const Graph& graph, const Schedule& schedule, const Chunk& chunk,
                         std::uint64_t registers, std::uint64_t real_words) {
  RegisterFile file(graph, registers, real_words);
  for (const Touch& touch : touches(graph, schedule, chunk)) file.touch(touch);
  return file.take();
}

}  // namespace diagc
