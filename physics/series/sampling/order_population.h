// The walkers of one order that this process owns, whatever steps them.
//
// A step of a walker gives f/p and λw/p, p = |f| + λ w being what is sampled. The integral of f is λ times the ratio of their averages,
// ρ = Σ f/p / Σ λw/p, because that of w is 1. Both are within [−1, 1]: no sample can outweigh the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "diagc/kernel.h"
#include "physics/lattice/model.h"
#include "physics/series/sampling/chain_weight.h"
#include "physics/series/sampling/place_check.h"
#include "physics/series/sampling/sampled_order.h"
#include "physics/series/sampling/step_memory.h"
#include "physics/series/sampling/step_tables.h"

namespace diagc::series {

/// How steps on a device are put around a kernel (step_cuda.h). Automatic: fused where the kernel has schedule straight, else split.
enum class GpuForm { automatic, fused, split };

struct OrderOptions {
  std::vector<double> params = {};  ///< as Kernel::param_numbers gives them
  std::uint64_t seed = 1;
  std::vector<std::uint32_t> groups = {};  ///< numbers of own groups
  std::uint32_t group_blocks = 1;          ///< blocks of 128 walkers that a group has
  int device = 0;                          ///< for kernels of target cuda: one of the kernel's
  GpuForm form = GpuForm::automatic;       ///< there
  bool use_cache = true;                   ///< for compiled steps
  std::stop_token stop = {};               ///< compiling ends early
};

class OrderPopulation : public SampledOrder {
 public:
  static constexpr std::uint32_t block_walkers = 128;
  /// Of a row; behind them those of a population that measures several components.
  enum Quantity : std::size_t { integrand, normalisation, quantities };
  /// Proposals that were accepted, by kind, and those whose integrand was no finite number.
  enum Counter : std::size_t { redraws, draws, shifts, roots, broken, counters };

  const runs::PopulationShape& shape() const final { return shape_; }
  std::uint32_t stretch() const final;
  runs::Bytes tables() const final;
  void configure(std::span<const std::byte> tables) final;
  runs::Estimate estimate(std::span<const runs::GroupStatistics> groups) const final;
  double unit() const final { return plan_.normalisation; }
  std::string sampling() const final { return "chain"; }
  void describe(const runs::Sums& total, OrderResult& result) const final;

  const StepPlan& plan() const { return plan_; }
  /// New links, moves, λ; walkers stay where they are.
  virtual void set_plan(const StepPlan& plan) = 0;
  /// Σ |f| / w over the walkers of each group of a part, as they are: after start() the average of |f| / w over independent draws.
  virtual std::vector<double> chain_sizes(std::size_t part) = 0;
  virtual std::size_t walker_bytes() const = 0;
  /// What the link of vertex v has before anything was learned, [cell]; 0 where it never leads.
  virtual std::vector<double> background(std::uint32_t v, const lattice::Model& model) const;
  /// One cycle; `redraw` as move_cycle() has it.
  virtual std::vector<std::uint8_t> moves(bool redraw) const;

 protected:
  OrderPopulation(std::uint32_t order, std::uint32_t least_stretch, const OrderOptions& options,
                  const LinkClasses& classes, const PairCodes& codes, const lattice::Space& space,
                  std::uint32_t all_quantities = quantities);
  const LinkClasses& link_classes() const { return classes_; }

  /// Number of a block of walkers, by its place among the own ones.
  std::uint32_t block_number(std::size_t block) const {
    return groups_[block / group_blocks_] * group_blocks_ +
           static_cast<std::uint32_t>(block % group_blocks_);
  }
  std::size_t block_count() const { return groups_.size() * group_blocks_; }
  /// Whether links of the block of that number are counted: of the first ones all, so that few are enough, then every eighth.
  static bool is_counted(std::uint32_t number) { return number < 256 || number % 8 == 0; }
  /// What a block of walkers gave in so many steps.
  static void add(runs::Sums& to, const StepSums& sums, std::uint64_t steps);
  /// Throws unless all these walkers of a block, rows of [what][vertex][walker], are where walkers may be.
  void check_places(std::span<const std::uint32_t> places) const {
    check_(places, order_ + 1, block_walkers);
  }
  /// Rows of times, codes and anchors of all vertices.
  std::uint32_t place_rows() const { return place_rows_; }

  std::uint32_t order_;
  std::uint32_t group_blocks_;
  std::vector<std::uint32_t> groups_;
  StepPlan plan_;

 private:
  const LinkClasses& classes_;
  std::uint32_t least_stretch_, place_rows_;
  bool several_roots_;
  PlaceCheck check_;
  runs::PopulationShape shape_;
};

/// What the orders of a job have in common, in the precision of their kernels.
class SharedWalkerTables {
 public:
  virtual ~SharedWalkerTables() = default;
  virtual const LinkClasses& classes() const = 0;

  /// Walkers around this kernel; those of a kernel of target cuda are in the memory of a device. These tables must live as long.
  virtual std::unique_ptr<OrderPopulation> make(const Kernel& kernel,
                                                const OrderOptions& options) const = 0;

  /// What the steps of a kernel are compiled from: C++, or CUDA as device `device` gets it. Where the graph is not
  /// part of the step, its source comes first.
  virtual std::string source(const Kernel& kernel, int device) const = 0;
};

std::unique_ptr<SharedWalkerTables> shared_walker_tables(const lattice::Model& model,
                                                         diagc::Precision precision,
                                                         std::uint32_t link_bins);

}  // namespace diagc::series
