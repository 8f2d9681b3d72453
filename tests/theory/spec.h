// A theory as plain data: written as a rule file for the compiler, and contracted by brute force beside it.
#pragma once

#include <string>
#include <vector>

namespace diagc::testing {

enum class FieldKind { fermion, boson, real };
enum class Flavours { one, equal, conserved, matrix };

/// The propagator is the input `G_NAME`; flavours of conserved and matrix kind are 1 and 2.
struct FieldSpec {
  std::string name;
  FieldKind kind = FieldKind::fermion;
  Flavours flavours = Flavours::one;
};

struct OperatorSpec {
  std::size_t field = 0;
  bool creates = false;
  int point = 0;    ///< of the vertex; of an external operator its index
  int flavour = 0;  ///< 0: shared with its partner and summed over
};

/// `order` vertices with `points` points each: coefficient times operators.
struct VertexSpec {
  std::string name;
  int order = 1;
  int points = 1;
  int numerator = 1, denominator = 1;
  std::vector<OperatorSpec> operators;
};

enum class Class { connected, amputated, irreducible, skeleton };

struct TheorySpec {
  std::vector<FieldSpec> fields = {};
  std::vector<VertexSpec> vertices = {};
  std::vector<OperatorSpec> external = {};  ///< of `connected`, and the ends of `irreducible`
  int external_points = 0;                  ///< indices 0 … external_points-1
  Class kept = Class::connected;
  std::size_t line = 0;  ///< field of an amputated line
  std::vector<std::size_t> cut = {};
  std::vector<std::size_t> even = {};
  bool all_labellings = false;
  int flavours = 3;  ///< value of N

  /// Whether operators are given, not a line that enters and leaves.
  bool has_operators() const { return kept == Class::connected || !external.empty(); }
  int index(std::size_t vertex, int label, int point) const;  ///< labels from 1
  int indices() const;
};

/// The first vertex of a set and a point of it.
struct EntrySpec {
  std::size_t vertex = 0;
  int point = 0;
};
/// Every point where an amputated line may enter.
std::vector<EntrySpec> entries_of(const TheorySpec& theory);

/// The rule file. An amputated line gives an output for each of the entries, `from_NAME_POINT[b]`; else there is `value`.
std::string text_of(const TheorySpec& theory, const std::vector<EntrySpec>& entries = {});

}  // namespace diagc::testing
