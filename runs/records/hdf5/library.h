// The shared library that holds all use of HDF5. It is opened when the first HDF5 file is read or written: libhdf5 brings thirty
// further libraries, which `diagc --help` does without, and machines without it have JSON.
#pragma once

#include <string>
#include <string_view>

#include "runs/records/kind.h"

namespace diagc::runs {

struct Hdf5Library {
  /// The bytes of a file.
  std::string (*write)(const RecordKind& kind, RecordsToWrite records);

  /// Reads what write() gave, and what other programs made of it. libhdf5 may crash on damaged bytes: what is not whole() is for a
  /// process of its own.
  void (*read)(const RecordKind& kind, std::string_view bytes, const std::string& path,
               const AddRecord& add);

  /// Whether the checksum in front of a file fits all that follows. Throws std::runtime_error where the file is of another kind.
  bool (*whole)(const RecordKind& kind, std::string_view bytes, const std::string& path);
};

}  // namespace diagc::runs

/// Both sides are of one build; the name changes with Hdf5Library or RecordKind.
extern "C" __attribute__((visibility("default"))) const diagc::runs::Hdf5Library* diagc_hdf5_v3();
