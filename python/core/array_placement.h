// How NumPy's arrays lie in memory, in the terms of InputArray and OutputArray.
#pragma once

#include <pybind11/numpy.h>

#include <optional>

#include "diagc/diagc.h"

namespace diagc::python {

/// Nothing where kernels read no such numbers.
std::optional<Element> element_of(const pybind11::dtype& type);

std::size_t bytes_of(Element element);

struct Placement {
  BatchLayout layout = BatchLayout::configuration_leaf;
  std::size_t stride = 1;
  bool shared = false;  ///< every configuration is the same memory
};

/// From the strides; nothing where neither layout fits, so that the array has to be copied.
std::optional<Placement> placement_of(const pybind11::array& array, std::size_t element_bytes);

/// Numbers from the first to the last that an array has in memory.
std::size_t extent(const Placement& placement, std::size_t leaves, std::size_t configurations);

}  // namespace diagc::python
