#include "physics/series/results/figure.h"
#include "physics/series/job/observable.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <tuple>

#include <fmt/format.h>

#include "physics/series/resummation/resummation_text.h"

namespace diagc::series {

namespace {

using runs::plot::Plot;
using Curve = runs::plot::Series;

/// Smallest and largest of what has been taken in.
struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void include(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  /// With a margin on both sides, never empty.
  std::pair<double, double> with_margin(double share) const {
    if (!(low <= high)) return {0, 1};
    const double margin = high > low ? share * (high - low) : std::max(std::abs(low) * 0.1, 1e-12);
    return {low - margin, high + margin};
  }
};

/// Of reliable values, or of all where none is; with their error bars but for those that say nothing, which would flatten all others.
Extent shown_extent(const std::vector<SummedValue>& sums) {
  constexpr double most_ranges = 3;
  const bool has_reliable = std::ranges::any_of(sums, &SummedValue::reliable);
  Extent values;
  for (const SummedValue& at : sums) {
    if (at.reliable || !has_reliable) values.include(at.value);
  }
  const double range = values.high > values.low ? values.high - values.low : INFINITY;
  Extent shown = values;
  for (const SummedValue& at : sums) {
    if ((!at.reliable && has_reliable) || at.high - at.low > most_ranges * range) continue;
    shown.include(at.low);
    shown.include(at.high);
  }
  return shown;
}

std::string observable_of(const Result& result) {
  std::string name = result.observable;
  if (name == name_of(Observable::log_z)) return "log Z";
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string title_of(const Result& result) {
  std::string name = observable_of(result);
  if (!name.empty()) name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  if (!result.grammar.starts_with("hubbard_")) return fmt::format("{} of {}", name, result.grammar);
  const ModelParameters& model = result.model;
  const std::string where =
      model.lattice == "cluster"
          ? fmt::format("cluster of {} site{}", model.sites, model.sites == 1 ? "" : "s")
      : model.lattice == "own" ? "own propagator"
                               : model.lattice + " lattice";
  return fmt::format("{} of the SU({:.6g}) Hubbard model, {}", name, model.flavours, where);
}

/// With a minus sign.
std::string number(double value) {
  const std::string text = fmt::format("{:.4g}", std::abs(value));
  return value < 0 ? "−" + text : text;
}

/// Of the chemical potential that the coefficients belong to; empty with an own propagator, which does not tell it.
std::string mu_text(const ModelParameters& model) {
  if (std::isnan(model.mu)) return "";
  const double slope = (model.flavours - 1) * model.hartree_alpha;
  std::string text = "$μ$ = " + number(model.mu);
  if (slope != 0) text += fmt::format(" {} {} $U$", slope < 0 ? "−" : "+", number(std::abs(slope)));
  return text;
}

std::string parameters_of(const ModelParameters& model) {
  std::string text;
  for (const std::uint32_t extent : model.size)
    text += fmt::format("{}{}", text.empty() ? "" : " × ", extent);
  if (!text.empty()) text += " cells, ";
  if (model.lattice != "cluster" && model.lattice != "own") {
    text += "$t$ = " + number(model.t) + ", ";
    if (model.t_prime != 0) text += "$t′$ = " + number(model.t_prime) + ", ";
  }
  const std::string mu = mu_text(model);
  return text + "$β$ = " + number(model.beta) + (mu.empty() ? "" : ", " + mu);
}

bool is_whole(const SummedValue& at) { return at.reliable && at.trusted; }

/// Dots at places; full ones are reliable, open ones are not.
struct Dots {
  Curve full, open;

  Dots(const std::string& label, const std::string& colour)
      : full{label, colour, {}, Curve::Style::full_dots},
        open{label.empty() ? "" : label + ", marked", colour, {}, Curve::Style::dots} {}

  void add(double x, double y, double low, double high, bool is_full) {
    Curve& curve = is_full ? full : open;
    curve.points.emplace_back(x, y);
    curve.bounds.emplace_back(low, high);
  }
  void into(Plot& plot) {
    if (open.points.empty()) open.label.clear();
    if (full.points.empty()) full.label.clear();
    plot.series.push_back(std::move(full));
    plot.series.push_back(std::move(open));
  }
};

/// Positive coefficients have full dots, negative ones open dots.
void add_coefficients(Plot& plot, const Result& result, const std::string& label, std::size_t place,
                      double least, Extent& y) {
  const auto shape = static_cast<int>(place % 5);
  Curve positive{"", runs::plot::colour(place), {}, Curve::Style::full_dots, {}, shape};
  Curve negative{"", runs::plot::colour(place), {}, Curve::Style::dots, {}, shape};
  positive.name = label + (label.empty() ? "" : ", ") + "positive";
  negative.name = label + (label.empty() ? "" : ", ") + "negative";
  for (const OrderResult& row : result.orders) {
    const double size = std::abs(row.value);
    if (!(size > least)) continue;
    Curve& curve = row.value > 0 ? positive : negative;
    curve.points.emplace_back(row.order, size);
    curve.bounds.emplace_back(size - row.error, size + row.error);
    y.include(size + row.error);
    y.include(size - row.error > size / 10 ? size - row.error : size);
  }
  Curve& shown = positive.points.empty() ? negative : positive;
  shown.label = label;
  plot.series.push_back(std::move(positive));
  plot.series.push_back(std::move(negative));
}

Plot coefficients(const std::vector<Result>& results) {
  Plot plot;
  plot.title = "Coefficients of the series";
  plot.subtitle = "full markers: positive, open markers: negative coefficients";
  plot.x_label = "order $n$";
  plot.y_label = "modulus of the coefficient of $U^{n}$";
  plot.logarithmic = plot.integer_x = true;
  int highest = 1;
  // What is 0 but for rounding would only stretch the axis.
  double least = 0;
  for (const Result& result : results) {
    for (const OrderResult& row : result.orders) {
      highest = std::max(highest, row.order);
      if (std::isfinite(row.value)) least = std::max(least, 1e-12 * std::abs(row.value));
    }
  }
  Extent y;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const ModelParameters& model = results[i].model;
    const bool of_beta = results.front().model.beta != results.back().model.beta;
    const std::string label = results.size() == 1    ? ""
                              : of_beta              ? "$β$ = " + number(model.beta)
                              : std::isnan(model.mu) ? fmt::format("point {}", i + 1)
                                                     : "$μ$ = " + number(model.mu);
    add_coefficients(plot, results[i], label, i, least, y);
  }
  plot.x_min = -0.5;
  plot.x_max = highest + 0.5;
  if (y.low <= y.high) {
    plot.y_min = y.low / 2;
    plot.y_max = y.high * 2;
  } else {
    plot.y_min = 0.1;
  }
  return plot;
}

Curve curve_of(const std::string& label, const std::string& colour, Curve::Style style, int shape,
               const std::vector<double>& x, const std::vector<SummedValue>& estimates, bool all) {
  Curve curve{label, colour, {}, style};
  curve.shape = shape;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const SummedValue& at = estimates[i];
    const bool shown = all || at.reliable;
    const double nothing = std::nan("");
    curve.points.emplace_back(x[i], shown ? at.value : nothing);
    curve.bounds.emplace_back(shown ? at.low : nothing, shown ? at.high : nothing);
  }
  return curve;
}

void add_curves(Plot& plot, const Resummation& sums) {
  const std::vector<double>& x = sums.couplings;
  std::vector<const Sum*> partial, approximants;
  for (const Sum& sum : sums.sums)
    (sum.approximant.method == Method::partial_sum ? partial : approximants).push_back(&sum);
  const std::size_t first = partial.size() > 3 ? partial.size() - 3 : 0;
  for (std::size_t i = first; i < partial.size(); ++i) {
    Curve curve = curve_of(name(partial[i]->approximant), runs::plot::grey, Curve::Style::dashed,
                           static_cast<int>(1 + i - first), x, partial[i]->at, true);
    curve.bounds.clear();
    plot.series.push_back(std::move(curve));
  }
  int shape = 0;
  for (const Sum* sum : approximants) {
    if (sum->approximant.order != approximants.front()->approximant.order) continue;
    plot.series.push_back(curve_of(name(sum->approximant),
                                   runs::plot::colour(static_cast<std::size_t>(shape) + 1),
                                   Curve::Style::line, shape, x, sum->at, false));
    ++shape;
  }
}

Plot against_coupling(const Result& result, const Resummation& sums, const Resummation& fine) {
  Plot plot;
  plot.title = title_of(result);
  plot.subtitle = parameters_of(result.model);
  plot.x_label = "$U$";
  plot.y_label = observable_of(result) +
                 (is_per_flavour(result.observable) ? " per site and flavour" : " per site");
  const auto& x = sums.couplings;
  Extent x_range;
  for (const double coupling : fine.couplings) x_range.include(coupling);
  std::tie(plot.x_min, plot.x_max) = x_range.with_margin(0.03);
  Dots together("together", runs::plot::colour(0));
  const std::size_t every = std::max<std::size_t>(1, (x.size() + 11) / 12);
  for (std::size_t i = 0; i < x.size(); i += every) {
    const SummedValue& at = sums.combined[i];
    together.add(x[i], at.value, at.low, at.high, is_whole(at));
  }
  std::tie(plot.y_min, plot.y_max) = shown_extent(sums.combined).with_margin(0.15);
  add_curves(plot, fine);
  together.into(plot);
  return plot;
}

Plot against_scan(const Figure& figure) {
  const std::vector<Result>& results = figure.results;
  const double U = figure.sums[0].couplings[figure.coupling];
  const bool of_beta = results.front().model.beta != results.back().model.beta;
  const ModelParameters& model = results[0].model;
  Plot plot;
  plot.title = title_of(results[0]);
  const std::string fixed = of_beta ? mu_text(model) : "$β$ = " + number(model.beta);
  plot.subtitle = model.lattice == "own" ? "" : "$t$ = " + number(model.t) + ", ";
  plot.subtitle += "$U$ = " + number(U) + (fixed.empty() ? "" : ", " + fixed);
  plot.x_label = of_beta ? "inverse temperature $β$" : "chemical potential $μ$";
  const bool per_flavour = is_per_flavour(results[0].observable);
  plot.y_label = observable_of(results[0]) + " per site" + (per_flavour ? ", all flavours" : "");
  Extent x, y, marked;
  Dots together("together", runs::plot::colour(0));
  Curve partial{"last order", runs::plot::colour(2), {}, Curve::Style::dashed};
  Curve free{"$U$ = 0", runs::plot::grey, {}, Curve::Style::dashed};
  partial.shape = 2;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const ModelParameters& at = results[i].model;
    const double place = of_beta ? at.beta : chemical_potential(at, U);
    const double N = per_flavour ? at.flavours : 1;
    const SummedValue& value = figure.sums[i].combined[figure.coupling];
    x.include(place);
    for (const double bound : {value.low, value.high})
      (value.reliable ? y : marked).include(N * bound);
    together.add(place, N * value.value, N * value.low, N * value.high, is_whole(value));
    for (const Sum& sum : figure.sums[i].sums) {
      if (sum.approximant.method != Method::partial_sum) continue;
      if (sum.approximant.order + 1 == static_cast<int>(results[i].orders.size()))
        partial.points.emplace_back(place, N * sum.at[figure.coupling].value);
    }
    free.points.emplace_back(of_beta ? at.beta : at.mu, N * results[i].orders[0].value);
    x.include(free.points.back().first);
    y.include(free.points.back().second);
  }
  std::tie(plot.x_min, plot.x_max) = x.with_margin(0.05);
  std::tie(plot.y_min, plot.y_max) = y.with_margin(0.1);
  plot.series = {std::move(free), std::move(partial)};
  together.into(plot);
  return plot;
}

}  // namespace

std::vector<double> fine_couplings(const std::vector<double>& couplings) {
  constexpr int steps = 200;
  const double to = couplings.back(), from = couplings.size() > 1 ? couplings.front() : 0;
  std::vector<double> fine = couplings;
  for (int i = 0; i <= steps; ++i) fine.push_back(from + (to - from) * i / steps);
  std::sort(fine.begin(), fine.end());
  fine.erase(std::unique(fine.begin(), fine.end()), fine.end());
  return fine;
}

std::vector<Plot> figure(const Figure& figure) {
  if (figure.results.size() > 1) return {against_scan(figure), coefficients(figure.results)};
  const Resummation& fine = figure.fine.empty() ? figure.sums[0] : figure.fine[0];
  return {against_coupling(figure.results[0], figure.sums[0], fine), coefficients(figure.results)};
}

}  // namespace diagc::series
