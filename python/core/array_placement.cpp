#include "python/core/array_placement.h"

#include <algorithm>
#include <cstdint>

namespace py = pybind11;

namespace diagc::python {

std::optional<Element> element_of(const py::dtype& type) {
  const char order = type.byteorder();
  if (order != '=' && order != '|' && order != '<') return std::nullopt;
  const auto size = type.itemsize();
  if (type.kind() == 'f' && size == 4) return Element::fp32;
  if (type.kind() == 'f' && size == 8) return Element::fp64;
  if (type.kind() == 'c' && size == 8) return Element::complex_fp32;
  if (type.kind() == 'c' && size == 16) return Element::complex_fp64;
  return std::nullopt;
}

std::size_t bytes_of(Element element) {
  switch (element) {
    case Element::fp32:
      return 4;
    case Element::complex_fp64:
      return 16;
    default:
      return 8;
  }
}

std::optional<Placement> placement_of(const py::array& array, std::size_t element_bytes) {
  const auto item = static_cast<py::ssize_t>(element_bytes);
  if (reinterpret_cast<std::uintptr_t>(array.data()) % std::min<std::size_t>(element_bytes, 8) !=
      0) {
    return std::nullopt;
  }
  const py::ssize_t batch = array.shape(0);
  py::ssize_t leaves = 1, unit = 0;  // bytes between leaves
  for (py::ssize_t i = array.ndim() - 1; i > 0; --i) {
    if (array.shape(i) != 1) {
      if (leaves == 1) unit = array.strides(i);
      if (array.strides(i) != unit * leaves) return std::nullopt;
    }
    leaves *= array.shape(i);
  }
  if (batch == 0 || leaves == 0) {
    return Placement{BatchLayout::configuration_leaf,
                     static_cast<std::size_t>(std::max<py::ssize_t>(leaves, 1)), false};
  }
  if (leaves == 1) unit = item * batch;
  const py::ssize_t step = array.strides(0);
  const auto in_elements = [&](py::ssize_t bytes) {
    return static_cast<std::size_t>(bytes / item);
  };
  if (batch > 1 && step == 0 && unit == (leaves == 1 ? item * batch : item)) {
    return Placement{BatchLayout::configuration_leaf, in_elements(leaves * item), true};
  }
  if ((batch == 1 || step == item) && unit >= item * batch && unit % item == 0) {
    return Placement{BatchLayout::leaf_configuration, in_elements(unit), false};
  }
  const bool follow = leaves == 1 || unit == item;
  if (follow && step >= leaves * item && step % item == 0) {
    return Placement{BatchLayout::configuration_leaf, in_elements(step), false};
  }
  return std::nullopt;
}

std::size_t extent(const Placement& placement, std::size_t leaves, std::size_t configurations) {
  const bool by_leaf = placement.layout == BatchLayout::leaf_configuration;
  const std::size_t outer = by_leaf ? leaves : configurations;
  const std::size_t inner = by_leaf ? configurations : leaves;
  return outer == 0 || inner == 0 ? 0 : (outer - 1) * placement.stride + inner;
}

}  // namespace diagc::python
