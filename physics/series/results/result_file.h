// Result files: JSON (to read) and HDF5 (to compute with), the same fields in both (fields.h). Numbers come back with the same bits.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "physics/series/results/result.h"
#include "runs/records/record_file.h"

namespace diagc::series {

/// One result a point of a scan; a single run is one point.
using Results = std::vector<Result>;

/// Appears whole or not at all. Throws std::runtime_error that begins with the path: a full disk, no HDF5.
void write_results(const std::string& path, const Results& results);

/// Throws std::runtime_error that begins with the path and names the field: what was found there, what was expected.
Results read_results(const std::string& path);

std::string to_json(const Results& results);

/// The bytes of an HDF5 file. Throws std::runtime_error where this machine has no HDF5.
std::string to_hdf5(const Results& results);

/// XXH3 with 128 bits in hexadecimal, as `xxhsum -H2` prints it: of the texts of Origin.
std::string text_hash(std::string_view text);

/// The work of `result_worker_name` (runtime/system/worker.h): reads a result in HDF5 that was changed.
inline constexpr const char* result_worker_name = "result-worker";
int result_worker(const std::vector<std::string>& arguments);

}  // namespace diagc::series
