#include "programs/integrate/model/propagator_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace diagc::integrate {
namespace {

// One text for both precisions: what it computes is what value_source() writes.
template <typename Real>
Real interpolate(const PropagatorTable& table, const Real* coefficients, std::uint32_t row,
                 Real tau) {
  const bool later = tau > 0;
  const Real position = (later ? tau : tau + static_cast<Real>(table.beta)) *
                        static_cast<Real>(table.intervals / table.beta);
  const auto interval = std::min(static_cast<std::uint32_t>(position), table.intervals - 1);
  const Real x = position - static_cast<Real>(interval);
  const Real* c =
      coefficients + (std::size_t{row} * table.intervals + interval) * (table.degree + 1);
  Real sum = c[table.degree];
  for (std::uint32_t power = table.degree; power-- > 0;) sum = sum * x + c[power];
  return later ? sum : -sum;
}

// A number of type `real` that reads back as the same.
std::string literal(double number, const std::string& real) {
  std::string text =
      real == "float" ? fmt::format("{}", static_cast<float>(number)) : fmt::format("{}", number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return real == "float" ? text + "f" : text;
}

}  // namespace

double value(const PropagatorTable& table, std::uint32_t row, double tau) {
  return interpolate(table, table.coefficients.data(), row, tau);
}

float value_float(const PropagatorTable& table, const std::vector<float>& coefficients,
                  std::uint32_t row, float tau) {
  return interpolate(table, coefficients.data(), row, tau);
}

std::string value_source(const PropagatorTable& table, const std::string& real,
                         const std::string& qualifier) {
  const std::uint32_t terms = table.degree + 1;
  std::string polynomial = fmt::format("c[{}]", table.degree);
  for (std::uint32_t power = table.degree; power-- > 0;) {
    polynomial = fmt::format(
        "{} * x + c[{}]", power + 1 == table.degree ? polynomial : "(" + polynomial + ")", power);
  }
  return fmt::format(
      "// G0 of a row of the table at tau in [-beta, beta]; tau = 0 is the limit from below.\n"
      "{qualifier}{space}static inline {real} diagc_g0(const {real}* coefficients, unsigned row, "
      "{real} tau) {{\n"
      "  const bool later = tau > 0;\n"
      "  const {real} position = (later ? tau : tau + {beta}) * {scale};\n"
      "  unsigned interval = (unsigned)position;\n"
      "  if (interval > {last}u) interval = {last}u;\n"
      "  const {real} x = position - ({real})interval;\n"
      "  const {real}* c = coefficients + ((unsigned long long)row * {intervals}u + interval) * "
      "{terms}u;\n"
      "  const {real} sum = {polynomial};\n"
      "  return later ? sum : -sum;\n"
      "}}\n",
      fmt::arg("qualifier", qualifier), fmt::arg("space", qualifier.empty() ? "" : " "),
      fmt::arg("real", real), fmt::arg("beta", literal(table.beta, real)),
      fmt::arg("scale", literal(table.intervals / table.beta, real)),
      fmt::arg("last", table.intervals - 1), fmt::arg("intervals", table.intervals),
      fmt::arg("terms", terms), fmt::arg("polynomial", polynomial));
}

}  // namespace diagc::integrate
