#include "compiler/arrays/two_time_sample.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <stdexcept>

namespace diagc::arrays {

namespace {

using Complex = std::complex<double>;

constexpr std::size_t sample_points = 3;  ///< of the contour
constexpr std::uint64_t sample_momenta =
    5;  ///< so few that sums are short, so many that k and −k differ
constexpr double least_difference = 1e-9;

ContourFunction adjoint(const ContourFunction& function) {
  ContourFunction result(function.size());
  for (std::size_t z = 0; z < sample_points; ++z) {
    for (std::size_t other = 0; other < sample_points; ++other)
      result[z * sample_points + other] = -std::conj(function[other * sample_points + z]);
  }
  return result;
}

ContourValues negative(ContourValues values) {
  for (ContourFunction& function : values) {
    for (Complex& value : function) value = -value;
  }
  return values;
}

}  // namespace

GreenSample::GreenSample(ArrayGraph graph, const TwoTimeInputs& inputs) : graph_(std::move(graph)) {
  for (ArrayNode& node : graph_.nodes) {
    for (Variable variable = 0; variable < node.variables.size(); ++variable) {
      if (node.cyclic_axis(variable) != 0) node.variables[variable] = sample_momenta;
    }
  }
  for (CyclicAxis& axis : graph_.cyclic) axis.grid = {sample_momenta};
  evaluate(random_inputs(inputs), inputs.bands * inputs.bands);
}

/// Greens with G_ab(z, z') = −conj G_ba(z', z), and vertices.
std::vector<ContourValues> GreenSample::random_inputs(const TwoTimeInputs& inputs) const {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(0.2, 1);
  const std::size_t bands = inputs.bands;
  std::vector<ContourValues> given(bands * bands);
  for (ContourValues& green : given) {
    green.resize(sample_momenta, ContourFunction(sample_points * sample_points));
    for (ContourFunction& function : green) {
      for (Complex& value : function) value = {number(random), number(random)};
    }
  }
  for (std::size_t a = 0; a < bands; ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      ContourValues &one = given[a * bands + b], &turned = given[b * bands + a];
      for (std::uint64_t k = 0; k < sample_momenta; ++k) {
        const ContourFunction other = adjoint(turned[k]);
        for (std::size_t i = 0; i < other.size(); ++i) one[k][i] += other[i];
        turned[k] = adjoint(one[k]);
      }
    }
  }
  std::size_t input = 0;
  for (const ArrayNode& node : graph_.nodes) {
    if (node.kind != ArrayKind::input || input++ < bands * bands) continue;
    ContourValues vertex(node.axes.empty() ? 1 : sample_momenta);
    for (ContourFunction& function : vertex) {
      for (std::size_t z = 0; z < sample_points; ++z)
        function.insert(function.end(), sample_points, number(random));
    }
    given.push_back(std::move(vertex));
  }
  return given;
}

void GreenSample::evaluate(const std::vector<ContourValues>& inputs, std::size_t greens) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> number(0.2, 1);
  std::vector<Complex> weights;
  for (std::size_t z = 0; z < sample_points; ++z) weights.emplace_back(0, number(random));
  values_.resize(graph_.nodes.size());
  negated_.resize(graph_.nodes.size());
  std::size_t input = 0;
  for (ArrayId id = 0; id < graph_.nodes.size(); ++id) {
    const ArrayNode& node = graph_.nodes[id];
    if (node.kind == ArrayKind::input) {
      values_[id] = inputs.at(input);
      negated_[id] = input < greens ? negative(values_[id]) : values_[id];
      ++input;
      continue;
    }
    values_[id] = elements_on_contour(graph_, id, values_, weights);
    if (node.kind != ArrayKind::compose && node.kind != ArrayKind::volterra) {
      negated_[id] = elements_on_contour(graph_, id, negated_, weights);
      continue;
    }
    std::optional<bool> bosonic;
    for (const Operand& operand : node.operands) {
      if (is_zero(operand.array)) continue;
      const std::optional<bool> own = is_bosonic(operand.array);
      if (own && (!bosonic || *bosonic == *own)) {
        bosonic = own;
        continue;
      }
      throw std::runtime_error(
          "found `@` between values with an odd and with an even number of factors G, expected "
          "the same in both: both periodic in imaginary time or neither");
    }
    negated_[id] = bosonic == false ? negative(values_[id]) : values_[id];
  }
}

ContourValues GreenSample::adjoint_of(ArrayId node) const {
  ContourValues result;
  for (const ContourFunction& function : values_[node]) result.push_back(adjoint(function));
  return result;
}

bool GreenSample::is_zero(ArrayId node) const {
  return std::ranges::all_of(values_[node], [](const ContourFunction& own) {
    return std::ranges::all_of(own, [](Complex value) { return value == 0.0; });
  });
}

std::optional<bool> GreenSample::is_bosonic(ArrayId node) const {
  const int sign = ratio(values_[node], negated_[node]);
  return sign == 0 ? std::nullopt : std::optional(sign == 1);
}

int GreenSample::ratio(const ContourValues& one, const ContourValues& other) {
  if (one.size() != other.size()) return 0;
  double size = 0;
  std::array<double, 2> difference{};
  for (std::size_t e = 0; e < one.size(); ++e) {
    for (std::size_t i = 0; i < one[e].size(); ++i) {
      size = std::max(size, std::abs(one[e][i]));
      difference[0] = std::max(difference[0], std::abs(one[e][i] - other[e][i]));
      difference[1] = std::max(difference[1], std::abs(one[e][i] + other[e][i]));
    }
  }
  if (difference[0] <= least_difference * size) return 1;
  return difference[1] <= least_difference * size ? -1 : 0;
}

}  // namespace diagc::arrays
