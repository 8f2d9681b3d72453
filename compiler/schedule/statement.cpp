#include "compiler/schedule/statement.h"

#include <algorithm>

namespace diagc {

Work& Work::operator+=(const Work& other) {
  multiplications += other.multiplications;
  additions += other.additions;
  fused += other.fused;
  divisions += other.divisions;
  functions += other.functions;
  loads += other.loads;
  stores += other.stores;
  return *this;
}

namespace {

SumTerm make_term(const Graph& graph, const Values& values, Term term, Coefficients& coefficients) {
  SumTerm result;
  const Rational& coefficient = graph.coefficients()[term.coefficient];
  result.negative = coefficient < 0;
  result.coefficient = result.negative ? coefficients.negate(term.coefficient) : term.coefficient;
  if (values.role[term.node] == Role::fused) {
    for (const Term factor : graph.terms(term.node)) result.factors.push_back(factor.node);
  } else if (graph[term.node].kind != Kind::one) {
    result.factors.push_back(term.node);
  }
  return result;
}

bool is_bare(const SumTerm& term) {
  return term.factors.size() + (term.coefficient != unit_coefficient) <= 1;
}

/// Products of complex numbers: (a+bi)(c+di) = (ac − bd) + (ad + bc)i, two of the four products fused.
void count_product(Work& work, Type a, Type b) {
  if (a == Type::complex && b == Type::complex) {
    work.multiplications += 2;
    work.fused += 2;
  } else {
    work.multiplications += a == Type::complex || b == Type::complex ? 2 : 1;
  }
}

void count_fused(Work& work, Type a, Type b) {
  if (a == Type::complex && b == Type::complex) {
    work.fused += 4;
  } else if (a == Type::complex || b == Type::complex) {
    work.fused += 2;
  } else {
    work.fused += 1;
  }
}

}  // namespace

Statement make_statement(const Graph& graph, const Values& values, NodeId node,
                         const std::vector<std::uint32_t>& age, Coefficients& coefficients) {
  Statement statement{node, {}};
  const Kind kind = graph[node].kind;
  if (kind == Kind::product) {
    SumTerm term;
    for (const Term factor : graph.terms(node)) term.factors.push_back(factor.node);
    statement.terms.push_back(std::move(term));
    return statement;
  }
  if (kind != Kind::sum) return statement;

  for (const Term term : graph.terms(node)) {
    statement.terms.push_back(make_term(graph, values, term, coefficients));
  }
  const auto newest = [&](const SumTerm& term) {
    std::uint32_t result = 0;
    for (NodeId factor : term.factors) result = std::max(result, age[factor]);
    return result;
  };
  std::stable_sort(statement.terms.begin(), statement.terms.end(),
                   [&](const SumTerm& a, const SumTerm& b) { return newest(a) < newest(b); });
  // The first term needs no addition: a bare one there costs nothing, and a positive one needs no sign.
  const auto rank = [](const SumTerm& term) {
    return (is_bare(term) ? 0 : 2) + (term.negative ? 1 : 0);
  };
  auto first = statement.terms.begin();
  for (auto term = first; term != statement.terms.end(); ++term) {
    if (rank(*term) < rank(*first)) first = term;
  }
  std::rotate(statement.terms.begin(), first, first + 1);
  return statement;
}

Work count(const Graph& graph, const Statement& statement) {
  Work work;
  const auto type = [&](NodeId node) { return graph[node].type; };
  bool first = true;
  Type sum = Type::real;
  for (const SumTerm& term : statement.terms) {
    // The factors are multiplied left to right, the coefficient first; the last product is fused with the sum.
    std::vector<Type> factors;
    if (term.coefficient != unit_coefficient || term.factors.empty()) factors.push_back(Type::real);
    for (NodeId factor : term.factors) factors.push_back(type(factor));
    Type product = factors.front();
    for (std::size_t i = 1; i < factors.size(); ++i) {
      if (i + 1 == factors.size() && !first) {
        count_fused(work, product, factors[i]);
      } else {
        count_product(work, product, factors[i]);
      }
      product = join(product, factors[i]);
    }
    if (factors.size() == 1 && !first) {
      work.additions += product == Type::complex && sum == Type::complex ? 2 : 1;
    }
    sum = join(sum, product);
    first = false;
  }
  if (!statement.terms.empty()) return work;

  const Node& node = graph[statement.node];
  const Type a = type(graph.operand(statement.node, 0));
  switch (node.kind) {
    case Kind::quotient:
      if (type(graph.operand(statement.node, 1)) == Type::real) {
        work.divisions += a == Type::complex ? 2 : 1;
      } else {
        // a · conj(b) / |b|²
        count_product(work, a, Type::complex);
        work.multiplications += 1;
        work.fused += 1;
        work.divisions += 2;
      }
      break;
    case Kind::sqrt:
    case Kind::exp:
    case Kind::log:
    case Kind::sin:
    case Kind::cos:
      work.functions += 1;
      break;
    default:
      break;
  }
  return work;
}

}  // namespace diagc
