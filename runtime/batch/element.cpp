#include "runtime/batch/element.h"

#include <fmt/ranges.h>

namespace diagc {

std::string_view name(ElementType type) {
  switch (type) {
    case ElementType::float32:
      return "float32";
    case ElementType::float64:
      return "float64";
    case ElementType::complex64:
      return "complex64";
    case ElementType::complex128:
      return "complex128";
  }
  return "unknown";
}

std::string shape_text(std::span<const std::size_t> shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

}  // namespace diagc
