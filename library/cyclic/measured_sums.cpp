#include "library/cyclic/measured_sums.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <random>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/arrays/convolve.h"
#include "compiler/arrays/text.h"
#include "runtime/cache/cache.h"
#include "toolchain/client/toolchain.h"

namespace diagc {

namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* sums_head = "diagc sums 1";
constexpr double hopeless = 64;  ///< times as many operations
constexpr double shortest_round = 2e-3;
constexpr int rounds = 3;

/// A program with random numbers to run on.
class Trial {
 public:
  Trial(const arrays::ArrayGraph& graph, const std::vector<Type>& types,
        const GraphCodeOptions& options)
      : program_(arrays::plan_cyclic(graph, types), 0, options) {
    inputs_ = arrays_of(program_.plan().inputs, given_);
    outputs_ = arrays_of(program_.plan().outputs, results_);
    run();  // makes its workspace
  }

  /// Seconds a configuration.
  double round(double least) {
    int runs = 0;
    double seconds = 0;
    const auto begin = Clock::now();
    while (seconds < least) {
      run();
      ++runs;
      seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    }
    return seconds / runs / static_cast<double>(program_.block());
  }

 private:
  using Memory = std::vector<std::vector<std::complex<double>>>;

  std::vector<CyclicArray> arrays_of(const std::vector<std::uint32_t>& values, Memory& memory) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> number(-1, 1);
    std::vector<CyclicArray> arrays;
    memory.reserve(values.size());
    for (const std::uint32_t value : values) {
      const std::size_t apart = program_.distance(program_.plan().values[value].axis);
      auto& own = memory.emplace_back(apart * program_.block());
      for (auto& each : own) each = {number(random), number(random)};
      arrays.push_back({own.data(), apart});
    }
    return arrays;
  }

  void run() {
    // Transforms overwrite what they read.
    const Memory kept = given_;
    program_.run(inputs_, outputs_);
    for (std::size_t i = 0; i < kept.size(); ++i) std::ranges::copy(kept[i], given_[i].begin());
  }

  CyclicProgram program_;
  Memory given_, results_;
  std::vector<CyclicArray> inputs_, outputs_;
};

CacheKey key_of_sums(const arrays::ArrayGraph& graph) {
  const toolchain::Cpu cpu = toolchain::resolve_cpu("native");
  return cache_key(
      {"cyclic sums", DIAGC_VERSION, sums_head, arrays::to_text(graph), cpu.name, cpu.features});
}

std::optional<MeasuredSums> sums_from(const std::string& text) {
  std::istringstream lines(text);
  std::string head;
  MeasuredSums sums;
  if (!std::getline(lines, head) || head != sums_head ||
      !(lines >> sums.by_transforms >> sums.direct) || !(sums.by_transforms > 0) ||
      !(sums.direct > 0)) {
    return std::nullopt;
  }
  sums.transforms = sums.by_transforms <= sums.direct;
  return sums;
}

}  // namespace

MeasuredSums timed_sums(const arrays::ArrayGraph& graph, const std::vector<Type>& types,
                        const GraphCodeOptions& options, double seconds_of_round, bool direct) {
  Trial by_transforms(arrays::convolve(graph), types, options);
  std::optional<Trial> by_sums;
  if (direct) by_sums.emplace(graph, types, options);
  double fast = 1e300, slow = 1e300;
  for (int round = 0; round < rounds; ++round) {
    fast = std::min(fast, by_transforms.round(seconds_of_round));
    if (by_sums) slow = std::min(slow, by_sums->round(seconds_of_round));
  }
  return {!direct || fast <= slow, fast, direct ? slow : 0};
}

MeasuredSums measured_sums(const arrays::ArrayGraph& graph, const std::vector<Type>& types,
                           const GraphCodeOptions& options) {
  const arrays::CyclicCost cost = arrays::cost_of(arrays::convolve(graph));
  if (!options.use_cache || options.target != Target::cpu || cost.transforms == 0 ||
      arrays::cost_of(graph).operations > hopeless * cost.operations) {
    return {};
  }
  Cache cache(cache_options_from_environment());
  const CacheKey key = key_of_sums(graph);
  if (const std::optional<CacheEntry> entry = cache.find(key)) {
    if (const auto sums = sums_from(entry->payload)) return *sums;
  }
  MeasuredSums sums;
  try {
    sums = timed_sums(graph, types, options, shortest_round, true);
  } catch (const std::runtime_error&) {
    return {};  // arrays of several axes; no compiler, which the program itself says
  }
  const std::string text = fmt::format("{}\n{} {}\n", sums_head, sums.by_transforms, sums.direct);
  cache.store(key, {text, {{"kind", "sums"}}});
  // Where nothing can be kept the next run has to choose alike.
  const std::optional<CacheEntry> kept = cache.find(key);
  return kept ? sums_from(kept->payload).value_or(MeasuredSums{}) : MeasuredSums{};
}

}  // namespace diagc
