// The rule file of a job, checked against what the job says of it, as terms of a plan.
#pragma once

#include <optional>
#include <vector>

#include "physics/series/job/job.h"
#include "physics/series/sampling/integrate.h"
#include "programs/integrate/factors.h"
#include "programs/integrate/form.h"
#include "programs/integrate/points.h"
#include "programs/integrate/rules_of_job.h"

namespace diagc {
class Progress;
}

namespace diagc::integrate {

struct Integrand {
  RulesOfJob rules;
  Form form;
  std::optional<Points> points;  ///< where `form` does not say all
  series::Observable observable = series::Observable::density;
  series::Labellings labellings = series::Labellings::one;  ///< never automatic
  /// The job leaves the rule file open: on devices single orders may take another one, of the same values.
  bool is_free = false;
  std::vector<Kernel> kernels;                 ///< of orders first_order … last_order of the job
  std::vector<std::optional<Kernel>> singles;  ///< of these, in mixed precision (Term::single)
  std::vector<SourcePtr> sources;              ///< of these
  std::vector<std::shared_ptr<const series::PointForm>> point_forms;  ///< of these, with `points`
  std::optional<Kernel>
      zeroth;  ///< of order 0, exact; none where that follows from the model or stands in the job
};

/// Reads and checks the rule file of the job, which names one; without kernels. Throws InputError at the job's keys or in the rule file.
Integrand read_integrand(const series::Job& job, Progress& progress);

/// Makes the kernels, for those devices, where several orders are compiled at once, or the processor. Orders whose kernels for devices are not there
/// after so many seconds are missing, with those above them, but for the lowest one. Throws as read_integrand() does.
void compile_kernels(Integrand& integrand, const series::Job& job, const std::vector<int>& gpus,
                     Progress& progress, std::optional<double> seconds = {});

/// Keeps so many of the lowest orders; the line that says which are left out, empty where none is.
std::string leave_out(Integrand& integrand, const series::Job& job, std::size_t kept);

/// Throws InputError at the job's key where the integrand takes a derivative that the model, an own propagator, lacks.
void require_derivative(const Integrand& integrand, const series::Job& job,
                        const lattice::Model& model);

/// With the values that the params take from the model.
std::vector<series::Term> terms(const Integrand& integrand, const series::Job& job,
                                const lattice::Model& model);

/// The coefficient of order 0. With a measured vertex it is the rule file's value there, with the propagator from the vertex to itself, which
/// no Hartree shift touches, averaged over the sites that the vertex may stand on.
double zeroth_order(const Integrand& integrand, const series::Job& job,
                    const lattice::Model& model);
/// The same of all components that are measured: one, where there is but one number.
std::vector<double> zeroth_components(const Integrand& integrand, const series::Job& job,
                                      const lattice::Model& model);

/// What models of the integrand's runs are to have.
void set_lines(const Integrand& integrand, lattice::ModelOptions& options);

/// As results name it: of a rule file with a measured vertex, which may measure anything, its output.
std::string observable_name(const Integrand& integrand);

/// "hubbard_sun_cdet_density_fixed, fp64: SU(6), all labellings at once, measured point integrated out"; a line more for orders of another file.
std::string integrand_line(const Integrand& integrand, const series::Job& job);

/// What is computed, for the result: the texts of job and rule file, statics, params, sign and labellings.
series::Origin origin_of(const Integrand& integrand, const series::Job& job,
                         const lattice::Model& model);

}  // namespace diagc::integrate
