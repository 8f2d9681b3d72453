// A kind of record file: what its records hold, and what is said of all of them.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "runs/records/fields.h"

namespace diagc::runs {

struct RecordKind {
  std::string format;       ///< its name, in the file: "diagc-integration"
  int version = 1;          ///< of the format
  std::string conventions;  ///< what holds for all records, in words
  std::string
      records;  ///< what a record is called, in the plural: "points"; empty: a file is one record
  std::string records_doc;  ///< "one group a point of a scan, named by its number"
  std::string what;         ///< "result", for messages
  std::string program;      ///< that writes such files: "diagc integrate"
  /// The worker (runtime/system/worker.h) that calls hdf5_worker() for this kind; empty: none. It reads HDF5 files that were changed.
  std::string worker = {};
  Fields fields;  ///< of one record
};

/// Records without their type: pointers to them, to be written.
using RecordsToWrite = std::span<const void* const>;

/// Adds a record and gives its place, which holds until the next one is added.
using AddRecord = std::function<void*()>;

}  // namespace diagc::runs
