// Fields of a theory at two times: which there are, which are each other's adjoints, and which stage computes them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "compiler/arrays/two_time_plan.h"
#include "compiler/arrays/two_time_sample.h"

namespace diagc::arrays {

/// A field that is a value but for its sign.
struct FieldReference {
  std::uint32_t field = 0;
  int sign = 1;
};

class TwoTimeFields {
 public:
  /// Where a field comes from: a node, or its adjoint.
  struct Origin {
    ArrayId node = 0;
    bool is_adjoint = false;
  };

  /// All fields that the graph's outputs, the self-energy, are made of. Both outlive this. Throws what plan_two_times() does.
  TwoTimeFields(const ArrayGraph& graph, const TwoTimeInputs& inputs);

  const ArrayGraph& graph() const { return graph_; }
  const ArrayNode& node(ArrayId id) const { return graph_.nodes[id]; }
  std::uint32_t greens() const { return static_cast<std::uint32_t>(inputs_.bands * inputs_.bands); }
  const std::vector<ArrayId>& vertices() const { return vertices_; }
  bool is_vertex(ArrayId id) const { return vertex_of_.contains(id); }
  std::uint32_t vertex(ArrayId id) const { return vertex_of_.at(id); }
  bool is_leaf(ArrayId id) const {
    return is_green(id) || node(id).kind == ArrayKind::compose ||
           node(id).kind == ArrayKind::volterra;
  }
  /// As TwoTimePlan says.
  bool is_hermitian() const;

  std::vector<TwoTimeField>& all() { return fields_; }
  const Origin& origin(std::uint32_t number) const { return origins_[number]; }
  /// The field that is a node's value, or its adjoint.
  FieldReference field(ArrayId id, bool is_adjoint);
  /// Fields, also at exchanged times, that a pointwise node is made of.
  std::set<ArrayId> leaves_below(ArrayId root) const;
  /// Whether a leaf stands below a node as it is, or at exchanged times.
  std::array<bool, 2> how_below(ArrayId root, ArrayId leaf) const;
  /// The first stage whose kernel may compute a pointwise node.
  std::uint32_t level_below(ArrayId root, bool is_adjoint);

 private:
  bool is_green(ArrayId id) const { return green_of_.contains(id); }
  void read_inputs();
  void check_statistics(ArrayId output) const;
  /// Another node whose value is the adjoint of this one, but for the sign.
  std::optional<FieldReference> existing_adjoint(ArrayId id);
  /// Makes all fields that those which there are depend on.
  void settle();
  void use_below(const Origin& origin, ArrayId leaf);
  void store(std::uint32_t number);
  /// The stage that computes a field.
  std::uint32_t level(std::uint32_t number);
  /// The first stage whose products may take a field.
  std::uint32_t ready(std::uint32_t number);

  const ArrayGraph& graph_;
  const TwoTimeInputs& inputs_;
  GreenSample sample_;
  std::vector<TwoTimeField> fields_;
  std::vector<Origin> origins_;  ///< by field
  std::map<ArrayId, std::uint32_t> green_of_, vertex_of_;
  std::vector<ArrayId> vertices_;
  std::map<std::pair<ArrayId, bool>, FieldReference> field_of_;
  std::map<std::uint32_t, std::uint32_t> level_of_;
  std::size_t settled_ = 0, names_ = 0;
};

}  // namespace diagc::arrays
