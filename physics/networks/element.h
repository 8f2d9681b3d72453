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

/// Of one element in memory; of `count` and `tropical` those of one prime.
inline std::uint64_t element_bytes(Element element) {
  switch (element) {
    case Element::f32:
    case Element::count:
      return 4;
    case Element::f64:
    case Element::c64:
      return 8;
    case Element::c128:
    case Element::tropical:
      break;
  }
  return 16;
}

}  // namespace diagc::networks
