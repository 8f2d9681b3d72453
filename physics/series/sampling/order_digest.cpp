#include "physics/series/sampling/order_digest.h"

#include <cmath>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "physics/series/sampling/sampling_options.h"
#include "physics/series/sampling/tree/tree_population.h"
#include "physics/series/sampling/tree/tree_warm_up.h"

namespace diagc::series {

namespace {

template <class T>
std::string hash_of(std::span<const T> numbers) {
  return runs::hash_text(std::as_bytes(numbers));
}
template <class T>
std::string hash_of(const std::vector<T>& numbers) {
  return hash_of(std::span<const T>(numbers));
}

/// To 1e-6: machines may differ in the last digits of a table that they made.
std::string rounded(const std::vector<double>& numbers) {
  std::vector<std::int64_t> whole;
  whole.reserve(numbers.size());
  for (const double number : numbers) whole.push_back(std::llround(number * 1e6));
  return hash_of(whole);
}

std::string statics_of(const Kernel& kernel) {
  std::string text;
  for (const auto& [name, value] : kernel.statics())
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  return text;
}

std::string propagators_of(const lattice::PropagatorTable& table) {
  return fmt::format("{} rows, {} intervals, degree {}: {} {}", table.rows, table.intervals,
                     table.degree, rounded(table.coefficients), rounded(table.equal_time));
}

std::string sampling_of(const Plan& plan, const Term& term) {
  const Sampling sampling = sampling_of_term(plan, term);
  if (sampling == Sampling::chain)
    return fmt::format("chains, warm-up of {} steps, {} bins", plan.warmup_steps, link_bins);
  const char* const kind = sampling == Sampling::tree          ? "chains around trees"
                           : sampling == Sampling::independent ? "independent samples"
                                                               : "from trees";
  const bool sobol = sampling != Sampling::tree && takes_sobol(plan.draws, integrand_form(term).m);
  return fmt::format("{} of order {}{}, warm-up of {} steps, {} bins{}", kind, order_of(term),
                     term.measured ? " with a measured vertex" : "", tree_steps(plan.warmup_steps),
                     tree_bins, sobol ? ", Sobol points" : "");
}

std::string sites_of(const lattice::Space& space) {
  return fmt::format("{} {} {}", hash_of(space.row_of), hash_of(space.roots),
                     rounded(space.root_weights));
}

}  // namespace

runs::Digest order_digest(const Plan& plan, const Term& term, std::uint64_t walkers) {
  const Kernel& kernel = term.kernel;
  runs::Digest digest;
  digest.add("rules", runs::hash_text(term.rules.empty() ? kernel.source() : term.rules));
  digest.add("statics", statics_of(kernel));
  digest.add("output", kernel.outputs().front().name);
  digest.add("params", fmt::format("{}", fmt::join(kernel.param_numbers(term.params), ", ")));
  digest.add("prefactor", fmt::format("{}", term.prefactor));
  digest.add("model", plan.model.description);
  digest.add("beta", fmt::format("{}", plan.model.table.beta));
  digest.add("sites", sites_of(plan.model.space));
  digest.add("propagators", propagators_of(plan.model.table));
  if (term.points) {
    digest.add("points", term.points->text());
    for (std::size_t i = 0; i < plan.model.lines.size(); ++i)
      digest.add(fmt::format("lines {}", i), propagators_of(plan.model.lines[i].table));
  }
  if (!term.derivative.empty() && plan.model.derivative)
    digest.add("derivative", propagators_of(*plan.model.derivative));
  digest.add("sampling", sampling_of(plan, term));
  digest.add("precision", precision_name(term));
  digest.add("target", kernel.target() == Target::cuda ? "cuda" : "cpu");
  digest.add("seed", fmt::format("{}", plan.seed));
  digest.add("walkers", fmt::format("{}", walkers));
  return digest;
}

}  // namespace diagc::series
