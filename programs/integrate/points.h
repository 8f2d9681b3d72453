// The points and lines of a job's integrand, where it has more than one propagator between vertices: the one place that maps inputs of rule files
// to lines of the model, and that knows external points.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "physics/series/job/job.h"
#include "physics/series/sampling/points/point_form.h"
#include "programs/integrate/form.h"
#include "programs/integrate/rules_of_job.h"

namespace diagc::integrate {

/// What holds for all orders.
struct Points {
  Form form;                             ///< of factors: vacuum, or measured, ends included
  std::vector<lattice::LineKind> lines;  ///< what Model::lines shall be
  series::PointMeasure measure;
  bool is_amputated = false;  ///< nothing is there at order 0
  bool all_labellings = false;
  bool is_right_when_summed = false;  ///< theory::is_right_when_summed, which the integral is
};

/// Nothing where one propagator between vertices and perhaps a measured point says all: those have forms of their own (form_of). Throws
/// InputError at the job's key or in the rule file.
std::optional<Points> points_of(const series::Job& job, const RulesOfJob& rules,
                                Progress& progress);

/// Throws InputError at a key of [model] that none of these lines takes.
void check_line_keys(const series::Job& job, const RulesOfJob& rules,
                     const std::vector<lattice::LineKind>& lines);

/// Of a kernel at one value of the order's static.
std::shared_ptr<const series::PointForm> point_form(const series::Job& job, const RulesOfJob& rules,
                                                    const Points& points, const Kernel& kernel);

/// Labellings of its vertices that one evaluation stands for: 1, or all of them.
double labellings_of(const RulesOfJob& rules, const Points& points, const Kernel& kernel);

}  // namespace diagc::integrate
