// A graph as records for a kernel that reads it from tables, level by level: the form of Sturt and Kozik
// (arXiv:2501.00675), extended to any graph.
//
// Two arrays of numbers belong to a configuration, a complex value taking two numbers, real part first:
//
//   values   values[0] is 1; then the values of the graph, level by level
//   known    rows of the inputs, all of them in order; then numbers that are in no other place: `numbers`, and what depends on
//            params alone (`uniforms`)
//
// All values but values[0] begin as 0. The records of a level read values of earlier levels only; those of one level may be
// taken in any order or at once, if additions are atomic.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "compiler/schedule/schedule.h"

namespace diagc {

/// values[dst] += values[src] · known[leaf] · known[scalar], all real.
struct EdgeRecord {
  std::uint32_t dst, src, leaf, scalar;
};

/// Anything else: an operation on operands first … first + count − 1 of the operand table, into values[dst]. Operation 0 adds
/// the product of its operands to values[dst]; the others are `EdgeTables::operations`, and assign.
struct StepRecord {
  std::uint32_t dst, operation, first, count;
};

/// Place of an operand: an index into `values` or `known`.
inline constexpr std::uint32_t place_complex = 1u << 31;
inline constexpr std::uint32_t place_known = 1u << 30;

/// Records of a level end here; they begin where those of the level before end.
struct LevelRecord {
  std::uint32_t edges_end, steps_end;
};

struct EdgeTables {
  EdgeTables(const Graph& graph, const Schedule& schedule);

  /// A kind of node that is neither sum nor product, with the types that decide how it is written.
  struct Operation {
    Kind kind;
    Type type, first,
        second;  ///< of the node and its operands; `second` is real where there is one operand
    auto operator<=>(const Operation&) const = default;
  };

  std::vector<EdgeRecord> edges;
  std::vector<StepRecord> steps;
  std::vector<std::uint32_t> operands;
  std::vector<LevelRecord> levels;
  std::vector<Operation> operations;  ///< operation 1, 2, …

  /// A number that depends on params: ± coefficient · factors, which are uniform nodes. It takes two places when complex.
  struct Uniform {
    SumTerm term;
    Type type = Type::real;
    std::uint32_t place = 0;
  };
  std::vector<Rational> numbers;  ///< at first_number of `known`; the first is 1
  std::uint32_t first_number = 0;
  std::vector<Uniform> uniforms;

  /// The node whose value begins at a place of `values`, in the order of places.
  struct Value {
    NodeId node;
    std::uint32_t place;
  };
  std::vector<Value> value_nodes;

  std::uint32_t known = 0;                   ///< numbers in the array
  std::uint32_t values = 0;                  ///< likewise
  std::vector<std::uint32_t> output_places;  ///< by output scalar
};

}  // namespace diagc
