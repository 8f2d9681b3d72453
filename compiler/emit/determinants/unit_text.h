// What a warp does for one unit, or for its part of the ways of one (schedule/determinant_places.h).
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/emit/cuda/text.h"
#include "compiler/emit/determinants/plan.h"

namespace diagc {

/// The place of a record's word: two in a word of 32 bits.
std::string half_word(const std::string& words, unsigned i);

class UnitText : protected CudaText {
 protected:
  UnitText(const Graph& graph, const Schedule& schedule, const CudaOptions& options,
           const DeterminantSum& sum)
      : CudaText(graph, schedule, options),
        plan_(plan_determinants(sum, options)),
        shape_(plan_.shape) {}

  /// `unit2_1(record, first, last, sync, works, c, once, twice)`: units of 3 vertices, one outside; passes from the first to the last.
  void unit(unsigned level, unsigned rows);
  /// `level5(words, unit, member, works, c, once, twice, result, load)`: all units of 6 vertices and both passes, each unit by
  /// several slots, its members; where they are the last, load() is called as soon as the inputs are read. Each member has one
  /// pass over the ways with some of the vertices of highest rank in A, a barrier behind those whose values it reads.
  void divided(unsigned level);
  /// `level5(words, slot, works, c, once, twice, result, load)`: units of 6 vertices, each by several slots way by way: ways with as many
  /// vertices in B are a wave, with barriers between waves and all values in shared memory.
  void waves(unsigned level);

  const DeterminantPlan plan_;
  const DeterminantShape& shape_;

 private:
  /// Packs that are read ahead of the ways that need them.
  static constexpr unsigned ahead_of_ways = 4;

  void places_of_high(unsigned level, unsigned rows);
  void places_of_low(unsigned level);
  /// Of ways, from those of `end` down.
  void pairs_between(unsigned level, unsigned rows, unsigned begin, unsigned end);
  void stand_values(unsigned level);
  void less_unconnected(unsigned level, unsigned members);
  void begin(unsigned level, unsigned rows);
  std::string record(unsigned level, unsigned part) const;
  std::string second_record(unsigned level, unsigned part) const;
  void places_of_passes(unsigned level, unsigned rows);
  void one_way(unsigned level, unsigned rows);
  void next_record(unsigned level);
  void places(unsigned level, unsigned rows);
  void smallest_unit(unsigned rows);
  void determinants(unsigned level, unsigned rows);
  void pass_begin(unsigned level, unsigned rows);
  void fetch(unsigned level, unsigned way);
  std::string determinant_of(unsigned level, unsigned way) const;
  void pair_of_ways(unsigned level, unsigned rows, unsigned pair);
  void connected();
  /// What a propagator to the vertex of this rank leads to, of a way: a value of the unit itself, or an element of an array.
  std::string operand(unsigned level, unsigned way, unsigned rank) const;
  std::string row(unsigned level, const std::string& g, unsigned way) const;
  std::string element(unsigned level, unsigned rank) const;

  std::set<std::string> loaded_;
  bool late_sum_ = false;    ///< whether F of a whole unit comes after its first way
  bool own_stands_ = false;  ///< whether values that end in the unit are declared
};

}  // namespace diagc
