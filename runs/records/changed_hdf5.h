// HDF5 files that other programs have changed: added attributes, datasets, notes. Nothing tells those from damaged ones before they are read.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runs/records/kind.h"

namespace diagc::runs {

/// Reads the bytes in a process of its own and gives the records as JSON; nothing where this program offers no worker for the kind. Throws
/// std::runtime_error that begins with the path where the records are not what they were, or where the process dies of the file.
std::optional<std::string> changed_hdf5_as_json(std::string_view bytes, const std::string& path,
                                                const RecordKind& kind);

/// What that process does; returns its exit code.
int answer_changed_hdf5(
    const std::vector<std::string>& arguments,
    const std::function<std::string(std::string_view bytes, const std::string& path)>& as_json);

}  // namespace diagc::runs
