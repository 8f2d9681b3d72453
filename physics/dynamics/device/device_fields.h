// What a theory in stages has besides G on a device (fields/staged_theory.h): rows of fields, and what they are made with. Of DeviceEngine alone.
#pragma once

#include <span>
#include <vector>

#include "physics/dynamics/device/device_code.h"
#include "physics/dynamics/device/device_memory.h"
#include "physics/dynamics/fields/staged_theory.h"

namespace diagc::dynamics {

/// An equation's arrays: addresses of rows, [unknown] or [left factor].
struct EquationArrays {
  explicit EquationArrays(const cuda::Device& device);
  DeviceNumbers parts, rests, sums, unknowns, mixed_rests, mixed_sums, mixed_unknowns;
};

struct DeviceFields {
  /// Throws what DeviceCode does, std::runtime_error, "found …, expected …", where an equation has more unknowns than a kernel solves for.
  DeviceFields(const cuda::Device& device, const StagedTheory& theory, const DeviceTheory& texts,
               std::size_t order, std::size_t bands, const DeviceSettings& settings);

  std::size_t block_bytes() const { return 2 * shape.factor() * sizeof(Complex); }
  /// Bytes of shared memory for the inverse of a matrix (text/inverse.cuh).
  static std::size_t inverse_shared(std::size_t size);
  bool is_stored(std::size_t field) const;
  /// Whether rows of it are made: of an element of G only where it is a factor.
  bool is_made(std::size_t field) const;
  /// What a stage reads besides G.
  std::span<const std::uint32_t> reads_of(std::size_t stage) const {
    return std::span(plan.stages[stage].reads).subspan(elements);
  }
  /// Of all arrays that grow with the number of nodes, but for rows that are kept.
  std::size_t bytes() const;

  const arrays::TwoTimePlan& plan;
  std::size_t elements;  ///< of G
  DeviceShape shape;     ///< of one band
  DeviceCode code;
  std::vector<std::size_t> places;    ///< by field: storage_places()
  std::vector<DeviceNumbers> rows;    ///< by field, of the panel that is solved: [point][block]
  std::vector<DeviceNumbers> mixed;   ///< by field: [point][node][node of the imaginary branch]
  std::vector<DeviceNumbers> tables;  ///< by field that is stored: rows of all panels
  std::vector<DeviceNumbers> mixed_tables;
  std::vector<DeviceNumbers> continuations;  ///< by place in storage: along the imaginary branch
  std::vector<DeviceNumbers> reads, writes, mixed_reads, mixed_writes, signs, roots;  ///< by stage
  std::vector<std::vector<EquationArrays>> equations;                                 ///< by stage
  std::vector<DeviceNumbers> sums, mixed_sums;  ///< by unknown of an equation
  /// Of several devices: by place among what a stage reads besides G, or writes, blocks of others' points; by field G^⌉ of all points.
  std::vector<DeviceNumbers> received, results, all_mixed;
  DeviceNumbers received_table, results_table;
  DeviceNumbers vertices, on_branch, along_axis, left, discarded, inverses;
};

/// Throws std::runtime_error, "found …, expected …", where kernels do not take a theory in stages.
void check_stages(const StagedTheory& theory, std::size_t order);

}  // namespace diagc::dynamics
