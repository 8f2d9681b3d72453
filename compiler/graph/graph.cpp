#include "compiler/graph/graph.h"

namespace diagc {

const char* to_string(Kind kind) {
  switch (kind) {
    case Kind::one:
      return "one";
    case Kind::imaginary:
      return "imaginary";
    case Kind::constant:
      return "constant";
    case Kind::input:
      return "input";
    case Kind::param:
      return "param";
    case Kind::sum:
      return "sum";
    case Kind::product:
      return "product";
    case Kind::quotient:
      return "quotient";
    case Kind::conj:
      return "conj";
    case Kind::re:
      return "re";
    case Kind::im:
      return "im";
    case Kind::sqrt:
      return "sqrt";
    case Kind::exp:
      return "exp";
    case Kind::log:
      return "log";
    case Kind::sin:
      return "sin";
    case Kind::cos:
      return "cos";
    case Kind::complex:
      return "complex";
  }
  return "unknown";
}

bool is_leaf(Kind kind) { return kind <= Kind::param; }

Coefficients::Coefficients() {
  add(1);
  add(-1);
}

CoefficientId Coefficients::add(const Rational& value) {
  const auto [entry, is_new] =
      index_.try_emplace(value.str(), static_cast<CoefficientId>(values_.size()));
  if (is_new) {
    values_.push_back(value);
    doubles_.push_back(diagc::to_double(value));
  }
  return entry->second;
}

CoefficientId Coefficients::multiply(CoefficientId a, CoefficientId b) {
  if (a == unit_coefficient) return b;
  if (b == unit_coefficient) return a;
  if (a == minus_coefficient && b == minus_coefficient) return unit_coefficient;
  return add(values_[a] * values_[b]);
}

}  // namespace diagc
