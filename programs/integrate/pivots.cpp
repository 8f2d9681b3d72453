#include "programs/integrate/pivots.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "programs/command/rule_file.h"

namespace diagc::integrate {

namespace {

// Elimination begins to divide at a few vertices, and a small graph is evaluated at once.
constexpr int probed_order = 4;

/// Propagators between points on one site, at times that all differ: `diagonal` from a point to itself, else any numbers.
std::vector<double> propagators(std::size_t points, double diagonal) {
  std::vector<double> values;
  for (std::size_t i = 0; i < points * points; ++i)
    values.push_back(i % (points + 1) == 0 ? diagonal : std::cos(1.3 * static_cast<double>(i)));
  return values;
}

bool is_finite_at(const Kernel& kernel, const Integrand& integrand, const lattice::Model& model,
                  double diagonal) {
  std::vector<std::vector<double>> values;
  std::vector<InputArray> inputs;
  values.reserve(kernel.inputs().size());
  for (const Kernel::Variable& input : kernel.inputs()) {
    const std::int64_t points = input.ranges[0].last - input.ranges[0].first + 1;
    values.push_back(propagators(static_cast<std::size_t>(points), diagonal));
    inputs.emplace_back(input.name, std::span<const double>(values.back()));
  }
  double value = 0;
  kernel.evaluate(1, inputs, param_values(integrand.rules, model),
                  {{integrand.rules.output, std::span(&value, 1)}});
  return std::isfinite(value);
}

}  // namespace

void require_pivots(const Integrand& integrand, const series::Job& job, const lattice::Model& model,
                    Progress& progress) {
  if (!job.model.hartree_shift || integrand.points) return;
  const int order = std::clamp(probed_order, job.first_order, job.last_order);
  const int vertices = vertices_of(integrand.observable, order);
  const Kernel kernel = compile_kernel(
      integrand.rules.source,
      probe_options(job, integrand.rules, integrand.form.static_of(vertices)), progress);
  const lattice::Space& space = model.space;
  const bool is_finite = std::ranges::all_of(space.roots, [&](std::uint32_t root) {
    return is_finite_at(kernel, integrand, model, model.table.equal_time[space.row(root, root)]);
  });
  if (is_finite) return;
  const std::string& grammar = integrand.rules.rules.file->name;
  const bool has_shift =
      std::ranges::any_of(integrand.rules.rules.statics,
                          [](const syntax::Decl* each) { return each->name == "shift"; });
  fail_at(job, "model.hartree_shift",
          fmt::format("found a Hartree shift with {}, which divides by the propagator from a "
                      "vertex to itself, 0 under the shift, expected {}file = \"auto\", or no "
                      "shift",
                      grammar, has_shift ? "statics = { shift = 1 } in [rules], " : ""));
}

}  // namespace diagc::integrate
