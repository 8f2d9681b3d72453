#include <catch2/catch.hpp>

#include <iostream>

#include <fmt/format.h>

#include "tests/integrate_sampling/plans.h"

using namespace diagc;
using namespace diagc::integrate;

namespace {

/// Every coefficient within five of its errors, and these smaller than `relative`.
void check_orders(const Result& result, const std::vector<double>& exact, double relative) {
  for (const OrderResult& order : result.orders) {
    const double expected = exact.at(static_cast<std::size_t>(order.order));
    std::string line = fmt::format("order {}: {:.8g} ± {:.2g}, exact {:.8g}, sign {:.3f}, acceptance {:.2f}, autocorrelation {:.1f}, effective {:.0f}: {}",
                order.order, order.value, order.error, expected, order.mean_sign, order.acceptance, order.autocorrelation,
                order.effective_samples, order.warning);
    if (std::getenv("SHOW")) std::cout << line << "\n";
    INFO(line);
    CHECK(order.trustworthy);
    CHECK(std::abs(order.value - expected) < 5 * order.error);
    CHECK(order.error < relative * std::abs(expected));
  }
}

}  // namespace

TEST_CASE("the SU(N) atom, orders 1 to 6, against its partition function") {
  for (const int flavours : {2, 3, 6}) {
    const double beta = 2, mu = 0.3;
    Plan plan;
    plan.model = make_model(cluster_options({{0}}, mu, beta));
    plan.terms = hubbard_terms("hubbard_sun_density", 1, 6, flavours);
    plan.seed = 7;
    plan.steps = 2e7;
    const Result result = integrate::integrate(plan);
    std::vector<double> exact = atom_series(flavours, beta * mu, 6);
    for (std::size_t n = 0; n < exact.size(); ++n) exact[n] *= std::pow(beta, n);
    INFO("N = " << flavours);
    check_orders(result, exact, 0.2);
  }
}
