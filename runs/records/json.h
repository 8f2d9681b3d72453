// Records as JSON: one object each, below the name of their kind. Numbers come back with the same bits; what JSON has no numbers for
// stands as "nan", "-nan", "inf", "-inf".
#pragma once

#include <string>
#include <string_view>

#include "runs/records/kind.h"

namespace diagc::runs {

std::string to_json(const RecordKind& kind, RecordsToWrite records);

/// Throws std::runtime_error that begins with `path` and names the place: what was found there, what was expected.
void from_json(const RecordKind& kind, std::string_view text, const std::string& path,
               const AddRecord& add);

}  // namespace diagc::runs
