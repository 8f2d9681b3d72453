// The tree of a rule file: what the parser makes, the checker annotates, expansion reads.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/source/source.h"
#include "diagc/element_shape.h"

namespace diagc::syntax {

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

enum class Op {
  add,
  subtract,
  multiply,
  divide,
  div,
  mod,
  intersect,
  contour,  // chains
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  in,  // comparisons
  logical_and,
  logical_or,  // chains
  negate,
  logical_not,  // unary
};

/// What a name means; filled in by rules::check.
struct Target {
  enum class Kind {
    unresolved,
    local,     ///< index: slot in the frame of the enclosing def, fn or output
    constant,  ///< a `static`; index into Rules::statics
    param,     ///< index into Rules::params
    input,     ///< index into Rules::inputs
    family,    ///< a `def`; index into Rules::families
    function,  ///< a `fn`; index into Rules::functions
    builtin,   ///< index: rules::Builtin
    axis,      ///< index into Rules::axes; no value
  };
  Kind kind = Kind::unresolved;
  std::uint32_t index = 0;
};

/// A parameter of a def or fn; with its range, an index of an output or of a family of axis variables.
struct Parameter {
  std::string name;
  Span span;
  ExprPtr range;
};

/// An axis where it is used: behind the `:` of a variable, or among an input's axes. Empty: none.
struct AxisName {
  std::string name;
  Span span;
  std::uint32_t index = 0;  ///< into Rules::axes; filled in by rules::check
};

/// One item of `sum(…)`: a binder `x in S` of static values, a binder `x : s` or `x[i in 1..n] : s` of axis variables, or (empty name)
/// a filter.
struct Item {
  std::string name;
  Span name_span;
  ExprPtr expr;                    ///< of static values and filters
  AxisName axis;                   ///< of axis variables
  std::vector<Parameter> indices;  ///< of a family of axis variables
  std::uint32_t slot = 0;          ///< frame slot of a binder, filled in by rules::check

  bool binds_axis() const { return !axis.name.empty(); }
};

/// An operator of a field: `psi+[1](i)` creates, `psi(i)` annihilates, `phi(i)^4` stands for four operators of a real field.
struct Operator {
  std::string field;
  Span span;  ///< of the field's name
  bool creates = false;
  ExprPtr flavour;  ///< what stands in square brackets; null: none
  ExprPtr
      at;  ///< the index of its point; null where the field alone is named, as in `amputated(psi, 1 -> b)`
  std::string power;  ///< digits; empty: 1
  Span power_span;
};

/// `cut psi phi`, `even psi`, `walk trail`, `labellings all`.
struct DiagramOption {
  struct Word {
    std::string text;
    Span span;
  };
  Word name;
  std::vector<Word> words;
};

/// What `connected(…)`, `amputated(…)`, `irreducible(…)` and `skeleton(…)` have beside operands.
struct Diagrams {
  std::vector<Operator> operators;  ///< of `connected`; of the others the field alone
  std::vector<DiagramOption> options;
};

/// One kind of struct for all expressions; which fields are used depends on `kind`.
struct Expr {
  Expr() = default;
  Expr(Expr&&) = default;
  Expr& operator=(Expr&&) = default;
  ~Expr();  ///< takes a deep tree apart in a loop

  enum class Kind {
    number,     ///< text: the digits as written
    boolean,    ///< text: "true" or "false"
    imaginary,  ///< `I`
    set,        ///< operands: the elements of {…}
    range,      ///< operands: first, last
    bracket,    ///< operands: the condition of [cond]
    name,   ///< text, operands: arguments; `f` and `f()` are the same. Params, statics, locals too
    index,  ///< text, operands: indices of an input or of a family of axis variables
    unary,  ///< op negate or logical_not; operands: one
    chain,  ///< operands e0 … em joined left to right by ops[0] … ops[m-1]; all of one precedence
            ///< level
    compare,      ///< ops[0]; operands: left, right
    power,        ///< operands: base, exponent
    conditional,  ///< operands: condition, then, else
    let,          ///< text: the name; operands: value, body; slot
    sum,          ///< items; operands: body
    mean,         ///< items, all of them axis variables; operands: body
    product,      ///< items; operands: body
    diagrams,  ///< text: `connected` or another of its words; diagrams; operands: where an amputated line enters and leaves
  };
  Kind kind = Kind::number;
  Span span;  ///< the whole expression, without round brackets around it
  Span at;    ///< where the caret of a message about it belongs (operator, name)
  std::string text;
  std::vector<Op> ops;
  std::vector<Span> op_spans;  ///< of a chain's operators
  std::vector<ExprPtr> operands;
  std::vector<Item> items;
  /// Of name and index: what stands in the second list, in round brackets. (An input without static indices has its axis variables in the
  /// first one, among the operands.)
  std::vector<ExprPtr> axis_arguments;
  std::unique_ptr<Diagrams> diagrams;
  bool parenthesised =
      false;  ///< written in round brackets (a bracketed `x in S` is a filter, not a binder)
  bool exchanged = false;    ///< name, index: `G'` or `U'`, at exchanged times
  bool equal_times = false;  ///< name, index: `rho(G)`
  bool called = false;       ///< name: written with (possibly empty) round brackets behind it
  Target target;             ///< of name and index
  std::uint32_t slot = 0;    ///< of let
};

enum class Scalar { real, complex };

/// A dynamic type as declared.
struct TypeName {
  Scalar scalar = Scalar::real;
  ElementShape shape = ElementShape::scalar;
  bool operator==(const TypeName&) const = default;
};

enum class Statistics { fermion, boson, real };

/// One declaration; which fields are used depends on `kind`.
struct Decl {
  enum class Kind {
    constant,
    param,
    input,
    family,
    function,
    output,
    axis,
    field,
    vertex,
    green,     ///< like an input that stands for three: G, G' and rho(G)
    coupling,  ///< `vertex`: like a param, or with axes like an input, that stands for two: U and U'
    self_energy,  ///< `self G`: like an output whose indices and axes are those of G
    mean_field,   ///< `local G`, likewise
    potential,    ///< `mu G`, likewise
    solve,        ///< like an input that stands for two, T and T', and like an output: its equation
  };
  using Parameter = syntax::Parameter;
  /// `s` of an input, `x` of a def or fn, `x : s` of an output.
  struct AxisParameter {
    std::string name;
    Span span;
    AxisName axis;
  };
  Kind kind;
  Span span;  ///< the whole declaration
  Span name_span;
  std::string name;
  std::optional<std::string> doc;
  bool is_bool = false;    ///< static: bool rather than int
  bool is_cyclic = false;  ///< axis: its length is known at run time; filled in by rules::check
  TypeName type;           ///< param, input
  std::vector<ExprPtr> ranges;  ///< input, and those like it
  bool has_list = false;        ///< def, fn: brackets were written (possibly empty)
  std::vector<Parameter>
      parameters;  ///< def, fn, output, solve; the two indices of a field; the label of a vertex
  std::vector<AxisParameter> axes;  ///< input, def, fn, output, and those like them
  AxisName green;  ///< self, local: what it belongs to; index of its G into Rules::inputs
  ExprPtr
      body;  ///< def, fn, output; default of a static (may be null); extent of an axis; propagator of a field; coefficient of a vertex
             ///< (null: 1)
  Statistics statistics = Statistics::fermion;  ///< field
  ExprPtr flavour_count;                        ///< field: `[N]`
  std::vector<Parameter>
      flavours;  ///< field: `[s in R]`, or `[s, t in R]`, whose second has the range
  std::vector<Operator> operators;  ///< vertex
  bool ordered = false;             ///< vertex: its points are not exchanged
  bool derived = false;             ///< made from a theory: no place of its own in the source
  std::uint32_t frame_size =
      0;  ///< slots a body needs, parameters first; filled in by rules::check
};

/// The word that a declaration begins with.
std::string_view keyword(Decl::Kind kind);

/// A comment with its place, kept so that printing can put it back.
struct Comment {
  Span span;  ///< from '#' to before the end of the line
  bool own_line = false;
};

struct File {
  SourcePtr source;
  std::string name;
  Span name_span;
  Span head_span;  ///< `grammar NAME` with its doc string
  std::optional<std::string> doc;
  std::vector<Decl> decls;  ///< in the order of the file
  std::vector<Comment> comments;
};

}  // namespace diagc::syntax
