#include "python/core/host_arrays.h"

#include <algorithm>
#include <complex>
#include <utility>

#include "python/core/array_shapes.h"

namespace py = pybind11;

namespace diagc::python {

namespace {

py::dtype dtype_of(Precision precision, bool complex) {
  if (precision == Precision::fp32) {
    return complex ? py::dtype::of<std::complex<float>>() : py::dtype::of<float>();
  }
  return complex ? py::dtype::of<std::complex<double>>() : py::dtype::of<double>();
}

/// Objects of other libraries are taken by way of DLPack or of NumPy's own protocols; what is there already is as it is.
py::array as_array(const Kernel::Variable& input, py::handle value) {
  if (py::isinstance<py::array>(value)) return py::reinterpret_borrow<py::array>(value);
  const py::module_ numpy = py::module_::import("numpy");
  if (py::hasattr(value, "__dlpack__") && py::hasattr(value, "__dlpack_device__")) {
    const auto device = value.attr("__dlpack_device__")().cast<std::pair<int, int>>();
    constexpr int cpu = 1, pinned = 3;
    if (device.first != cpu && device.first != pinned) {
      refuse("found an array on the device (" + std::to_string(device.first) + ", " +
             std::to_string(device.second) + ") of DLPack for the input " + quoted(input.name) +
             ", expected one in the processor's memory" +
             (device.first == 2 ? ", or a kernel compiled with target=\"cuda\"" : ""));
    }
    if (device.first == cpu) return numpy.attr("from_dlpack")(value);
  }
  return numpy.attr("asarray")(value);
}

/// The array in a type that kernels read, converted where it has another.
std::pair<py::array, Element> with_numbers(const Kernel::Variable& input, py::array array) {
  if (const auto element = element_of(array.dtype())) return {std::move(array), *element};
  const char kind = array.dtype().kind();
  if (kind == 'c') {
    return {array.attr("astype")("complex128"), Element::complex_fp64};
  }
  if (kind == 'b' || kind == 'i' || kind == 'u' || kind == 'f') {
    return {array.attr("astype")("float64"), Element::fp64};
  }
  refuse("found an array of dtype " + py::str(array.dtype()).cast<std::string>() +
         " for the input " + quoted(input.name) + ", expected real or complex numbers");
}

}  // namespace

Held input_of(const Kernel::Variable& input, py::handle value) {
  auto [array, element] = with_numbers(input, as_array(input, value));
  const std::vector<py::ssize_t> found = shape_of(array), expected = shape_of(input, 0);
  if (found.size() != expected.size() ||
      !std::equal(found.begin() + 1, found.end(), expected.begin() + 1)) {
    refuse("found the shape " + shape_text(found) + " for the input " + quoted(input.name) +
           ", expected " + shape_text(expected, "batch"));
  }
  if (!input.complex && (element == Element::complex_fp32 || element == Element::complex_fp64)) {
    refuse("found complex numbers for the real input " + quoted(input.name) +
           ", expected real ones, or input_types={\"" + input.name + "\": \"" +
           full_type_name(input.shape, true) + "\"} in compile()");
  }
  auto placement = placement_of(array, bytes_of(element));
  if (!placement) {
    array = py::module_::import("numpy").attr("array")(array, py::arg("order") = "C",
                                                       py::arg("copy") = true);
    placement = placement_of(array, bytes_of(element));
  }
  if (!placement) throw std::logic_error("an array of NumPy's own that lies in no known way");
  return {&input, std::move(array), element, *placement};
}

std::size_t batch_of(const std::vector<Held>& inputs) {
  const Held* first = nullptr;
  for (const Held& input : inputs) {
    if (input.batch() == 1) continue;
    if (first && first->batch() != input.batch()) {
      refuse("found a batch of " + std::to_string(input.batch()) + " for the input " +
             quoted(input.variable->name) + ", expected " + std::to_string(first->batch()) +
             " as for " + quoted(first->variable->name) + ", or 1");
    }
    first = &input;
  }
  return first ? first->batch() : 1;
}

bool batch_is_last(const std::vector<Held>& inputs) {
  bool last = false;
  for (const Held& input : inputs) {
    if (input.batch() == 1 || input.placement.shared || input.variable->leaves <= 1) continue;
    if (input.placement.layout == BatchLayout::configuration_leaf) return false;
    last = true;
  }
  return last;
}

Held new_output(const Kernel& kernel, const Kernel::Variable& output, std::size_t batch,
                bool batch_last) {
  const py::dtype type = dtype_of(kernel.precision(), output.complex);
  std::vector<py::ssize_t> shape = shape_of(output, batch);
  py::array array;
  if (batch_last && shape.size() > 1) {
    std::rotate(shape.begin(), shape.begin() + 1, shape.end());
    array = py::module_::import("numpy").attr("moveaxis")(py::array(type, shape), -1, 0);
  } else {
    array = py::array(type, shape);
  }
  const Element element = *element_of(type);
  const auto placement = placement_of(array, bytes_of(element));
  if (!placement) throw std::logic_error("a new array that lies in no known way");
  return {&output, std::move(array), element, *placement};
}

Held given_output(const Kernel& kernel, const Kernel::Variable& output, py::handle value,
                  std::size_t batch, const std::vector<Held>& inputs) {
  const std::string about = " for the output " + quoted(output.name);
  if (!py::isinstance<py::array>(value)) {
    refuse("found no NumPy array" + about + ", expected one to write into");
  }
  auto array = py::reinterpret_borrow<py::array>(value);
  if (shape_of(array) != shape_of(output, batch)) {
    refuse("found the shape " + shape_text(shape_of(array)) + about + ", expected " +
           shape_text(shape_of(output, batch)));
  }
  const auto element = element_of(array.dtype());
  const bool complex = element == Element::complex_fp32 || element == Element::complex_fp64;
  if (!element || (output.complex && !complex)) {
    refuse("found an array of dtype " + py::str(array.dtype()).cast<std::string>() + about +
           ", expected " +
           py::str(dtype_of(kernel.precision(), output.complex)).cast<std::string>());
  }
  if (!array.writeable())
    refuse("found a read-only array" + about + ", expected one to write into");
  const auto placement = placement_of(array, bytes_of(*element));
  if (!placement || placement->shared) {
    refuse("found an array with gaps between its numbers" + about +
           ", expected one in C order, or with the batch last in memory");
  }
  const py::object overlap = py::module_::import("numpy").attr("may_share_memory");
  for (const Held& input : inputs) {
    if (overlap(array, input.array).cast<bool>()) {
      refuse("found an array that overlaps that of the input " + quoted(input.variable->name) +
             about + ", expected memory of its own");
    }
  }
  return {&output, std::move(array), *element, *placement};
}

}  // namespace diagc::python
