// Record files: JSON (to read) and HDF5 (to compute with), the same fields in both. Numbers come back with the same bits.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runs/records/kind.h"

namespace diagc::runs {

enum class FileFormat { json, hdf5 };

/// By the ending: .json, or .h5 and .hdf5. Throws std::runtime_error with the path for others.
FileFormat format_of(const std::string& path);

/// Empty where HDF5 files can be read and written, else the reason.
std::string why_no_hdf5();

/// The bytes of a file. Throws std::runtime_error where it would be HDF5 and this machine has none.
std::string to_bytes(FileFormat format, const RecordKind& kind, RecordsToWrite records);

/// Reads a file. HDF5 that other programs have changed is read in a process of its own, with limits: libhdf5 may crash on damaged files.
/// Throws std::runtime_error that begins with the path and names the place: what was found there, what was expected.
void read_file(const std::string& path, const RecordKind& kind, const AddRecord& add);

/// The bytes of a file that this program has just written; `path` stands in messages.
void read_bytes(FileFormat format, std::string_view bytes, const std::string& path,
                const RecordKind& kind, const AddRecord& add);

/// Answers a question of read_file() in another process, the arguments of which it gets. Returns the exit code.
int hdf5_worker(const RecordKind& kind, const std::vector<std::string>& arguments,
                const AddRecord& add, const std::function<std::string()>& as_json);

template <class Record>
std::string to_bytes(FileFormat format, const RecordKind& kind,
                     const std::vector<Record>& records) {
  std::vector<const void*> places;
  for (const Record& record : records) places.push_back(&record);
  return to_bytes(format, kind, RecordsToWrite(places));
}

/// Appears whole or not at all. Throws std::runtime_error that begins with the path: a full disk, no HDF5.
void write_bytes(const std::string& path, std::string_view bytes);

template <class Record>
void write_records(const std::string& path, const RecordKind& kind,
                   const std::vector<Record>& records) {
  write_bytes(path, to_bytes(format_of(path), kind, records));
}

template <class Record>
std::vector<Record> read_records(const std::string& path, const RecordKind& kind) {
  std::vector<Record> records;
  read_file(path, kind, [&]() -> void* { return &records.emplace_back(); });
  return records;
}

template <class Record>
std::vector<Record> records_from(FileFormat format, std::string_view bytes, const std::string& path,
                                 const RecordKind& kind) {
  std::vector<Record> records;
  read_bytes(format, bytes, path, kind, [&]() -> void* { return &records.emplace_back(); });
  return records;
}

/// What the worker of a kind does.
template <class Record>
int hdf5_worker(const RecordKind& kind, const std::vector<std::string>& arguments) {
  std::vector<Record> records;
  return hdf5_worker(
      kind, arguments, [&]() -> void* { return &records.emplace_back(); },
      [&] { return to_bytes(FileFormat::json, kind, records); });
}

}  // namespace diagc::runs
