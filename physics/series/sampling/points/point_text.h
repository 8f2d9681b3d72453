// Source of the steps of walkers at any points: the tables of a diagram, and the files of step/ around a kernel's part.
#pragma once

#include <string>

#include "diagc/embed.h"
#include "physics/series/sampling/points/point_form.h"
#include "physics/series/sampling/step_text.h"

namespace diagc::series {

/// The tables of a diagram; `storage`: what arrays begin with, "constexpr" on processors.
std::string diagram_constants(const PointForm& form, const std::vector<bool>& periodic,
                              const char* storage);

/// C++ text of the step around a part of the cpu target. `periodic`: [table] whether lines of it are so, without a sign.
std::string point_source(const KernelPart& part, const StepShape& shape, const PointForm& form,
                         const std::vector<bool>& periodic);

}  // namespace diagc::series
