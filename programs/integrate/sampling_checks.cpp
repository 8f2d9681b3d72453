#include "programs/integrate/sampling_checks.h"

#include <algorithm>

#include <fmt/format.h>

#include "physics/series/sampling/tree/tree_shapes.h"

namespace diagc::integrate {

void check_sampling(const series::Job& job, const Integrand& integrand) {
  const std::string& grammar = integrand.rules.rules.file->name;
  const bool all_labellings = integrand.labellings == series::Labellings::all;
  const bool is_measured = integrand.form.points == Form::Points::measured;
  if (!all_labellings && !is_measured) {
    fail_at(job, "rules.file",
            fmt::format("found {}, which sums one labelling of the vertices and has no measured "
                        "point, expected one of the two: all labellings, or such a point",
                        grammar));
  }
  const bool by_trees = job.run.sampling == series::Sampling::tree ||
                        job.run.sampling == series::Sampling::independent;
  if (by_trees && !all_labellings) {
    fail_at(
        job, "run.sampling",
        fmt::format("found sampling = \"{}\" with {}, which sums one labelling of the "
                    "vertices, expected \"chain\" or \"auto\", or a rule file that sums all",
                    job.run.sampling == series::Sampling::tree ? "tree" : "independent", grammar));
  }
  const auto last = vertices_of(integrand.observable, job.last_order);
  const auto drawn = static_cast<std::uint32_t>(is_measured ? last : last - 1);
  const bool trees = all_labellings && job.run.sampling != series::Sampling::chain;
  if (trees && drawn > series::most_tree_vertices) {
    const auto spare = static_cast<int>(drawn - series::most_tree_vertices);
    fail_at(job, "orders.to",
            fmt::format("found order {} of {}, whose samples are trees of {} vertices, expected at "
                        "most order {}, trees of {}{}",
                        job.last_order, grammar, drawn + 1, job.last_order - spare,
                        series::most_tree_vertices + 1,
                        is_measured ? ", or sampling = \"chain\" in [run]" : ""));
  }
  if (job.run.sampling == series::Sampling::chain && !is_measured) {
    fail_at(job, "run.sampling",
            fmt::format("found sampling = \"chain\" with {}, which has no measured point for the "
                        "chain to begin at, expected \"auto\", or a rule file that has one",
                        grammar));
  }
}

void check_mixed(const series::Job& job, const Integrand& integrand) {
  if (!job.run.mixed) return;
  const std::string& grammar = integrand.rules.rules.file->name;
  const auto fail = [&](const std::string& what) {
    fail_at(job, "run.precision",
            fmt::format("found precision = \"mixed\" with {}, expected \"fp64\" or \"fp32\": it is "
                        "for independent samples",
                        what));
  };
  if (integrand.labellings != series::Labellings::all || integrand.points)
    fail(grammar + ", which is sampled by Markov chains");
  if (job.run.sampling == series::Sampling::chain || job.run.sampling == series::Sampling::tree)
    fail(fmt::format("sampling = \"{}\"",
                     job.run.sampling == series::Sampling::tree ? "tree" : "chain"));
}

void check_points(const series::Job& job, const Integrand& integrand) {
  const std::string& grammar = integrand.rules.rules.file->name;
  if (job.run.sampling != series::Sampling::automatic &&
      job.run.sampling != series::Sampling::chain) {
    fail_at(
        job, "run.sampling",
        fmt::format("found sampling = \"{}\" with {}, whose points are joined by lines of "
                    "several kinds or are sampled in one labelling, expected \"chain\" or \"auto\"",
                    job.run.sampling == series::Sampling::tree ? "tree" : "independent", grammar));
  }
  const auto has = [&](lattice::LineKind kind) {
    return std::ranges::count(integrand.points->lines, kind) > 0;
  };
  if (job.model.hartree_shift && (has(lattice::LineKind::up) || has(lattice::LineKind::down))) {
    fail_at(
        job, "model.hartree_shift",
        "found a Hartree shift with propagators of up and down spins, expected none: it is of one "
        "filling for all flavours");
  }
  if (integrand.observable == series::Observable::double_occupancy &&
      (has(lattice::LineKind::phonon) || has(lattice::LineKind::interaction))) {
    fail_at(job, "rules.observable",
            "found the observable double_occupancy with phonons or an interaction between sites, "
            "expected log_z: its derivative by their strength is another number");
  }
}

}  // namespace diagc::integrate
