#include <cmath>
#include <cstddef>
#include <utility>

#include <nlohmann/json.hpp>

#include "runs/records/json.h"

namespace diagc::runs {

namespace {

using nlohmann::ordered_json;

template <class T>
ordered_json written(const T& value) {
  return value;
}

ordered_json written(double value) {
  if (std::isnan(value)) return std::signbit(value) ? "-nan" : "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

ordered_json single(const Field& field, const void* place) {
  return with_type(field.type, [&]<class T>(std::type_identity<T>) {
    return written(*static_cast<const T*>(place));
  });
}

ordered_json list(const Field& field, const void* place) {
  return with_type(field.type, [&]<class T>(std::type_identity<T>) {
    ordered_json items = ordered_json::array();
    for (const T& item : *static_cast<const std::vector<T>*>(place)) items.push_back(written(item));
    return items;
  });
}

/// Nested arrays.
ordered_json nested(const NumberArray& array, std::size_t axis, std::size_t& at) {
  if (axis == array.extents.size()) return written(array.values.at(at++));
  ordered_json items = ordered_json::array();
  for (std::uint64_t i = 0; i < array.extents[axis]; ++i) {
    items.push_back(nested(array, axis + 1, at));
  }
  return items;
}

ordered_json object(const Fields& fields, const void* owner);

ordered_json rows(const Field& field, const void* place) {
  ordered_json items = ordered_json::array();
  const std::size_t size = field.rows.size(place);
  for (std::size_t i = 0; i < size; ++i)
    items.push_back(object(field.fields, field.rows.at(const_cast<void*>(place), i)));
  return items;
}

ordered_json object(const Fields& fields, const void* owner) {
  ordered_json members = ordered_json::object();
  for (const Field& field : fields) {
    const void* place = field.member_of(owner);
    ordered_json& to = members[field.name];
    switch (field.shape) {
      case Field::Shape::single:
        to = single(field, place);
        break;
      case Field::Shape::list:
        to = list(field, place);
        break;
      case Field::Shape::array: {
        std::size_t at = 0;
        to = nested(*static_cast<const NumberArray*>(place), 0, at);
        break;
      }
      case Field::Shape::group:
        to = object(field.fields, place);
        break;
      case Field::Shape::rows:
        to = rows(field, place);
        break;
    }
  }
  return members;
}

/// Unit and meaning of every field under its path, as in "orders.value".
void describe(ordered_json& to, const Fields& fields, const std::string& prefix) {
  for (const Field& field : fields) {
    ordered_json& about = to[prefix + field.name];
    if (!field.unit.empty()) about["unit"] = field.unit;
    about["meaning"] = field.doc;
    describe(to, field.fields, prefix + field.name + ".");
  }
}

}  // namespace

std::string to_json(const RecordKind& kind, RecordsToWrite records) {
  ordered_json file;
  file["format"] = kind.format;
  file["version"] = kind.version;
  file["conventions"] = kind.conventions;
  describe(file["fields"] = ordered_json::object(), kind.fields, "");
  if (kind.records.empty()) {
    for (const void* record : records) {
      const ordered_json members = object(kind.fields, record);
      for (const auto& [name, value] : members.items()) file[name] = value;
    }
    return file.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
  }
  ordered_json& all = file[kind.records] = ordered_json::array();
  for (const void* record : records) all.push_back(object(kind.fields, record));
  return file.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace diagc::runs
