// Array graphs with a cyclic axis as text for devices.
#pragma once

#include "compiler/emit/cyclic/cyclic_text.h"

namespace diagc {

/// After all passes that devices take, in double precision. Throws as cyclic_text() does.
CyclicText cyclic_device_text(arrays::CyclicPlan plan);

}  // namespace diagc
