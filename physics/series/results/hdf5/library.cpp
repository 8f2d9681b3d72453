// Results as HDF5: a group a point, in it a dataset a field (fields.h) with its unit and meaning as attributes; the columns of
// a table are datasets of equal length in a group.
#include "physics/series/results/hdf5/library.h"

#include <hdf5.h>

#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <boost/crc.hpp>

#include "physics/series/results/fields.h"

namespace diagc::integrate {

namespace {

/// An identifier of HDF5, closed at the end.
class Id {
 public:
  Id(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~Id() {
    if (id_ >= 0) close_(id_);
  }
  Id(Id&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Id(const Id&) = delete;
  Id& operator=(const Id&) = delete;
  operator hid_t() const { return id_; }
  bool valid() const { return id_ >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// What cannot fail on a file in memory, but for want of that.
Id made(hid_t id, herr_t (*close)(hid_t)) {
  if (id < 0) throw std::bad_alloc();
  return {id, close};
}
void done(herr_t status) {
  if (status < 0) throw std::bad_alloc();
}

Id text_type() {
  Id type = made(H5Tcopy(H5T_C_S1), H5Tclose);
  done(H5Tset_size(type, H5T_VARIABLE));
  done(H5Tset_cset(type, H5T_CSET_UTF8));
  return type;
}

/// What other programs (h5py among them) take for a boolean.
Id flag_type() {
  Id type = made(H5Tenum_create(H5T_NATIVE_INT8), H5Tclose);
  std::int8_t value = 0;
  done(H5Tenum_insert(type, "FALSE", &value));
  value = 1;
  done(H5Tenum_insert(type, "TRUE", &value));
  return type;
}

Id copied(hid_t type) { return made(H5Tcopy(type), H5Tclose); }
Id type_of(const double*) { return copied(H5T_NATIVE_DOUBLE); }
Id type_of(const std::uint64_t*) { return copied(H5T_NATIVE_UINT64); }
Id type_of(const std::uint32_t*) { return copied(H5T_NATIVE_UINT32); }
Id type_of(const int*) { return copied(H5T_NATIVE_INT); }
Id type_of(const std::string*) { return text_type(); }
Id type_of(const bool*) { return flag_type(); }

/// Elements as HDF5 takes and gives them.
template <class T>
using Stored = std::conditional_t<std::is_same_v<T, bool>, std::int8_t, T>;

void write_attribute(hid_t of, const char* name, const std::string& text) {
  const Id type = text_type();
  const Id space = made(H5Screate(H5S_SCALAR), H5Sclose);
  const Id attribute = made(H5Acreate2(of, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  const char* characters = text.c_str();
  done(H5Awrite(attribute, type, static_cast<const void*>(&characters)));
}

void write_attribute(hid_t of, const char* name, int value) {
  const Id space = made(H5Screate(H5S_SCALAR), H5Sclose);
  const Id attribute =
      made(H5Acreate2(of, name, H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  done(H5Awrite(attribute, H5T_NATIVE_INT, &value));
}

void describe(hid_t of, const Field& field) {
  if (*field.unit != '\0') write_attribute(of, "unit", field.unit);
  write_attribute(of, "meaning", field.meaning);
}

template <class T>
void write_dataset(hid_t in, const Field& field, const std::vector<Stored<T>>& values,
                   bool scalar) {
  const Id type = type_of(static_cast<const T*>(nullptr));
  const hsize_t size = values.size();
  const Id space =
      made(scalar ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, nullptr), H5Sclose);
  const Id dataset = made(
      H5Dcreate2(in, field.name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
  describe(dataset, field);
  if (values.empty()) return;
  if constexpr (std::is_same_v<T, std::string>) {
    std::vector<const char*> characters;
    for (const std::string& text : values) characters.push_back(text.c_str());
    done(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                  static_cast<const void*>(characters.data())));
  } else {
    done(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  }
}

Id new_group(hid_t in, const char* name) {
  return made(H5Gcreate2(in, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
}

/// One field of all rows, written as a column.
template <class Row, class Columns>
class ColumnWriter {
 public:
  ColumnWriter(hid_t group, const std::vector<Row>& rows, const Columns& columns)
      : group_(group), rows_(rows), columns_(columns) {}

  template <class T>
  void value(const Field& field, const T&) {
    std::vector<Stored<T>> column;
    Picker<T> picker{field.name, column};
    for (const Row& row : rows_) columns_(row, picker);
    write_dataset<T>(group_, field, column, false);
  }

 private:
  template <class T>
  struct Picker {
    std::string_view name;
    std::vector<Stored<T>>& column;
    template <class U>
    void value(const Field& field, const U& value) {
      if constexpr (std::is_same_v<T, U>) {
        if (field.name == name) column.push_back(value);
      }
    }
  };
  hid_t group_;
  const std::vector<Row>& rows_;
  const Columns& columns_;
};

class Writer {
 public:
  explicit Writer(hid_t group) : group_(group) {}

  template <class T>
  void value(const Field& field, const T& value) {
    write_dataset<T>(group_, field, {static_cast<Stored<T>>(value)}, true);
  }
  template <class T>
  void value(const Field& field, const std::vector<T>& values) {
    write_dataset<T>(group_, field, values, false);
  }
  template <class Inside>
  void group(const Field& field, Inside&& inside) {
    const Id group = new_group(group_, field.name);
    describe(group, field);
    const hid_t outer = std::exchange(group_, group);
    inside();
    group_ = outer;
  }
  template <class Row, class Columns>
  void rows(const Field& field, const std::vector<Row>& rows, const Columns& columns) {
    const Id group = new_group(group_, field.name);
    describe(group, field);
    const Row any;
    ColumnWriter<Row, Columns> writer(group, rows, columns);
    columns(any, writer);
  }

 private:
  hid_t group_;
};

class Reader {
 public:
  Reader(hid_t group, std::string where, const std::string& path)
      : group_(group), where_(std::move(where)), path_(path) {}

  template <class T>
  void value(const Field& field, T& value) {
    value = read<T>(field, true).at(0);
  }
  template <class T>
  void value(const Field& field, std::vector<T>& values) {
    values = read<T>(field, false);
  }
  template <class Inside>
  void group(const Field& field, Inside&& inside) {
    const Id group = open_group(field);
    const hid_t outer = std::exchange(group_, group);
    const std::string outer_where = std::exchange(where_, where_ + field.name + "/");
    inside();
    group_ = outer;
    where_ = outer_where;
  }
  template <class Row, class Columns>
  void rows(const Field& field, std::vector<Row>& rows, const Columns& columns) {
    rows.clear();
    group(field, [&] {
      Row any;
      ColumnReader<Row, Columns> reader{*this, rows, columns};
      columns(any, reader);
    });
  }

  [[noreturn]] void fail(const std::string& where, const std::string& found,
                         const std::string& expected) const {
    throw std::runtime_error(
        fmt::format("{}: found {} at {}, expected {}", path_, found, where, expected));
  }

 private:
  template <class Row, class Columns>
  struct ColumnReader {
    Reader& reader;
    std::vector<Row>& rows;
    const Columns& columns;
    bool first = true;

    template <class T>
    void value(const Field& field, T&) {
      const std::vector<Stored<T>> column = reader.read<T>(field, false);
      if (std::exchange(first, false)) rows.resize(column.size());
      if (column.size() != rows.size()) {
        reader.fail(reader.where_ + field.name, fmt::format("{} rows", column.size()),
                    fmt::format("{} as in the first column", rows.size()));
      }
      Putter<T> putter{field.name, column.begin()};
      for (Row& row : rows) columns(row, putter);
    }
  };
  template <class T>
  struct Putter {
    std::string_view name;
    typename std::vector<Stored<T>>::const_iterator next;
    template <class U>
    void value(const Field& field, U& value) {
      if constexpr (std::is_same_v<T, U>) {
        if (field.name == name) value = static_cast<U>(*next++);
      }
    }
  };

  Id open_group(const Field& field) const {
    Id group(H5Gopen2(group_, field.name, H5P_DEFAULT), H5Gclose);
    if (!group.valid()) fail(where_ + field.name, "no group", field.meaning);
    return group;
  }

  template <class T>
  std::vector<Stored<T>> read(const Field& field, bool scalar) const {
    const std::string where = where_ + field.name;
    const Id dataset(H5Dopen2(group_, field.name, H5P_DEFAULT), H5Dclose);
    if (!dataset.valid()) fail(where, "no dataset", field.meaning);
    const Id type = type_of(static_cast<const T*>(nullptr));
    const Id stored(H5Dget_type(dataset), H5Tclose);
    const bool fits = std::is_same_v<T, std::string> ? H5Tis_variable_str(stored) > 0
                                                     : H5Tequal(stored, type) > 0;
    if (!fits) fail(where, "another type", expected_type(static_cast<const T*>(nullptr)));
    const Id space(H5Dget_space(dataset), H5Sclose);
    const int dimensions = H5Sget_simple_extent_ndims(space);
    if (dimensions != (scalar ? 0 : 1)) {
      fail(where, fmt::format("{} dimensions", dimensions), scalar ? "a single value" : "one");
    }
    const auto size = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space));
    // A damaged size must not become an allocation: all values lie in the file, which is in memory.
    if (size > 0 && H5Dget_storage_size(dataset) / H5Tget_size(stored) < size) {
      fail(where, fmt::format("storage of less than {} values", size), "all of them");
    }
    std::vector<Stored<T>> values(size);
    if (size == 0) return values;
    const auto check = [&](herr_t status) {
      if (status < 0) fail(where, "values that cannot be read", "an undamaged file");
    };
    if constexpr (std::is_same_v<T, std::string>) {
      std::vector<char*> characters(size);
      check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                    static_cast<void*>(characters.data())));
      for (std::size_t i = 0; i < size; ++i) values[i] = characters[i] ? characters[i] : "";
      H5Dvlen_reclaim(type, space, H5P_DEFAULT, static_cast<void*>(characters.data()));
    } else {
      check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
    }
    return values;
  }

  static const char* expected_type(const double*) { return "64-bit floating point"; }
  static const char* expected_type(const std::uint64_t*) { return "unsigned 64-bit integers"; }
  static const char* expected_type(const std::uint32_t*) { return "unsigned 32-bit integers"; }
  static const char* expected_type(const int*) { return "32-bit integers"; }
  static const char* expected_type(const std::string*) { return "strings of variable length"; }
  static const char* expected_type(const bool*) { return "booleans"; }

  hid_t group_;
  std::string where_;
  const std::string& path_;
};

/// The name of files in memory. HDF5 opens a file on disk that has it, so that there must never be one.
constexpr const char* no_file = "/dev/null/diagc";

/// A file that lives in memory only.
Id memory_access() {
  Id access = made(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  done(H5Pset_fapl_core(access, 1 << 16, 0));
  return access;
}

// HDF5 leaves room in front of a file for its user. There stands a check sum of all that follows: libhdf5 itself may crash on
// damaged files, so that only what is whole is given to it.
constexpr std::size_t front = 512;

std::string front_text(std::string_view rest) {
  boost::crc_optimal<64, 0x42F0E1EBA9EA3693, ~0ull, ~0ull, true, true> sum;
  sum.process_bytes(rest.data(), rest.size());
  std::string text = fmt::format("{}\nHDF5 from byte {}, its CRC-64: {:016x}\n", result_format,
                                 front, sum.checksum());
  text.resize(front, '\0');
  return text;
}

/// Messages are ours: HDF5 would print its own on standard error.
void be_quiet() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

std::string write(const Results& results) {
  be_quiet();
  const Id access = memory_access();
  const Id creation = made(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  done(H5Pset_userblock(creation, front));
  const Id file = made(H5Fcreate(no_file, H5F_ACC_TRUNC, creation, access), H5Fclose);
  write_attribute(file, "format", result_format);
  write_attribute(file, "version", result_version);
  write_attribute(file, "conventions", result_conventions);
  {
    const Id points = new_group(file, "points");
    write_attribute(points, "meaning", "one group a point of a scan, named by its number");
    for (std::size_t i = 0; i < results.size(); ++i) {
      const Id point = new_group(points, std::to_string(i).c_str());
      visit_fields(results[i], Writer(point));
    }
  }
  done(H5Fflush(file, H5F_SCOPE_LOCAL));
  const ssize_t size = H5Fget_file_image(file, nullptr, 0);
  if (size < 0) throw std::bad_alloc();
  std::string bytes(static_cast<std::size_t>(size), '\0');
  if (H5Fget_file_image(file, bytes.data(), bytes.size()) < 0) throw std::bad_alloc();
  return front_text(bytes) + bytes;  // the image begins behind the front
}

int root_version(hid_t file) {
  const Id attribute(H5Aopen(file, "version", H5P_DEFAULT), H5Aclose);
  int version = 0;
  if (attribute.valid()) H5Aread(attribute, H5T_NATIVE_INT, &version);
  return version;
}

Results read(std::string_view bytes, const std::string& path) {
  if (!bytes.starts_with(result_format) || bytes.size() <= front) {
    throw std::runtime_error(fmt::format(
        "{}: found another kind of file, expected a result in HDF5 that `diagc integrate` wrote",
        path));
  }
  if (bytes.substr(0, front) != front_text(bytes.substr(front))) {
    throw std::runtime_error(
        fmt::format("{}: found bytes that do not fit its check sum, expected a file as `diagc "
                    "integrate` wrote it: it is damaged, cut "
                    "off or was changed",
                    path));
  }
  be_quiet();
  const Id access = memory_access();
  // HDF5 copies the image; it asks for a pointer to what it might change.
  done(H5Pset_file_image(access, const_cast<char*>(bytes.data()), bytes.size()));
  const Id file(H5Fopen(no_file, H5F_ACC_RDONLY, access), H5Fclose);
  if (!file.valid()) {
    throw std::runtime_error(
        fmt::format("{}: found HDF5 that libhdf5 cannot read, expected a newer one", path));
  }
  if (const int version = root_version(file); version != result_version) {
    throw std::runtime_error(fmt::format("{}: found version {} of the format, expected {}", path,
                                         version, result_version));
  }
  const Id points(H5Gopen2(file, "points", H5P_DEFAULT), H5Gclose);
  H5G_info_t info;
  if (!points.valid() || H5Gget_info(points, &info) < 0) {
    throw std::runtime_error(fmt::format("{}: found no group at points, expected one", path));
  }
  Results results;
  for (std::size_t i = 0; i < info.nlinks; ++i) {
    const std::string name = std::to_string(i);
    const std::string where = "points/" + name;
    const Id point(H5Gopen2(points, name.c_str(), H5P_DEFAULT), H5Gclose);
    if (!point.valid()) {
      throw std::runtime_error(fmt::format("{}: found no group at {}, expected one", path, where));
    }
    visit_fields(results.emplace_back(), Reader(point, where + "/", path));
  }
  return results;
}

constexpr Hdf5Library library{write, read};

}  // namespace

}  // namespace diagc::integrate

const diagc::integrate::Hdf5Library* diagc_hdf5_v1() { return &diagc::integrate::library; }
