#include "tests/differential/dependence.h"

#include <array>
#include <stdexcept>

#include "compiler/graph/evaluate.h"
#include "compiler/graph/interpret.h"

namespace diagc {

namespace {

enum Part : std::uint8_t { re, im };
constexpr std::uint8_t real_only = 1 << re, imaginary_only = 1 << im,
                       both = real_only | imaginary_only;

/// Real and imaginary parts are followed apart: re(complex(a, b)) is a, whatever b, and whether i · z is computed as a
/// complex product or as a change of places is left to the passes.
struct Reach {
  struct Value {
    std::uint8_t parts = 0;                   ///< those that may differ from 0, by bit
    std::array<std::uint64_t, 2> shows = {};  ///< by part: rows whose NaN certainly shows in it
    std::uint64_t some = 0;     ///< rows whose NaN certainly shows in one part or the other
    bool zero = false;          ///< the static number 0
    std::uint64_t reached = 0;  ///< rows from which a way leads here

    bool has(int part) const { return parts >> part & 1; }
    void in_both(std::uint64_t rows) {
      shows[re] |= rows;
      shows[im] |= rows;
    }
  };

  const Graph& graph;
  std::vector<std::size_t> rows;

  void leaf(Value& r, const Node& node) const {
    r = {};
    r.parts = node.kind == Kind::imaginary ? imaginary_only
              : node.type == Type::complex ? both
                                           : real_only;
    if (node.kind != Kind::input) return;
    r.shows[re] = std::uint64_t{1} << rows[node.payload];
    if (node.type == Type::complex) r.shows[im] = r.shows[re] << 1;
    r.some = r.reached = r.shows[re] | r.shows[im];
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
    r.shows[re] |= x.shows[re];
    r.shows[im] |= x.shows[im];
    r.some |= x.some;
  }

  void multiply(Value& r, Type, const Value& x, Type) const {
    const Value a = r;
    r = {};
    r.zero = a.zero || x.zero;
    if (r.zero) return;
    r.reached = a.reached | x.reached;
    for (const int p : {re, im}) {
      for (const int q : {re, im}) {
        if (!a.has(p) || !x.has(q)) continue;
        r.parts |= static_cast<std::uint8_t>(1 << (p ^ q));
        r.shows[p ^ q] |= a.shows[p] | x.shows[q];
      }
    }
    if (r.parts) r.some = a.some | x.some;
    // One part of a times both of x makes both parts of the product.
    if (x.parts == both && a.parts) r.in_both(a.some);
    if (a.parts == both && x.parts) r.in_both(x.some);
  }

  void quotient(Value& r, const Value& a, const Value& b) const {
    r.zero = a.zero && !b.zero;
    if (r.zero) return;
    r.reached = a.reached | b.reached;
    if (a.parts == 0) return;
    r.some = a.some | b.some;
    if (b.parts == both || b.parts == 0) {
      r.parts = both;
      return r.in_both(r.some);
    }
    for (const int p : {re, im}) {
      if (!a.has(p)) continue;
      const int part = b.parts == imaginary_only ? p ^ 1 : p;
      r.parts |= static_cast<std::uint8_t>(1 << part);
      r.shows[part] = a.shows[p] | b.some;
    }
  }

  void function(Value& r, const Node& node, const Value& a, Type type, const Value* b, Type) const {
    r = {};
    r.reached = a.reached;
    switch (node.kind) {
      case Kind::quotient:
        return quotient(r, a, *b);
      case Kind::complex:
        r.reached |= b->reached;
        r.parts =
            static_cast<std::uint8_t>((a.parts ? real_only : 0) | (b->parts ? imaginary_only : 0));
        r.shows = {a.some, b->some};
        r.some = a.some | b->some;
        return;
      case Kind::conj:
        r = a;
        return;
      case Kind::re:
      case Kind::im: {
        const Part part = node.kind == Kind::re ? re : im;
        r.zero = a.zero;
        if (r.zero) r.reached = 0;
        if (!a.has(part)) return;
        r.parts = real_only;
        r.shows[re] = r.some = a.shows[part];
        return;
      }
      default:
        return transcendental(r, node.kind, a, type);
    }
  }

  void transcendental(Value& r, Kind kind, const Value& a, Type type) const {
    const bool has_cut = kind == Kind::sqrt || kind == Kind::log;
    r.some = a.some;
    if (type == Type::real || (!has_cut && !a.has(im))) {
      r.parts = real_only;
      r.shows[re] = a.some;
      return;
    }
    r.parts = both;
    // Where one part of the argument is 0, exp, sin and cos hide a NaN in the other from one part of the result.
    if (has_cut) r.in_both(a.some);
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
