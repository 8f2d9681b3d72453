// Result files: JSON (to read) and HDF5 (to compute with), the same fields in both. Numbers come back with the same bits.
#pragma once

#include <string>
#include <vector>

#include "physics/collider/results/result.h"
#include "runs/records/kind.h"

namespace diagc::collider {

/// The worker that reads HDF5 files which other programs have changed (runtime/system/worker.h).
inline constexpr const char* result_worker_name = "events-result-worker";
int result_worker(const std::vector<std::string>& arguments);

const runs::RecordKind& result_kind();

/// Appears whole or not at all. Throws std::runtime_error that begins with the path: a full disk, no HDF5.
void write_result(const std::string& path, const Result& result);
/// Throws std::runtime_error that begins with the path and names the field: what was found there, what was expected.
Result read_result(const std::string& path);
/// One object with the fields of the result.
std::string to_json(const Result& result);

}  // namespace diagc::collider
