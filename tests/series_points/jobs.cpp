#include "tests/series_points/jobs.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <memory>

#include <fmt/format.h>

#include "programs/command/progress.h"
#include "programs/integrate/integrand.h"
#include "programs/integrate/plan.h"

namespace diagc::series {

std::vector<Component> run_job(const std::string& text) {
  Job job = read_job(std::make_shared<const Source>("job.toml", text));
  lattice::ModelOptions options = points(job).front();
  diagc::Progress progress;
  integrate::Integrand integrand = integrate::read_integrand(job, progress);
  integrate::set_lines(integrand, options);
  const lattice::Model model = integrate::model_of(job, options);
  integrate::compile_kernels(integrand, job, {}, progress);
  const std::vector<double> zeroth = integrate::zeroth_components(integrand, job, model);
  Plan plan = integrate::plan_of(job, integrand, model, zeroth.front());
  const Result result = integrate(plan);
  std::vector<Component> components = result.components;
  if (components.empty()) components.push_back({"", result.orders});
  REQUIRE(components.size() == zeroth.size());
  for (std::size_t i = 0; i < components.size(); ++i) {
    OrderResult exact;
    exact.value = zeroth[i];
    components[i].orders.insert(components[i].orders.begin(), exact);
  }
  return components;
}

std::vector<double> exact_series(const exact::Electrons& electrons,
                                 const std::function<void(exact::Electrons&, double)>& at,
                                 const std::function<double(const exact::Diagonalised&)>& f,
                                 int order, double radius) {
  return exact::taylor(
      [&](double U) {
        exact::Electrons with = electrons;
        at(with, U);
        return f(exact::Diagonalised(with));
      },
      order, radius);
}

void check_component(const Component& component, const std::vector<double>& exact, double bound) {
  for (const OrderResult& order : component.orders) {
    const double expected = exact.at(static_cast<std::size_t>(order.order));
    const std::string line =
        fmt::format("{} order {}: {:.8g} ± {:.2g}, exact {:.8g}, pull {:.2f}, {}: {}",
                    component.name, order.order, order.value, order.error, expected,
                    order.error > 0 ? (order.value - expected) / order.error : 0.0, order.sampling,
                    order.warning);
    if (std::getenv("SHOW")) std::cout << line << "\n";
    INFO(line);
    CHECK(order.trustworthy);
    CHECK(std::abs(order.value - expected) < 4.5 * order.error + 1e-9);
    CHECK(order.error < bound);
  }
}

}  // namespace diagc::series
