#include "physics/networks/evaluate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "physics/networks/device_execution.h"
#include "physics/networks/device_ranks.h"
#include "physics/networks/execute.h"
#include "physics/networks/processor_ranks.h"
#include "physics/networks/residues.h"
#include "physics/networks/result_shards.h"
#include "runtime/system/thread_pool.h"

namespace diagc::networks {

namespace {

/// log2 of the product of the extents of all labels.
double log2_assignments(const arrays::Network& network) {
  double bits = 0;
  for (const std::uint64_t extent : network.extents) bits += std::log2(static_cast<double>(extent));
  return bits;
}

/// The largest magnitude in each tensor, as a bound on their products.
double log2_magnitudes(const TensorValues& values) {
  double bits = 0;
  for (const std::vector<double>& numbers : values.numbers) {
    double largest = 1;
    for (const double number : numbers) largest = std::max(largest, std::abs(number));
    bits += std::log2(largest);
  }
  return bits;
}

template <class V>
using Wide = std::conditional_t<std::is_floating_point_v<V>, double, std::complex<double>>;

/// The number that is taken out of an array in single precision. Numbers that fit stay as they are; of others the largest one is divided out
/// in double precision, since the rounding error of what many tensors have in common would grow with their number.
template <class V>
Wide<V> common_factor(const std::vector<Wide<V>>& numbers) {
  const auto changes = [](const Wide<V>& number) { return Wide<V>(V(number)) != number; };
  if (std::ranges::none_of(numbers, changes)) return 1;
  const Wide<V> largest = *std::ranges::max_element(
      numbers, {}, [](const Wide<V>& number) { return std::abs(number); });
  return std::isfinite(std::abs(largest)) ? largest : 1;
}

void multiply(SliceState& state, std::complex<double> number) {
  ScaledArray<std::complex<double>> product{{state.factor * number}, state.exponent};
  normalise(product);
  state.factor = product.values[0];
  state.exponent = product.exponent;
}

}  // namespace

Evaluation::Evaluation(const arrays::Network& network, const arrays::Plan& plan,
                       const TensorValues& values, Element element, unsigned threads,
                       std::uint32_t modulus)
    : network_(network),
      plan_(plan),
      values_(values),
      threads_(threads),
      seconds_(plan.kernels.size()) {
  state_.element = element;
  state_.modulus = modulus;
  state_.layout = SliceLayout(network, plan);
  check_numbers();
  std::vector<std::uint32_t> primes{0};
  if (element == Element::tropical) primes = primes_beyond(log2_assignments(network) + 1);
  // One bit for the sign, one for rounding of the logarithms.
  if (element == Element::count)
    primes = primes_beyond(log2_assignments(network) + log2_magnitudes(values) + 2);
  if (modulus != 0) primes = {modulus};
  for (const std::uint32_t prime : primes) {
    state_.passes.push_back(
        {prime, SliceSums(state_.layout.slices_of_block(), state_.arithmetic(prime))});
  }
}

void Evaluation::check_numbers() const {
  const Element element = state_.element;
  const char* name = element_names[static_cast<std::size_t>(element)];
  if (values_.is_complex && !is_complex(element)) {
    throw std::runtime_error(
        fmt::format("found complex numbers with --element {}, expected c64 or c128", name));
  }
  if (!network_.open.empty() && !is_floating(element)) {
    throw std::runtime_error(
        fmt::format("found open axes with --element {}, expected f32, f64, c64 or c128", name));
  }
  if (element == Element::tropical) {
    // The largest of numbers is none where one of them is NaN, and infinity plus the zero of this arithmetic, minus infinity, is NaN.
    for (const std::vector<double>& numbers : values_.numbers) {
      for (const double number : numbers) {
        if (number < std::numeric_limits<double>::infinity()) continue;
        throw std::runtime_error(fmt::format(
            "found the number {}, expected finite numbers or -inf with --element tropical",
            number));
      }
    }
  }
  if (element != Element::count) return;
  for (std::size_t t = 0; t < values_.numbers.size(); ++t) {
    // The doubles nearest to given integers stand for these.
    const bool has_integers = t < values_.lacking.size() && !values_.lacking[t].empty();
    for (const double number : values_.numbers[t]) {
      if (has_integers || (number == std::floor(number) && std::abs(number) <= 0x1.0p53)) continue;
      throw std::runtime_error(fmt::format(
          "found the number {}, expected whole numbers of at most 2^53 with --element count",
          number));
    }
  }
}

template <class V, class Convert>
bool Evaluation::run_pass(SliceState::Pass& pass, std::uint64_t begin, std::uint64_t end,
                          const Convert& convert, const std::function<bool()>& goes_on) {
  const std::uint64_t number = pass.sums.first_missing(begin, end);
  if (number == end) return true;
  state_.factor = 1;
  state_.exponent = 0;
  std::vector<ScaledArray<V>> tensors;
  for (std::size_t t = 0; t < values_.numbers.size(); ++t)
    tensors.push_back(convert(values_.numbers[t], t));
  if (distribution_ != nullptr) return take_on_ranks(pass, number, end, tensors, goes_on);
  if (device_ != nullptr) return take_on_devices(pass, number, end, tensors, goes_on);
  SliceExecution<V> execution(network_, plan_, tensors, threads_, pass.prime, codes_);
  return take_all(pass, number, end, execution, goes_on);
}

template <class V>
bool Evaluation::take_on_ranks(SliceState::Pass& pass, std::uint64_t begin, std::uint64_t end,
                               const std::vector<ScaledArray<V>>& tensors,
                               const std::function<bool()>& goes_on) {
  const arrays::RankPlan plan = arrays::rank_plan(*distribution_, is_complex(state_.element));
  std::unique_ptr<RankRun<V>> run;
  if (device_ != nullptr) {
    auto devices = std::make_unique<DeviceRanks<V>>(plan, tensors, *device_, pass.prime, links_);
    rank_times_.links = devices->link_name();
    rank_times_.links_begin += devices->seconds().links_begin;
    rank_times_.library_begins += devices->seconds().library_begins;
    run = std::move(devices);
  } else {
    run = processor_ranks(plan, tensors, threads_, pass.prime, links_);
  }
  RankSlices<V> slices(plan, *run);
  rank_times_.steps.resize(plan.plan.steps.size());
  rank_times_.exchanges_after.resize(plan.plan.steps.size());
  const auto take = [&](std::uint64_t slice, bool) {
    SliceSum sum = slices.slice(slice);
    const RankSeconds& seconds = run->seconds();
    rank_times_.busy += seconds.busy;
    rank_times_.exchanges += seconds.exchanging;
    for (std::size_t s = 0; s < seconds.steps.size(); ++s) {
      rank_times_.steps[s] += seconds.steps[s];
      rank_times_.exchanges_after[s] += seconds.exchanges[s];
    }
    if (&pass == state_.passes.data()) ++slices_measured_;
    return sum;
  };
  const bool is_done = take_slices(pass, begin, end, take, goes_on);
  rank_counts_.add(run->counts());
  return is_done;
}

template <class Execution>
bool Evaluation::take_all(SliceState::Pass& pass, std::uint64_t begin, std::uint64_t end,
                          Execution& execution, const std::function<bool()>& goes_on) {
  const auto take = [&](std::uint64_t slice, bool is_first) {
    SliceSum sum = execution.slice(slice);
    measure(pass, execution.kernel_seconds(), is_first);
    return sum;
  };
  return take_slices(pass, begin, end, take, goes_on);
}

void Evaluation::measure(const SliceState::Pass& pass, const std::vector<double>& seconds,
                         bool is_first) {
  for (std::size_t k = 0; k < seconds_.size(); ++k)
    if (is_first || !plan_.kernels[k].once) seconds_[k] += seconds[k];
  if (&pass == state_.passes.data()) ++slices_measured_;
}

/// Every device takes the next slice that no other one has. Sums are added in a tree that depends on the slices alone.
template <class V>
bool Evaluation::take_on_devices(SliceState::Pass& pass, std::uint64_t begin, std::uint64_t end,
                                 const std::vector<ScaledArray<V>>& tensors,
                                 const std::function<bool()>& goes_on) {
  const std::size_t count = std::min<std::uint64_t>(device_->devices.size(), end - begin);
  std::vector<std::unique_ptr<DeviceExecution<V>>> executions;
  for (std::size_t which = 0; which < count; ++which) {
    executions.push_back(std::make_unique<DeviceExecution<V>>(network_, plan_, tensors, *device_,
                                                              threads_, pass.prime, which));
  }
  std::mutex mutex;
  std::uint64_t next = begin;
  bool is_stopped = false, is_first = true;
  ThreadPool::shared().run(static_cast<unsigned>(count), count, [&](std::size_t which) {
    while (true) {
      std::unique_lock lock(mutex);
      if (is_stopped || next >= end) return;
      const std::uint64_t slice = next;
      next = pass.sums.first_missing(slice + 1, end);
      lock.unlock();
      try {
        SliceSum sum = executions[which]->slice(slice);
        lock.lock();
        pass.sums.add(std::move(sum));
      } catch (...) {
        if (!lock.owns_lock()) lock.lock();
        is_stopped = true;
        throw;
      }
      measure(pass, executions[which]->kernel_seconds(), is_first);
      is_first = false;
      is_stopped = !goes_on() || is_stopped;
    }
  });
  return !is_stopped;
}

template <class TakeSlice>
bool Evaluation::take_slices(SliceState::Pass& pass, std::uint64_t begin, std::uint64_t end,
                             const TakeSlice& take, const std::function<bool()>& goes_on) {
  bool is_first = true;
  for (std::uint64_t number = begin; number < end;
       number = pass.sums.first_missing(number + 1, end), is_first = false) {
    pass.sums.add(take(number, is_first));
    if (!goes_on()) return false;
  }
  return true;
}

template <class V>
bool Evaluation::run_floating(std::uint64_t begin, std::uint64_t end,
                              const std::function<bool()>& goes_on) {
  const auto convert = [&](const std::vector<double>& numbers, std::size_t) {
    ScaledArray<Wide<V>> wide;
    const std::size_t parts = values_.is_complex ? 2 : 1;
    wide.values.reserve(numbers.size() / parts);
    for (std::size_t k = 0; k < numbers.size(); k += parts) {
      if constexpr (std::is_floating_point_v<V>) {
        wide.values.push_back(numbers[k]);
      } else {
        wide.values.emplace_back(numbers[k], parts == 2 ? numbers[k + 1] : 0);
      }
    }
    // Single precision has a smaller range.
    normalise(wide);
    if constexpr (std::is_same_v<V, Wide<V>>) {
      return wide;
    } else {
      const Wide<V> factor = common_factor<V>(wide.values);
      if (factor != Wide<V>(1)) multiply(state_, factor);
      ScaledArray<V> own{{}, wide.exponent};
      own.values.reserve(wide.values.size());
      for (const Wide<V>& number : wide.values) own.values.push_back(V(number / factor));
      return own;
    }
  };
  return run_pass<V>(state_.passes[0], begin, end, convert, goes_on);
}

bool Evaluation::run(std::uint64_t begin, std::uint64_t end, const std::function<bool()>& goes_on) {
  switch (state_.element) {
    case Element::f32:
      return run_floating<float>(begin, end, goes_on);
    case Element::f64:
      return run_floating<double>(begin, end, goes_on);
    case Element::c64:
      return run_floating<std::complex<float>>(begin, end, goes_on);
    case Element::c128:
      return run_floating<std::complex<double>>(begin, end, goes_on);
    case Element::count:
    case Element::tropical:
      break;
  }
  for (SliceState::Pass& pass : state_.passes) {
    const auto residues = [&](const std::vector<double>& numbers, std::size_t tensor) {
      // Remainders of doubles are exact; twice the prime makes their sum positive.
      const auto prime = static_cast<double>(pass.prime);
      ScaledArray<linear::Residue> array;
      for (std::size_t k = 0; k < numbers.size(); ++k) {
        const double sum =
            std::fmod(numbers[k], prime) + std::fmod(values_.lacking_of(tensor, k), prime);
        array.values.push_back({static_cast<std::uint32_t>(std::fmod(sum + 2 * prime, prime))});
      }
      return array;
    };
    const auto tropical = [](const std::vector<double>& numbers, std::size_t) {
      ScaledArray<linear::Tropical> array;
      for (const double number : numbers) array.values.push_back({number, 1});
      return array;
    };
    const bool is_done = state_.element == Element::count
                             ? run_pass<linear::Residue>(pass, begin, end, residues, goes_on)
                             : run_pass<linear::Tropical>(pass, begin, end, tropical, goes_on);
    if (!is_done) return false;
  }
  return true;
}

Value evaluate(const arrays::Network& network, const arrays::Plan& plan, const TensorValues& values,
               Element element, unsigned threads, std::uint32_t modulus) {
  Evaluation evaluation(network, plan, values, element, threads, modulus);
  evaluation.run(0, plan.slices, [] { return true; });
  return value_of(evaluation.state());
}

}  // namespace diagc::networks
