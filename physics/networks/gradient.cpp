#include "physics/networks/gradient.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <stdexcept>
#include <utility>

#include "physics/networks/environments.h"
#include "physics/networks/loop_sums.h"
#include "physics/networks/tensor_stride.h"
#include "runtime/linear/contract.h"

namespace diagc::networks {

namespace {

using arrays::Label;
using arrays::SliceLoops;
using arrays::SweepPass;

double bytes_of_number(bool is_complex) {
  return is_complex ? sizeof(std::complex<double>) : sizeof(double);
}

/// An array with distinct labels as axes. Elements of tensors are read where they are.
template <class V>
struct LabelledArray {
  std::vector<Label> labels;
  std::vector<std::uint64_t> strides;  ///< by label
  std::vector<V> own;
  const V* elements = nullptr;
  Scale scale;

  std::uint64_t stride(Label label) const {
    const auto found = std::ranges::find(labels, label);
    return found == labels.end() ? 0 : strides[static_cast<std::size_t>(found - labels.begin())];
  }
  bool has(Label label) const { return std::ranges::count(labels, label) > 0; }
};

template <class V>
class SweepRun {
 public:
  SweepRun(const arrays::Network& network, const arrays::Order& order,
           const arrays::ReverseSweep& sweep, const TensorValues& values, unsigned threads)
      : network_(network),
        order_(order),
        sweep_(sweep),
        threads_(threads),
        labels_(arrays::value_labels(network, order)),
        values_(labels_.size()),
        derivatives_(labels_.size()),
        kept_(sweep.places.size()),
        starts_(network.tensors.size()),
        tensors_(scaled_tensors<V>(values)),
        environments_(network) {
    for (std::size_t t = 0; t < tensors(); ++t) {
      LabelledArray<V>& array = values_[t];
      array.labels = labels_[t];
      for (const Label label : array.labels)
        array.strides.push_back(tensor_stride(network_, network_.tensors[t], label));
      array.elements = tensors_[t].values.data();
      array.scale.exponent = tensors_[t].exponent;
    }
  }

  Gradient run() {
    if (order_.steps.empty()) {
      const arrays::SweepPlace& slices = sweep_.places[SliceLoops::slice];
      const LabelledArray<V> derivative = ones(labels_[0]);
      for (std::uint64_t k = 0; k < slices.iterations; ++k) {
        move(slices, k, true);
        add(0, derivative);
        move(slices, k, false);
      }
    } else {
      derivatives_.back() = ones(labels_.back());
      forward(SliceLoops::once, SweepPass::again);
      backward(SliceLoops::once);
    }
    return environments_.gradient(most_elements_);
  }

 private:
  /// What an iteration of a kept loop leaves: by own value of its place, and by kept loop within.
  struct Kept {
    std::vector<LabelledArray<V>> values;
    std::vector<std::vector<Kept>> loops;
  };

  std::size_t tensors() const { return tensors_.size(); }

  /// To an iteration of a loop, or back from there to the first one.
  void move(const arrays::SweepPlace& loop, std::uint64_t iteration, bool there) {
    for (std::size_t k = loop.labels.size(); k-- > 0;) {
      const std::uint64_t extent = network_.extents[loop.labels[k]];
      for (std::size_t t = 0; t < tensors(); ++t) {
        const std::uint64_t elements =
            iteration % extent * tensor_stride(network_, network_.tensors[t], loop.labels[k]);
        starts_[t] = there ? starts_[t] + elements : starts_[t] - elements;
        values_[t].elements = tensors_[t].values.data() + starts_[t];
      }
      iteration /= extent;
    }
  }

  void forward(std::uint32_t number, SweepPass pass) {
    const arrays::SweepPlace& place = sweep_.places[number];
    for (const arrays::SweepUnit& unit : place.units) {
      if (sweep_.is_left_out(place, unit, pass)) continue;
      if (unit.is_loop) {
        forward_loop(unit.number, pass != SweepPass::value);
      } else {
        const auto [a, b] = order_.steps[unit.number];
        sum_up(values_[unit.makes], product(values_[a], values_[b], labels_[unit.makes]));
      }
      if (pass == SweepPass::value) give_up(unit);
    }
  }

  void forward_loop(std::uint32_t number, bool may_keep) {
    const arrays::SweepPlace& loop = sweep_.places[number];
    const bool keeps = may_keep && loop.is_kept;
    for (std::uint64_t k = 0; k < loop.iterations; ++k) {
      move(loop, k, true);
      forward(number, keeps ? SweepPass::keep : SweepPass::value);
      if (keeps) kept_[number].push_back(taken(loop));
      move(loop, k, false);
    }
  }

  Kept taken(const arrays::SweepPlace& loop) {
    Kept kept;
    for (const std::uint32_t value : loop.own)
      kept.values.push_back(std::exchange(values_[value], {}));
    for (const arrays::SweepUnit& unit : loop.units)
      if (unit.is_loop) kept.loops.push_back(std::exchange(kept_[unit.number], {}));
    return kept;
  }

  void put_back(const arrays::SweepPlace& loop, Kept kept) {
    for (std::size_t k = 0; k < loop.own.size(); ++k)
      values_[loop.own[k]] = std::move(kept.values[k]);
    std::size_t within = 0;
    for (const arrays::SweepUnit& unit : loop.units)
      if (unit.is_loop) kept_[unit.number] = std::move(kept.loops[within++]);
  }

  void give_up(const arrays::SweepUnit& unit) {
    for (const std::uint32_t value : unit.reads) release(values_[value]);
  }

  void backward(std::uint32_t number) {
    const arrays::SweepPlace& place = sweep_.places[number];
    for (std::size_t k = place.units.size(); k-- > 0;) {
      const arrays::SweepUnit& unit = place.units[k];
      if (unit.is_loop) {
        backward_loop(unit.number);
      } else {
        const auto [a, b] = order_.steps[unit.number];
        derive(unit.makes, a, b);
        derive(unit.makes, b, a);
      }
      give_up(unit);
      if (sweep_.owner[unit.makes] == number) release(derivatives_[unit.makes]);
    }
  }

  void backward_loop(std::uint32_t number) {
    const arrays::SweepPlace& loop = sweep_.places[number];
    for (std::uint64_t k = 0; k < loop.iterations; ++k) {
      move(loop, k, true);
      if (loop.is_kept) {
        put_back(loop, std::move(kept_[number][k]));
      } else {
        forward(number, SweepPass::again);
      }
      backward(number);
      move(loop, k, false);
    }
    kept_[number].clear();
  }

  /// The derivative with respect to one operand of a step.
  void derive(std::uint32_t result, std::uint32_t operand, std::uint32_t other) {
    LabelledArray<V> derivative = product(derivatives_[result], values_[other], labels_[operand]);
    if (operand < tensors()) {
      add(operand, derivative);
      release(derivative);
    } else {
      sum_up(derivatives_[operand], std::move(derivative));
    }
  }

  void add(std::size_t tensor, const LabelledArray<V>& derivative) {
    environments_.add(tensor, starts_[tensor], derivative.labels, derivative.labels,
                      derivative.own.data(), derivative.scale.exponent);
  }

  /// Terms of one sum come of one step, so that their axes lie alike.
  void sum_up(LabelledArray<V>& sum, LabelledArray<V> term) {
    if (sum.own.empty()) {
      sum = std::move(term);
      return;
    }
    add_term(sum.own.data(), sum.scale, term.own.data(), term.scale, term.own.size(), threads_, 0);
    normalise(sum);
    release(term);
  }

  void normalise(LabelledArray<V>& array) const {
    array.scale.exponent += scale(array.own.data(), array.own.size(), 0, threads_);
    array.scale.bound = 1;
  }

  void release(LabelledArray<V>& array) {
    live_elements_ -= array.own.size();
    array = {};
  }

  LabelledArray<V> array_of(std::vector<Label> labels) {
    LabelledArray<V> array;
    array.labels = std::move(labels);
    array.strides.resize(array.labels.size());
    std::uint64_t stride = 1;
    for (std::size_t axis = array.labels.size(); axis-- > 0;) {
      array.strides[axis] = stride;
      stride *= network_.extents[array.labels[axis]];
    }
    array.own.resize(stride);
    array.elements = array.own.data();
    live_elements_ += stride;
    most_elements_ = std::max(most_elements_, live_elements_);
    return array;
  }

  LabelledArray<V> ones(const std::vector<Label>& labels) {
    LabelledArray<V> array = array_of(labels);
    std::ranges::fill(array.own, V(1));
    return array;
  }

  /// Σ a · b over labels that are not wanted; where neither has a wanted label, the same for all of its values.
  LabelledArray<V> product(const LabelledArray<V>& a, const LabelledArray<V>& b,
                           const std::vector<Label>& wanted) {
    std::vector<Label> batch, rows, columns, summed;
    std::uint64_t row_count = 1, column_count = 1;
    for (const Label label : wanted) {
      if (a.has(label) && b.has(label)) {
        batch.push_back(label);
      } else if (b.has(label)) {
        columns.push_back(label);
        column_count *= network_.extents[label];
      } else {
        rows.push_back(label);
        row_count *= network_.extents[label];
      }
    }
    const auto is_wanted = [&](Label label) { return std::ranges::count(wanted, label) > 0; };
    for (const Label label : a.labels) {
      if (!is_wanted(label)) summed.push_back(label);
    }
    for (const Label label : b.labels) {
      if (!is_wanted(label) && !a.has(label)) summed.push_back(label);
    }
    // Vectors lie along the columns.
    if (row_count > column_count) {
      std::swap(rows, columns);
      return multiplied(b, a, batch, rows, columns, summed);
    }
    return multiplied(a, b, batch, rows, columns, summed);
  }

  LabelledArray<V> multiplied(const LabelledArray<V>& a, const LabelledArray<V>& b,
                              const std::vector<Label>& batch, const std::vector<Label>& rows,
                              const std::vector<Label>& columns, const std::vector<Label>& summed) {
    std::vector<Label> labels = batch;
    labels.insert(labels.end(), rows.begin(), rows.end());
    labels.insert(labels.end(), columns.begin(), columns.end());
    LabelledArray<V> result = array_of(std::move(labels));
    const auto axes = [&](const std::vector<Label>& group) {
      std::vector<linear::Axis> list;
      for (const Label label : group) {
        if (network_.extents[label] == 1) continue;
        list.push_back(
            {network_.extents[label], a.stride(label), b.stride(label), result.stride(label)});
      }
      return list;
    };
    linear::contract({axes(batch), axes(rows), axes(columns), axes(summed)}, a.elements, b.elements,
                     result.own.data(), threads_);
    result.scale.exponent = a.scale.exponent + b.scale.exponent;
    normalise(result);
    return result;
  }

  const arrays::Network& network_;
  const arrays::Order& order_;
  const arrays::ReverseSweep& sweep_;
  unsigned threads_;
  std::vector<std::vector<Label>> labels_;  ///< by value
  std::vector<LabelledArray<V>> values_, derivatives_;
  std::vector<std::vector<Kept>> kept_;  ///< by place, iterations of the loop that is at work
  std::vector<std::uint64_t> starts_;    ///< by tensor, of this iteration of all loops
  std::vector<ScaledArray<V>> tensors_;
  Environments<V> environments_;
  std::uint64_t live_elements_ = 0, most_elements_ = 0;  ///< of values and derivatives of steps
};

/// Bytes beside values and derivatives.
double fixed_bytes(const arrays::Network& network, bool is_complex, unsigned threads) {
  double elements = 0;
  for (const auto& axes : network.tensors) {
    double own = 1;
    for (const Label label : axes) own *= static_cast<double>(network.extents[label]);
    // A tensor, its environment, and that as numbers.
    elements += 3 * own;
  }
  return elements * bytes_of_number(is_complex) +
         threads * static_cast<double>(linear::workspace_bytes<double>());
}

}  // namespace

std::uint64_t gradient_bytes(const arrays::Network& network, const arrays::ReverseSweep& sweep,
                             bool is_complex, unsigned threads) {
  const double bytes =
      fixed_bytes(network, is_complex, threads) + sweep.elements * bytes_of_number(is_complex);
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  return bytes < static_cast<double>(most) ? static_cast<std::uint64_t>(bytes) : most;
}

arrays::ReverseSweep gradient_sweep(const arrays::Network& network, const arrays::Order& order,
                                    std::vector<Label> outer, bool is_complex, std::uint64_t memory,
                                    unsigned threads) {
  const double elements =
      (static_cast<double>(memory) - fixed_bytes(network, is_complex, threads)) /
      bytes_of_number(is_complex);
  const auto labels = arrays::value_labels(network, order);
  const auto size = [&](std::uint32_t value) {
    double own = 1;
    for (const Label label : labels[value]) own *= static_cast<double>(network.extents[label]);
    return own;
  };
  arrays::ReverseSweep least;
  while (true) {
    const SliceLoops loops = arrays::slice_loops(network, order, outer);
    arrays::ReverseSweep sweep = arrays::reverse_sweep(network, order, loops, elements);
    if (least.places.empty() || sweep.elements < least.elements) least = sweep;
    if (sweep.elements <= elements) return sweep;
    if (loops.loops.empty()) return least;
    const auto largest = std::ranges::max_element(
        loops.loops, {}, [&](const arrays::SliceLoop& loop) { return size(loop.end); });
    outer.push_back(largest->label);
  }
}

Gradient gradient(const arrays::Network& network, const arrays::Order& order,
                  const arrays::ReverseSweep& sweep, const TensorValues& values, unsigned threads) {
  if (!network.open.empty())
    throw std::runtime_error(
        "found open axes with --gradient, expected a network whose value is a number");
  if (network.tensors.empty()) return {};
  return values.is_complex
             ? SweepRun<std::complex<double>>(network, order, sweep, values, threads).run()
             : SweepRun<double>(network, order, sweep, values, threads).run();
}

Gradient gradient(const arrays::Network& network, const arrays::Order& order,
                  const TensorValues& values, unsigned threads) {
  if (network.tensors.empty() && network.open.empty()) return {};
  const SliceLoops loops = arrays::slice_loops(network, order, order.sliced);
  return gradient(network, order, arrays::reverse_sweep(network, order, loops, 0), values, threads);
}

}  // namespace diagc::networks
