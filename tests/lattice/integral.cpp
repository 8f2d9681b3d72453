#include "tests/lattice/integral.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "diagc/compile.h"

namespace diagc::lattice {

std::vector<Point> quadrature(int points) {
  Eigen::MatrixXd jacobi = Eigen::MatrixXd::Zero(points, points);
  for (int i = 1; i < points; ++i) {
    jacobi(i, i - 1) = jacobi(i - 1, i) = i / std::sqrt(4.0 * i * i - 1);
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(jacobi);
  std::vector<Point> result;
  for (int i = 0; i < points; ++i) {
    const double first = solver.eigenvectors()(0, i);
    result.push_back({(1 + solver.eigenvalues()(i)) / 2, first * first});
  }
  return result;
}

double integral(const Model& model, const Integrand& integrand, int n, double flavours) {
  CompileOptions options;
  options.statics = {integrand.derivative ? std::pair{"m", std::to_string(n - 1)}
                                          : std::pair{"n", std::to_string(n)}};
  options.target = Target::interpreter;
  const auto compiled = compile_file(
      std::string(DIAGC_SOURCE_DIR) + "/grammars/hubbard/" + integrand.grammar + ".diag", options);
  REQUIRE(compiled.kernel);
  REQUIRE(compiled.kernel->outputs().front().name == integrand.output);
  std::vector<ParamValue> params;
  if (!compiled.kernel->params().empty()) params.push_back({"N", {flavours}});
  return integral(model, *compiled.kernel, params,
                  static_cast<std::size_t>(n) + (integrand.measured ? 1 : 0));
}

double integral(const Model& model, const Kernel& kernel, const std::vector<ParamValue>& params,
                std::size_t vertices) {
  const bool has_derivative = kernel.inputs().size() > 1;
  const std::vector<Point> rule = quadrature(14);

  std::vector<double> propagators, derivatives, weights;
  const auto fill = [&](std::vector<double>& rows, const PropagatorTable& table,
                        const std::vector<std::uint32_t>& site, const std::vector<double>& time) {
    for (std::size_t a = 0; a < vertices; ++a) {
      for (std::size_t b = 0; b < vertices; ++b) {
        const std::uint32_t row = model.space.row(site[a], site[b]);
        rows.push_back(a == b ? table.equal_time[row] : value(table, row, time[b] - time[a]));
      }
    }
  };
  // Times in ascending order fill a simplex; every vertex takes every place in that order.
  std::vector<double> ascending(vertices, 0), time(vertices, 0);
  std::vector<std::uint32_t> site(vertices, 0);
  const auto over_sites = [&](double weight) {
    for (std::size_t i = 0; i < model.space.roots.size(); ++i) {
      std::fill(site.begin(), site.end(), 0);
      site[0] = model.space.roots[i];
      for (bool more = true; more;) {
        fill(propagators, model.table, site, time);
        if (has_derivative) fill(derivatives, *model.derivative, site, time);
        weights.push_back(weight * model.space.root_weights[i]);
        more = false;
        for (std::size_t v = 1; v < vertices && !more; ++v) {
          more = ++site[v] < model.space.sites;
          if (!more) site[v] = 0;
        }
      }
    }
  };
  const auto over_orders = [&](double weight) {
    std::vector<std::size_t> place(vertices);
    std::iota(place.begin(), place.end(), 0);
    do {
      for (std::size_t v = 0; v < vertices; ++v) time[v] = ascending[place[v]];
      over_sites(weight);
    } while (std::next_permutation(place.begin() + 1, place.end()));
  };
  const auto over_times = [&](const auto& self, std::size_t next, double weight) -> void {
    if (next == vertices) return over_orders(weight);
    const double rest = model.beta - ascending[next - 1];
    for (const auto& [x, w] : rule) {
      ascending[next] = ascending[next - 1] + rest * x;
      self(self, next + 1, weight * w * rest);
    }
  };
  over_times(over_times, 1, 1.0);

  std::vector<double> values(weights.size());
  std::vector<InputArray> inputs{{"G", std::span<const double>(propagators)}};
  if (has_derivative) inputs.push_back({"H", std::span<const double>(derivatives)});
  kernel.evaluate(weights.size(), inputs, params,
                  {{kernel.outputs().front().name, std::span<double>(values)}});
  return std::inner_product(weights.begin(), weights.end(), values.begin(), 0.0);
}

}  // namespace diagc::lattice
