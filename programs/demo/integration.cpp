#include "programs/demo/integration.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include "physics/lattice/model.h"
#include "physics/series/exact/cluster_series.h"
#include "physics/series/resummation/resummation.h"
#include "physics/series/sampling/integrate.h"
#include "programs/command/output.h"
#include "programs/command/progress.h"
#include "programs/integrate/best_form.h"
#include "programs/integrate/complete.h"
#include "programs/integrate/devices.h"
#include "programs/integrate/integrand.h"
#include "runs/report/number_text.h"
#include "runs/report/plot.h"

namespace diagc::demo {

namespace {

using namespace integrate;

constexpr int highest_order = 6;

/// What the series must come to.
struct Exact {
  std::vector<double> coefficients;       ///< orders 0 … highest_order
  std::function<double(double)> density;  ///< per site and flavour, at U
};

struct Case {
  std::string title, file;  ///< of the tables, of the picture
  double share = 1;         ///< of the time
  lattice::ModelOptions model;
  double largest_coupling = 1;
  std::optional<Exact> exact = {};
};

Case cluster_case() {
  series::exact::Cluster cluster;
  cluster.hopping = {{0, -1, 0, -1}, {-1, 0, -1, 0}, {0, -1, 0, -1}, {-1, 0, -1, 0}};
  cluster.beta = 2;
  cluster.mu = -0.5;
  Case square;
  square.title = "SU(2), 2 x 2 sites, t = 1, beta = 2, mu = -0.5";
  square.file = cluster_picture;
  square.share = 1.0 / 6;
  square.model.lattice = lattice::Lattice::cluster;
  square.model.hopping = cluster.hopping;
  square.model.mu = cluster.mu;
  square.model.beta = cluster.beta;
  square.largest_coupling = 4;
  square.exact = Exact{series::exact::density_series(cluster, highest_order), [cluster](double U) {
                         return series::exact::density_series(cluster, 0, U)[0];
                       }};
  return square;
}

/// A point of the equation of state of the SU(6) Hubbard model, as cold atoms realise it.
Case lattice_case() {
  Case square;
  square.title = "SU(6), square lattice of 16 x 16 sites, T = 0.3 t, filling 0.3 at U = 0";
  square.file = lattice_picture;
  square.share = 5.0 / 6;
  square.model.lattice = lattice::Lattice::square;
  square.model.size = {16, 16};
  square.model.beta = 1 / 0.3;
  square.model.filling = 0.3;
  square.model.flavours = 6;
  square.model.hartree_shift = true;
  square.largest_coupling = 2.3;
  return square;
}

/// Order 0, which is exact, included.
series::Result sampled(const Case& which, double seconds, std::optional<int> gpu,
                       diagc::Progress& progress) {
  series::Job job;
  job.rules.file = integrate::best_form(series::Observable::density, which.model.flavours, false);
  job.rules.propagator = "G";
  job.model = which.model;
  job.model.precision = lattice::Precision::fp64;
  job.last_order = highest_order;
  job.run.schedule = "auto";
  Integrand integrand = read_integrand(job, progress);
  job.model.derivative = derivative_of(integrand.observable, integrand.form);
  compile_kernels(integrand, job, gpu ? std::vector<int>{*gpu} : std::vector<int>{}, progress);

  series::Plan plan;
  plan.model = lattice::make_model(job.model);
  plan.terms = terms(integrand, job, plan.model);
  plan.seconds = seconds;
  if (gpu) {
    plan.device = *gpu;
    plan.walkers = integrate::gpu_walkers;
  }
  const double order_0 = zeroth_order(integrand, job, plan.model);
  plan.sensitivity = [&](const std::vector<series::OrderResult>& orders) {
    std::vector<double> coefficients{order_0};
    for (const series::OrderResult& row : orders) coefficients.push_back(row.value);
    std::vector<double> slopes = series::sensitivity(coefficients, which.largest_coupling);
    slopes.erase(slopes.begin());
    return slopes;
  };
  series::Result result = series::integrate(plan, [&](const series::Snapshot& snapshot) {
    progress.stage(fmt::format("{} {:.0f} %", snapshot.stage, 100 * snapshot.fraction));
  });
  progress.stage("");
  return completed(std::move(result), parameters(job.model, plan.model), order_0, {});
}

std::string pull(double value, double error, double exact) {
  return error > 0 ? fmt::format("{:.2f}", (value - exact) / error) : "-";
}

/// "0.0140173(13)", or the number itself where it is exact.
std::string coefficient(const series::OrderResult& row) {
  return row.error > 0 ? runs::with_error(row.value, row.error) : fmt::format("{:.10g}", row.value);
}

std::string coefficient_table(const Case& which, const series::Result& result) {
  std::string text = fmt::format("{:>3}  {:<20}", "n", "coefficient of U^n");
  if (which.exact) text += fmt::format("{:>16}{:>8}", "exact", "pull");
  text += fmt::format("{:>9}{:>13}  sampling\n", "error", "evaluations");
  for (std::size_t n = 1; n < result.orders.size(); ++n) {
    const series::OrderResult& row = result.orders[n];
    text += fmt::format("{:>3}  {:<20}", n, coefficient(row));
    if (which.exact) {
      const double exact = which.exact->coefficients[n];
      text += fmt::format("{:>16.10f}{:>8}", exact, pull(row.value, row.error, exact));
    }
    const std::string error =
        row.error > 0 ? fmt::format("{:.2g} %", 100 * row.error / std::abs(row.value)) : "exact";
    text +=
        fmt::format("{:>9}{:>13}  {}{}\n", error,
                    row.evaluations > 0 ? runs::rounded(static_cast<double>(row.evaluations)) : "-",
                    row.sampling, row.trustworthy ? "" : "  ! " + row.warning);
  }
  return text;
}

std::string density_table(const Case& which, const series::Result& result,
                          const series::Resummation& sums) {
  const series::Sum& last = sums.sums[highest_order];
  std::string text = fmt::format("{:>6}{:>10}  {:<18}{:<18}", "U", "mu",
                                 fmt::format("order {}", highest_order), "approximants");
  text += which.exact ? fmt::format("{:>12}{:>8}\n", "exact", "pull") : "\n";
  constexpr std::size_t rows = 4;
  for (std::size_t row = 1; row <= rows; ++row) {
    const std::size_t i = row * (sums.couplings.size() - 1) / rows;
    const double U = sums.couplings[i];
    const series::SummedValue& at = sums.combined[i];
    const double mu =
        result.model.mu + (result.model.flavours - 1) * U * result.model.hartree_alpha;
    text += fmt::format("{:>6.3g}{:>10.4f}  {:<18}{:<18}", U, mu,
                        runs::with_error(last.at[i].value, last.at[i].error),
                        runs::with_error(at.value, at.error) + (at.reliable ? "" : " *"));
    if (which.exact) {
      const double exact = which.exact->density(U);
      text += fmt::format("{:>12.7f}{:>8}", exact, pull(at.value, at.error, exact));
    }
    text += '\n';
  }
  return text;
}

std::string picture(const Case& which, const series::Result& result,
                    const series::Resummation& sums) {
  using runs::plot::Series;
  runs::plot::Plot orders;
  orders.title = which.title;
  orders.subtitle = which.exact
                        ? "modulus of the coefficients of the density, by Monte Carlo and exactly"
                        : "modulus of the coefficients of the density, by Monte Carlo";
  orders.x_label = "order $n$";
  orders.y_label = "modulus of the coefficient of $U^{n}$";
  orders.logarithmic = orders.integer_x = true;
  orders.x_min = 0.5;
  orders.x_max = highest_order + 0.5;
  Series exact{"exact", "#7f7f7f", {}, Series::Style::dashed};
  Series computed{"Monte Carlo", "#0072b2", {}, Series::Style::full_dots};
  double least = 1, most = 0;
  for (std::size_t n = 1; n < result.orders.size(); ++n) {
    const double value = std::abs(result.orders[n].value), error = result.orders[n].error;
    const double size = which.exact ? std::abs(which.exact->coefficients[n]) : value;
    if (size == 0) continue;  // the Hartree term takes the first order
    if (which.exact) exact.points.emplace_back(n, size);
    computed.points.emplace_back(n, value);
    computed.bounds.emplace_back(value - error, value + error);
    least = std::min(least, size);
    most = std::max(most, size);
  }
  orders.y_min = std::pow(10, std::floor(std::log10(least) - 0.3));
  orders.y_max = std::pow(10, std::ceil(std::log10(most) + 0.3));
  if (which.exact) orders.series.push_back(std::move(exact));
  orders.series.push_back(std::move(computed));

  runs::plot::Plot density;
  density.title = "Summed series";
  density.subtitle = fmt::format(
      "partial sums to order {}, and all Padé and Dlog-Padé approximants together", highest_order);
  density.x_label = "$U$";
  density.y_label = "density per site and flavour";
  density.x_max = which.largest_coupling;
  Series curve{"exact", "#000000", {}, Series::Style::line};
  Series together{"Padé, Dlog-Padé", "#0072b2", {}, Series::Style::full_dots};
  constexpr std::size_t dot_every = 5;
  double low = 1, high = 0;
  for (std::size_t i = 0; i < sums.couplings.size(); ++i) {
    const double U = sums.couplings[i];
    const double value = which.exact ? which.exact->density(U) : sums.combined[i].value;
    if (which.exact) curve.points.emplace_back(U, value);
    low = std::min(low, value);
    high = std::max(high, value);
    if (i % dot_every > 0 || !sums.combined[i].reliable) continue;
    together.points.emplace_back(U, sums.combined[i].value);
    together.bounds.emplace_back(sums.combined[i].low, sums.combined[i].high);
  }
  density.y_min = low - 0.35 * (high - low);
  density.y_max = high + 0.1 * (high - low);
  const char* colours[] = {"#d55e00", "#e69f00", "#009e73"};
  for (std::size_t shown = 0; shown < std::size(colours); ++shown) {
    const int order = highest_order - 2 * (2 - static_cast<int>(shown));
    Series partial{fmt::format("to order {}", order), colours[shown], {}, Series::Style::dashed};
    const series::Sum& sum = sums.sums[static_cast<std::size_t>(order)];
    for (std::size_t i = 0; i < sums.couplings.size(); ++i)
      partial.points.emplace_back(sums.couplings[i], sum.at[i].value);
    density.series.push_back(std::move(partial));
  }
  if (which.exact) density.series.push_back(std::move(curve));
  density.series.push_back(std::move(together));
  return runs::plot::to_svg({orders, density});
}

void print(const std::string& text) {
  diagc::Progress::clear_line();
  write_out(text);
  flush_out();
}

}  // namespace

std::vector<std::string> integrate_cluster_and_lattice(const std::string& folder, double seconds,
                                                       std::optional<int> gpu,
                                                       const std::string& worker,
                                                       diagc::Progress& progress) {
  print(fmt::format(
      "\nIntegrated by Monte Carlo over the times and sites of the vertices (diagc integrate): "
      "{:.6g} s on {}\nPull: (computed − exact) / error, of a normal "
      "distribution of width 1 where only chance is at work\n",
      seconds, worker));
  std::vector<std::string> paths;
  for (const Case& which : {cluster_case(), lattice_case()}) {
    const series::Result result = sampled(which, which.share * seconds, gpu, progress);
    constexpr int points = 60;
    std::vector<double> couplings;
    for (int i = 0; i <= points; ++i) couplings.push_back(which.largest_coupling * i / points);
    const series::Resummation sums =
        series::resum(series::series_of(result), couplings, 400, result.run.seed);
    print(fmt::format("\n{}: density per site and flavour, {}\n\n{}\n{}", which.title,
                      result.grammar, coefficient_table(which, result),
                      density_table(which, result, sums)));
    paths.push_back((std::filesystem::path(folder) / which.file).string());
    write_result(paths.back(), picture(which, result, sums));
  }
  return paths;
}

}  // namespace diagc::demo
