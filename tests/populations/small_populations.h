// Two small populations with known averages: a Markov chain, and independent samples with cuts, two outputs and two weights. Each runs on
// the processor and, with the same numbers, on a device, where the kernel is launched between two parts of the step.
#pragma once

#include <Random123/philox.h>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "diagc/compile.h"
#include "runs/population/population.h"

namespace diagc::runs {

struct GroupsOptions {
  std::vector<std::uint32_t> groups;  ///< numbers of own ones
  std::uint32_t members = 32;         ///< of a group
  std::uint32_t seed = 1;
  bool picks = false;  ///< samples on processors: see is_picked()
};

/// Four random words of a member at a step.
inline std::array<std::uint32_t, 4> random_words(std::uint32_t member, std::uint64_t step,
                                                 std::uint32_t seed) {
  const r123::Philox4x32 generator;
  const auto words = generator(
      {{member, static_cast<std::uint32_t>(step), static_cast<std::uint32_t>(step >> 32U), 0}},
      {{seed, 77}});
  return {words[0], words[1], words[2], words[3]};
}
inline double uniform(std::uint32_t word) { return (word + 0.5) * 0x1p-32; }

// The chain: states 0 … 7 on a ring, state k as probable as k + 1; what is averaged is k².

constexpr std::uint32_t ring = 8;
constexpr const char* chain_rules = "grammar chain\ninput k : real\noutput weight = k + 1\n";

struct ChainMember {
  std::uint32_t state, trial;
};

inline ChainMember chain_propose(std::uint32_t state, std::array<std::uint32_t, 4> random) {
  return {state, (state + ((random[0] & 1U) != 0 ? 1 : ring - 1)) % ring};
}
/// The state after the step.
inline std::uint32_t chain_decide(ChainMember member, double trial_weight,
                                  std::array<std::uint32_t, 4> random) {
  return uniform(random[1]) * (member.state + 1) < trial_weight ? member.trial : member.state;
}
inline double chain_mean() {
  double above = 0, below = 0;
  for (std::uint32_t k = 0; k < ring; ++k) {
    above += k * k * (k + 1.0);
    below += k + 1.0;
  }
  return above / below;
}

// The samples: x, y, z uniform in [0, 1), kept where x + y > 1/2; two integrands, each with weights 1 and 2 y.

constexpr const char* sample_rules =
    "grammar samples\ninput x[1..2] : real\ninput y : real\n"
    "output f = x[1] * x[1] * y\noutput g = x[2] + y * y\n";
constexpr std::size_t sample_cells = 8;  // of x, filled with f
constexpr double sample_unit = 0x1p-20;  // of the histogram

struct Sample {
  double x, z, y;
  bool passes() const { return x + y > 0.5; }
};
inline Sample draw_sample(std::array<std::uint32_t, 4> random) {
  return {uniform(random[0]), uniform(random[1]), uniform(random[2])};
}
/// Samples of which a population picks the rows, with x as their value.
inline bool is_picked(std::array<std::uint32_t, 4> random) { return random[3] < 1U << 26U; }
/// f, 2 y f, g, 2 y g.
inline std::array<double, 4> sample_row(const Sample& sample, double f, double g) {
  return {f, 2 * sample.y * f, g, 2 * sample.y * g};
}
inline std::array<double, 4> sample_means() {
  return {1.0 / 6 - 1.0 / 1920, 2.0 / 9 - 2.0 / 11520, 7.0 / 16 + 1.0 / 3 - 1.0 / 192,
          1 - 1.0 / 48 - 1.0 / 320};
}

/// Compiled once.
inline Kernel small_kernel(const char* rules) {
  static std::mutex mutex;
  static std::map<std::string, Kernel> kernels;
  const std::lock_guard lock(mutex);
  if (const auto found = kernels.find(rules); found != kernels.end()) return found->second;
  const Compiled compiled =
      compile_text(rules, "small.diag", {.precision = Precision::fp64, .use_cache = false});
  if (!compiled.kernel) throw std::runtime_error(compiled.diagnostics.at(0).rendered);
  return kernels.emplace(rules, compiled.kernel->with_threads(1)).first->second;
}

/// What both have in common: groups of walkers or samples, numbered through.
class SmallPopulation : public Population {
 public:
  SmallPopulation(GroupsOptions options, PopulationShape shape)
      : options_(std::move(options)), shape_(shape) {}
  const PopulationShape& shape() const override { return shape_; }
  std::uint32_t stretch() const override { return 16; }
  void configure(std::span<const std::byte> tables) override {
    if (!tables.empty()) throw std::runtime_error("it has tables");
  }
  void start(std::size_t, std::uint64_t) override {}

 protected:
  /// Number of the member at this place among those of own groups.
  std::uint32_t number(std::size_t place) const {
    return options_.groups[place / options_.members] * options_.members +
           static_cast<std::uint32_t>(place % options_.members);
  }
  std::size_t members() const { return options_.groups.size() * options_.members; }
  static void check_states(std::span<const std::uint32_t> states) {
    for (const std::uint32_t state : states) {
      if (state >= ring) throw std::runtime_error("a state is not on the ring");
    }
  }

  GroupsOptions options_;

 private:
  PopulationShape shape_;
};

inline PopulationShape chain_shape(const GroupsOptions& options) {
  return {.members = options.members,
          .quantities = 1,
          .counters = 1,
          .state_bytes = options.members * sizeof(std::uint32_t)};
}
inline PopulationShape sample_shape(const GroupsOptions& options) {
  return {.members = options.members,
          .quantities = 4,
          .counters = 1,
          .cells = sample_cells,
          .picks = options.picks};
}

std::unique_ptr<Population> cpu_chain(GroupsOptions options);
std::unique_ptr<Population> cpu_samples(GroupsOptions options);
/// On the fake driver's device of this number, whose kernels add_small_kernels() has made.
std::unique_ptr<Population> device_chain(GroupsOptions options, int device);
std::unique_ptr<Population> device_samples(GroupsOptions options, int device);
void add_small_kernels();

}  // namespace diagc::runs
