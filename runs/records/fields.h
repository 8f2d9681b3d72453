// A record as a table of its members: name, unit and meaning of each, and where it lies. Files are written, read and described from it.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace diagc::runs {

enum class Type { flag, int32, uint32, uint64, float64, text };

/// What is said of a member.
struct About {
  std::string name;
  std::string unit = {};  ///< empty: a pure number or a text
  std::string doc;
  bool finite = false;    ///< of numbers: NaN and infinities are refused
  bool optional = false;  ///< files of earlier versions lack it: it is then left as it is
};

/// Numbers over several axes, the last one fastest.
struct NumberArray {
  std::vector<std::uint64_t> extents;
  std::vector<double> values;  ///< as many as the product of the extents

  bool operator==(const NumberArray&) const = default;
};

/// A member of a record. Pointers are to the struct that holds it, without its type; field(), list(), array(), group() and rows() make
/// them.
struct Field : About {
  enum class Shape {
    single,  ///< a value of `type`
    list,    ///< a vector of them
    array,   ///< a NumberArray, of float64
    group,   ///< a struct, whose members are `fields`
    rows,  ///< a vector of structs, which is a table with a column for each of `fields`, all of them single
  };
  struct Rows {
    std::function<std::size_t(const void* rows)> size;
    std::function<void(void* rows, std::size_t size)> resize;
    std::function<void*(void* rows, std::size_t row)> at;
  };

  Shape shape = Shape::single;
  Type type = Type::float64;                 ///< of single values and lists
  std::vector<Field> fields = {};            ///< of groups and rows
  std::function<void*(void* owner)> member;  ///< of this field in the struct
  Rows rows = {};

  const void* member_of(const void* owner) const { return member(const_cast<void*>(owner)); }
};

using Fields = std::vector<Field>;

namespace detail {

template <class T>
constexpr Type type_of() {
  if constexpr (std::is_same_v<T, bool>) return Type::flag;
  if constexpr (std::is_same_v<T, std::int32_t>) return Type::int32;
  if constexpr (std::is_same_v<T, std::uint32_t>) return Type::uint32;
  if constexpr (std::is_same_v<T, std::uint64_t>) return Type::uint64;
  if constexpr (std::is_same_v<T, double>) return Type::float64;
  if constexpr (std::is_same_v<T, std::string>) return Type::text;
}

template <class Owner, class T>
std::function<void*(void*)> place_of(T Owner::* member) {
  return [member](void* owner) -> void* { return &(static_cast<Owner*>(owner)->*member); };
}

}  // namespace detail

template <class Owner, class T>
Field field(About about, T Owner::* member) {
  return {std::move(about),         Field::Shape::single,
          detail::type_of<T>(),     {},
          detail::place_of(member), {}};
}

template <class Owner, class T>
Field list(About about, std::vector<T> Owner::* member) {
  static_assert(!std::is_same_v<T, bool>, "bits have no addresses");
  return {
      std::move(about), Field::Shape::list, detail::type_of<T>(), {}, detail::place_of(member), {}};
}

template <class Owner>
Field array(About about, NumberArray Owner::* member) {
  return {std::move(about), Field::Shape::array, Type::float64, {}, detail::place_of(member), {}};
}

template <class Owner, class Group>
Field group(About about, Group Owner::* member, Fields fields) {
  return {std::move(about),  Field::Shape::group,      Type::float64,
          std::move(fields), detail::place_of(member), {}};
}

template <class Owner, class Row>
Field rows(About about, std::vector<Row> Owner::* member, Fields fields) {
  for (const Field& column : fields) {
    if (column.shape != Field::Shape::single)
      throw std::logic_error("a column of a table holds single values: " + column.name);
  }
  const auto as_rows = [](void* rows) { return static_cast<std::vector<Row>*>(rows); };
  return {std::move(about),
          Field::Shape::rows,
          Type::float64,
          std::move(fields),
          detail::place_of(member),
          {[](const void* rows) { return static_cast<const std::vector<Row>*>(rows)->size(); },
           [as_rows](void* rows, std::size_t size) { as_rows(rows)->resize(size); },
           [as_rows](void* rows, std::size_t row) -> void* { return &(*as_rows(rows))[row]; }}};
}

/// Calls `visit` with the type of a field: visit(std::type_identity<double>{}).
template <class Visit>
decltype(auto) with_type(Type type, Visit&& visit) {
  switch (type) {
    case Type::flag:
      return visit(std::type_identity<bool>{});
    case Type::int32:
      return visit(std::type_identity<std::int32_t>{});
    case Type::uint32:
      return visit(std::type_identity<std::uint32_t>{});
    case Type::uint64:
      return visit(std::type_identity<std::uint64_t>{});
    case Type::float64:
      return visit(std::type_identity<double>{});
    case Type::text:
      return visit(std::type_identity<std::string>{});
  }
  throw std::logic_error("with_type: no such type");
}

}  // namespace diagc::runs
