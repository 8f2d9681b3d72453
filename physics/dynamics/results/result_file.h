// Result files: JSON (to read) and HDF5 (to compute with). Their fields are the same but for density matrices and G, which HDF5 has.
#pragma once

#include <string>
#include <vector>

#include "physics/dynamics/results/result.h"
#include "runs/records/record_file.h"

namespace diagc::dynamics {

/// The worker that reads HDF5 files which other programs have changed (runtime/system/worker.h).
inline constexpr const char* result_worker_name = "dynamics-result-worker";
int result_worker(const std::vector<std::string>& arguments);

const runs::RecordKind& result_kind(runs::FileFormat format);

/// Appears whole or not at all. Throws std::runtime_error that begins with the path: a full disk, no HDF5.
void write_result(const std::string& path, const Result& result);
/// Throws std::runtime_error that begins with the path and names the field: what was found there, what was expected.
Result read_result(const std::string& path);
/// The JSON file's text.
std::string to_json(const Result& result);

}  // namespace diagc::dynamics
