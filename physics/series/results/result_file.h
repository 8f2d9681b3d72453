// Result files: JSON (to read) and HDF5 (to compute with), the same fields in both (fields.h). Numbers come back with the same bits.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "physics/series/results/result.h"

namespace diagc::integrate {

/// One result a point of a scan; a single run is one point.
using Results = std::vector<Result>;

enum class FileFormat { json, hdf5 };

/// By the ending: .json, or .h5 and .hdf5. Throws std::runtime_error with the path for others.
FileFormat format_of(const std::string& path);

/// Appears whole or not at all. Throws std::runtime_error that begins with the path: a full disk, no HDF5.
void write_results(const std::string& path, const Results& results);

/// Throws std::runtime_error that begins with the path and names the field: what was found there, what was expected.
Results read_results(const std::string& path);

std::string to_json(const Results& results);
/// `path` stands in messages.
Results from_json(std::string_view text, const std::string& path);

/// The bytes of an HDF5 file. Throws std::runtime_error where this machine has no HDF5.
std::string to_hdf5(const Results& results);
Results from_hdf5(std::string_view bytes, const std::string& path);

/// Empty where HDF5 files can be read and written.
std::string why_no_hdf5();

}  // namespace diagc::integrate
