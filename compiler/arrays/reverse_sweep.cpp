#include "compiler/arrays/reverse_sweep.h"

#include <algorithm>

#include "compiler/arrays/label_sets.h"

namespace diagc::arrays {

namespace {

/// Takes the sweep with one iteration of every loop, the one with most beside it, and counts.
class Count {
 public:
  Count(const ReverseSweep& sweep, const Order& order, const std::vector<double>& sizes,
        const std::vector<double>& products)
      : sweep_(sweep),
        order_(order),
        sizes_(sizes),
        products_(products),
        tensors_(sizes.size() - order.steps.size()) {}

  void take() {
    if (order_.steps.empty()) return grow(sizes_[0]);
    grow(sizes_.back());
    forward(SliceLoops::once, SweepPass::again, 1);
    backward(SliceLoops::once, 1);
  }

  double most() const { return most_; }
  double all_products() const { return all_products_; }

 private:
  void grow(double elements) {
    live_ += elements;
    most_ = std::max(most_, live_);
  }

  /// What is there for a moment.
  void touch(double elements) { most_ = std::max(most_, live_ + elements); }

  double kept(const SweepPlace& place) const {
    double elements = 0;
    for (const std::uint32_t value : place.own) elements += sizes_[value];
    for (const SweepUnit& unit : place.units)
      if (unit.is_loop && sweep_.places[unit.number].is_kept)
        elements += kept(sweep_.places[unit.number]);
    return elements * static_cast<double>(place.iterations);
  }

  double of_others(const SweepPlace& place) const {
    return kept(place) * (1 - 1 / static_cast<double>(place.iterations));
  }

  void forward(std::uint32_t number, SweepPass pass, double runs) {
    const SweepPlace& place = sweep_.places[number];
    for (const SweepUnit& unit : place.units) {
      if (sweep_.is_left_out(place, unit, pass)) continue;
      const bool is_own = sweep_.owner[unit.makes] == number;
      if (is_own) grow(sizes_[unit.makes]);
      if (!unit.is_loop) {
        all_products_ += runs * products_[unit.number];
        if (!is_own) touch(sizes_[unit.makes]);
      } else {
        const SweepPlace& loop = sweep_.places[unit.number];
        const bool keeps = pass != SweepPass::value && loop.is_kept;
        if (keeps) grow(of_others(loop));
        forward(unit.number, keeps ? SweepPass::keep : SweepPass::value,
                runs * static_cast<double>(loop.iterations));
      }
      if (pass == SweepPass::value) give_up(unit);
    }
  }

  void give_up(const SweepUnit& unit) {
    for (const std::uint32_t value : unit.reads) live_ -= sizes_[value];
  }

  void backward(std::uint32_t number, double runs) {
    const SweepPlace& place = sweep_.places[number];
    for (std::size_t k = place.units.size(); k-- > 0;) {
      const SweepUnit& unit = place.units[k];
      for (const std::uint32_t value : unit.reads) grow(sizes_[value]);
      if (unit.is_loop) {
        const SweepPlace& loop = sweep_.places[unit.number];
        const double runs_within = runs * static_cast<double>(loop.iterations);
        if (!loop.is_kept) forward(unit.number, SweepPass::again, runs_within);
        backward(unit.number, runs_within);
        if (loop.is_kept) live_ -= of_others(loop);
      } else {
        all_products_ += 2 * runs * products_[unit.number];
        for (const std::uint32_t operand : order_.steps[unit.number])
          if (operand < tensors_ || sweep_.owner[operand] != number) touch(sizes_[operand]);
      }
      give_up(unit);
      if (sweep_.owner[unit.makes] == number) live_ -= sizes_[unit.makes];
    }
  }

  const ReverseSweep& sweep_;
  const Order& order_;
  const std::vector<double>& sizes_;
  const std::vector<double>& products_;
  std::size_t tensors_;
  double live_ = 0, most_ = 0, all_products_ = 0;
};

class Sweeps {
 public:
  Sweeps(const Network& network, const Order& order, const SliceLoops& loops)
      : network_(network),
        order_(order),
        loops_(loops),
        tensors_(static_cast<std::uint32_t>(network.tensors.size())),
        values_(tensors_ + static_cast<std::uint32_t>(order.steps.size())) {}

  ReverseSweep make(double most_elements) {
    find_sizes();
    make_places();
    find_owners();
    find_units();
    count();
    keep(most_elements);
    return std::move(sweep_);
  }

 private:
  double product(const Labels& labels) const {
    double elements = 1;
    for (const Label label : labels) elements *= static_cast<double>(network_.extents[label]);
    return elements;
  }

  void find_sizes() {
    const auto labels = value_labels(network_, order_);
    for (const Labels& own : labels) sizes_.push_back(product(own));
    for (const auto& [a, b] : order_.steps)
      products_.push_back(product(united(labels[a], labels[b])));
  }

  void make_places() {
    sweep_.places.resize(SliceLoops::first_loop + loops_.loops.size());
    const std::uint32_t last = values_ - 1;
    sweep_.places[SliceLoops::once].end = last;
    const auto set = [&](std::uint32_t number, std::vector<Label> labels, std::uint32_t end) {
      SweepPlace& place = sweep_.places[number];
      for (const Label label : labels) place.iterations *= network_.extents[label];
      place.labels = std::move(labels);
      place.end = end;
    };
    set(SliceLoops::slice, loops_.outer, last);
    for (std::uint32_t k = 0; k < loops_.loops.size(); ++k)
      set(SliceLoops::first_loop + k, {loops_.loops[k].label}, loops_.loops[k].end);
  }

  std::uint32_t around(std::uint32_t place) const {
    return place == SliceLoops::slice ? SliceLoops::once
                                      : loops_.loops[place - SliceLoops::first_loop].around;
  }

  void find_owners() {
    sweep_.owner.assign(values_, SliceLoops::once);
    for (std::uint32_t value = tensors_; value < values_; ++value) {
      std::uint32_t place = loops_.home[value];
      while (place != SliceLoops::once && sweep_.places[place].end == value) place = around(place);
      sweep_.owner[value] = place;
      // The value of the network is not needed, only what it is made of.
      if (value + 1 < values_) sweep_.places[place].own.push_back(value);
    }
  }

  /// A loop stands where the value is made that it sums.
  void find_units() {
    std::vector<std::vector<std::uint32_t>> ending(values_);
    ending[values_ - 1].push_back(SliceLoops::slice);
    for (std::uint32_t k = 0; k < loops_.loops.size(); ++k)
      ending[loops_.loops[k].end].push_back(SliceLoops::first_loop + k);
    unit_of_step_.resize(order_.steps.size());
    unit_of_loop_.resize(sweep_.places.size());
    const auto add = [&](std::uint32_t place, SweepUnit unit) {
      sweep_.places[place].units.push_back(std::move(unit));
      return sweep_.places[place].units.size() - 1;
    };
    for (std::uint32_t s = 0; s < order_.steps.size(); ++s) {
      const std::uint32_t value = tensors_ + s;
      for (const std::uint32_t loop : ending[value])
        unit_of_loop_[loop] = add(around(loop), {true, loop, value, {}});
      unit_of_step_[s] = add(loops_.home[value], {false, s, value, {}});
    }
    for (std::uint32_t s = 0; s < order_.steps.size(); ++s)
      for (const std::uint32_t operand : order_.steps[s])
        if (operand >= tensors_) reader(operand, s).reads.push_back(operand);
  }

  /// The unit of the owner's place that a step is in.
  SweepUnit& reader(std::uint32_t value, std::uint32_t step) {
    std::uint32_t place = loops_.home[tensors_ + step];
    std::size_t unit = unit_of_step_[step];
    for (; place != sweep_.owner[value]; place = around(place)) unit = unit_of_loop_[place];
    return sweep_.places[place].units[unit];
  }

  void count() {
    Count count(sweep_, order_, sizes_, products_);
    count.take();
    sweep_.elements = count.most();
    sweep_.products = count.all_products();
  }

  /// Of two loops that sum one value the inner one is not taken forward before it is kept, unless the one around is kept, too.
  bool may_be_kept(std::size_t place) const {
    const SweepPlace& outer = sweep_.places[around(static_cast<std::uint32_t>(place))];
    return outer.end != sweep_.places[place].end || outer.is_kept;
  }

  void keep(double most_elements) {
    while (true) {
      ReverseSweep best = sweep_;
      for (std::size_t k = SliceLoops::first_loop; k < sweep_.places.size(); ++k) {
        if (sweep_.places[k].is_kept || !may_be_kept(k)) continue;
        const ReverseSweep before = sweep_;
        sweep_.places[k].is_kept = true;
        count();
        if (sweep_.elements <= most_elements && sweep_.products < best.products) best = sweep_;
        sweep_ = before;
      }
      if (best.products == sweep_.products) return;
      sweep_ = std::move(best);
    }
  }

  const Network& network_;
  const Order& order_;
  const SliceLoops& loops_;
  std::uint32_t tensors_, values_;
  std::vector<double> sizes_;                             ///< by value
  std::vector<double> products_;                          ///< by step
  std::vector<std::size_t> unit_of_step_, unit_of_loop_;  ///< in the place that it is in
  ReverseSweep sweep_;
};

}  // namespace

ReverseSweep reverse_sweep(const Network& network, const Order& order, const SliceLoops& loops,
                           double most_elements) {
  return Sweeps(network, order, loops).make(most_elements);
}

}  // namespace diagc::arrays
