#include "programs/bench/contract_rates.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <thread>

#include <fmt/format.h>

#include "compiler/arrays/distribute/distribute.h"
#include "compiler/arrays/distribute/divide.h"
#include "compiler/arrays/search/search.h"
#include "compiler/arrays/step_shape.h"
#include "physics/networks/execute.h"
#include "physics/networks/order_file.h"
#include "physics/networks/planned.h"
#include "programs/bench/contract_tensors.h"
#include "programs/bench/machine_loops.h"
#include "programs/bench/shortened_loops.h"
#include "programs/bench/transposed.h"
#include "programs/command/command.h"
#include "programs/contract/planning.h"
#include "runtime/system/elapsed.h"
#include "runtime/system/thread_pool.h"

namespace diagc::bench {

namespace {

/// Seconds of a copy of 256 MiB.
class Copy {
 public:
  Copy() : from_(elements), to_(elements) {
    std::fill_n(from_.at(0), elements, 1.0F);
    std::fill_n(to_.at(0), elements, 0.0F);
  }
  double rate() {
    const auto start = std::chrono::steady_clock::now();
    std::memcpy(to_.at(0), from_.at(0), elements * sizeof(float));
    return 2 * elements * sizeof(float) / seconds_since(start);
  }

 private:
  static constexpr std::uint64_t elements = 1 << 26U;
  linear::Arena<float> from_, to_;
};

/// A second, of one large square product.
template <class Value>
class Product {
 public:
  double rate(const linear::Blas& blas) {
    const auto start = std::chrono::steady_clock::now();
    blas.multiply(size, size, size, {a_.data(), size}, {b_.data(), size}, false, c_.data(), size);
    const double each = std::is_same_v<Value, float> ? 2 : 8;
    return each * static_cast<double>(size) * size * size / seconds_since(start);
  }

 private:
  static constexpr std::uint64_t size = 1024;
  std::vector<Value> a_ = std::vector<Value>(size * size, Value(1)), b_ = a_, c_ = a_;
};

/// The machine's rates while kernels run: taken between them, so that work beside hits both.
template <class Value>
class RatesBetween {
 public:
  explicit RatesBetween(const linear::Blas& blas) : blas_(blas) {}

  void begin() {
    passed_ = since_ = peak_ = product_ = 0;
    measure();
  }
  void after(double seconds) {
    since_ += seconds;
    // A fifth of the time.
    constexpr double longer = 4;
    if (since_ > longer * taken_) end();
  }
  void end() {
    const double peak = last_peak_, product = last_product_;
    measure();
    peak_ += since_ * (peak + last_peak_) / 2;
    product_ += since_ * (product + last_product_) / 2;
    passed_ += since_;
    since_ = 0;
  }
  double peak() const { return peak_ / passed_; }
  double product() const { return product_ / passed_; }

 private:
  void measure() {
    const auto start = std::chrono::steady_clock::now();
    last_product_ = loop_.rate(blas_);
    const auto peak_start = std::chrono::steady_clock::now();
    peak_loop_.run();
    last_peak_ = peak_loop_.flops() / seconds_since(peak_start);
    taken_ = seconds_since(start);
  }

  const linear::Blas& blas_;
  Product<Value> loop_;
  PeakLoop peak_loop_{4};
  double taken_ = 0;                         ///< seconds of the last measurement
  double last_peak_ = 0, last_product_ = 0;  ///< operations a second
  double peak_ = 0, product_ = 0;            ///< operations in the time that passed
  double passed_ = 0, since_ = 0;            ///< seconds, and those since the last measurement
};

/// One slice on two threads, in turn with two slices side by side on one thread each, which share caches and memory as two processes do: seconds of a
/// slice there over those of one here.
template <class Value>
double share_of_two_threads(const arrays::Network& network, const arrays::Plan& plan,
                            const std::vector<networks::ScaledArray<Value>>& tensors,
                            const networks::TileCodes& codes, int rounds) {
  networks::SliceExecution<Value> together(network, plan, tensors, 2, 0, &codes),
      first(network, plan, tensors, 1, 0, &codes), second(network, plan, tensors, 1, 0, &codes);
  const auto side_by_side = [&] {
    const auto start = std::chrono::steady_clock::now();
    {
      const std::jthread other([&] { second.slice(0); });
      first.slice(0);
    }
    return seconds_since(start);
  };
  const auto shared = [&] {
    const auto start = std::chrono::steady_clock::now();
    together.slice(0);
    return seconds_since(start);
  };
  side_by_side();
  shared();
  std::vector<double> of_two, of_one;
  for (int round = 0; round < 3 * rounds; ++round) {
    of_two.push_back(side_by_side());
    of_one.push_back(shared());
  }
  return median(of_two) / 2 / median(of_one);
}

/// Products of a step as `rows·columns·summed`, behind `batch×` where it has one; of several steps, behind each other.
std::string shape_text(const arrays::Network& network, const std::vector<arrays::Labels>& labels,
                       const arrays::Plan& plan, const arrays::PlanKernel& kernel) {
  const auto count = [&](const arrays::Labels& own) {
    return *arrays::element_count(network, own);
  };
  std::string text;
  for (std::size_t s = kernel.first; s < kernel.first + kernel.count; ++s) {
    const arrays::PlanStep& step = plan.steps[s];
    const arrays::StepShape shape =
        arrays::shape_of(labels[step.a], labels[step.b], labels[step.c]);
    if (!text.empty()) text += ' ';
    if (count(shape.batch) > 1) text += fmt::format("{}×", count(shape.batch));
    text += fmt::format("{}·{}·{}", count(shape.rows), count(shape.columns), count(shape.summed));
  }
  return text;
}

/// As `diagc contract` runs an order.
arrays::Plan plan_of(const contract::Subject& subject, const arrays::Order& order) {
  try {
    return networks::plan_order(subject.network.network, order, subject.element,
                                contract::memory_limit({}), 1)
        .plan;
  } catch (const std::runtime_error& error) {
    throw Failure(fmt::format("{}: {}", subject.network.source->path(), error.what()));
  }
}

template <class Value>
ContractRates measured_slice(const contract::Subject& subject, const arrays::Order& order,
                             int rounds, bool baselines) {
  if (linear::Blas::shared() == nullptr) {
    throw Failure(
        fmt::format("{}: contractions are measured against OpenBLAS (apt-get install "
                    "libopenblas0-pthread)",
                    linear::Blas::absence()));
  }
  const linear::Blas& blas = *linear::Blas::shared();
  const arrays::Network& network = subject.network.network;
  constexpr bool is_complex = !std::is_same_v<Value, float>;
  constexpr double most_seconds = 10;
  const ShortenedPlan shortened = with_shortened_loops(plan_of(subject, order), most_seconds);
  const arrays::Plan& plan = shortened.plan;
  const std::vector<double>& repeats = shortened.repeats;
  const auto tensors = tensors_of<Value>(*subject.values);
  ContractRates rates;
  const auto labels = arrays::value_labels(network, order);
  std::vector<arrays::Labels> sets = labels;
  for (arrays::Labels& set : sets) {
    std::ranges::sort(set);
    const auto repeated = std::ranges::unique(set);
    set.erase(repeated.begin(), repeated.end());
  }
  const auto bytes = [&](std::uint32_t value) {
    return static_cast<double>(*arrays::element_count(network, labels[value])) * sizeof(Value);
  };
  double macs = 0;
  for (const arrays::PlanKernel& kernel : plan.kernels) {
    KernelRow& row = rates.kernels.emplace_back();
    row = {plan.steps[kernel.first + kernel.count - 1].c,
           kernel.count,
           kernel.form,
           kernel.relaid,
           shape_text(network, sets, plan, kernel),
           0,
           0,
           0,
           kernel.runs * kernel.seconds};
    if (kernel.once) continue;
    row.bytes = kernel.runs * (bytes(plan.steps[kernel.first].a) + bytes(row.result));
    for (std::size_t s = kernel.first; s < kernel.first + kernel.count; ++s) {
      const arrays::PlanStep& step = plan.steps[s];
      const double products = kernel.runs * std::exp2(step.log2_macs);
      macs += products;
      row.operations += (is_complex ? 8 : 2) * products;
      row.bytes += kernel.runs * bytes(step.b);
      rates.all_bytes += kernel.runs * (bytes(step.a) + bytes(step.b) + bytes(step.c));
      rates.log2_width = std::max(rates.log2_width, std::log2(bytes(step.c) / sizeof(Value)));
    }
    rates.operations += row.operations;
    rates.fused_bytes += row.bytes;
  }
  rates.log2_macs = std::log2(macs);

  std::vector<std::vector<Value>> plain;
  for (const networks::ScaledArray<Value>& tensor : tensors) plain.push_back(tensor.values);
  std::optional<Transposed<Value>> baseline, second;
  if (baselines) {
    baseline.emplace(network, order, plan, plain);
    second.emplace(network, order, plan, plain, ArrayOrder::by_lifetime);
  }
  const networks::TileCodes codes(plan,
                                  is_complex ? networks::Element::c64 : networks::Element::f32,
                                  {.slices = static_cast<double>(plan.slices)});
  std::optional<networks::SliceExecution<Value>> execution;
  execution.emplace(network, plan, tensors, 1U, 0U, &codes);
  const auto start = std::chrono::steady_clock::now();
  execution->slice(0);
  rates.cold = seconds_since(start);
  if (baselines) {
    baseline->run(blas);
    second->run(blas);
  }
  Copy copy;
  RatesBetween<Value> between(blas);
  std::vector<double> warm, transposed, by_lifetime, products, transposes, copies, large, peaks;
  std::vector<std::vector<double>> kernels(plan.kernels.size());
  for (int round = 0; round < rounds; ++round) {
    // Several times ours, which is shorter, around every run of the baseline, unless it is long.
    constexpr double long_seconds = 8;
    for (int again = 0; again < (rates.cold > long_seconds ? 1 : 3); ++again) {
      between.begin();
      execution->slice(0, [&](double seconds) { between.after(seconds); });
      between.end();
      const std::vector<double>& seconds = execution->kernel_seconds();
      double all = 0;
      for (std::size_t k = 0; k < seconds.size(); ++k) {
        kernels[k].push_back(repeats[k] * seconds[k]);
        if (!plan.kernels[k].once) all += kernels[k].back();
      }
      warm.push_back(all);
      copies.push_back(copy.rate());
      large.push_back(all * between.product());
      peaks.push_back(all * between.peak());
    }
    if (!baselines) continue;
    const auto times = baseline->run(blas);
    transposed.push_back(times.all);
    by_lifetime.push_back(second->run(blas).all);
    products.push_back(times.products);
    if (times.transposes > 0) transposes.push_back(times.transposed_bytes / times.transposes);
  }
  baseline.reset();
  second.reset();
  execution.reset();
  if (baselines && available_threads() > 1)
    rates.two_threads = share_of_two_threads(network, plan, tensors, codes, rounds);
  rates.warm = median(warm);
  if (baselines) {
    rates.transposed = median(transposed);
    rates.by_lifetime = median(by_lifetime);
    rates.products = median(products);
  }
  if (!transposes.empty()) rates.transpose_bytes = median(transposes);
  rates.copy_bytes = median(copies);
  rates.product_flops = median(large) / rates.warm;
  rates.peak_flops = median(peaks) / rates.warm;
  for (std::size_t k = 0; k < kernels.size(); ++k) {
    rates.kernels[k].seconds = median(kernels[k]);
    // The first time of what was left out is as any other.
    if (!plan.kernels[k].once) rates.cold += (1 - 1 / repeats[k]) * rates.kernels[k].seconds;
  }
  return rates;
}

/// Of a distribution among eight devices of one node, the order being there: the least of three.
std::optional<double> seconds_of_distribution(const contract::Subject& subject,
                                              const arrays::Order& order) try {
  const bool is_complex = subject.element == networks::Element::c64;
  const arrays::DistributionElement element{.bytes = is_complex ? 8U : 4U,
                                            .is_complex = is_complex};
  const arrays::DeviceModel model = arrays::h200(true);
  const arrays::DeviceGrid grid = arrays::make_grid(8, 8);
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 3; ++round) {
    const auto start = std::chrono::steady_clock::now();
    const arrays::DividedNetwork divided = arrays::divide(subject.network.network, order, grid);
    arrays::describe(divided, grid, model, element,
                     arrays::distribute(divided, grid, model, element));
    least = std::min(least, seconds_since(start));
  }
  return least;
} catch (const std::runtime_error&) {
  return std::nullopt;  // its labels cannot fill the grid
}

}  // namespace

std::vector<ContractCase> standard_cases() {
  const auto one = [](const char* name, const char* file, const char* element, const char* fill,
                      double width) {
    ContractCase result{name, {}, width, {}};
    result.subject.file = fmt::format("tests/networks/data/{}", file);
    result.subject.element = element;
    result.subject.fill = fill;
    return result;
  };
  constexpr double unsliced = std::numeric_limits<double>::infinity();
  return {one("550 tensors", "tensornetwork_permutation_optimized.json", "f32",
              "0.7578582832551991", unsliced),
          one("circuit 6x6", "circuit_6x6_d14.qsim", "c64", "", 26),
          one("sycamore m20", "sycamore_n53_m20_s0_e0_pABCDCDAB.json", "c64", "random:1", 26),
          one("randreg 200", "randreg_200_3_a.json", "f32", "random:1", 25.5),
          one("peps D=10", "peps_cluster_r2_D10_a.json", "f32", "random:1", unsliced)};
}

arrays::Order order_of(const ContractCase& one, const contract::Subject& subject,
                       bool sums_end_early) {
  if (!one.order.empty()) return networks::read_order(read_source(one.order), subject.network);
  if (subject.network.order) return *subject.network.order;
  arrays::SearchOptions options;
  options.most_log2_elements = one.most_log2_elements;
  options.times = networks::step_times(subject.element, false);
  options.sums_end_early = sums_end_early;
  const arrays::Network& network = subject.network.network;
  const auto search = [&] {
    return arrays::search_order(
        network, options, [](std::size_t parts, const std::function<void(std::size_t)>& body) {
          ThreadPool::shared().run(available_threads(), parts, body);
        });
  };
  options.moves = arrays::default_moves(network) / 20;
  const bool is_complex = subject.element == networks::Element::c64;
  const arrays::Order quick = search();
  const arrays::Plan first = arrays::make_plan(
      network, quick,
      {.element_bytes = is_complex ? 8U : 4U, .is_complex = is_complex, .products = true},
      arrays::slice_loops(network, quick,
                          sums_end_early ? std::vector<arrays::Label>() : quick.sliced));
  options.moves = networks::moves_of_search(network, networks::planned_seconds(first));
  return search();
}

ContractRates measure_contraction(const ContractCase& one, int rounds, bool baselines) {
  const contract::Subject subject = contract::read_subject(one.subject);
  if (subject.element != networks::Element::f32 && subject.element != networks::Element::c64)
    throw UsageError("found elements other than f32 and c64 with --contract, expected one of them");
  const arrays::Order order = order_of(one, subject, /*sums_end_early=*/true);
  ContractRates rates =
      subject.element == networks::Element::f32
          ? measured_slice<float>(subject, order, rounds, baselines)
          : measured_slice<std::complex<float>>(subject, order, rounds, baselines);
  if (baselines) rates.distribution = seconds_of_distribution(subject, order);
  return rates;
}

}  // namespace diagc::bench
