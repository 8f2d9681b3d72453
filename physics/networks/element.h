// Kinds of elements that networks are contracted in.
#pragma once

#include <cstdint>

namespace diagc::networks {

enum class Element : std::uint8_t { f32, f64, c64, c128, count, tropical };
inline constexpr const char* element_names[] = {"f32", "f64", "c64", "c128", "count", "tropical"};

inline bool is_complex(Element element) {
  return element == Element::c64 || element == Element::c128;
}
inline bool is_floating(Element element) {
  return element != Element::count && element != Element::tropical;
}
inline bool is_single(Element element) {
  return element == Element::f32 || element == Element::c64;
}

}  // namespace diagc::networks
