#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "runs/records/hdf5/digest.h"
#include "runs/records/hdf5/record_io.h"

namespace diagc::runs::hdf5 {

namespace {

class Reader {
 public:
  Reader(const std::string& where, const std::string& path) : record_(where), path_(path) {}

  void fields(hid_t group, const std::string& where, const Fields& fields, void* owner) {
    for (const Field& field : fields) {
      if (field.optional && H5Lexists(group, field.name.c_str(), H5P_DEFAULT) <= 0) continue;
      void* place = field.member(owner);
      switch (field.shape) {
        case Field::Shape::single:
          single(group, where, field, place);
          break;
        case Field::Shape::list:
          list(group, where, field, place);
          break;
        case Field::Shape::array:
          array(group, where, field, *static_cast<NumberArray*>(place));
          break;
        case Field::Shape::group:
          this->fields(open_group(group, where, field), where + field.name + "/", field.fields,
                       place);
          break;
        case Field::Shape::rows:
          columns(open_group(group, where, field), where + field.name + "/", field, place);
          break;
      }
    }
  }

  void expect_digest(const std::string& stored) const {
    if (stored == digest_.in_hex()) return;
    throw std::runtime_error(fmt::format(
        "{}: found values at {} that do not fit its digest, expected those that were written: they "
        "are damaged or were changed",
        path_, record_));
  }

 private:
  [[noreturn]] void fail(const std::string& where, const std::string& found,
                         const std::string& expected) const {
    throw std::runtime_error(
        fmt::format("{}: found {} at {}/{}, expected {}", path_, found, record_, where, expected));
  }

  Id open_group(hid_t in, const std::string& where, const Field& field) const {
    Id group(H5Gopen2(in, field.name.c_str(), H5P_DEFAULT), H5Gclose);
    if (!group.valid()) fail(where + field.name, "no group", field.doc);
    return group;
  }

  void single(hid_t in, const std::string& where, const Field& field, void* place) {
    with_type(field.type, [&]<class T>(std::type_identity<T>) {
      *static_cast<T*>(place) = static_cast<T>(dataset<T>(in, where, field, 0).at(0));
    });
  }

  void list(hid_t in, const std::string& where, const Field& field, void* place) {
    with_type(field.type, [&]<class T>(std::type_identity<T>) {
      const auto values = dataset<T>(in, where, field, 1);
      static_cast<std::vector<T>*>(place)->assign(values.begin(), values.end());
    });
  }

  void array(hid_t in, const std::string& where, const Field& field, NumberArray& to) {
    const std::string place = where + field.name;
    const Id dataset(H5Dopen2(in, field.name.c_str(), H5P_DEFAULT), H5Dclose);
    if (!dataset.valid()) fail(place, "no dataset", field.doc);
    const Id space(H5Dget_space(dataset), H5Sclose);
    const int dimensions = H5Sget_simple_extent_ndims(space);
    if (dimensions < 1) fail(place, fmt::format("{} dimensions", dimensions), "at least one");
    std::vector<hsize_t> extents(static_cast<std::size_t>(dimensions));
    if (H5Sget_simple_extent_dims(space, extents.data(), nullptr) < 0) {
      fail(place, "no extents", "an undamaged file");
    }
    to.extents.assign(extents.begin(), extents.end());
    digest_.add(place + " extents", to.extents);
    to.values = this->dataset<double>(in, where, field, dimensions);
  }

  void columns(hid_t in, const std::string& where, const Field& field, void* rows) {
    bool first = true;
    std::size_t size = 0;
    for (const Field& column : field.fields) {
      if (column.optional && H5Lexists(in, column.name.c_str(), H5P_DEFAULT) <= 0) continue;
      with_type(column.type, [&]<class T>(std::type_identity<T>) {
        const auto values = dataset<T>(in, where, column, 1);
        if (std::exchange(first, false)) {
          size = values.size();
          field.rows.resize(rows, size);
        }
        if (values.size() != size) {
          fail(where + column.name, fmt::format("{} rows", values.size()),
               fmt::format("{} as in the first column", size));
        }
        for (std::size_t row = 0; row < size; ++row) {
          void* owner = field.rows.at(rows, row);
          *static_cast<T*>(column.member(owner)) = static_cast<T>(values[row]);
        }
      });
    }
  }

  template <class T>
  std::vector<Stored<T>> dataset(hid_t in, const std::string& where, const Field& field,
                                 int expected) {
    const std::string place = where + field.name;
    const Id dataset(H5Dopen2(in, field.name.c_str(), H5P_DEFAULT), H5Dclose);
    if (!dataset.valid()) fail(place, "no dataset", field.doc);
    const Id type = file_type<T>();
    const Id stored(H5Dget_type(dataset), H5Tclose);
    const bool fits = std::is_same_v<T, std::string> ? H5Tis_variable_str(stored) > 0
                                                     : H5Tequal(stored, type) > 0;
    if (!fits) fail(place, "another type", type_in_words<T>());
    const Id space(H5Dget_space(dataset), H5Sclose);
    const int dimensions = H5Sget_simple_extent_ndims(space);
    if (dimensions != expected)
      fail(place, fmt::format("{} dimensions", dimensions),
           expected == 0 ? "a single value" : "one");
    const hssize_t extent = H5Sget_simple_extent_npoints(space);
    if (extent < 0 || (expected == 0 && extent != 1)) fail(place, "no values", "an undamaged file");
    const auto size = static_cast<std::size_t>(extent);
    // A damaged size must not become an allocation: all values lie in the file, which is in memory.
    if (size > 0 && H5Dget_storage_size(dataset) / H5Tget_size(stored) < size)
      fail(place, fmt::format("storage of less than {} values", size), "all of them");
    std::vector<Stored<T>> values(size);
    if (size > 0) read_values<T>(dataset, type, space, place, values);
    digest_.add(place, values);
    expect_finite(field, place, values);
    return values;
  }

  template <class T>
  void read_values(hid_t dataset, hid_t type, hid_t space, const std::string& place,
                   std::vector<Stored<T>>& values) const {
    const auto check = [&](herr_t status) {
      if (status < 0) fail(place, "values that cannot be read", "an undamaged file");
    };
    if constexpr (std::is_same_v<T, std::string>) {
      std::vector<char*> characters(values.size());
      check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                    static_cast<void*>(characters.data())));
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = characters[i] ? characters[i] : "";
      H5Dvlen_reclaim(type, space, H5P_DEFAULT, static_cast<void*>(characters.data()));
    } else {
      check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
    }
  }

  template <class T>
  void expect_finite(const Field& field, const std::string& place,
                     const std::vector<T>& values) const {
    if constexpr (std::is_same_v<T, double>) {
      if (!field.finite) return;
      for (const double value : values) {
        if (!std::isfinite(value)) fail(place, fmt::format("{}", value), "a finite number");
      }
    }
  }

  std::string record_;
  const std::string& path_;
  RecordDigest digest_;
};

}  // namespace

void read_record(hid_t group, const Fields& fields, void* record, bool has_digest,
                 const std::string& where, const std::string& path) {
  Reader reader(where, path);
  reader.fields(group, "", fields, record);
  const std::string digest = text_attribute(group, "digest");
  if (has_digest || !digest.empty()) reader.expect_digest(digest);
}

}  // namespace diagc::runs::hdf5
