#include "physics/networks/gradient.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <span>
#include <stdexcept>

#include "physics/networks/environments.h"
#include "physics/networks/execute.h"
#include "physics/networks/tensor_stride.h"
#include "runtime/linear/contract.h"

namespace diagc::networks {

namespace {

using arrays::Label;

/// An array with distinct labels as axes. Elements of tensors are read where they are.
template <class V>
struct LabelledArray {
  std::vector<Label> labels;
  std::vector<std::uint64_t> strides;  ///< by label
  std::vector<V> own;
  const V* elements = nullptr;
  std::int64_t exponent = 0;

  std::uint64_t stride(Label label) const {
    const auto found = std::ranges::find(labels, label);
    return found == labels.end() ? 0 : strides[static_cast<std::size_t>(found - labels.begin())];
  }
  bool has(Label label) const { return std::ranges::count(labels, label) > 0; }
};

template <class V>
class ReverseSweep {
 public:
  ReverseSweep(const arrays::Network& network, const arrays::Order& order,
               const TensorValues& values, unsigned threads)
      : network_(network),
        order_(order),
        threads_(threads),
        labels_(arrays::value_labels(network, order)),
        values_(labels_.size()),
        tensors_(scaled_tensors<V>(values)),
        environments_(network) {}

  Gradient run() {
    const std::uint64_t slices = *arrays::element_count(network_, order_.sliced);
    for (std::uint64_t slice = 0; slice < slices; ++slice) {
      forward(slice);
      backward();
    }
    return environments_.gradient();
  }

 private:
  std::size_t tensors() const { return tensors_.size(); }

  void forward(std::uint64_t slice) {
    starts_.assign(tensors(), 0);
    for (std::size_t k = order_.sliced.size(); k-- > 0;) {
      const std::uint64_t extent = network_.extents[order_.sliced[k]];
      for (std::size_t t = 0; t < tensors(); ++t)
        starts_[t] +=
            slice % extent * tensor_stride(network_, network_.tensors[t], order_.sliced[k]);
      slice /= extent;
    }
    for (std::size_t t = 0; t < tensors(); ++t) {
      LabelledArray<V>& array = values_[t];
      array.labels = labels_[t];
      array.strides.clear();
      for (const Label label : array.labels)
        array.strides.push_back(tensor_stride(network_, network_.tensors[t], label));
      array.elements = tensors_[t].values.data() + starts_[t];
      array.exponent = tensors_[t].exponent;
    }
    for (std::size_t s = 0; s < order_.steps.size(); ++s) {
      const auto [a, b] = order_.steps[s];
      values_[tensors() + s] = product(values_[a], values_[b], labels_[tensors() + s]);
    }
  }

  void backward() {
    std::vector<LabelledArray<V>> derivatives(values_.size());
    derivatives.back() = ones(labels_.back());
    for (std::size_t s = order_.steps.size(); s-- > 0;) {
      const auto [a, b] = order_.steps[s];
      LabelledArray<V> result = std::move(derivatives[tensors() + s]);
      derivatives[a] = product(result, values_[b], labels_[a]);
      derivatives[b] = product(result, values_[a], labels_[b]);
      values_[tensors() + s] = {};
      for (const std::uint32_t operand : {a, b}) {
        if (operand >= tensors()) continue;
        add(operand, derivatives[operand]);
        derivatives[operand] = {};
      }
    }
    if (order_.steps.empty()) add(0, derivatives[0]);
  }

  void add(std::size_t tensor, const LabelledArray<V>& derivative) {
    environments_.add(tensor, starts_[tensor], derivative.labels, derivative.labels,
                      derivative.own.data(), derivative.exponent);
  }

  LabelledArray<V> array_of(std::vector<Label> labels) const {
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
    return array;
  }

  LabelledArray<V> ones(const std::vector<Label>& labels) const {
    LabelledArray<V> array = array_of(labels);
    std::ranges::fill(array.own, V(1));
    return array;
  }

  /// Σ a · b over labels that are not wanted; where neither has a wanted label, the same for all of its values.
  LabelledArray<V> product(const LabelledArray<V>& a, const LabelledArray<V>& b,
                           const std::vector<Label>& wanted) const {
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
                              const std::vector<Label>& columns,
                              const std::vector<Label>& summed) const {
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
    ScaledArray<V> scaled{std::move(result.own), a.exponent + b.exponent};
    normalise(scaled);
    result.own = std::move(scaled.values);
    result.elements = result.own.data();
    result.exponent = scaled.exponent;
    return result;
  }

  const arrays::Network& network_;
  const arrays::Order& order_;
  unsigned threads_;
  std::vector<std::vector<Label>> labels_;  ///< by value
  std::vector<LabelledArray<V>> values_;
  std::vector<std::uint64_t> starts_;  ///< by tensor, of the slice
  std::vector<ScaledArray<V>> tensors_;
  Environments<V> environments_;
};

}  // namespace

std::uint64_t gradient_bytes(const arrays::Network& network, const arrays::Order& order,
                             bool is_complex, unsigned threads) {
  double elements = 0;
  const auto labels = arrays::value_labels(network, order);
  for (std::size_t value = 0; value < labels.size(); ++value) {
    double own = 1;
    for (const Label label : labels[value]) own *= static_cast<double>(network.extents[label]);
    // Of a step its value and its derivative.
    elements += 2 * own;
  }
  for (const auto& axes : network.tensors) {
    double own = 1;
    for (const Label label : axes) own *= static_cast<double>(network.extents[label]);
    // A tensor, its environment, and that as numbers.
    elements += 3 * own;
  }
  const double bytes = elements * (is_complex ? sizeof(std::complex<double>) : sizeof(double)) +
                       threads * static_cast<double>(linear::workspace_bytes<double>());
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  return bytes < static_cast<double>(most) ? static_cast<std::uint64_t>(bytes) : most;
}

Gradient gradient(const arrays::Network& network, const arrays::Order& order,
                  const TensorValues& values, unsigned threads) {
  if (!network.open.empty())
    throw std::runtime_error(
        "found open axes with --gradient, expected a network whose value is a number");
  if (network.tensors.empty()) return {};
  return values.is_complex
             ? ReverseSweep<std::complex<double>>(network, order, values, threads).run()
             : ReverseSweep<double>(network, order, values, threads).run();
}

}  // namespace diagc::networks
