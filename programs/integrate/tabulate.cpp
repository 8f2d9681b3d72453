#include "programs/integrate/tabulate.h"

#include <fmt/format.h>

#include "physics/lattice/own_table.h"
#include "physics/series/job/job_schema.h"
#include "programs/integrate/plan.h"

namespace diagc::integrate {

void tabulate(const series::Job& job, const std::string& path) {
  const std::vector<lattice::ModelOptions> models = series::points(job);
  if (models.front().lattice != lattice::Lattice::own) {
    throw InputError(
        series::at_key(job, "model.lattice",
                       "found no own propagator, expected lattice = \"own\": tables of other "
                       "lattices are made wherever the job runs"));
  }
  if (models.size() > 1) {
    throw InputError(
        series::at_key(job, "model.beta",
                       fmt::format("found {} points of a scan, expected one: a table is of "
                                   "one temperature",
                                   models.size())));
  }
  lattice::ModelOptions options = models.front();
  options.derivative = lattice::Derivative::mu;  // where there is one
  const lattice::Model model = model_of(job, options);
  lattice::write_own_tables(path, options, {model.table, model.derivative});
}

}  // namespace diagc::integrate
