// A theory as derivation sees it: classes of legs, symmetry factors, signs.
#pragma once

#include "compiler/rules/rules.h"
#include "compiler/theory/term.h"

namespace diagc::theory {

/// Which open leg is contracted next, where none is forced.
enum class Walk {
  line,    ///< legs come in pairs, a line goes in at one and out at the other
  trail,   ///< stay at the vertex just touched
  lowest,  ///< the lowest vertex that has open legs
};
std::string_view to_string(Walk walk);

struct Field {
  enum class Flavours { one, equal, conserved, matrix };

  const syntax::Decl* decl = nullptr;
  Flavours flavours = Flavours::one;
  bool is_directed = true;  ///< fermion or boson: its lines have a direction
  bool is_line = true;      ///< its legs come in slots that a line goes through; else singly
  int loop_sign = 1;        ///< -1 of fermions
  bool flips = false;       ///< some vertex changes a conserved flavour

  const std::string& name() const { return decl->name; }
  /// Whether lines have a flavour as an argument, and whether it differs from that of their start.
  bool has_flavour() const {
    return flavours == Flavours::conserved || flavours == Flavours::matrix;
  }
  bool has_two_flavours() const { return has_flavour() && (flips || flavours == Flavours::matrix); }
  const syntax::Expr& flavour_range() const { return *decl->flavours.back().range; }
};

/// Equal legs of a vertex: single operators of a real field, or slots, an annihilator where a line goes in and a creator where it goes on.
struct LegClass {
  std::size_t field = 0;
  std::size_t in = 0;                        ///< point
  std::size_t out = 0;                       ///< point; of a single leg the same
  const syntax::Expr* flavour_in = nullptr;  ///< null: any, the same as goes out
  const syntax::Expr* flavour_out = nullptr;
  int count = 0;

  /// A slot of a real field can be entered at both ends: whether that makes no difference.
  bool is_same_from_both_ends() const;
};

/// Legs left of each class.
using Counts = std::vector<int>;

/// A set of vertices, or the operators of one external point.
struct Species {
  const syntax::Decl* vertex = nullptr;  ///< null: external
  std::string name;
  Span place;
  std::vector<const syntax::Expr*> points;  ///< index expressions of the label
  std::vector<LegClass> classes;
  /// A way to touch an untouched one: a class, and the number of legs that are the same up to exchanges of points.
  struct Touch {
    std::size_t leg;
    int choices;
  };
  std::vector<Touch> touches;
  Number number =
      1;  ///< coefficient as far as it is a number, with the sign of the order of fermion operators
  Term factor;  ///< the rest of the coefficient; null: 1
  /// Of a vertex: its label and their range.
  std::string label;
  const syntax::Expr* first = nullptr;
  const syntax::Expr* last = nullptr;

  bool is_external() const { return vertex == nullptr; }
  Counts full() const;
  /// Whether no label puts the point at this index, as far as that can be seen for any order.
  bool is_never_at(std::size_t point, const syntax::Expr& index) const;
  /// Index of a point of the vertex with this label.
  Term index(std::size_t point, const Term& at_label) const;
};

/// What a file says of fields and vertices, with legs of real fields in slots where the walk follows lines.
struct Model {
  std::vector<Field> fields;
  std::vector<Species> vertices;

  std::size_t field(std::string_view name) const;
};

/// Throws InputError with every vertex and field that cannot be.
Model make_model(const rules::Rules& rules, Walk walk);

/// Puts the operators of one vertex, or of external points, into classes; what is wrong goes to `diagnostics`. Used by make_model and
/// by what reads the operators of `connected`.
class LegCollector {
 public:
  LegCollector(const Model& model, const Source& source, std::vector<Diagnostic>& diagnostics)
      : model_(model), source_(source), diagnostics_(diagnostics) {}

  /// One creator and one annihilator that share a flavour, of a directed field; two operators of a real one; or a single operator.
  struct Pair {
    std::size_t field;
    const syntax::Operator* out;  ///< creator; of a single leg the operator itself
    const syntax::Operator* in;   ///< annihilator; null: a single leg
  };
  /// In written order the i-th creator of a field belongs to its i-th annihilator. Nothing where they do not come out even; `what` stands
  /// for the whole in messages: "the vertex `U`".
  std::optional<std::vector<Pair>> pairs(const std::vector<syntax::Operator>& operators, Span place,
                                         const std::string& what);
  /// -1 where bringing the pairs together changes the sign of fermions, times -1 for each pair of fermions.
  int sign(const std::vector<syntax::Operator>& operators, const std::vector<Pair>& pairs) const;

 private:
  const Model& model_;
  const Source& source_;
  std::vector<Diagnostic>& diagnostics_;
};

/// Adds a pair to the classes of a species, with new points where it needs them.
void add_pair(Species& species, const LegCollector::Pair& pair);

/// The touches of a species. Points are exchanged where that leaves the operators as they are, and `ordered` does not forbid it.
void find_touches(Species& species, bool ordered);

}  // namespace diagc::theory
