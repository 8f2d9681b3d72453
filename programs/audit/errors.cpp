#include "programs/audit/errors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "compiler/graph/interpret.h"
#include "programs/audit/sizes.h"
#include "programs/command/values.h"

namespace diagc::audit {

namespace {

constexpr std::size_t exact_configurations = 8;
/// Fractions take microseconds an operation, and longer where divisions keep their denominators apart.
constexpr std::size_t most_edges = 400'000, most_edges_with_quotients = 20'000;

/// A difference of 0 is none, whatever it is compared with.
double quotient(double difference, double scale) {
  return difference == 0 ? 0 : difference / scale;
}

std::optional<Distribution> distribution(std::vector<double> errors) {
  if (errors.empty()) return std::nullopt;
  std::sort(errors.begin(), errors.end());
  const std::size_t n = errors.size();
  return Distribution{(errors[(n - 1) / 2] + errors[n / 2]) / 2, errors[(99 * n + 99) / 100 - 1],
                      errors.back()};
}

bool exact_is_possible(const Graph& graph) {
  bool divides = false;
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    const Kind kind = graph[node].kind;
    if (graph[node].type == Type::complex || kind > Kind::quotient) return false;
    divides = divides || kind == Kind::quotient;
  }
  return graph.edge_count() <= (divides ? most_edges_with_quotients : most_edges);
}

std::vector<Rational> column(const NumberRows& rows, std::size_t c) {
  std::vector<Rational> numbers;
  for (std::size_t row = 0; row < rows.height(); ++row) numbers.emplace_back(rows.row(row)[c]);
  return numbers;
}

bool all_finite(const NumberRows& rows, std::size_t c) {
  for (std::size_t row = 0; row < rows.height(); ++row) {
    if (!std::isfinite(rows.row(row)[c])) return false;
  }
  return true;
}

double relative_difference(const Rational& found, const Rational& exact, const Rational& scale) {
  if (found == exact) return 0;
  if (scale == 0) return std::numeric_limits<double>::infinity();
  return to_double(abs(found - exact) / abs(scale));
}

}  // namespace

SingleErrors single_errors(const std::vector<std::complex<double>>& fp32,
                           const std::vector<std::complex<double>>& fp64,
                           const std::vector<double>& sizes) {
  SingleErrors result;
  result.values = fp64.size();
  std::vector<double> relative, of_size;
  double differences = 0, values = 0;  // lengths of vectors: squares could overflow
  for (std::size_t i = 0; i < fp64.size(); ++i) {
    if (!is_finite(fp32[i])) ++result.not_finite_fp32;
    if (!is_finite(fp64[i])) ++result.not_finite_fp64;
    if (!is_finite(fp32[i]) || !is_finite(fp64[i])) continue;
    const double difference = std::abs(fp32[i] - fp64[i]);
    differences = std::hypot(differences, difference);
    values = std::hypot(values, std::abs(fp64[i]));
    relative.push_back(quotient(difference, std::abs(fp64[i])));
    if (std::isfinite(sizes[i])) of_size.push_back(quotient(difference, sizes[i]));
  }
  if (!relative.empty()) result.rms = quotient(differences, values);
  result.relative = distribution(std::move(relative));
  result.of_size = distribution(std::move(of_size));
  return result;
}

std::optional<ExactErrors> exact_errors(const Subject& subject,
                                        const Configurations& configurations) {
  const Graph& graph = subject.expanded;
  if (!exact_is_possible(graph)) return std::nullopt;
  std::vector<Rational> params;
  for (const std::complex<double> number : param_scalars(subject.params, subject.fp64)) {
    if (!std::isfinite(number.real())) return std::nullopt;
    params.emplace_back(number.real());
  }
  const Configurations some = configurations.first(exact_configurations);
  const auto values = evaluate(subject.fp64, subject.params, some);
  const std::vector<double> absolute = sizes(subject, subject.params, some);
  const NumberRows rows = some.rows(subject.fp64.inputs());
  ExactErrors result;
  for (std::size_t c = 0; c < some.count(); ++c) {
    if (!all_finite(rows, c)) continue;
    bool usable = true;
    for (std::size_t scalar = 0; scalar < graph.outputs().size(); ++scalar)
      usable = usable && is_finite(values[scalar * some.count() + c]) &&
               std::isfinite(absolute[scalar * some.count() + c]);
    if (!usable) continue;  // such as a division by zero
    std::vector<Rational> exact;
    try {
      exact = interpret_exactly(graph, column(rows, c), params);
    } catch (const std::logic_error&) {
      continue;  // a divisor that vanishes, though rounding hides it: there is no exact value
    }
    for (std::size_t scalar = 0; scalar < exact.size(); ++scalar) {
      const std::size_t i = scalar * some.count() + c;
      const Rational found(values[i].real());
      result.relative =
          std::max(result.relative, relative_difference(found, exact[scalar], exact[scalar]));
      result.of_size = std::max(result.of_size,
                                relative_difference(found, exact[scalar], Rational(absolute[i])));
    }
    ++result.configurations;
  }
  if (result.configurations == 0) return std::nullopt;
  return result;
}

}  // namespace diagc::audit
