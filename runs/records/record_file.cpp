#include "runs/records/record_file.h"

#include <filesystem>
#include <span>
#include <stdexcept>

#include <fmt/format.h>

#include "runs/records/changed_hdf5.h"
#include "runs/records/hdf5/library.h"
#include "runs/records/json.h"
#include "runtime/system/atomic_file.h"
#include "runtime/system/shared_library.h"
#include "runtime/system/whole_file.h"

namespace diagc::runs {

namespace {

const Hdf5Library& hdf5() {
  static const Hdf5Library* const library = reinterpret_cast<decltype(&diagc_hdf5_v3)>(
      open_library("libdiagc_hdf5.so", "diagc_hdf5_v3"))();
  return *library;
}

/// A thousand times what the largest scans have written.
constexpr std::uint64_t largest_file = std::uint64_t{1} << 30;

std::string contents(const std::string& path) {
  try {
    return read_bounded(path, largest_file);
  } catch (const NotRead& error) {
    throw std::runtime_error(fmt::format("{}: cannot be read: {}", path, error.what()));
  }
}

}  // namespace

FileFormat format_of(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".json") return FileFormat::json;
  if (ending == ".h5" || ending == ".hdf5") return FileFormat::hdf5;
  throw std::runtime_error(
      fmt::format("{}: found the ending `{}`, expected .json, .h5 or .hdf5", path, ending));
}

std::string why_no_hdf5() {
  try {
    hdf5();
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

std::string to_bytes(FileFormat format, const RecordKind& kind, RecordsToWrite records) {
  return format == FileFormat::json ? to_json(kind, records) : hdf5().write(kind, records);
}

void write_bytes(const std::string& path, std::string_view bytes) {
  AtomicFile file(path);
  file.write(std::as_bytes(std::span(bytes)));
  file.commit();
}

void read_bytes(FileFormat format, std::string_view bytes, const std::string& path,
                const RecordKind& kind, const AddRecord& add) {
  if (format == FileFormat::json) return from_json(kind, bytes, path, add);
  if (!hdf5().whole(kind, bytes, path)) {
    throw std::runtime_error(fmt::format(
        "{}: found bytes that do not fit their checksum, expected a file as `{}` wrote it: it is "
        "damaged, cut off or was changed",
        path, kind.program));
  }
  hdf5().read(kind, bytes, path, add);
}

void read_file(const std::string& path, const RecordKind& kind, const AddRecord& add) {
  const FileFormat format = format_of(path);
  const std::string bytes = contents(path);
  if (format == FileFormat::hdf5 && !hdf5().whole(kind, bytes, path)) {
    if (const auto json = changed_hdf5_as_json(bytes, path, kind))
      return from_json(kind, *json, path, add);
  }
  read_bytes(format, bytes, path, kind, add);
}

int hdf5_worker(const RecordKind& kind, const std::vector<std::string>& arguments,
                const AddRecord& add, const std::function<std::string()>& as_json) {
  return answer_changed_hdf5(arguments, [&](std::string_view bytes, const std::string& path) {
    hdf5().read(kind, bytes, path, add);
    return as_json();
  });
}

}  // namespace diagc::runs
