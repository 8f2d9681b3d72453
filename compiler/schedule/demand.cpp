#include "compiler/schedule/demand.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "compiler/source/stop.h"

namespace diagc {

namespace {

/// The order in which values are computed on demand: a depth-first search whose end at a value may let users of it go first.
class DemandOrder {
 public:
  /// `uses`: of the same values where users may go first, else null.
  DemandOrder(const Values& values, std::size_t nodes, const Uses* uses, bool backwards,
              const std::atomic<bool>* stop)
      : values_(values), uses_(uses), backwards_(backwards), stop_(stop), done_(nodes, 0) {
    order_.reserve(values.values.size());
    if (uses == nullptr) return;
    remaining_uses_ = uses->of_operands;
    missing_operands_ = uses->of_values;
  }

  void demand(NodeId value) {
    if (done_[value]) return;
    stack_.push_back({value, 0});
    while (!stack_.empty()) {
      auto& [node, next] = stack_.back();
      const auto operands = values_.operands(node);
      if (next < operands.size()) {
        const NodeId operand = operands[backwards_ ? operands.size() - 1 - next : next];
        ++next;
        if (!done_[operand]) stack_.push_back({operand, 0});
      } else {
        const NodeId finished = node;
        stack_.pop_back();
        if (!done_[finished]) finish(finished);
      }
    }
  }

  std::vector<NodeId> take() { return std::move(order_); }

 private:
  void finish(NodeId value) {
    throw_if_stopped(stop_);
    done_[value] = 1;
    order_.push_back(value);
    if (uses_ == nullptr) return;
    ready_.assign(1, value);
    while (!ready_.empty()) {
      const NodeId computed = ready_.back();
      ready_.pop_back();
      for (NodeId operand : values_.operands(computed)) --remaining_uses_[operand];
      for (std::uint32_t i = uses_->first_user[computed]; i < uses_->first_user[computed + 1];
           ++i) {
        const NodeId user = uses_->users[i];
        if (--missing_operands_[user] == 0 && !done_[user] && ends_a_life(user)) {
          done_[user] = 1;
          order_.push_back(user);
          ready_.push_back(user);
        }
      }
    }
  }

  bool ends_a_life(NodeId user) const {
    const auto operands = values_.operands(user);
    return std::any_of(operands.begin(), operands.end(), [&](NodeId operand) {
      return remaining_uses_[operand] ==
             static_cast<std::uint32_t>(std::count(operands.begin(), operands.end(), operand));
    });
  }

  const Values& values_;
  const Uses* uses_;
  bool backwards_;
  const std::atomic<bool>* stop_;
  std::vector<std::uint8_t> done_;
  std::vector<NodeId> order_;
  std::vector<std::pair<NodeId, std::uint32_t>> stack_;
  std::vector<std::uint32_t> remaining_uses_, missing_operands_;
  std::vector<NodeId> ready_;
};

}  // namespace

Uses::Uses(const Values& values, std::size_t nodes, const std::atomic<bool>* stop)
    : of_operands(nodes, 0), of_values(nodes, 0), first_user(nodes + 1, 0) {
  for (NodeId value : values.values) {
    throw_if_stopped(stop);
    for (NodeId operand : values.operands(value)) {
      ++of_operands[operand];
      ++of_values[value];
      ++first_user[operand + 1];
    }
  }
  std::partial_sum(first_user.begin(), first_user.end(), first_user.begin());
  users.resize(first_user.back());
  std::vector<std::uint32_t> next(first_user.begin(), first_user.end() - 1);
  for (NodeId value : values.values) {
    throw_if_stopped(stop);
    for (NodeId operand : values.operands(value)) users[next[operand]++] = value;
  }
}

std::vector<NodeId> by_demand(const std::vector<NodeId>& sequence, const Values& values,
                              std::size_t nodes, const Uses* uses, bool backwards,
                              const std::atomic<bool>* stop) {
  DemandOrder order(values, nodes, uses, backwards, stop);
  for (NodeId value : sequence) order.demand(value);
  for (NodeId value : values.output_values) order.demand(value);
  return order.take();
}

}  // namespace diagc
