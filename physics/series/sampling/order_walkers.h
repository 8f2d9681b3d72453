// All walkers of one order that this process owns, whatever steps them.
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
#include "physics/series/sampling/step_memory.h"
#include "physics/series/sampling/step_tables.h"

namespace diagc::integrate {

/// How steps on a device are put around a kernel (step_cuda.h). Automatic: fused where the kernel has schedule straight, else split.
enum class GpuForm { automatic, fused, split };

/// Functions that take a block may be called for different blocks at the same time.
class OrderWalkers {
 public:
  static constexpr std::uint32_t block_walkers = 128;

  virtual ~OrderWalkers() = default;

  /// New links, moves, λ; call refresh() or start() for all blocks before the next step.
  virtual void set_plan(const StepPlan& plan) = 0;

  /// Independent places drawn from the chain weight; Σ |f| / w over the walkers of the block.
  virtual double start(std::size_t block, std::uint64_t step) = 0;
  virtual void refresh(std::size_t block) = 0;
  /// Steps first … first + steps − 1. Where `counts` is not empty, |f| / p of every walker as it is then is added to the cells of its
  /// links, [vertex − 1][cell], in units of 2⁻²⁰: whole numbers, whose sum over blocks does not depend on order. (What one block adds may
  /// include others, which then add nothing.) Of many blocks only some are counted.
  virtual StepSums walk(std::size_t block, std::uint64_t first, std::uint64_t steps,
                        std::span<std::uint64_t> counts = {}) = 0;

  /// All that walkers are, to be read and set (then refresh()).
  virtual std::vector<std::uint32_t> places(std::size_t block) const = 0;
  virtual void set_places(std::size_t block, std::span<const std::uint32_t> places) = 0;
  /// Keeps the places of all walkers of all blocks; and puts them where they were then (refresh() follows).
  virtual void remember() = 0;
  virtual void go_back() = 0;
  virtual std::size_t walker_bytes() const = 0;

 protected:
  /// Whether links of the block of that number are counted: of the first ones all, so that few are enough, then every eighth.
  static bool is_counted(std::uint32_t number) { return number < 256 || number % 8 == 0; }
};

/// What the orders of a job have in common, in the precision of their kernels.
class SharedWalkerTables {
 public:
  virtual ~SharedWalkerTables() = default;
  virtual const LinkClasses& classes() const = 0;

  /// Walkers of blocks that are numbered so; params as Kernel::param_numbers gives them. Walkers of a kernel
  /// of target cuda are in the memory of device `device`, which is one of the kernel's.
  virtual std::unique_ptr<OrderWalkers> make(const Kernel& kernel,
                                             const std::vector<double>& params, std::uint64_t seed,
                                             const std::vector<std::uint32_t>& blocks, int device,
                                             bool use_cache, std::stop_token stop,
                                             GpuForm form = GpuForm::automatic) const = 0;

  /// What the steps of a kernel of so many params are compiled from: C++, or CUDA as device `device` gets it. Where the graph is not
  /// part of the step, its source comes first.
  virtual std::string source(const Kernel& kernel, std::size_t params, int device) const = 0;
};

std::unique_ptr<SharedWalkerTables> shared_walker_tables(const Model& model,
                                                         diagc::Precision precision,
                                                         std::uint32_t link_bins);

}  // namespace diagc::integrate
