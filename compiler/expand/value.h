// What expansion computes with: static values, and dynamic ones as they grow into nodes.
#pragma once

#include <cstdint>

#include "compiler/graph/calls.h"
#include "compiler/graph/graph.h"

namespace diagc::expansion {

/// One word of kind and one of content.
///
///   integer, boolean, set   static; the content itself
///   rational                static; any other number: slot of Numbers. Equal numbers are equal values
///   node                    dynamic scalar: coefficient · node
///   sum                     dynamic scalar: terms of the term stack from `index` up
///   product                 dynamic scalar: coefficient · factors of the factor stack from `index` up
///   vector                  dynamic vector: entry `index` of the vector pool
///   vector_sum              dynamic vector: terms of the vector term stack from `index` up
///   variable                axis variable: level `index`, axis `coefficient`
///   argument                sum of variables of a cyclic axis: entry `index` of Axes, axis `coefficient`
///   variables               family of them: entry `index` of Axes
///   table                   condition on axis variables: entry `index` of Axes
///   iterator                state of a loop, no value
///   absent, unfinished      states of a call without a value, see Memo
///
/// Sums and products are open: they belong to the one place that holds them, and what lies above them on the
/// value stack has its terms above theirs. Freezing closes them; only frozen values are bound to names.
struct Value {
  enum class Tag : std::uint8_t {
    integer,
    boolean,
    set,
    rational,
    node,
    sum,
    product,
    vector,
    vector_sum,
    variable,
    argument,
    variables,
    table,
    iterator,
    absent,
    unfinished,
  };
  Tag tag = Tag::integer;
  CoefficientId coefficient = unit_coefficient;
  union {
    std::int64_t integer = 0;
    std::uint64_t bits;
    std::uint64_t index;
  };

  static Value of_integer(std::int64_t integer) {
    return make(Tag::integer, static_cast<std::uint64_t>(integer));
  }
  static Value of_boolean(bool truth) { return make(Tag::boolean, truth ? 1 : 0); }
  static Value of_set(std::uint64_t mask) { return make(Tag::set, mask); }
  static Value of_node(NodeId node, CoefficientId coefficient = unit_coefficient) {
    return make(Tag::node, node, coefficient);
  }
  static Value make(Tag tag, std::uint64_t bits, CoefficientId coefficient = unit_coefficient) {
    Value value;
    value.tag = tag;
    value.coefficient = coefficient;
    value.bits = bits;
    return value;
  }

  NodeId node() const { return static_cast<NodeId>(index); }
  bool is_static() const { return tag <= Tag::rational; }
  bool is_number() const { return tag == Tag::integer || tag == Tag::rational; }
  bool is_zero() const { return tag == Tag::integer && integer == 0; }
  bool is_scalar() const { return tag >= Tag::node && tag <= Tag::product; }  ///< and dynamic
  bool is_vector() const { return tag == Tag::vector || tag == Tag::vector_sum; }
  bool is_of_axes() const { return tag >= Tag::variable && tag <= Tag::table; }
  bool is_finished() const { return tag < Tag::iterator; }
};
static_assert(sizeof(Value) == 16);

}  // namespace diagc::expansion
