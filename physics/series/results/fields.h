// What a result file holds: every field with its unit and meaning, once, for the writers, the readers and the documentation.
#pragma once

#include "runs/records/kind.h"

namespace diagc::series {

/// The kind of record that a Result is written as.
const runs::RecordKind& result_kind();

}  // namespace diagc::series
