#include "programs/demo/integration.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>

#include <fmt/format.h>

#include "physics/lattice/model.h"
#include "physics/series/exact/cluster_series.h"
#include "physics/series/resummation/resummation.h"
#include "physics/series/sampling/integrate.h"
#include "programs/command/kernel_options.h"
#include "programs/command/output.h"
#include "programs/command/progress.h"
#include "programs/command/rule_file.h"
#include "programs/demo/atom.h"
#include "programs/integrate/devices.h"
#include "runs/report/number_text.h"
#include "runs/report/plot.h"

namespace diagc::demo {

namespace {

using namespace integrate;

constexpr int highest_order = 6;

struct Case {
  std::string title, file;  ///< of the tables, of the picture
  std::string grammar;
  bool all_labellings = false;  ///< whether the rule file sums all labellings of the vertices
  lattice::ModelOptions model;
  double largest_coupling = 1;
  std::vector<double> coefficients;       ///< exact, orders 0 … highest_order
  std::function<double(double)> density;  ///< exact, per site and flavour, at U
};

/// H = (U/2) Σ n_σ n_σ' at β = 1: U is βU.
Case atom_case() {
  constexpr int N = 3;
  Case atom;
  atom.title = fmt::format("SU({}) atom, beta = 1, mu = 0", N);
  atom.file = atom_picture;
  atom.grammar = "hubbard_sun_density";
  atom.model.lattice = lattice::Lattice::cluster;
  atom.model.hopping = {{0}};
  atom.model.mu = 0;
  atom.model.flavours = N;
  atom.largest_coupling = 3;
  for (const Rational& coefficient : exact_series(N, highest_order))
    atom.coefficients.push_back(to_double(coefficient) / N);
  atom.density = [](double U) { return exact_density(N, U) / N; };
  return atom;
}

Case cluster_case() {
  series::exact::Cluster cluster;
  cluster.hopping = {{0, -1, 0, -1}, {-1, 0, -1, 0}, {0, -1, 0, -1}, {-1, 0, -1, 0}};
  cluster.beta = 2;
  cluster.mu = -0.5;
  Case square;
  square.title = "SU(2), 2 x 2 sites, t = 1, beta = 2, mu = -0.5";
  square.file = cluster_picture;
  square.grammar = "hubbard_su2_cdet_density";
  square.all_labellings = true;
  square.model.lattice = lattice::Lattice::cluster;
  square.model.hopping = cluster.hopping;
  square.model.mu = cluster.mu;
  square.model.beta = cluster.beta;
  square.largest_coupling = 4;
  square.coefficients = series::exact::density_series(cluster, highest_order);
  square.density = [cluster](double U) { return series::exact::density_series(cluster, 0, U)[0]; };
  return square;
}

std::vector<series::Term> terms(const Case& which, std::optional<int> gpu,
                                diagc::Progress& progress) {
  const SourcePtr source = open_rules(which.grammar);
  std::vector<series::Term> terms;
  for (int n = 1; n <= highest_order; ++n) {
    CompileOptions options;
    options.statics = {{"n", std::to_string(n)}};
    if (gpu) {
      options.target = Target::cuda;
      options.cuda_schedule = "straight";  // the graph stands inside of the step
      options.devices = {*gpu};
    }
    series::Term term{compile_kernel(source, options, progress), {}, n % 2 == 1 ? 1.0 : -1.0};
    if (!term.kernel.params().empty())
      term.params = {{"N", {static_cast<double>(which.model.flavours)}}};
    if (which.all_labellings) term.prefactor /= static_cast<double>(factorial(n));
    terms.push_back(std::move(term));
  }
  return terms;
}

/// Order 0, which is exact, included.
series::Result sampled(const Case& which, double seconds, std::optional<int> gpu,
                       diagc::Progress& progress) {
  lattice::ModelOptions options = which.model;
  options.precision = lattice::Precision::fp64;
  series::Plan plan;
  plan.model = lattice::make_model(options);
  plan.terms = terms(which, gpu, progress);
  plan.seconds = seconds;
  if (gpu) {
    plan.device = *gpu;
    plan.walkers = integrate::gpu_walkers;
  }
  plan.sensitivity = [&](const std::vector<series::OrderResult>& orders) {
    std::vector<double> coefficients{plan.model.filling};
    for (const series::OrderResult& row : orders) coefficients.push_back(row.value);
    std::vector<double> slopes = series::sensitivity(coefficients, which.largest_coupling);
    slopes.erase(slopes.begin());
    return slopes;
  };
  series::Result result = series::integrate(plan, [&](const series::Snapshot& snapshot) {
    progress.stage(fmt::format("{} {:.0f} %", snapshot.stage, 100 * snapshot.fraction));
  });
  progress.stage("");
  series::OrderResult exact;
  exact.value = plan.model.filling;
  result.orders.insert(result.orders.begin(), exact);
  return result;
}

double pull(double value, double error, double exact) { return (value - exact) / error; }

std::string coefficient_table(const Case& which, const series::Result& result) {
  std::string text = fmt::format("{:>3}  {:<22}{:>18}{:>8}{:>10}\n", "n", "coefficient of U^n",
                                 "exact", "pull", "steps");
  for (std::size_t n = 1; n < result.orders.size(); ++n) {
    const series::OrderResult& row = result.orders[n];
    text += fmt::format(
        "{:>3}  {:<22}{:>18.10f}{:>8.2f}{:>10}{}\n", n, runs::with_error(row.value, row.error),
        which.coefficients[n], pull(row.value, row.error, which.coefficients[n]),
        runs::rounded(static_cast<double>(row.steps)), row.trustworthy ? "" : "  ! " + row.warning);
  }
  return text;
}

std::string density_table(const Case& which, const series::Resummation& sums) {
  const series::Sum& last = sums.sums[highest_order];
  std::string text =
      fmt::format("{:>6}  {:<18}{:<18}{:>12}{:>8}\n", "U", fmt::format("order {}", highest_order),
                  "approximants", "exact", "pull");
  constexpr std::size_t rows = 4;
  for (std::size_t row = 1; row <= rows; ++row) {
    const std::size_t i = row * (sums.couplings.size() - 1) / rows;
    const series::SummedValue& at = sums.combined[i];
    const double exact = which.density(sums.couplings[i]);
    text += fmt::format("{:>6.2f}  {:<18}{:<18}{:>12.7f}{:>8.2f}\n", sums.couplings[i],
                        runs::with_error(last.at[i].value, last.at[i].error),
                        runs::with_error(at.value, at.error) + (at.reliable ? "" : " *"), exact,
                        pull(at.value, at.error, exact));
  }
  return text;
}

std::string picture(const Case& which, const series::Result& result,
                    const series::Resummation& sums) {
  using runs::plot::Series;
  runs::plot::Plot orders;
  orders.title = which.title;
  orders.subtitle = "modulus of the coefficients of the density, by Monte Carlo and exactly";
  orders.x_label = "order $n$";
  orders.y_label = "modulus of the coefficient of $U^{n}$";
  orders.logarithmic = orders.integer_x = true;
  orders.x_min = 0.5;
  orders.x_max = highest_order + 0.5;
  Series exact{"exact", "#7f7f7f", {}, Series::Style::dashed};
  Series computed{"Monte Carlo", "#0072b2", {}, Series::Style::full_dots};
  double least = 1, most = 0;
  for (std::size_t n = 1; n < result.orders.size(); ++n) {
    const double size = std::abs(which.coefficients[n]);
    const double value = std::abs(result.orders[n].value), error = result.orders[n].error;
    exact.points.emplace_back(n, size);
    computed.points.emplace_back(n, value);
    computed.bounds.emplace_back(value - error, value + error);
    least = std::min(least, size);
    most = std::max(most, size);
  }
  orders.y_min = std::pow(10, std::floor(std::log10(least) - 0.3));
  orders.y_max = std::pow(10, std::ceil(std::log10(most) + 0.3));
  orders.series = {std::move(exact), std::move(computed)};

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
    const double U = sums.couplings[i], value = which.density(U);
    curve.points.emplace_back(U, value);
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
  density.series.push_back(std::move(curve));
  density.series.push_back(std::move(together));
  return runs::plot::to_svg({orders, density});
}

void print(const std::string& text) {
  diagc::Progress::clear_line();
  write_out(text);
  flush_out();
}

}  // namespace

std::vector<std::string> integrate_atom_and_cluster(const std::string& folder, double seconds,
                                                    std::optional<int> gpu,
                                                    const std::string& worker,
                                                    diagc::Progress& progress) {
  const Case cases[] = {atom_case(), cluster_case()};
  const double each = seconds / static_cast<double>(std::size(cases));
  print(fmt::format(
      "\nIntegrated by Monte Carlo over the times and sites of the vertices (diagc integrate): "
      "{:.6g} s each on {}\nPull: (computed − exact) / error, of a normal "
      "distribution of width 1 where only chance is at work\n",
      each, worker));
  std::vector<std::string> paths;
  for (const Case& which : cases) {
    const series::Result result = sampled(which, each, gpu, progress);
    constexpr int points = 60;
    std::vector<double> couplings;
    for (int i = 0; i <= points; ++i) couplings.push_back(which.largest_coupling * i / points);
    const series::Resummation sums =
        series::resum(series::series_of(result), couplings, 400, result.run.seed);
    print(fmt::format("\n{}: density per site and flavour, {}\n\n{}\n{}", which.title,
                      which.grammar, coefficient_table(which, result), density_table(which, sums)));
    paths.push_back((std::filesystem::path(folder) / which.file).string());
    write_result(paths.back(), picture(which, result, sums));
  }
  return paths;
}

}  // namespace diagc::demo
