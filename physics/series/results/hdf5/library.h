// The shared library that holds all use of HDF5. It is opened when the first HDF5 file is read or written: libhdf5 brings thirty
// further libraries, which `diagc --help` does without, and machines without it have JSON.
#pragma once

#include <string>
#include <string_view>

#include "physics/series/results/result_file.h"

namespace diagc::integrate {

struct Hdf5Library {
  std::string (*write)(const Results& results);
  Results (*read)(std::string_view bytes, const std::string& path);
};

}  // namespace diagc::integrate

/// Both sides are of one build; the name changes with Hdf5Library or Result.
extern "C" __attribute__((visibility("default"))) const diagc::integrate::Hdf5Library*
diagc_hdf5_v1();
