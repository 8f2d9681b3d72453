// What a warp does for one unit, or for its part of the ways of one (schedule/determinant_places.h).
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/emit/cuda/text.h"
#include "compiler/emit/determinants/plan.h"

namespace diagc {

class UnitText : protected CudaText {
 protected:
  UnitText(const Graph& graph, const Schedule& schedule, const CudaOptions& options)
      : CudaText(graph, schedule, options),
        plan_(plan_determinants(graph, options)),
        shape_(plan_.shape) {}

  /// `unit2_1(record, first, last, c, once, twice)`: units of 3 vertices, one outside; passes from the first to the last.
  void unit(unsigned level, unsigned rows);
  /// `level5(words, unit, slot, works, c, once, twice, result, load)`: all units of 6 vertices, and both passes; where they
  /// are the last, load() is called as soon as the inputs are read. Of a unit's slots each has
  /// some of the ways with as many vertices in A, and barriers stand between those of fewer.
  void shared_ways(unsigned level);

  const DeterminantPlan plan_;
  const DeterminantShape& shape_;

 private:
  void begin(unsigned level, unsigned rows);
  void places(unsigned level, unsigned rows);
  void smallest_unit(unsigned rows);
  void determinants(unsigned level, unsigned rows);
  void pass_begin(unsigned level, unsigned rows);
  void fetch(unsigned level, unsigned way);
  void pair_of_ways(unsigned level, unsigned rows, unsigned pair);
  void connected();
  /// What a propagator to the vertex of this rank leads to, of a way: a value of the unit itself, or an element of an array.
  std::string operand(unsigned level, unsigned way, unsigned rank) const;
  std::string row(unsigned level, const std::string& g, unsigned way) const;
  std::string element(unsigned level, unsigned rank) const;

  std::set<std::string> loaded_;
};

}  // namespace diagc
