// Array graphs with cyclic axes, ready to run on a processor.
#pragma once

#include <complex>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "compiler/arrays/cyclic_plan.h"
#include "library/cyclic/graph_code.h"
#include "library/cyclic/orbit_places.h"
#include "runtime/linear/cyclic_transform.h"
#include "runtime/linear/orbit_transform.h"

namespace diagc {

/// The numbers of an array for all configurations of a block: that of point k of configuration c is numbers[c · distance + k]. Of an array
/// without axes there is one number a configuration.
struct CyclicArray {
  std::complex<double>* numbers = nullptr;
  std::size_t distance = 1;
};

/// May be used by several threads at once. Results do not depend on what stands in the other configurations of a block.
class CyclicProgram {
 public:
  /// `block`: configurations that a call computes; 0: as many as stay in a cache.
  CyclicProgram(arrays::CyclicPlan plan, std::size_t block, const GraphCodeOptions& options);
  ~CyclicProgram();
  CyclicProgram(CyclicProgram&&) noexcept;

  /// The same of arrays that are the same on orbits of points, one number for each orbit; `block` as above. Nothing where arrays have several axes or a sum
  /// reads an array at a sum of variables.
  std::optional<CyclicProgram> on_orbits(const linear::Orbits& orbits, std::size_t block) const;

  std::size_t block() const { return block_; }
  /// From configuration to configuration, of an array along this axis, as CyclicValue counts axes.
  std::size_t distance(std::uint32_t axis) const;
  const arrays::CyclicPlan& plan() const { return plan_; }

  /// Inputs in the order of the plan, which are overwritten; arrays of real inputs have imaginary parts, too, which are not read. Outputs may lie where
  /// inputs lie. `distance` of all is distance() of their axes.
  void run(std::span<const CyclicArray> inputs, std::span<const CyclicArray> outputs) const;

 private:
  struct Workspace;
  struct Call;
  CyclicProgram(const CyclicProgram& of_points, const linear::Orbits& orbits, std::size_t block);
  std::size_t points_of(std::uint32_t axis) const;
  void choose_block();
  void analyse();
  std::unique_ptr<Workspace> workspace() const;

  arrays::CyclicPlan plan_;
  std::size_t block_;
  std::unique_ptr<const OrbitShape> orbits_;  ///< null: every point has its own number
  std::vector<std::unique_ptr<linear::Transform>> transforms_;  ///< by axis from 1 on
  std::vector<RangeFunction<double>> code_;                     ///< by step
  std::vector<std::size_t> input_of_;  ///< by value; of what is no input: none
  std::vector<std::size_t>
      direct_output_of_;      ///< by value: an output that an inverse is written to at once
  std::vector<bool> loaded_;  ///< by value: an input that is needed as rows
  std::vector<bool> spread_;  ///< by value: a number that steps along an axis read
  struct Idle;
  std::unique_ptr<Idle> idle_;
};

}  // namespace diagc
