#include "tests/series_references/check.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <iostream>

#include <fmt/format.h>

namespace diagc::series {

lattice::ModelOptions cluster_options(std::vector<std::vector<double>> hopping, double mu,
                                      double beta) {
  lattice::ModelOptions options;
  options.lattice = lattice::Lattice::cluster;
  options.hopping = std::move(hopping);
  options.mu = mu;
  options.beta = beta;
  options.precision = lattice::Precision::fp64;
  options.derivative = lattice::Derivative::mu;
  return options;
}

exact::ThermalSeries exact_series(const lattice::ModelOptions& options, const lattice::Model& model,
                                  int flavours, int last) {
  return exact::thermal_series({.hopping = options.hopping,
                                .beta = options.beta,
                                .mu = model.mu,
                                .flavours = flavours,
                                .alpha = model.hartree_alpha},
                               last);
}

void check_orders(const std::vector<OrderResult>& orders, const std::vector<double>& exact,
                  double relative, double deviations) {
  for (const OrderResult& order : orders) {
    const double expected = exact.at(static_cast<std::size_t>(order.order));
    const std::string line = fmt::format(
        "order {}: {:.8g} ± {:.2g}, exact {:.8g}, pull {:.2f}, {}, {} evaluations, relative "
        "variance {:.3g}, largest share {:.2g}: {}",
        order.order, order.value, order.error, expected,
        order.error > 0 ? (order.value - expected) / order.error : 0.0, order.sampling,
        order.evaluations, order.relative_variance, order.largest_share, order.warning);
    if (std::getenv("SHOW")) std::cout << line << "\n";
    INFO(line);
    CHECK(order.trustworthy);
    // Exact orders have no error but rounding.
    CHECK(std::abs(order.value - expected) < deviations * order.error + 1e-9 * std::abs(expected));
    CHECK(order.error < relative * std::abs(expected));
  }
}

}  // namespace diagc::series
