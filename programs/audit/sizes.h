// The scale that rounding errors are measured in.
#pragma once

#include <vector>

#include "programs/audit/subject.h"

namespace diagc::audit {

/// A, the value with every term made absolute (interpret_absolute), of the rules as expanded: by output scalar, then
/// configuration, as evaluate() has the values.
std::vector<double> sizes(const Subject& subject, const std::vector<ParamValue>& params,
                          const Configurations& configurations);

}  // namespace diagc::audit
