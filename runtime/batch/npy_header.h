#pragma once

// The header of a .npy file: a Python dictionary literal with the keys descr, fortran_order, shape.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/batch/element.h"

namespace diagc {

/// Whole numbers as a file has them; booleans are those of one byte without sign.
struct WholeNumbers {
  std::size_t size = 8;  ///< bytes: 1, 2, 4 or 8
  bool has_sign = true;
};

struct NpyHeader {
  ElementType type = ElementType::float64;
  std::optional<WholeNumbers> whole;  ///< then `type` is float64, which they become
  bool swap_bytes = false;            ///< the file's byte order is not the host's
  bool fortran_order = false;
  std::vector<std::size_t> shape;
  std::size_t elements = 0;  ///< product of the shape; times the element size it still fits

  /// Bytes of an element in the file.
  std::size_t stored_size() const { return whole ? whole->size : element_size(type); }
};

/// Throws NpyError without the path in front: "header: …" for what is no such dictionary, and plain
/// words for element types that are not taken; integers and booleans are where `takes_whole` says so.
NpyHeader parse_npy_header(std::string_view text, bool takes_whole = false);

/// The dictionary for C order, little-endian, without padding and the final end of line.
std::string npy_header_text(ElementType type, std::span<const std::size_t> shape);

}  // namespace diagc
