#include "compiler/arrays/slice_loops.h"

#include <algorithm>
#include <cmath>

#include "compiler/arrays/label_sets.h"

namespace diagc::arrays {

namespace {

/// A sliced label, and what it reaches.
struct Reach {
  Label label = 0;
  std::uint32_t end = 0;
  std::vector<bool> values;  ///< whether a tensor at or below has the label
  double operations = 0;     ///< of the steps up to the end that it reaches, log2
};

class Nest {
 public:
  Nest(const Network& network, const Order& order, const std::vector<Label>& outer)
      : network_(network),
        order_(order),
        tensors_(static_cast<std::uint32_t>(network.tensors.size())),
        values_(tensors_ + static_cast<std::uint32_t>(order.steps.size())),
        outer_reach_(values_) {
    find_operations();
    for (const Label label : order.sliced) {
      Reach reach = reach_of(label);
      const bool is_outer = reach.end + 1 >= values_ || network.extents[label] == 1 ||
                            std::ranges::count(network.open, label) > 0 ||
                            std::ranges::count(outer, label) > 0;
      if (is_outer) {
        nest_.outer.push_back(label);
        nest_.log2_slices += bits(label);
        for (std::uint32_t v = 0; v < values_; ++v)
          if (reach.values[v]) outer_reach_[v] = true;
      } else {
        inner_.push_back(std::move(reach));
      }
    }
  }

  SliceLoops make() {
    // Those that end last are around those that end before.
    std::ranges::sort(inner_, [](const Reach& a, const Reach& b) {
      if (a.end != b.end) return a.end > b.end;
      return a.operations != b.operations ? a.operations > b.operations : a.label < b.label;
    });
    for (const Reach& reach : inner_) {
      const std::uint32_t around = innermost(reach.end, reach.end);
      nest_.loops.push_back(
          {reach.label, reach.end, around, nest_.log2_runs(around) + bits(reach.label)});
    }
    nest_.home.assign(values_, SliceLoops::once);
    for (std::uint32_t v = tensors_; v < values_; ++v) nest_.home[v] = innermost(v, v);
    return std::move(nest_);
  }

 private:
  double bits(Label label) const { return std::log2(static_cast<double>(network_.extents[label])); }

  void find_operations() {
    const auto labels = value_labels(network_, order_);
    for (const auto& [a, b] : order_.steps) {
      double operations = 0;
      for (const Label label : united(labels[a], labels[b])) operations += bits(label);
      operations_.push_back(operations);
    }
  }

  Reach reach_of(Label label) const {
    Reach reach{label, values_, std::vector<bool>(values_), 0};
    std::vector<std::uint32_t> holders(values_);
    std::uint32_t all = 0;
    for (std::uint32_t t = 0; t < tensors_; ++t) {
      holders[t] = std::ranges::count(network_.tensors[t], label) > 0 ? 1 : 0;
      all += holders[t];
      reach.values[t] = holders[t] > 0;
    }
    double operations = 0;
    for (std::uint32_t s = 0; s < order_.steps.size() && reach.end == values_; ++s) {
      const auto [a, b] = order_.steps[s];
      holders[tensors_ + s] = holders[a] + holders[b];
      if (holders[tensors_ + s] == 0) continue;
      reach.values[tensors_ + s] = true;
      operations += std::exp2(operations_[s]);
      if (holders[tensors_ + s] == all) reach.end = tensors_ + s;
    }
    reach.operations = operations;
    // What slices repeat reaches everything above.
    for (std::uint32_t s = 0; s < order_.steps.size(); ++s) {
      const auto [a, b] = order_.steps[s];
      if (reach.values[a] || reach.values[b]) reach.values[tensors_ + s] = true;
    }
    return reach;
  }

  /// The innermost of the loops that are there so far and end at `least` or above, of those that reach a value.
  std::uint32_t innermost(std::uint32_t value, std::uint32_t least) const {
    for (std::size_t k = nest_.loops.size(); k-- > 0;) {
      if (inner_[k].end >= least && inner_[k].values[value])
        return SliceLoops::first_loop + static_cast<std::uint32_t>(k);
    }
    return nest_.outer.empty() || outer_reach_[value] ? SliceLoops::slice : SliceLoops::once;
  }

  const Network& network_;
  const Order& order_;
  std::uint32_t tensors_, values_;
  std::vector<double> operations_;  ///< by step, log2
  std::vector<bool> outer_reach_;   ///< by value: whether slices differ in it
  std::vector<Reach> inner_;
  SliceLoops nest_;
};

class Sequencer {
 public:
  Sequencer(const Network& network, const SliceLoops& loops,
            const std::vector<std::uint32_t>& sequence, const std::vector<std::uint32_t>& makes)
      : network_(network), loops_(loops) {
    units_.resize(SliceLoops::first_loop + loops.loops.size());
    std::vector<std::vector<std::uint32_t>> ending(loops.home.size());
    for (std::uint32_t k = 0; k < loops.loops.size(); ++k) ending[loops.loops[k].end].push_back(k);
    for (const std::uint32_t item : sequence) {
      // A loop stands where the value is made that it adds up.
      for (const std::uint32_t loop : ending[makes[item]])
        units_[loops.loops[loop].around].push_back({true, loop});
      units_[loops.home[makes[item]]].push_back({false, item});
    }
  }

  LoopSequence make() {
    add(SliceLoops::once, !loops_.outer.empty(), 1);
    add(SliceLoops::slice, false, 1);
    return std::move(made_);
  }

 private:
  struct Unit {
    bool is_loop;
    std::uint32_t number;
  };

  void add(std::uint32_t place, bool once, double runs) {
    for (const Unit& unit : units_[place]) {
      if (!unit.is_loop) {
        made_.items.push_back(unit.number);
        made_.once.push_back(once);
        made_.runs.push_back(runs);
        continue;
      }
      const SliceLoop& loop = loops_.loops[unit.number];
      const bool begins = place < SliceLoops::first_loop ||
                          loops_.loops[place - SliceLoops::first_loop].end != loop.end;
      const std::uint64_t extent = network_.extents[loop.label];
      const std::size_t own = made_.loops.size();
      made_.loops.push_back({loop.label, extent, loop.end, begins, made_.items.size(), 0, 0});
      add(SliceLoops::first_loop + unit.number, once, runs * static_cast<double>(extent));
      made_.loops[own].last = made_.items.size();
      made_.loops[own].next = made_.loops.size();
    }
  }

  const Network& network_;
  const SliceLoops& loops_;
  std::vector<std::vector<Unit>> units_;  ///< by loop, numbered as in SliceLoops
  LoopSequence made_;
};

}  // namespace

std::uint32_t owner(const SliceLoops& loops, std::uint32_t value) {
  std::uint32_t place = loops.home[value];
  while (place >= SliceLoops::first_loop &&
         loops.loops[place - SliceLoops::first_loop].end == value)
    place = loops.loops[place - SliceLoops::first_loop].around;
  return place;
}

LoopSequence loop_sequence(const Network& network, const SliceLoops& loops,
                           const std::vector<std::uint32_t>& sequence,
                           const std::vector<std::uint32_t>& makes) {
  return Sequencer(network, loops, sequence, makes).make();
}

SliceLoops slice_loops(const Network& network, const Order& order,
                       const std::vector<Label>& outer) {
  return Nest(network, order, outer).make();
}

OrderCost cost(const Network& network, const Order& order, const SliceLoops& loops) {
  std::vector<double> log2_runs;
  for (std::size_t s = 0; s < order.steps.size(); ++s)
    log2_runs.push_back(loops.log2_runs(loops.home[network.tensors.size() + s]));
  OrderCost result = cost(network, order, log2_runs);
  result.log2_slices = loops.log2_slices;
  return result;
}

}  // namespace diagc::arrays
