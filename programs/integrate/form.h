// What the points of a rule file's inputs stand for: that fixes which of them are integrated, the factors, and what the series is of.
#pragma once

#include "physics/series/job/job.h"
#include "programs/command/kernel_options.h"
#include "programs/integrate/rules_of_job.h"

namespace diagc {
class Progress;
}

namespace diagc::integrate {

struct Form {
  enum class Points {
    measured,  ///< G[0..n, 0..n]: point 0 is measured, 1..n are vertices
    integrated,  ///< G[a..b, a..b] and its derivative: all are vertices, the measured point has been integrated out
    vacuum,  ///< G[1..n, 1..n]: all are vertices, none is measured
  };
  Points points = Points::measured;
  int first = 0;  ///< point that is not integrated: its mean over the sites is taken

  /// Of the order's static, with which the rule file has so many vertices: its last point.
  int static_of(int vertices) const;
};

/// By the inputs' ranges, at a small value of the order's static. Throws InputError at the job's key where they are of none of these forms.
Form form_of(const series::Job& job, const RulesOfJob& rules, Progress& progress);

/// Whether an evaluation stands for all labellings of the vertices: as a theory or the job says or, where both leave that open, whether
/// exchanging two vertices that are integrated leaves the value alone, at propagators of no symmetry. Of one vertex there is one labelling.
series::Labellings labellings_of(const series::Job& job, const RulesOfJob& rules, const Form& form,
                                 int most_vertices, Progress& progress);

/// Half of the time limit of all points together; 0 without one.
double seconds_for_kernels(const series::Job& job);

/// What is left of a point's time limit after its part of what came before its run. Where compiling of the lowest order, which is never left
/// out, took all of it, a twentieth of the limit, so that there is a result.
double seconds_for_sampling(double limit, double spent);

/// Of one value of the order's static, in the job's precision; on those devices or on the processor.
CompileOptions compile_options(const series::Job& job, const RulesOfJob& rules, int static_value,
                               const std::vector<int>& gpus = {});
/// The same for the interpreter in double precision: for what is looked at a few times only.
CompileOptions probe_options(const series::Job& job, const RulesOfJob& rules, int static_value);

/// The inputs are the propagator of so many vertices and, where the form has one, its derivative, and nothing else; the output is one real
/// number. Throws InputError at the job's key.
void check_shape(const series::Job& job, const RulesOfJob& rules, const Form& form,
                 const Kernel& kernel, int vertices);

/// With the numbers of the model.
std::vector<ParamValue> param_values(const RulesOfJob& rules, const lattice::Model& model);

}  // namespace diagc::integrate
