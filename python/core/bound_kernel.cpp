#include "python/core/bound_kernel.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "python/core/device_call.h"

namespace py = pybind11;

namespace diagc::python {

namespace {

[[noreturn]] void refuse(const std::string& message) { throw ArrayRefused(message); }

std::string quoted(std::string_view name) { return "`" + std::string(name) + "`"; }

/// "(3, 4, 4)", with a word in place of the first number where one is given.
std::string shape_text(const std::vector<py::ssize_t>& shape, const char* first = nullptr) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    text += (i == 0 ? "" : ", ") + (i == 0 && first ? first : std::to_string(shape[i]));
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::vector<py::ssize_t> shape_of(const py::array& array) {
  return {array.shape(), array.shape() + array.ndim()};
}

/// The batch, the ranges, 4 of a vector.
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

py::dtype dtype_of(Precision precision, bool complex) {
  if (precision == Precision::fp32) {
    return complex ? py::dtype::of<std::complex<float>>() : py::dtype::of<float>();
  }
  return complex ? py::dtype::of<std::complex<double>>() : py::dtype::of<double>();
}

/// How the numbers of an array lie in memory, in the terms of InputArray and OutputArray.
struct Placement {
  BatchLayout layout = BatchLayout::configuration_leaf;
  std::size_t stride = 1;
  bool shared = false;  ///< every configuration is the same memory
};

/// From the strides; nothing where neither layout fits, so that the array has to be copied.
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

/// Numbers from the first to the last that an array has in memory.
std::size_t extent(const Placement& placement, std::size_t leaves, std::size_t configurations) {
  const bool by_leaf = placement.layout == BatchLayout::leaf_configuration;
  const std::size_t outer = by_leaf ? leaves : configurations;
  const std::size_t inner = by_leaf ? configurations : leaves;
  return outer == 0 || inner == 0 ? 0 : (outer - 1) * placement.stride + inner;
}

/// The numbers of one input or output of a call, and the array that holds them.
struct Held {
  const Kernel::Variable* variable;
  py::array array;
  Element element;
  Placement placement;

  std::size_t batch() const { return static_cast<std::size_t>(array.shape(0)); }
  /// Of configurations `begin` …: where they are.
  const char* at(std::size_t begin) const {
    if (placement.shared) begin = 0;
    const std::size_t step =
        placement.layout == BatchLayout::leaf_configuration ? 1 : placement.stride;
    return static_cast<const char*>(array.data()) + begin * step * bytes_of(element);
  }
};

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

const Kernel::Variable* find(const std::vector<Kernel::Variable>& variables,
                             std::string_view name) {
  const auto found =
      std::find_if(variables.begin(), variables.end(),
                   [&](const Kernel::Variable& variable) { return variable.name == name; });
  return found == variables.end() ? nullptr : &*found;
}

std::string names_of(const std::vector<Kernel::Variable>& variables, const char* what) {
  if (variables.empty()) return std::string("no ") + what + "s";
  std::string text = std::string("the ") + what + (variables.size() == 1 ? " " : "s ");
  for (std::size_t i = 0; i < variables.size(); ++i)
    text += (i == 0 ? "" : ", ") + quoted(variables[i].name);
  return text;
}

/// The common batch: that of the arrays that do not hold one configuration.
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

/// Whether the numbers of the inputs that vary lie with the batch last.
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

/// Numbers of additions and multiplications after which a signal is looked at: tens of milliseconds.
constexpr double operations_of_piece = 2e9, interpreted_operations_of_piece = 2e7;

std::size_t piece_of(const Kernel& kernel) {
  if (kernel.target() == Target::cuda)
    return static_cast<std::size_t>(-1);  // devices share one batch
  const double operations =
      kernel.target() == Target::cpu ? operations_of_piece : interpreted_operations_of_piece;
  const double pieces =
      operations / static_cast<double>(std::max<std::uint64_t>(kernel.figures().flops, 1));
  return std::max<std::size_t>(static_cast<std::size_t>(pieces), 1024) / 64 * 64;
}

void evaluate_piece(const Kernel& kernel, const std::vector<Held>& inputs,
                    const std::vector<ParamValue>& params, const std::vector<Held>& outputs,
                    std::size_t begin, std::size_t count) {
  std::vector<InputArray> in;
  in.reserve(inputs.size());
  for (const Held& input : inputs) {
    const bool one = input.placement.shared || input.batch() == 1;
    const std::size_t configurations = one ? 1 : count;
    in.emplace_back(input.variable->name, input.element, input.at(one ? 0 : begin),
                    extent(input.placement, input.variable->leaves, configurations),
                    input.placement.layout, input.placement.stride);
    in.back().shared = one && count != 1;
  }
  std::vector<OutputArray> out;
  out.reserve(outputs.size());
  for (const Held& output : outputs) {
    out.emplace_back(output.variable->name, output.element, const_cast<char*>(output.at(begin)),
                     extent(output.placement, output.variable->leaves, count),
                     output.placement.layout, output.placement.stride);
  }
  kernel.evaluate(count, in, params, out);
}

}  // namespace

ParamValue param_value(const std::string& name, py::handle value) {
  ParamValue result{name, {}};
  if (PyFloat_Check(value.ptr()) || PyLong_Check(value.ptr())) {
    const double number = PyFloat_AsDouble(value.ptr());
    if (number == -1 && PyErr_Occurred()) throw py::error_already_set();
    result.values = {number};
    return result;
  }
  using Numbers = py::array_t<std::complex<double>, py::array::c_style | py::array::forcecast>;
  py::object array = py::module_::import("numpy").attr("asarray")(value);
  const char kind = py::reinterpret_borrow<py::array>(array).dtype().kind();
  if (std::string_view("biufc").find(kind) == std::string_view::npos) {
    refuse("found " + py::repr(value).cast<std::string>() + " for the param " + quoted(name) +
           ", expected a number, or four of a vector");
  }
  const Numbers numbers(array);
  result.values.assign(numbers.data(), numbers.data() + numbers.size());
  return result;
}

BoundKernel::BoundKernel(Kernel kernel, std::vector<ParamValue> params, std::vector<int> devices)
    : kernel_(std::move(kernel)),
      params_(std::move(params)),
      devices_(std::move(devices)),
      streams_(std::make_shared<IdleStreams>()),
      piece_(piece_of(kernel_)) {}

BoundKernel BoundKernel::with_threads(unsigned threads) const {
  return {kernel_.with_threads(threads), params_, devices_};
}

void BoundKernel::refuse_name(std::string_view name) const {
  refuse("found the argument " + quoted(name) + ", expected " +
         names_of(kernel_.inputs(), "input") + " and " + names_of(kernel_.params(), "param"));
}

void BoundKernel::refuse_output(std::string_view name) const {
  refuse("found the output " + quoted(name) + ", expected " +
         names_of(kernel_.outputs(), "output"));
}

std::vector<ParamValue> BoundKernel::all_params(std::vector<ParamValue> given) const {
  for (const ParamValue& param : params_) {
    const bool replaced = std::any_of(given.begin(), given.end(), [&](const ParamValue& other) {
      return other.name == param.name;
    });
    if (!replaced) given.push_back(param);
  }
  return given;
}

std::vector<py::object> BoundKernel::evaluate(const py::dict& values, const py::object& out) const {
  std::vector<Held> inputs;
  std::vector<ParamValue> given_params;
  for (const auto& [key, value] : values) {
    if (!PyUnicode_Check(key.ptr()))
      refuse("found an argument without a name, expected the names of inputs and params");
    Py_ssize_t length = 0;
    const char* text = PyUnicode_AsUTF8AndSize(key.ptr(), &length);
    if (!text) throw py::error_already_set();
    const std::string_view name(text, static_cast<std::size_t>(length));
    if (const Kernel::Variable* input = find(kernel_.inputs(), name)) {
      if (!py::isinstance<py::array>(value)) {
        const int device = cuda_device_of(value);
        if (device >= 0 && kernel_.target() == Target::cuda)
          return evaluate_there(device, values, out);
      }
      inputs.push_back(input_of(*input, value));
    } else if (find(kernel_.params(), name)) {
      given_params.push_back(param_value(std::string(name), value));
    } else {
      refuse_name(name);
    }
  }
  const std::vector<ParamValue> params = all_params(std::move(given_params));
  const std::size_t batch = batch_of(inputs);
  const bool batch_last = batch_is_last(inputs);
  std::vector<Held> outputs;
  if (!out.is_none()) {
    for (const auto& [key, value] : out.cast<py::dict>()) {
      const auto name = key.cast<std::string>();
      const Kernel::Variable* output = find(kernel_.outputs(), name);
      if (!output) refuse_output(name);
      outputs.push_back(given_output(kernel_, *output, value, batch, inputs));
    }
  }
  std::vector<py::object> results;
  for (const Kernel::Variable& output : kernel_.outputs()) {
    auto given = std::find_if(outputs.begin(), outputs.end(),
                              [&](const Held& held) { return held.variable == &output; });
    if (given == outputs.end())
      given = outputs.insert(given, new_output(kernel_, output, batch, batch_last));
    results.push_back(given->array);
  }
  for (std::size_t begin = 0; begin == 0 || begin < batch;
       begin += std::min(piece_, batch - begin)) {
    if (begin > 0 && PyErr_CheckSignals() != 0) throw py::error_already_set();
    const py::gil_scoped_release unlocked;
    try {
      evaluate_piece(kernel_, inputs, params, outputs, begin, std::min(piece_, batch - begin));
    } catch (const std::invalid_argument& error) {
      refuse(error.what());
    }
    if (batch == 0) break;
  }
  return results;
}

std::vector<py::object> BoundKernel::evaluate_there(int device, const py::dict& values,
                                                    const py::object& out) const {
  if (std::find(devices_.begin(), devices_.end(), device) == devices_.end()) {
    std::string own;
    for (const int number : devices_) own += (own.empty() ? "" : ", ") + std::to_string(number);
    refuse("found arrays on the CUDA device " + std::to_string(device) +
           ", expected them on one that the kernel is for (" + own + "), or devices=[" +
           std::to_string(device) + "] in compile()");
  }
  std::vector<py::object> inputs(kernel_.inputs().size(), py::none());
  std::vector<ParamValue> given_params;
  std::size_t batch = 1;
  for (const auto& [key, value] : values) {
    const auto name = key.cast<std::string>();
    if (const Kernel::Variable* input = find(kernel_.inputs(), name)) {
      if (cuda_device_of(value) != device) {
        refuse("found an array that is not on the CUDA device " + std::to_string(device) +
               " for the input " + quoted(name) + ", expected it there, as others of the call are");
      }
      const auto shape = value.attr("shape").cast<std::vector<py::ssize_t>>();
      if (!shape.empty() && shape[0] != 1) batch = static_cast<std::size_t>(shape[0]);
      inputs[static_cast<std::size_t>(input - kernel_.inputs().data())] =
          py::reinterpret_borrow<py::object>(value);
    } else if (find(kernel_.params(), name)) {
      given_params.push_back(param_value(name, value));
    } else {
      refuse_name(name);
    }
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].is_none() && kernel_.inputs()[i].needed) {
      refuse("found no array for the input " + quoted(kernel_.inputs()[i].name) + ", expected " +
             shape_text(shape_of(kernel_.inputs()[i], batch)));
    }
  }
  std::vector<py::object> outputs(kernel_.outputs().size(), py::none());
  if (!out.is_none()) {
    for (const auto& [key, value] : out.cast<py::dict>()) {
      const auto name = key.cast<std::string>();
      const Kernel::Variable* output = find(kernel_.outputs(), name);
      if (!output) refuse_output(name);
      if (cuda_device_of(value) != device) {
        refuse("found an array that is not on the CUDA device " + std::to_string(device) +
               " for the output " + quoted(name) + ", expected it there, as the inputs are");
      }
      outputs[static_cast<std::size_t>(output - kernel_.outputs().data())] =
          py::reinterpret_borrow<py::object>(value);
    }
  }
  try {
    return evaluate_on_device(kernel_, *streams_, device, batch, inputs,
                              all_params(std::move(given_params)), outputs);
  } catch (const std::invalid_argument& error) {
    refuse(error.what());
  }
}

}  // namespace diagc::python
