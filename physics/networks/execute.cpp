#include "physics/networks/execute.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "compiler/arrays/three_products.h"
#include "physics/networks/loop_sums.h"
#include "physics/networks/scaling.h"
#include "physics/networks/slice_numbers.h"
#include "physics/networks/slice_result.h"
#include "physics/networks/tensor_stride.h"
#include "runtime/linear/arena.h"
#include "runtime/linear/inner.h"
#include "runtime/linear/packed.h"
#include "runtime/linear/product.h"
#include "runtime/linear/tiles.h"
#include "runtime/system/elapsed.h"

namespace diagc::networks {

namespace {

using linear::Residue;
using linear::Tropical;

std::vector<linear::Axis> axes_of(const std::vector<arrays::PlanAxis>& axes) {
  std::vector<linear::Axis> result;
  for (const arrays::PlanAxis& axis : axes) result.push_back({axis.extent, axis.a, axis.b, axis.c});
  return result;
}

linear::Contraction contraction_of(const arrays::PlanStep& step) {
  return {axes_of(step.batch), axes_of(step.rows), axes_of(step.columns), axes_of(step.summed)};
}

template <class Value>
linear::Tiles tiles_of(const arrays::Plan& plan, const arrays::PlanKernel& kernel) {
  linear::Tiles tiles{axes_of(kernel.outer),
                      axes_of(kernel.lanes),
                      kernel.blocks,
                      kernel.relaid,
                      axes_of(kernel.copies),
                      kernel.copied,
                      {},
                      {},
                      {},
                      kernel.tile_elements};
  for (std::size_t s = 0; s < kernel.count; ++s) {
    const arrays::PlanStep& step = plan.steps[kernel.first + s];
    tiles.steps.push_back(contraction_of(step));
    if (kernel.form == arrays::KernelForm::tiles) tiles.outer_strides.push_back(step.outer);
    if constexpr (!std::is_same_v<Value, typename linear::NumberOf<Value>::Type>)
      tiles.three_products.push_back(arrays::takes_three_products(kernel, step, sizeof(Value)));
  }
  return tiles;
}

static_assert(arrays::most_inner_rows <= linear::most_inner_rows);

template <class Value>
class Execution {
 public:
  Execution(const arrays::Network& network, const arrays::Plan& plan,
            const std::vector<ScaledArray<Value>>& tensors, unsigned threads, std::uint32_t prime,
            const TileCodes* codes)
      : network_(network),
        plan_(plan),
        tensors_(tensors),
        threads_(threads),
        prime_(prime),
        arena_(plan.arena),
        scales_(plan.values.size()),
        lasts_(plan.values.size()),
        is_begun_(plan.values.size()),
        starts_(tensors.size()),
        last_(contraction_into_result(network, plan)) {
    if (plan.element_bytes != 0 && plan.element_bytes != sizeof(Value))
      throw std::logic_error("execute: found a plan for elements of another size");
    for (const arrays::PlanKernel& kernel : plan.kernels) {
      tiles_.push_back(tiles_of<Value>(plan, kernel));
      if (codes != nullptr) codes_.push_back(codes->of<Value>(codes_.size()));
      lasts_[plan.steps[kernel.first + kernel.count - 1].c] = kernel.once;
      if (kernel.form == arrays::KernelForm::products &&
          linear::is_plain_product(tiles_.back().steps[0]))
        blas_ = linear::Blas::shared();
      if (kernel.once) ++once_;
    }
    for (const arrays::PlanLoop& loop : plan.loops) {
      auto& strides = strides_.emplace_back();
      for (std::size_t t = 0; t < tensors.size(); ++t) {
        const std::uint64_t stride = tensor_stride(network, network.tensors[t], loop.label);
        if (stride > 0) strides.emplace_back(t, stride);
      }
    }
  }

  ScaledArray<Value> slice(std::uint64_t number, const std::function<void(double)>& after_kernel) {
    after_kernel_ = nullptr;
    if (!is_prepared_) {
      for (std::size_t t = 0; t < tensors_.size(); ++t) {
        scales_[t].exponent = tensors_[t].exponent;
        if constexpr (has_scale<Value>) {
          const auto& values = tensors_[t].values;
          scales_[t].bound = largest_exponent(values.data(), values.size(), threads_) + 1;
        }
      }
      take(0, once_, 0);
      is_prepared_ = true;
    }
    after_kernel_ = after_kernel;
    if constexpr (has_scale<Value>) {
      // What overflows is infinite, and what comes of it is no finite number up to the end.
      trusts_samples_ = true;
      const ScaledArray<Value> sum = take_slice(number);
      trusts_samples_ = false;
      const Value* values = sum.values.data();
      if (std::all_of(values, values + sum.values.size(), is_finite<Value>)) return sum;
    }
    return take_slice(number);
  }

  const std::vector<double>& kernel_seconds() const { return seconds_; }

 private:
  ScaledArray<Value> take_slice(std::uint64_t number) {
    starts_ = slice_starts(network_, plan_, number);
    std::fill(seconds_.begin() + static_cast<std::ptrdiff_t>(once_), seconds_.end(), 0.0);
    const auto loop = std::ranges::lower_bound(plan_.loops, once_, {}, &arrays::PlanLoop::first);
    take(once_, plan_.kernels.size(), static_cast<std::size_t>(loop - plan_.loops.begin()));
    return sum_of_slice(last_, start(plan_.result), scales_[plan_.result].exponent, threads_,
                        prime_);
  }

  const Value* start(std::uint32_t value) const {
    if (value < tensors_.size()) return tensors_[value].values.data() + starts_[value];
    return arena_.at(plan_.values[value].offset);
  }

  /// Kernels first … last − 1; `loop` is the first one that begins among them.
  void take(std::size_t first, std::size_t last, std::size_t loop) {
    while (first < last) {
      if (loop == plan_.loops.size() || plan_.loops[loop].first != first) {
        take_kernel(first++);
        continue;
      }
      take_loop(loop);
      first = plan_.loops[loop].last;
      loop = plan_.loops[loop].next;
    }
  }

  void take_loop(std::size_t number) {
    const arrays::PlanLoop& loop = plan_.loops[number];
    if (loop.begins) is_begun_[loop.sum] = false;
    for (std::uint64_t index = 0; index < loop.extent; ++index) {
      take(loop.first, loop.last, number + 1);
      for (const auto& [tensor, stride] : strides_[number]) starts_[tensor] += stride;
    }
    for (const auto& [tensor, stride] : strides_[number]) starts_[tensor] -= loop.extent * stride;
    if (loop.begins)
      keep_in_range(loop.sum, arena_.at(plan_.values[loop.sum].offset), scales_[loop.sum]);
  }

  void take_kernel(std::size_t k) {
    const arrays::PlanKernel& kernel = plan_.kernels[k];
    const auto begin = std::chrono::steady_clock::now();
    const arrays::PlanStep& first = plan_.steps[kernel.first];
    const std::uint32_t result = plan_.steps[kernel.first + kernel.count - 1].c;
    const std::uint64_t offset = plan_.values[result].offset;
    const bool is_added = kernel.adds && is_begun_[result];
    Value* c = arena_.at(is_added ? kernel.partial : offset);
    std::vector<std::uint32_t> operands{first.a};
    std::vector<const Value*> others;
    double growth = 0;
    for (std::size_t s = kernel.first; s < kernel.first + kernel.count; ++s) {
      const arrays::PlanStep& step = plan_.steps[s];
      operands.push_back(step.b);
      others.push_back(start(step.b));
      for (const arrays::PlanAxis& axis : step.summed)
        growth += std::log2(static_cast<double>(axis.extent));
    }
    make_room(operands, growth);
    Scale scale{0, bound_of(operands) + growth};
    for (const std::uint32_t operand : operands) scale.exponent += scales_[operand].exponent;
    const int lift = kernel.form == arrays::KernelForm::tiles ? lift_of(first.a, scale.bound) : 0;
    scale.exponent -= lift;
    scale.bound += lift;
    compute(kernel.form, k, start(first.a), others, c, lift);
    keep_in_range(result, c, scale);
    const std::uint64_t elements = plan_.values[result].elements;
    Value* const compensation = kernel.is_compensated ? arena_.at(kernel.compensation) : nullptr;
    if (is_added) {
      add_term(arena_.at(offset), scales_[result], c, scale, elements, threads_, prime_,
               compensation);
    } else {
      scales_[result] = scale;
      if (compensation != nullptr) std::fill_n(compensation, elements, Value());
    }
    is_begun_[result] = true;
    const double seconds = seconds_since(begin);
    seconds_[k] += seconds;
    if (after_kernel_) after_kernel_(seconds);
  }

  void compute(arrays::KernelForm form, std::size_t kernel, const Value* a,
               const std::vector<const Value*>& others, Value* c, int lift) const {
    const linear::Tiles& tiles = tiles_[kernel];
    const linear::Contraction& step = tiles.steps[0];
    const linear::TileCode<Value>* code =
        codes_.empty() || !codes_[kernel] ? nullptr : &*codes_[kernel];
    switch (form) {
      case arrays::KernelForm::tiles:
        return linear::contract_tiles(tiles, a, others, c, threads_, prime_, code, lift);
      case arrays::KernelForm::inner:
        return linear::contract_inner(step, a, others[0], c, threads_, prime_);
      case arrays::KernelForm::products:
        if constexpr (has_scale<Value>)
          return linear::contract_product(step, a, others[0], c, threads_, blas_);
        else
          throw std::logic_error("execute: found matrix products of whole numbers");
      case arrays::KernelForm::panels:
        return linear::contract(step, a, others[0], c, threads_, prime_);
    }
  }

  /// Powers of two that products of an element of each are less than; one more for the rounding of each sum.
  double bound_of(const std::vector<std::uint32_t>& operands) const {
    double bound = static_cast<double>(operands.size()) - 1;
    for (const std::uint32_t operand : operands) bound += scales_[operand].bound;
    return bound;
  }

  /// What a kernel reads is measured, small operands first, where its sums might overflow for all that is known; and brought near 1 where they still
  /// might.
  void make_room(std::vector<std::uint32_t> operands, double growth) {
    if constexpr (has_scale<Value>) {
      const auto fits = [&] { return bound_of(operands) + growth < most_bound<Value>; };
      if (fits()) return;
      const auto elements = [&](std::uint32_t operand) { return plan_.values[operand].elements; };
      std::ranges::stable_sort(operands, {}, elements);
      for (const bool scales : {false, true}) {
        for (const std::uint32_t operand : operands) {
          Scale& own = scales_[operand];
          if (operand < tensors_.size() || own.bound <= 1 || lasts_[operand]) continue;
          Value* const values = arena_.at(plan_.values[operand].offset);
          if (scales) {
            own.exponent += scale(values, elements(operand), 0, threads_);
            own.bound = 1;
            own.seen = 0;
          } else {
            own.bound = largest_exponent(values, elements(operand), threads_) + 1;
          }
          if (fits()) return;
        }
      }
    }
  }

  /// The power of two that brings what a kernel reads near 1, as far as its result stays in range.
  int lift_of(std::uint32_t value, double bound) const {
    if constexpr (has_scale<Value>) {
      constexpr int most = most_exponent<Value> * 3 / 2;
      const int room = static_cast<int>(most_bound<Value> - 1 - bound);
      if (trusts_samples_) return std::clamp(std::min(-scales_[value].seen, room), -most, most);
    }
    return 0;
  }

  /// Small values are brought near 1. Of large ones it is enough that the largest of some elements is not far from 1: whether they may
  /// be too large is asked when they are read, see make_room(). What all slices read is measured at once where a bound of it is far from 1.
  /// Where samples are trusted, no element is taken to be 2^16 times as large as all that are seen, and the kernel that reads small elements is left
  /// to bring them near 1.
  void keep_in_range(std::uint32_t value, Value* values, Scale& own) {
    if constexpr (has_scale<Value>) {
      const std::uint64_t count = plan_.values[value].elements;
      constexpr int far = most_exponent<Value>;
      constexpr std::uint64_t few = 1 << 18;
      const bool is_bounded = own.bound < (lasts_[value] ? far : most_bound<Value>);
      if (count > few && is_bounded) {
        constexpr int beyond_seen = 16;
        const int seen = seen_exponent(values, count);
        if (trusts_samples_) own.bound = std::min<double>(own.bound, seen + beyond_seen);
        own.seen = trusts_samples_ ? seen : 0;
        if (seen > (trusts_samples_ ? -far * 5 / 4 : -far / 2)) return;
      }
      own.seen = 0;
      own.exponent += scale(values, count, count > few ? far / 2 : 0, threads_);
      own.bound = count > few ? far / 2 + 1 : 1;
    }
  }

  const arrays::Network& network_;
  const arrays::Plan& plan_;
  const std::vector<ScaledArray<Value>>& tensors_;
  unsigned threads_;
  std::uint32_t prime_;
  linear::Arena<Value> arena_;
  std::vector<Scale> scales_;          ///< by value
  std::vector<bool> lasts_;            ///< by value: computed before the slices
  std::vector<bool> is_begun_;         ///< by value: there is a first term of its sum over loops
  std::vector<std::uint64_t> starts_;  ///< by tensor
  /// By loop, where its label stands.
  std::vector<std::vector<std::pair<std::size_t, std::uint64_t>>> strides_;
  std::size_t once_ = 0;  ///< kernels before the slices
  linear::Contraction last_;
  std::vector<linear::Tiles> tiles_;  ///< by kernel; of other forms its step alone
  std::vector<std::optional<linear::TileCode<Value>>> codes_;  ///< by kernel, or empty
  const linear::Blas* blas_ = nullptr;                         ///< null: none, or nothing for it
  std::vector<double> seconds_ =
      std::vector<double>(plan_.kernels.size());  ///< by kernel, of the last slice
  bool is_prepared_ = false;
  bool trusts_samples_ = false;
  std::function<void(double)> after_kernel_;
};

}  // namespace

template <class Value>
struct SliceExecution<Value>::Implementation : Execution<Value> {
  using Execution<Value>::Execution;
};

template <class Value>
SliceExecution<Value>::SliceExecution(const arrays::Network& network, const arrays::Plan& plan,
                                      const std::vector<ScaledArray<Value>>& tensors,
                                      unsigned threads, std::uint32_t prime, const TileCodes* codes)
    : implementation_(
          std::make_unique<Implementation>(network, plan, tensors, threads, prime, codes)) {}

template <class Value>
SliceExecution<Value>::~SliceExecution() = default;

template <class Value>
const std::vector<double>& SliceExecution<Value>::kernel_seconds() const {
  return implementation_->kernel_seconds();
}

template <class Value>
SliceSum SliceExecution<Value>::slice(std::uint64_t number,
                                      const std::function<void(double)>& after_kernel) {
  const ScaledArray<Value> array = implementation_->slice(number, after_kernel);
  SliceSum sum{number, 1, array.exponent, {}};
  sum.numbers.reserve(array.values.size() * parts<Value>);
  for (const Value& value : array.values) append(sum.numbers, value);
  return sum;
}

template <class Value>
std::uint64_t peak_bytes(const arrays::Network& network, const arrays::Plan& plan,
                         unsigned threads) {
  const SliceLayout layout(network, plan);
  double elements = static_cast<double>(plan.arena);
  for (std::size_t t = 0; t < network.tensors.size(); ++t)
    elements += static_cast<double>(plan.values[t].elements);
  // Sums of slices are double precision: one for each level of their tree, one that comes and one that goes, and all blocks that are done.
  const auto result = static_cast<double>(layout.elements()),
             block = static_cast<double>(layout.elements_of_block());
  const double levels = std::log2(static_cast<double>(layout.slices_of_block())) + 3;
  linear::TileMemory most;
  double libraries = 0, packed = 0;
  for (const arrays::PlanKernel& kernel : plan.kernels) {
    if (kernel.form == arrays::KernelForm::products) {
      packed = static_cast<double>(threads) * linear::packed_bytes;
      if (linear::is_plain_product(contraction_of(plan.steps[kernel.first])))
        libraries = static_cast<double>(threads) * linear::blas_bytes;
      most.shared = std::max(most.shared, linear::packed_sums_bytes);
    }
    if (kernel.form == arrays::KernelForm::inner)
      most.shared = std::max(most.shared, linear::inner_bytes);
    if (kernel.form != arrays::KernelForm::tiles) continue;
    const auto own = linear::tile_memory<Value>(tiles_of<Value>(plan, kernel));
    most = {std::max(most.thread, own.thread), std::max(most.shared, own.shared)};
  }
  const double bytes =
      libraries + packed + elements * sizeof(Value) + block * sizeof(Value) +
      (levels * block + 2 * result) * static_cast<double>(parts<Value> * sizeof(double)) +
      result * sizeof(std::complex<double>) + static_cast<double>(most.shared) +
      static_cast<double>(threads) * (static_cast<double>(linear::workspace_bytes<Value>()) +
                                      static_cast<double>(most.thread));
  constexpr auto limit = std::numeric_limits<std::uint64_t>::max();
  return bytes < static_cast<double>(limit) ? static_cast<std::uint64_t>(bytes) : limit;
}

template <class Value>
void normalise(ScaledArray<Value>& array) {
  array.exponent += scale(array.values.data(), array.values.size(), 0, 1);
}

#define DIAGC_NETWORKS_ELEMENT(Value)                                                              \
  template std::uint64_t peak_bytes<Value>(const arrays::Network&, const arrays::Plan&, unsigned); \
  template class SliceExecution<Value>;                                                            \
  template void normalise(ScaledArray<Value>&);

DIAGC_NETWORKS_ELEMENT(float)
DIAGC_NETWORKS_ELEMENT(double)
DIAGC_NETWORKS_ELEMENT(std::complex<float>)
DIAGC_NETWORKS_ELEMENT(std::complex<double>)
DIAGC_NETWORKS_ELEMENT(Residue)
DIAGC_NETWORKS_ELEMENT(Tropical)

}  // namespace diagc::networks
