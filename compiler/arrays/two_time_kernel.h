// The kernel of a stage: fields at a pair of times from others.
#pragma once

#include "compiler/arrays/two_time_fields.h"

namespace diagc::arrays {

/// Of a stage whose writes, products and equations are there: what it reads, its graph and the types of its inputs.
void write_kernel(TwoTimeFields& fields, TwoTimeStage& stage, bool is_last);

}  // namespace diagc::arrays
