#include "runs/records/hdf5/digest.h"
#include "runs/records/hdf5/record_io.h"

namespace diagc::runs::hdf5 {

namespace {

void describe(hid_t of, const Field& field) {
  if (!field.unit.empty()) write_attribute(of, "unit", field.unit);
  write_attribute(of, "meaning", field.doc);
}

class Writer {
 public:
  void fields(hid_t group, const std::string& where, const Fields& fields, const void* owner) {
    for (const Field& field : fields) {
      const void* place = field.member_of(owner);
      switch (field.shape) {
        case Field::Shape::single:
          single(group, where, field, place);
          break;
        case Field::Shape::list:
          list(group, where, field, place);
          break;
        case Field::Shape::array:
          array(group, where, field, place);
          break;
        case Field::Shape::group:
          this->fields(described_group(group, field), where + field.name + "/", field.fields,
                       place);
          break;
        case Field::Shape::rows:
          columns(described_group(group, field), where + field.name + "/", field, place);
          break;
      }
    }
  }

  std::string digest() const { return digest_.in_hex(); }

 private:
  static Id described_group(hid_t in, const Field& field) {
    Id group =
        made(H5Gcreate2(in, field.name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    describe(group, field);
    return group;
  }

  void single(hid_t in, const std::string& where, const Field& field, const void* place) {
    with_type(field.type, [&]<class T>(std::type_identity<T>) {
      dataset<T>(in, where, field, {static_cast<Stored<T>>(*static_cast<const T*>(place))}, {});
    });
  }

  void list(hid_t in, const std::string& where, const Field& field, const void* place) {
    with_type(field.type, [&]<class T>(std::type_identity<T>) {
      const auto& values = *static_cast<const std::vector<T>*>(place);
      dataset<T>(in, where, field, {values.begin(), values.end()}, {values.size()});
    });
  }

  void array(hid_t in, const std::string& where, const Field& field, const void* place) {
    const auto& array = *static_cast<const NumberArray*>(place);
    digest_.add(where + field.name + " extents", array.extents);
    dataset<double>(in, where, field, array.values, {array.extents.begin(), array.extents.end()});
  }

  void columns(hid_t in, const std::string& where, const Field& field, const void* rows) {
    const std::size_t size = field.rows.size(rows);
    for (const Field& column : field.fields) {
      with_type(column.type, [&]<class T>(std::type_identity<T>) {
        std::vector<Stored<T>> values;
        for (std::size_t row = 0; row < size; ++row) {
          const void* owner = field.rows.at(const_cast<void*>(rows), row);
          values.push_back(*static_cast<const T*>(column.member_of(owner)));
        }
        dataset<T>(in, where, column, values, {values.size()});
      });
    }
  }

  template <class T>
  void dataset(hid_t in, const std::string& where, const Field& field,
               const std::vector<Stored<T>>& values, const std::vector<hsize_t>& extents) {
    const Id type = file_type<T>();
    const Id space = made(extents.empty() ? H5Screate(H5S_SCALAR)
                                          : H5Screate_simple(static_cast<int>(extents.size()),
                                                             extents.data(), nullptr),
                          H5Sclose);
    const Id dataset =
        made(H5Dcreate2(in, field.name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
             H5Dclose);
    describe(dataset, field);
    digest_.add(where + field.name, values);
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

  RecordDigest digest_;
};

}  // namespace

void write_record(hid_t group, const Fields& fields, const void* record) {
  Writer writer;
  writer.fields(group, "", fields, record);
  write_attribute(group, "digest", writer.digest());
}

}  // namespace diagc::runs::hdf5
