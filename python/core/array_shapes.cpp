#include "python/core/array_shapes.h"

#include <algorithm>

namespace py = pybind11;

namespace diagc::python {

void refuse(const std::string& message) { throw ArrayRefused(message); }

std::string quoted(std::string_view name) { return "`" + std::string(name) + "`"; }

std::string shape_text(const std::vector<py::ssize_t>& shape, const char* first) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    text += (i == 0 ? "" : ", ") + (i == 0 && first ? first : std::to_string(shape[i]));
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::vector<py::ssize_t> shape_of(const py::array& array) {
  return {array.shape(), array.shape() + array.ndim()};
}

std::vector<py::ssize_t> shape_of(const Kernel::Variable& variable, std::size_t batch) {
  std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(batch)};
  for (const Kernel::Range& range : variable.ranges) {
    shape.push_back(std::max<std::int64_t>(range.last - range.first + 1, 0));
  }
  if (variable.shape != ElementShape::scalar) {
    shape.push_back(static_cast<py::ssize_t>(components(variable.shape)));
  }
  return shape;
}

}  // namespace diagc::python
