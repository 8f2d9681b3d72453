#include "runtime/batch/element.h"

#include <fmt/ranges.h>

#include "runtime/system/checked.h"

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

std::optional<std::size_t> array_bytes(ElementType type, std::span<const std::size_t> shape) {
  std::optional<std::size_t> bytes = element_size(type);
  bool empty = false;
  for (const std::size_t length : shape) {
    empty |= length == 0;
    if (bytes && length > 0) bytes = checked_product({*bytes, length});
  }
  return bytes && empty ? 0 : bytes;
}

std::string shape_text(std::span<const std::size_t> shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

}  // namespace diagc
