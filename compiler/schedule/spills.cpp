#include "compiler/schedule/spills.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace diagc {

namespace {

constexpr std::size_t never = static_cast<std::size_t>(-1);

/// One touch of a value: it is read, or computed, at this place of the text.
struct Touch {
  NodeId node;
  bool defines;
  std::size_t next = never;  ///< place of the next touch of the same value
};

std::vector<Touch> touches(const Graph& graph, const Schedule& schedule, const Chunk& chunk) {
  std::vector<Touch> list;
  const auto read = [&](NodeId node) {
    const Role role = schedule.role[node];
    if (role == Role::value || role == Role::leaf) list.push_back({node, false});
  };
  for (const Statement& statement : chunk.statements) {
    if (statement.terms.empty()) {
      for (const Term term : graph.terms(statement.node)) read(term.node);
    }
    for (const SumTerm& term : statement.terms) {
      for (const NodeId factor : term.factors) read(factor);
    }
    list.push_back({statement.node, true});
  }
  for (const std::uint32_t output : chunk.outputs) read(graph.outputs()[output]);
  std::unordered_map<NodeId, std::size_t> next;
  for (std::size_t at = list.size(); at-- > 0;) {
    const auto [place, is_new] = next.try_emplace(list[at].node, at);
    if (is_new) continue;
    list[at].next = place->second;
    place->second = at;
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
    const std::uint64_t words = words_of(touch.node);
    if (value.resident) {
      by_next_use_.erase({value.next, touch.node});
    } else {
      if (!is_new && !touch.defines) spills_.loads += words;
      used_ += words;
      value.resident = true;
    }
    value.next = touch.next;
    by_next_use_.insert({value.next, touch.node});
    make_room(touch.node);
    if (touch.next == never) forget(touch.node);
  }

  Spills spills() const { return spills_; }

 private:
  struct Value {
    std::size_t next = never;
    bool resident = false, stored = false;
  };

  std::uint64_t words_of(NodeId node) const {
    return static_cast<std::uint64_t>(rows_of(graph_[node].type)) * real_words_;
  }

  void make_room(NodeId wanted) {
    while (used_ > registers_ && by_next_use_.size() > 1) {
      auto farthest = std::prev(by_next_use_.end());
      if (farthest->second == wanted) farthest = std::prev(farthest);
      const NodeId node = farthest->second;
      by_next_use_.erase(farthest);
      Value& value = values_.at(node);
      value.resident = false;
      used_ -= words_of(node);
      if (value.stored) continue;
      value.stored = true;
      spills_.stores += words_of(node);
      stack_ += words_of(node);
      spills_.stack = std::max(spills_.stack, stack_);
    }
    spills_.registers = std::max(spills_.registers, used_);
  }

  void forget(NodeId node) {
    const auto place = values_.find(node);
    by_next_use_.erase({never, node});
    if (place->second.resident) used_ -= words_of(node);
    if (place->second.stored) stack_ -= words_of(node);
    values_.erase(place);
  }

  const Graph& graph_;
  std::uint64_t registers_, real_words_;
  std::unordered_map<NodeId, Value> values_;
  std::set<std::pair<std::size_t, NodeId>> by_next_use_;  ///< of those in registers
  std::uint64_t used_ = 0, stack_ = 0;
  Spills spills_;
};

}  // namespace

Spills spills(const Graph& graph, const Schedule& schedule, const Chunk& chunk,
              std::uint64_t registers, std::uint64_t real_words) {
  RegisterFile file(graph, registers, real_words);
  for (const Touch& touch : touches(graph, schedule, chunk)) file.touch(touch);
  return file.spills();
}

}  // namespace diagc
