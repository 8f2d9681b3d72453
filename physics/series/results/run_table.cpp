#include "physics/series/results/run_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "runs/report/number_text.h"

namespace diagc::series {

namespace {

/// A number of the table, or nothing where the order is exact.
std::string cell(const OrderResult& row, double value, const char* format) {
  return row.steps == 0 ? "" : fmt::format(fmt::runtime(format), value);
}
/// A number of Markov chains, or nothing where samples are independent.
std::string chain_cell(const OrderResult& row, double value, const char* format) {
  return row.sampling == "independent" ? "" : cell(row, value, format);
}

/// Before sampling has begun there are no coefficients to show.
bool has_begun(const Result& result) {
  return std::any_of(result.orders.begin(), result.orders.end(),
                     [](const OrderResult& row) { return row.steps > 0; });
}

/// The coefficients alone, for a pipe.
std::string in_a_line(const Result& result) {
  std::string text;
  for (const OrderResult& row : result.orders)
    text += fmt::format("{}a{} = {}", text.empty() ? "" : ", ", row.order,
                        runs::with_error(row.value, row.error));
  return text;
}

}  // namespace

std::string order_table(const Result& result, bool at_end) {
  std::string text =
      fmt::format("  n  coefficient of U^n     sign{}  eff. samples  rel. variance     sampling\n",
                  at_end ? "  acceptance  autocorrelation" : "");
  std::string below;
  for (const OrderResult& row : result.orders) {
    const bool exact = row.steps == 0 && row.error == 0 && row.sampling.empty();
    text += fmt::format(
        "{:>3}  {}{}", row.order, runs::left_aligned(runs::with_error(row.value, row.error), 19),
        runs::right_aligned(exact ? "exact" : cell(row, row.mean_sign, "{:.3f}"), 8));
    if (at_end) {
      text += fmt::format("{:>12}{:>17}", chain_cell(row, row.acceptance, "{:.3f}"),
                          chain_cell(row, row.autocorrelation, "{:.3g}"));
    }
    text += fmt::format("{:>14}{:>15}{:>13}{}\n", cell(row, row.effective_samples, "{:.2g}"),
                        cell(row, row.relative_variance, "{:.3g}"), row.sampling,
                        row.trustworthy ? "" : " !");
    if (!row.trustworthy) below += fmt::format("warning: order {}: {}\n", row.order, row.warning);
  }
  return at_end ? text + below : text;
}

std::string progress_line(const Snapshot& snapshot) {
  return runs::progress_line(snapshot.stage, snapshot.fraction, snapshot.steps_per_second, "steps",
                             snapshot.seconds_left);
}

std::string model_line(const ModelParameters& model) {
  std::string text = model.lattice == "cluster" ? fmt::format("cluster of {} site{}", model.sites,
                                                              model.sites == 1 ? "" : "s")
                                                : model.lattice + " lattice";
  if (model.lattice != "cluster") {
    if (model.size.empty()) {
      text += fmt::format(", infinite (cut off at {} sites)", model.sites);
    } else {
      text += fmt::format(", {}", fmt::join(model.size, " x "));
    }
    // An own propagator holds its hopping and its chemical potential, and tells neither.
    if (model.lattice != "own") text += fmt::format(", t = {:.6g}", model.t);
    if (model.t_prime != 0) text += fmt::format(", t' = {:.6g}", model.t_prime);
  }
  text += fmt::format(", beta = {:.6g}", model.beta);
  if (!std::isnan(model.mu)) text += fmt::format(", mu = {:.6g}", model.mu);
  const double shift = (model.flavours - 1) * model.hartree_alpha;
  if (shift != 0)
    text += fmt::format("{} + {:.6g} U", std::isnan(model.mu) ? ", mu of U = 0" : "", shift);
  text += fmt::format(", filling {:.6g}, {:.6g} flavour{}", model.filling, model.flavours,
                      model.flavours == 1 ? "" : "s");
  return text;
}

void RunTable::show(const Snapshot& snapshot) {
  std::string text = progress_line(snapshot);
  if (has_begun(snapshot.so_far)) {
    if (text_.is_terminal()) {
      std::string table = order_table(snapshot.so_far, false);
      table.pop_back();  // the end of its last line
      text += "\n" + table;
    } else if (const std::string coefficients = in_a_line(snapshot.so_far); !coefficients.empty()) {
      text += ": " + coefficients;
    }
  }
  text_.show(snapshot.stage, snapshot.fraction, text);
}

}  // namespace diagc::series
