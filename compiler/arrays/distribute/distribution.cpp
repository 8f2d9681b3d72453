#include "compiler/arrays/distribute/distribution.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/arrays/distribute/shard_memory.h"
#include "compiler/arrays/label_sets.h"

namespace diagc::arrays {

namespace {

std::uint64_t product(const Network& network, const Labels& labels) {
  const auto count = element_count(network, labels);
  if (!count) {
    throw std::runtime_error(
        "found a value of 2^63 elements or more; another order or slices make values smaller");
  }
  return *count;
}

[[noreturn]] void refuse(std::size_t step, const std::string& what) {
  throw std::runtime_error(fmt::format("found {} at step {}", what, step));
}

/// Independent conditions under which a device has already what an exchange brings: the product of the lengths of their axes. A label that leaves
/// axis i must have the device's index there as its value; where the label goes to axis j, the device's indices on i and j must agree.
struct Conditions {
  double all = 1;
  double far = 1;  ///< of axes between nodes
};

Conditions conditions(const DeviceGrid& grid, const Placement& from, const Placement& to) {
  Conditions result;
  // Axes whose indices must agree are joined; only what joins two groups is a condition of its own.
  const auto count = [&](bool far_alone) {
    std::vector<std::size_t> group(grid.axes.size());
    std::iota(group.begin(), group.end(), 0U);
    double product = 1;
    for (std::size_t axis = 0; axis < from.size(); ++axis) {
      if (from[axis] == no_label || from[axis] == to[axis]) continue;
      if (far_alone && !grid.axes[axis].between_nodes) continue;
      const auto target = static_cast<std::size_t>(std::ranges::find(to, from[axis]) - to.begin());
      if (target < to.size()) {
        const std::size_t own = group[axis], other = group[target];
        if (own == other) continue;
        std::ranges::replace(group, own, other);
      }
      product *= grid.axes[axis].length;
    }
    return product;
  };
  result.all = count(false);
  result.far = count(true);
  return result;
}

class Describer {
 public:
  Describer(DividedNetwork divided, const DeviceGrid& grid, const DeviceModel& model,
            const DistributionElement& element, const DistributionChoice& choice)
      : model_(model), element_(element), choice_(choice) {
    result_.divided = std::move(divided);
    result_.grid = grid;
    result_.element_bytes = element.bytes;
  }

  Distribution describe() {
    const Network& network = result_.divided.network;
    const Order& order = result_.divided.order;
    tensors_ = static_cast<std::uint32_t>(network.tensors.size());
    labels_ = value_labels(network, order);
    const auto slices = element_count(network, result_.divided.loops.outer);
    if (!slices) throw std::runtime_error("found 2^63 slices or more, expected fewer");
    result_.slices = *slices;
    if (choice_.steps.size() != order.steps.size()) {
      throw std::runtime_error(fmt::format("found places for {} steps, expected {}",
                                           choice_.steps.size(), order.steps.size()));
    }
    used_by_.assign(labels_.size(), none);
    for (std::uint32_t s = 0; s < order.steps.size(); ++s) {
      for (const std::uint32_t value : order.steps[s]) used_by_[value] = s;
    }
    for (std::uint32_t s = 0; s < order.steps.size(); ++s) check(s);
    find_parts();
    for (std::uint32_t s = 0; s < order.steps.size(); ++s) steps_.push_back(step(s));
    sort();
    count();
    const ShardMemory memory = shard_memory(result_);
    result_.largest_shard = memory.largest_shard;
    result_.peak = memory.peak;
    return std::move(result_);
  }

 private:
  void check(std::uint32_t s) const {
    const auto& [on, made] = choice_.steps[s];
    const auto& axes = result_.grid.axes;
    const auto& [a, b] = result_.divided.order.steps[s];
    const Labels both = united(labels_[a], labels_[b]);
    const Labels& c = labels_[tensors_ + s];
    if (on.size() != axes.size() || made.size() != axes.size())
      refuse(s, "places for another number of axes of devices");
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      for (const Placement* placement : {&on, &made}) {
        const Label label = (*placement)[axis];
        if (label == no_label) continue;
        if (!has(placement == &on ? both : c, label))
          refuse(s, "a place for a label that is not there");
        if (result_.divided.network.extents[label] != axes[axis].length)
          refuse(s, "a label of another extent than its axis of devices has");
        if (std::ranges::count(*placement, label) > 1) refuse(s, "two places for one label");
      }
      const bool is_kept = on[axis] != no_label && has(c, on[axis]);
      if (on[axis] == no_label ? made[axis] != no_label : is_kept && made[axis] != on[axis])
        refuse(s, "a result at another place than where it is made");
    }
  }

  /// All that is done with a value is linear in it: parts of a sum need not be added before the end where what follows leaves their axis free. One sum
  /// an axis can be left so, as parts are not multiplied by parts: the largest one.
  void find_parts() {
    const std::size_t axes = result_.grid.axes.size(), count = choice_.steps.size();
    parts_.assign(count, Placement(axes, no_label));
    if (!element_.may_stay_in_parts || count == 0) return;
    for (std::size_t axis = 0; axis < axes; ++axis) {
      std::uint32_t chosen = none;
      std::uint64_t most = product(result_.divided.network, labels_.back());
      // From the result down, through steps that leave the axis free.
      std::vector<std::uint32_t> left{static_cast<std::uint32_t>(count - 1)};
      while (!left.empty()) {
        const std::uint32_t s = left.back();
        left.pop_back();
        const auto& [on, made] = choice_.steps[s];
        if (made[axis] != no_label) continue;
        if (on[axis] == no_label) {
          for (const std::uint32_t value : result_.divided.order.steps[s])
            if (value >= tensors_) left.push_back(value - tensors_);
          continue;
        }
        // What is read at the end is no more than what would be sent.
        const std::uint64_t elements = product(result_.divided.network, labels_[tensors_ + s]);
        if (elements < most || (chosen != none && elements == most)) continue;
        most = elements;
        chosen = s;
      }
      if (chosen == none) continue;
      const Label label = choice_.steps[chosen].on[axis];
      for (std::uint32_t s = chosen; s != none; s = used_by_[tensors_ + s]) parts_[s][axis] = label;
    }
  }

  std::uint64_t shard(std::uint32_t value, const Placement& placement) const {
    return shard_elements(product(result_.divided.network, labels_[value]), result_.grid,
                          placement);
  }

  DistributedStep step(std::uint32_t s) {
    const auto& [on, made] = choice_.steps[s];
    DistributedStep step;
    std::tie(step.a, step.b) =
        std::tie(result_.divided.order.steps[s][0], result_.divided.order.steps[s][1]);
    step.c = tensors_ + s;
    step.on = on;
    step.made = made;
    step.parts = parts_[s];
    const Labels& c = labels_[step.c];
    const std::uint32_t user = used_by_[step.c];
    step.read = user == none ? made : part_of(choice_.steps[user].on, c);

    const double all = static_cast<double>(
        product(result_.divided.network, united(labels_[step.a], labels_[step.b])));
    double share = 1;
    for (std::size_t axis = 0; axis < on.size(); ++axis) {
      if (on[axis] != no_label) share *= result_.grid.axes[axis].length;
    }
    step.operations = (element_.is_complex ? 8 : 2) * all / share;
    const Placement partial = part_of(on, c);
    const auto moved = static_cast<double>(shard(step.a, part_of(on, labels_[step.a]))) +
                       static_cast<double>(shard(step.b, part_of(on, labels_[step.b]))) +
                       static_cast<double>(shard(step.c, partial));
    step.seconds =
        step_seconds(model_, step.operations, moved * static_cast<double>(element_.bytes));
    reduce(step, partial);
    move(step);
    return step;
  }

  /// Adds the parts of a sum that are on devices along axes of summed labels.
  void reduce(DistributedStep& step, const Placement& partial) {
    double peers = 1, far_peers = 1;
    bool is_scatter = true;
    for (std::size_t axis = 0; axis < step.on.size(); ++axis) {
      if (step.on[axis] == partial[axis] || step.on[axis] == step.parts[axis]) continue;
      peers *= result_.grid.axes[axis].length;
      if (result_.grid.axes[axis].between_nodes) far_peers *= result_.grid.axes[axis].length;
      is_scatter = is_scatter && step.made[axis] != no_label;
    }
    if (peers == 1) return;
    const std::uint64_t own = shard(step.c, step.made);
    const std::uint64_t devices = result_.devices();
    add(step,
        {is_scatter ? Exchange::Kind::reduce_scatter : Exchange::Kind::all_reduce, step.c, step.on,
         step.made, devices * own * static_cast<std::uint64_t>(peers - 1),
         devices * own * static_cast<std::uint64_t>(peers - peers / far_peers)},
        peers / far_peers, far_peers);
  }

  void move(DistributedStep& step) {
    const Conditions held = conditions(result_.grid, step.made, step.read);
    if (held.all == 1) return;
    const std::uint64_t all = result_.devices() * shard(step.c, step.read);
    bool is_gather = true;
    for (std::size_t axis = 0; axis < step.read.size(); ++axis) {
      is_gather = is_gather && (step.read[axis] == no_label || step.read[axis] == step.made[axis]);
    }
    add(step,
        {is_gather ? Exchange::Kind::gather : Exchange::Kind::redistribute, step.c, step.made,
         step.read, all - all / static_cast<std::uint64_t>(held.all),
         all - all / static_cast<std::uint64_t>(held.far)},
        held.all / held.far, held.far);
  }

  void add(DistributedStep& step, Exchange exchange, double near_peers, double far_peers) const {
    const double bytes =
        static_cast<double>(element_.bytes) / static_cast<double>(result_.devices());
    exchange.seconds =
        exchange_seconds(model_, bytes * static_cast<double>(exchange.elements),
                         bytes * static_cast<double>(exchange.far_elements), near_peers, far_peers);
    step.exchanges.push_back(std::move(exchange));
  }

  /// Steps one after the other, in their loops.
  void sort() {
    const SliceLoops& loops = result_.divided.loops;
    std::vector<std::uint32_t> makes;
    for (std::uint32_t s = 0; s < steps_.size(); ++s) makes.push_back(tensors_ + s);
    LoopSequence own = loop_sequence(result_.divided.network, loops, sequence(), makes);
    for (std::size_t k = 0; k < own.items.size(); ++k) {
      DistributedStep& step = steps_[own.items[k]];
      step.once = own.once[k] && result_.slices > 1;
      step.runs = step.exchange_runs = own.runs[k];
      for (const PlanLoop& loop : own.loops)
        if (loop.sum == step.c && loop.first <= k && k < loop.last)
          step.exchange_runs /= static_cast<double>(loop.extent);
      result_.steps.push_back(std::move(step));
    }
    result_.loops = std::move(own.loops);
  }

  /// All slices together.
  void count() {
    for (const DistributedStep& step : result_.steps) {
      const double slices = step.once ? 1 : static_cast<double>(result_.slices);
      const double times = slices * step.runs, exchanged = slices * step.exchange_runs;
      result_.operations += times * step.operations;
      result_.seconds += times * step.seconds;
      for (const Exchange& exchange : step.exchanges) {
        result_.seconds += exchanged * exchange.seconds;
        result_.exchange_seconds += exchanged * exchange.seconds;
        const double bytes = exchanged * static_cast<double>(element_.bytes);
        result_.bytes += bytes * static_cast<double>(exchange.elements);
        result_.far_bytes += bytes * static_cast<double>(exchange.far_elements);
      }
    }
  }

  /// What a result and the steps before it need on a device: of two operands the one that needs most beside what it leaves is computed first.
  std::vector<std::uint32_t> sequence() const {
    std::vector<double> need(labels_.size()), kept(labels_.size());
    std::vector<std::uint8_t> second_first(steps_.size());
    for (std::uint32_t s = 0; s < steps_.size(); ++s) {
      const DistributedStep& step = steps_[s];
      kept[step.c] = static_cast<double>(shard(step.c, step.read));
      std::uint32_t first = step.a, second = step.b;
      second_first[s] = need[second] - kept[second] > need[first] - kept[first];
      if (second_first[s]) std::swap(first, second);
      need[step.c] =
          std::max({need[first], kept[first] + need[second],
                    kept[first] + kept[second] +
                        static_cast<double>(shard(step.c, part_of(step.on, labels_[step.c])))});
    }
    std::vector<std::uint32_t> order, left;
    if (!steps_.empty()) left.push_back(static_cast<std::uint32_t>(steps_.size() - 1));
    while (!left.empty()) {
      const std::uint32_t s = left.back();
      left.pop_back();
      order.push_back(s);
      std::uint32_t first = steps_[s].a, second = steps_[s].b;
      if (second_first[s]) std::swap(first, second);
      // All is turned around below: what comes first is visited last.
      for (const std::uint32_t value : {first, second}) {
        if (value >= tensors_) left.push_back(value - tensors_);
      }
    }
    std::ranges::reverse(order);
    return order;
  }

  const DeviceModel& model_;
  DistributionElement element_;
  const DistributionChoice& choice_;
  std::uint32_t tensors_ = 0;
  std::vector<Labels> labels_;
  static constexpr std::uint32_t none = 0xffffffffU;
  std::vector<std::uint32_t> used_by_;  ///< by value: step
  std::vector<Placement> parts_;        ///< by step of the order
  std::vector<DistributedStep> steps_;  ///< in the order's order
  Distribution result_;
};

}  // namespace

Placement part_of(const Placement& placement, const std::vector<Label>& labels) {
  Placement part = placement;
  for (Label& label : part) {
    if (label != no_label && !has(labels, label)) label = no_label;
  }
  return part;
}

std::uint64_t shard_elements(std::uint64_t elements, const DeviceGrid& grid,
                             const Placement& placement) {
  for (std::size_t axis = 0; axis < placement.size(); ++axis) {
    if (placement[axis] != no_label) elements /= grid.axes[axis].length;
  }
  return elements;
}

double exchange_seconds(const DeviceModel& model, double bytes, double far_bytes, double near_peers,
                        double far_peers) {
  return (bytes - far_bytes) / model.near.rate + far_bytes / model.far.rate +
         model.near.latency * std::log2(near_peers) + model.far.latency * std::log2(far_peers);
}

double step_seconds(const DeviceModel& model, double operations, double bytes) {
  return std::max(operations / model.arithmetic_rate, bytes / model.memory_rate) + model.launch;
}

Distribution describe(DividedNetwork divided, const DeviceGrid& grid, const DeviceModel& model,
                      const DistributionElement& element, const DistributionChoice& choice) {
  return Describer(std::move(divided), grid, model, element, choice).describe();
}

}  // namespace diagc::arrays
