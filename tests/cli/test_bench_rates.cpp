// What bench makes of the calls per second that a clock tells, here one with numbers of its own.
#include <chrono>
#include <cmath>
#include <thread>

#include <catch2/catch.hpp>

#include "compiler/driver/compilation.h"
#include "diagc/compile.h"
#include "process.h"
#include "programs/bench/kernel_rates.h"
#include "programs/bench/machine_loops.h"
#include "programs/bench/row_arrays.h"
#include "programs/command/rule_file.h"

using namespace diagc;
using namespace diagc::bench;

namespace {

constexpr double rates[] = {2, 3, 5, 7, 11, 13, 17, 19};

/// Calls every function once.
std::vector<double> clock_of_rates(const std::vector<std::function<void()>>& functions) {
  for (const auto& function : functions) function();
  REQUIRE(functions.size() <= std::size(rates));
  return {rates, rates + functions.size()};
}

/// The density at order 3 for SU(2).
class Density {
 public:
  explicit Density(Precision precision) {
    CompileOptions options;
    options.statics = {{"n", "3"}};
    options.precision = precision;
    options.use_cache = false;
    const Compiled compiled = compile_file(grammar("hubbard_sun_density"), options);
    REQUIRE(compiled.kernel);
    kernel_ = compiled.kernel;
    ExpandOptions expansion;
    expansion.statics = options.statics;
    expanded_ = expand(read_rules(open_rules(grammar("hubbard_sun_density"))), expansion).graph;
  }

  Rates measured(const Machine& machine, unsigned threads) const {
    return measure(*kernel_, expanded_, {{"N", {2.0}}}, machine, threads, clock_of_rates);
  }

  template <class T>
  double configurations(const Machine& machine) const {
    return static_cast<double>(cached_batch<T>(*kernel_, machine).configurations());
  }

  double operations() const { return static_cast<double>(kernel_->figures().flops); }

 private:
  std::optional<Kernel> kernel_;
  Graph expanded_;
};

Machine small_machine() {
  Machine machine;
  machine.l2 = 1U << 17U;
  return machine;
}

}  // namespace

TEST_CASE("bench: every rate is that of its own loop") {
  const Machine machine = small_machine();
  const Density density(Precision::fp64);
  const double size = density.configurations<double>(machine);
  CHECK(size > 100);
  const Rates one = density.measured(machine, 1);
  CHECK(one.peak_flops == 2 * PeakLoop(8).flops());
  CHECK(one.baseline == 3 * size);
  CHECK(one.evaluations == 5 * size);
  CHECK(one.converting == 7 * size);
  CHECK_FALSE(one.from_memory);
  CHECK_FALSE(one.copy_bytes);
  CHECK(one.configuration_bytes == 8 * (16 + 1));
  CHECK_FALSE(one.threads_ratio);

  const Rates two = density.measured(machine, 2);
  CHECK(two.evaluations == 5 * size);
  CHECK(two.threads_ratio == Approx(11.0 * 2 / 5));

  Machine with_memory = machine;
  with_memory.memory = std::uint64_t{2} << 30U;
  const Rates large = density.measured(with_memory, 2);
  CHECK(large.evaluations == 5 * size);
  CHECK(large.from_memory == 11 * size);
  // A copy reads and writes 128 MiB: half of what batches beyond the caches take.
  CHECK(large.copy_bytes == 13.0 * 2 * (1U << 27U));
  // A window of 2e8 operations, less than what is beyond the caches.
  const double window = std::floor(2e8 / density.operations());
  CHECK((window > size && window < (1U << 28U) / large.configuration_bytes));
  CHECK(large.converting_from_memory == 17.0 * window);
  CHECK(large.threads_ratio == Approx(19.0 * 2 / 5));
}

TEST_CASE("bench --against: the ratio is that of calls in turn") {
  // Each call of the second takes twice as long, for half as many configurations: 4, less where sleep is longer than asked for.
  const auto wait = [](int milliseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  };
  const RatesInTurn rates = rates_against({[&] { wait(5); }, 600}, {[&] { wait(10); }, 300});
  CHECK(rates.ratio > 2.3);
  CHECK(rates.ratio < 8);
  CHECK(rates.evaluations < 600 / 0.005);
  CHECK(rates.against < 300 / 0.010);
}

TEST_CASE("bench: the peak is that of the kernel's precision") {
  const Machine machine = small_machine();
  CHECK(PeakLoop(4).flops() == 2 * PeakLoop(8).flops());
  CHECK(Density(Precision::fp32).measured(machine, 1).peak_flops == 2 * PeakLoop(4).flops());
  CHECK(Density(Precision::fp64).measured(machine, 1).peak_flops == 2 * PeakLoop(8).flops());
}
