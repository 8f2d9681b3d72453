#include "runs/records/hdf5/library.h"

#include <stdexcept>

#include <fmt/format.h>
#include <boost/crc.hpp>

#include "runs/records/hdf5/handles.h"
#include "runs/records/hdf5/record_io.h"

namespace diagc::runs {

namespace {

using hdf5::done;
using hdf5::Id;
using hdf5::made;

/// The name of files in memory. HDF5 opens a file on disk that has it, so that there must never be one.
constexpr const char* no_file = "/dev/null/diagc";

/// A file that lives in memory only.
Id memory_access() {
  Id access = made(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  done(H5Pset_fapl_core(access, 1 << 16, 0));
  return access;
}

/// HDF5 leaves room in front of a file for its user. There stands a checksum of all that follows.
constexpr std::size_t front = 512;

std::string front_text(const RecordKind& kind, std::string_view rest) {
  boost::crc_optimal<64, 0x42F0E1EBA9EA3693, ~0ull, ~0ull, true, true> sum;
  sum.process_bytes(rest.data(), rest.size());
  std::string text = fmt::format("{}\nHDF5 from byte {}, its CRC-64: {:016x}\n", kind.format, front,
                                 sum.checksum());
  text.resize(front, '\0');
  return text;
}

/// Messages are ours: HDF5 would print its own on standard error.
void be_quiet() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

Id new_group(hid_t in, const std::string& name) {
  return made(H5Gcreate2(in, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
}

std::string write(const RecordKind& kind, RecordsToWrite records) {
  be_quiet();
  const Id access = memory_access();
  const Id creation = made(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  done(H5Pset_userblock(creation, front));
  const Id file = made(H5Fcreate(no_file, H5F_ACC_TRUNC, creation, access), H5Fclose);
  hdf5::write_attribute(file, "format", kind.format);
  hdf5::write_attribute(file, "version", kind.version);
  hdf5::write_attribute(file, "conventions", kind.conventions);
  if (kind.records.empty()) {
    for (const void* record : records) hdf5::write_record(file, kind.fields, record);
  } else {
    const Id all = new_group(file, kind.records);
    hdf5::write_attribute(all, "meaning", kind.records_doc);
    hdf5::write_attribute(all, "count", static_cast<int>(records.size()));
    for (std::size_t i = 0; i < records.size(); ++i) {
      const Id group = new_group(all, std::to_string(i));
      hdf5::write_record(group, kind.fields, records[i]);
    }
  }
  done(H5Fflush(file, H5F_SCOPE_LOCAL));
  const ssize_t size = H5Fget_file_image(file, nullptr, 0);
  if (size < 0) throw std::bad_alloc();
  std::string bytes(static_cast<std::size_t>(size), '\0');
  if (H5Fget_file_image(file, bytes.data(), bytes.size()) < 0) throw std::bad_alloc();
  return front_text(kind, bytes) + bytes;  // the image begins behind the front
}

bool whole(const RecordKind& kind, std::string_view bytes, const std::string& path) {
  if (!bytes.starts_with(kind.format) || bytes.size() <= front) {
    throw std::runtime_error(
        fmt::format("{}: found another kind of file, expected a {} in HDF5 that `{}` wrote", path,
                    kind.what, kind.program));
  }
  return bytes.substr(0, front) == front_text(kind, bytes.substr(front));
}

void read(const RecordKind& kind, std::string_view bytes, const std::string& path,
          const AddRecord& add) {
  be_quiet();
  const Id access = memory_access();
  // HDF5 copies the image; it asks for a pointer to what it might change.
  done(H5Pset_file_image(access, const_cast<char*>(bytes.data()), bytes.size()));
  const Id file(H5Fopen(no_file, H5F_ACC_RDONLY, access), H5Fclose);
  if (!file.valid()) {
    throw std::runtime_error(fmt::format(
        "{}: found HDF5 that libhdf5 cannot read, expected a file as `{}` wrote it: it is "
        "damaged, cut off, or of a newer libhdf5",
        path, kind.program));
  }
  if (const int version = hdf5::int_attribute(file, "version"); version != kind.version) {
    throw std::runtime_error(fmt::format("{}: found version {} of the format, expected {}", path,
                                         version, kind.version));
  }
  if (kind.records.empty()) {
    hdf5::read_record(file, kind.fields, add(), true, kind.what, path);
    return;
  }
  const Id all(H5Gopen2(file, kind.records.c_str(), H5P_DEFAULT), H5Gclose);
  if (!all.valid()) {
    throw std::runtime_error(
        fmt::format("{}: found no group at {}, expected one", path, kind.records));
  }
  // Other programs may have put something else beside the records.
  // Files of earlier versions have neither a count nor digests.
  const int written = hdf5::int_attribute(all, "count");
  std::size_t count = 0;
  for (; H5Lexists(all, std::to_string(count).c_str(), H5P_DEFAULT) > 0; ++count) {
    const std::string where = fmt::format("{}/{}", kind.records, count);
    const Id group(H5Gopen2(all, std::to_string(count).c_str(), H5P_DEFAULT), H5Gclose);
    if (!group.valid())
      throw std::runtime_error(fmt::format("{}: found no group at {}, expected one", path, where));
    hdf5::read_record(group, kind.fields, add(), written > 0, where, path);
  }
  if (written > 0 && static_cast<std::size_t>(written) != count) {
    throw std::runtime_error(
        fmt::format("{}: found {} groups at {}, expected {}", path, count, kind.records, written));
  }
}

constexpr Hdf5Library library{write, read, whole};

}  // namespace

}  // namespace diagc::runs

const diagc::runs::Hdf5Library* diagc_hdf5_v3() { return &diagc::runs::library; }
