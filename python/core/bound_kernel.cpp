#include "python/core/bound_kernel.h"

#include <algorithm>
#include <string_view>

#include "python/core/device_call.h"
#include "python/core/host_arrays.h"

namespace py = pybind11;

namespace diagc::python {

namespace {

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
