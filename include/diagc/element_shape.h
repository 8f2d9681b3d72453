// What one element of an input, param or output is: a number, or several under the names of components.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace diagc {

/// The components of an element are all real or all complex; they are leaves (or param or output scalars), one after the other.
enum class ElementShape {
  scalar,
  four_vector,  ///< E, x, y, z
};

inline constexpr std::array element_shapes{ElementShape::scalar, ElementShape::four_vector};

namespace component_lists {
inline constexpr std::array<std::string_view, 1> scalar{""};
inline constexpr std::array<std::string_view, 4> four_vector{"E", "x", "y", "z"};
}  // namespace component_lists

/// The components in the order of their leaves; a scalar has one without a name.
constexpr std::span<const std::string_view> component_names(ElementShape shape) {
  if (shape == ElementShape::four_vector) return component_lists::four_vector;
  return component_lists::scalar;
}

constexpr std::size_t components(ElementShape shape) { return component_names(shape).size(); }

/// The word of rule files for the shape; none for scalars, which are named after their numbers.
constexpr std::string_view shape_word(ElementShape shape) {
  return shape == ElementShape::four_vector ? "lorentz" : "";
}

/// A type with the kind of its numbers: "real", "complex", "lorentz<real>", "lorentz<complex>".
inline std::string full_type_name(ElementShape shape, bool complex) {
  const std::string number = complex ? "complex" : "real";
  if (shape == ElementShape::scalar) return number;
  return std::string(shape_word(shape)) + "<" + number + ">";
}

/// The same as rule files are printed, where real numbers are understood: "real", "complex", "lorentz", "lorentz<complex>".
inline std::string type_name(ElementShape shape, bool complex) {
  if (shape == ElementShape::scalar || complex) return full_type_name(shape, complex);
  return std::string(shape_word(shape));
}

}  // namespace diagc
