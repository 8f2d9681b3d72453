// What a kernel takes and gives: inputs, params and outputs with shapes, types and documentation.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/graph/value.h"
#include "diagc/element_shape.h"

namespace diagc {

/// The static range a..b of one index (empty when last < first).
struct IndexRange {
  std::int64_t first = 0;
  std::int64_t last = -1;
  std::int64_t size() const { return last < first ? 0 : last - first + 1; }
  bool operator==(const IndexRange&) const = default;
};

/// One `input`, `param` or `output`. Elements are numbered with the last index fastest; component c of element e is
/// scalar `first + e * components() + c` of its list (leaf, param or output scalar).
struct Variable {
  std::string name;
  std::string doc;
  std::vector<IndexRange> ranges;  ///< empty: a single value
  ElementShape shape = ElementShape::scalar;
  Type type = Type::real;   ///< of each component; for outputs: complex if any element is
  std::uint32_t first = 0;  ///< number of its first scalar

  std::int64_t components() const { return static_cast<std::int64_t>(diagc::components(shape)); }
  std::int64_t elements() const;
  std::int64_t scalars() const { return elements() * components(); }
  /// "G[2,3]", "p[1].x": the scalar with this number.
  std::string scalar_name(std::uint32_t scalar) const;
};

struct Signature {
  std::string name;  ///< the grammar's
  std::string doc;
  std::vector<std::pair<std::string, std::string>> statics;  ///< name, value ("6", "true")
  std::vector<Variable> inputs;
  std::vector<Variable> params;
  std::vector<Variable> outputs;

  std::uint32_t leaves() const;  ///< scalars of all inputs
  const Variable& input_of(std::uint32_t leaf) const;
  const Variable& param_of(std::uint32_t scalar) const;
};

}  // namespace diagc
