#pragma once

// What one element of a caller's array is. Arrays hold elements in host byte order; a complex
// element is its real part followed by its imaginary part.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace diagc {

enum class ElementType { float32, float64, complex64, complex128 };

/// NumPy's name, such as "complex64".
std::string_view name(ElementType);

constexpr bool is_complex(ElementType type) {
  return type == ElementType::complex64 || type == ElementType::complex128;
}

/// Bytes of one real component.
constexpr std::size_t component_size(ElementType type) {
  return type == ElementType::float32 || type == ElementType::complex64 ? 4 : 8;
}

/// Bytes of one element.
constexpr std::size_t element_size(ElementType type) {
  return component_size(type) * (is_complex(type) ? 2 : 1);
}

/// The element type with components of type T.
template <class T>
constexpr ElementType element_type(bool complex) {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>);
  if constexpr (std::is_same_v<T, float>) {
    return complex ? ElementType::complex64 : ElementType::float32;
  } else {
    return complex ? ElementType::complex128 : ElementType::float64;
  }
}

/// Bytes of an array. Nothing where its axes make more than this machine addresses; an axis of length
/// 0 does not excuse the others: NumPy makes no such arrays either, and a length is multiplied with
/// others than those beside it, too.
std::optional<std::size_t> array_bytes(ElementType type, std::span<const std::size_t> shape);

/// A shape as Python writes it: "()", "(3,)", "(3, 4)".
std::string shape_text(std::span<const std::size_t> shape);

}  // namespace diagc
