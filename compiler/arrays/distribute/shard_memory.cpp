#include "compiler/arrays/distribute/shard_memory.h"

#include <algorithm>
#include <vector>

#include "compiler/arrays/label_sets.h"

namespace diagc::arrays {

namespace {

class Follower {
 public:
  explicit Follower(const Distribution& distribution)
      : of_(distribution),
        tensors_(distribution.divided.network.tensors.size()),
        labels_(value_labels(distribution.divided.network, distribution.divided.order)) {}

  ShardMemory follow() {
    const std::size_t count = of_.steps.size();
    std::vector<std::size_t> maker(labels_.size());
    // Beside what a step makes: of operands while it computes, and of what is there behind it.
    std::vector<std::uint64_t> during(count), behind(count);
    const auto there = [&](std::vector<std::uint64_t>& at, std::size_t first, std::size_t last,
                           std::uint64_t elements) {
      for (std::size_t s = first; s < std::min(last, count); ++s) at[s] += elements;
    };
    for (std::size_t s = 0; s < count; ++s) {
      const DistributedStep& step = of_.steps[s];
      maker[step.c] = s;
      for (const std::uint32_t operand : {step.a, step.b}) {
        const std::uint64_t own = see(shard(operand, part_of(step.on, labels_[operand])));
        if (operand < tensors_) {
          during[s] += own;
          continue;
        }
        const std::size_t last = last_read(maker[operand], s);
        there(during, maker[operand] + 1, last + 1, own);
        there(behind, maker[operand] + 1, last, own);
      }
      const std::uint64_t terms = shard(step.c, part_of(step.on, labels_[step.c]));
      there(during, begin_of_sum(s), s + 1, terms);
      there(behind, begin_of_sum(s), s, terms);
    }
    for (std::size_t s = 0; s < count; ++s) {
      const DistributedStep& step = of_.steps[s];
      const std::uint64_t partial = see(shard(step.c, part_of(step.on, labels_[step.c])));
      const std::uint64_t made = see(shard(step.c, step.made)),
                          read = see(shard(step.c, step.read));
      const auto note = [&](std::uint64_t elements) {
        memory_.peak = std::max(memory_.peak, elements);
      };
      note(during[s] + partial);
      // Beside what a device has, pieces for others, and those that come for it.
      if (parts_of_sum(step) > 1) note(behind[s] + partial + 2 * parts_of_sum(step) * made);
      note(behind[s] + made + (step.read == step.made ? 0 : 2 * read));
    }
    return memory_;
  }

 private:
  std::uint64_t shard(std::uint32_t value, const Placement& placement) const {
    return shard_elements(element_count(of_.divided.network, labels_[value]).value(), of_.grid,
                          placement);
  }

  /// Devices whose parts of a result are added.
  std::uint64_t parts_of_sum(const DistributedStep& step) const {
    const Placement partial = part_of(step.on, labels_[step.c]);
    std::uint64_t parts = 1;
    for (std::size_t axis = 0; axis < partial.size(); ++axis) {
      if (step.on[axis] != partial[axis] && step.on[axis] != step.parts[axis])
        parts *= of_.grid.axes[axis].length;
    }
    return parts;
  }

  static bool is_within(const PlanLoop& loop, std::size_t step) {
    return loop.first <= step && step < loop.last;
  }

  /// The last step at which a result is there: what a loop reads stays through all of it, and what every slice reads through all of them.
  std::size_t last_read(std::size_t maker, std::size_t reader) const {
    if (of_.steps[maker].once && !of_.steps[reader].once) return of_.steps.size();
    std::size_t last = reader;
    for (const PlanLoop& loop : of_.loops)
      if (is_within(loop, reader) && !is_within(loop, maker)) last = std::max(last, loop.last - 1);
    return last;
  }

  /// The first step at which there are terms of a sum over loops, or none.
  std::size_t begin_of_sum(std::size_t step) const {
    std::size_t begin = step + 1;
    for (const PlanLoop& loop : of_.loops)
      if (is_within(loop, step) && loop.sum == of_.steps[step].c)
        begin = std::min(begin, loop.first);
    return begin;
  }

  std::uint64_t see(std::uint64_t elements) {
    memory_.largest_shard = std::max(memory_.largest_shard, elements);
    return elements;
  }

  const Distribution& of_;
  std::size_t tensors_;
  std::vector<Labels> labels_;
  ShardMemory memory_;
};

}  // namespace

ShardMemory shard_memory(const Distribution& distribution) {
  return Follower(distribution).follow();
}

}  // namespace diagc::arrays
