#include "tests/differential/dependence.h"

#include <stdexcept>

#include "compiler/graph/evaluate.h"
#include "compiler/graph/interpret.h"

namespace diagc {

namespace {

constexpr std::uint8_t re = 1, im = 2, both = 3;

/// Real and imaginary parts are followed apart: re(complex(a, b)) is a, whatever b, and whether i · z is computed as a
/// complex product or as a change of places is left to the passes.
struct Reach {
  struct Value {
    std::uint8_t parts = 0;        ///< those that may differ from 0
    std::uint64_t re = 0, im = 0;  ///< rows whose NaN certainly shows in this part
    std::uint64_t some = 0;        ///< rows whose NaN certainly shows in one part or the other
    bool zero = false;             ///< the static number 0
    std::uint64_t reached = 0;     ///< rows from which a way leads here
  };

  const Graph& graph;
  std::vector<std::size_t> rows;

  void leaf(Value& r, const Node& node) const {
    r = {};
    r.parts = node.kind == Kind::imaginary ? im : node.type == Type::complex ? both : re;
    if (node.kind != Kind::input) return;
    r.re = std::uint64_t{1} << rows[node.payload];
    if (node.type == Type::complex) r.im = r.re << 1;
    r.some = r.reached = r.re | r.im;
  }

  void assign(Value& r, const Value& x, Type type, CoefficientId id) const {
    r = {};
    r.zero = true;
    add(r, x, type, id);
  }
  void add(Value& r, const Value& x, Type, CoefficientId id) const {
    if (x.zero || graph.coefficients()[id] == 0) return;
    r.zero = false;
    r.reached |= x.reached;
    r.parts |= x.parts;
    r.re |= x.re;
    r.im |= x.im;
    r.some |= x.some;
  }

  void multiply(Value& r, Type, const Value& x, Type) const {
    const Value a = r;
    r = {};
    r.zero = a.zero || x.zero;
    if (r.zero) return;
    r.reached = a.reached | x.reached;
    if ((a.parts & re) && (x.parts & re)) r.parts |= re, r.re |= a.re | x.re;
    if ((a.parts & im) && (x.parts & im)) r.parts |= re, r.re |= a.im | x.im;
    if ((a.parts & re) && (x.parts & im)) r.parts |= im, r.im |= a.re | x.im;
    if ((a.parts & im) && (x.parts & re)) r.parts |= im, r.im |= a.im | x.re;
    if (r.parts) r.some = a.some | x.some;
    // Both parts of a complex number with one of x make both parts of the product.
    if (x.parts == both && a.parts) r.re |= a.some, r.im |= a.some;
    if (a.parts == both && x.parts) r.re |= x.some, r.im |= x.some;
  }

  void quotient(Value& r, const Value& a, const Value& b) const {
    r.zero = a.zero && !b.zero;
    if (r.zero) return;
    r.reached = a.reached | b.reached;
    if (a.parts == 0) return;
    if (b.parts == both || b.parts == 0) {
      r.parts = both;
      r.re = r.im = a.some | b.some;
    } else {
      const bool turns = b.parts == im;
      if (a.parts & re) (turns ? r.im : r.re) = a.re | b.some;
      if (a.parts & im) (turns ? r.re : r.im) = a.im | b.some;
      r.parts = turns ? static_cast<std::uint8_t>((a.parts & re) << 1 | a.parts >> 1) : a.parts;
    }
    r.some = a.some | b.some;
  }

  void function(Value& r, const Node& node, const Value& a, Type type, const Value* b, Type) const {
    r = {};
    r.reached = a.reached;
    switch (node.kind) {
      case Kind::quotient:
        return quotient(r, a, *b);
      case Kind::complex:
        r.reached |= b->reached;
        r.parts = (a.parts ? re : 0) | (b->parts ? im : 0);
        r.re = a.some;
        r.im = b->some;
        r.some = r.re | r.im;
        return;
      case Kind::conj:
        r = a;
        return;
      case Kind::re:
        r.parts = a.parts & re;
        r.re = r.some = a.re;
        break;
      case Kind::im:
        r.parts = a.parts & im ? re : 0;
        r.re = r.some = a.im;
        break;
      default:
        r.some = a.some;
        if (type == Type::real ||
            (a.parts <= re && node.kind != Kind::sqrt && node.kind != Kind::log)) {
          r.parts = re;
          r.re = a.some;
        } else {
          // Where one part of the argument is 0, exp, sin and cos hide a NaN in the other from one part of the result.
          r.parts = both;
          if (node.kind == Kind::sqrt || node.kind == Kind::log) r.re = r.im = a.some;
        }
        return;
    }
    r.zero = a.zero;
    if (r.zero) r.reached = 0;
  }
};

}  // namespace

std::vector<Dependence> dependences(const Graph& graph) {
  Reach arithmetic{graph, first_rows(graph.signature().inputs)};
  if (arithmetic.rows.back() > 64)
    throw std::logic_error("dependences: more than 64 rows of inputs");
  std::vector<Dependence> result(graph.outputs().size());
  std::vector<Reach::Value> values;
  evaluate(graph, ValueSlots(graph), arithmetic, values,
           [&](std::uint32_t scalar, const Reach::Value& value, Type) {
             result[scalar] = {value.some, value.reached};
           });
  return result;
}

}  // namespace diagc
