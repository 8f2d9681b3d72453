#pragma once

// The header of a .npy file: a Python dictionary literal with the keys descr, fortran_order, shape.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/batch/element.h"

namespace diagc {

struct NpyHeader {
  ElementType type = ElementType::float64;
  bool swap_bytes = false;  ///< the file's byte order is not the host's
  bool fortran_order = false;
  std::vector<std::size_t> shape;
  std::size_t elements = 0;  ///< product of the shape; times the element size it still fits
};

/// Throws NpyError without the path in front: "header: …" for what is no such dictionary, and plain
/// words for element types that are not taken.
NpyHeader parse_npy_header(std::string_view text);

/// The dictionary for C order, little-endian, without padding and the final end of line.
std::string npy_header_text(ElementType type, std::span<const std::size_t> shape);

}  // namespace diagc
