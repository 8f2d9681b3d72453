#include "python/core/device_call.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "python/core/bound_kernel.h"

namespace py = pybind11;

namespace diagc::python {

namespace {

// The structs of DLPack 0.x (dmlc/dlpack, include/dlpack/dlpack.h), which capsules named "dltensor" hold.
struct DLDevice {
  std::int32_t type, id;
};
struct DLDataType {
  std::uint8_t code, bits;
  std::uint16_t lanes;
};
struct DLTensor {
  void* data;
  DLDevice device;
  std::int32_t ndim;
  DLDataType dtype;
  std::int64_t *shape, *strides;
  std::uint64_t byte_offset;
};
struct DLManagedTensor {
  DLTensor tensor;
  void* manager;
  void (*deleter)(DLManagedTensor*);
};
constexpr std::int32_t cuda = 2;
constexpr std::uint8_t floating = 2, complex_numbers = 5;

[[noreturn]] void refuse_device(const char* what, const Kernel::Variable& variable,
                                const std::string& found, const std::string& expected) {
  throw ArrayRefused("found " + found + " for the " + what + " `" + variable.name + "`, expected " +
                     expected);
}

/// A function of diagc.device_arrays.
py::object of_library(const char* function) {
  return py::module_::import("diagc.device_arrays").attr(function);
}

/// A tensor that a capsule handed over, given back at the end.
class Tensor {
 public:
  Tensor(py::handle object, const Stream& stream) {
    const auto handle = reinterpret_cast<std::uintptr_t>(stream.handle());
    const py::object capsule = of_library("capsule")(object, handle);
    managed_ = static_cast<DLManagedTensor*>(PyCapsule_GetPointer(capsule.ptr(), "dltensor"));
    if (!managed_) throw py::error_already_set();
    PyCapsule_SetName(capsule.ptr(), "used_dltensor");
  }
  Tensor(Tensor&& other) noexcept : managed_(std::exchange(other.managed_, nullptr)) {}
  Tensor& operator=(Tensor&&) = delete;
  ~Tensor() {
    if (managed_ && managed_->deleter) managed_->deleter(managed_);
  }
  const DLTensor* operator->() const { return &managed_->tensor; }

 private:
  DLManagedTensor* managed_ = nullptr;
};

struct DeviceRows {
  char* data;
  std::size_t row_stride, lane_stride;
};

/// Ranges, then 4 of a vector.
std::vector<std::int64_t> indices_of(const Kernel::Variable& variable) {
  std::vector<std::int64_t> indices;
  for (const Kernel::Range& range : variable.ranges)
    indices.push_back(std::max<std::int64_t>(range.last - range.first + 1, 0));
  if (variable.shape != ElementShape::scalar)
    indices.push_back(static_cast<std::int64_t>(components(variable.shape)));
  return indices;
}

/// An array as it came, [batch][indices…].
void check_shape(const char* what, const Kernel::Variable& variable,
                 const std::vector<std::int64_t>& found, std::size_t batch) {
  std::vector<std::int64_t> shape = indices_of(variable);
  shape.insert(shape.begin(), static_cast<std::int64_t>(batch));
  const bool one = *what == 'i' && !found.empty() && found[0] == 1;
  if (found.size() == shape.size() &&
      std::equal(shape.begin() + 1, shape.end(), found.begin() + 1) &&
      (one || found[0] == shape[0])) {
    return;
  }
  std::string expected = "(batch";
  for (std::size_t i = 1; i < shape.size(); ++i) expected += ", " + std::to_string(shape[i]);
  refuse_device(what, variable, "an array of another shape on a device",
                expected + "), with a batch of " + std::to_string(batch));
}

bool has_type(const Tensor& tensor, Precision precision) {
  return tensor->dtype.code == floating && tensor->dtype.lanes == 1 &&
         tensor->dtype.bits == (precision == Precision::fp32 ? 32 : 64);
}

/// Where the rows of an array [batch][indices…] of real numbers are; nothing where the batch is not last in memory.
std::optional<DeviceRows> rows_in_place(const Tensor& tensor, bool one, std::size_t batch) {
  const auto length = one ? 1 : static_cast<std::int64_t>(batch);
  const auto count = static_cast<std::size_t>(tensor->ndim);
  const std::int64_t* const shape = tensor->shape;
  // Without strides the last index is fastest.
  std::vector<std::int64_t> strides(count, 1);
  for (std::size_t i = count; i-- > 0;) {
    if (tensor->strides) {
      strides[i] = tensor->strides[i];
    } else if (i + 1 < count) {
      strides[i] = strides[i + 1] * shape[i + 1];
    }
  }
  if (length > 1 && strides[0] != 1) return std::nullopt;
  std::int64_t leaves = 1, unit = length;
  for (std::size_t i = count; i-- > 1;) {
    if (shape[i] != 1) {
      if (leaves == 1) unit = strides[i];
      if (strides[i] != unit * leaves) return std::nullopt;
    }
    leaves *= shape[i];
  }
  if (unit < length) return std::nullopt;
  return DeviceRows{static_cast<char*>(tensor->data) + tensor->byte_offset,
                    static_cast<std::size_t>(unit), one ? std::size_t{0} : 1};
}

/// The arrays of one call, given back to their libraries at its end.
class DeviceArrays {
 public:
  DeviceArrays(const Kernel& kernel, const Stream& stream, std::size_t batch)
      : stream_(stream),
        batch_(batch),
        precision_(kernel.precision()),
        type_(kernel.precision() == Precision::fp32 ? "float32" : "float64") {}

  /// Read where it is, or from a copy that the array's own library makes.
  DeviceRows input(const Kernel::Variable& variable, const py::object& array) {
    if (array.is_none()) return {nullptr, 1, 0};
    const auto shape = array.attr("shape").cast<std::vector<std::int64_t>>();
    check_shape("input", variable, shape, batch_);
    const bool one = shape[0] == 1;
    if (!variable.complex) {
      const Tensor& tensor = keep("input", variable, array);
      if (tensor->dtype.code == complex_numbers) {
        refuse_device("input", variable, "complex numbers on a device",
                      "real ones, or another type of it by input_types in compile()");
      }
      if (has_type(tensor, precision_)) {
        if (const auto rows = rows_in_place(tensor, one, batch_)) return *rows;
      }
    }
    const py::object copy = of_library("rows")(array, type_, variable.complex);
    return {rows_of_copy("input", variable, copy), one ? 1 : batch_, one ? std::size_t{0} : 1};
  }

  /// An array of the caller's, written where it is.
  DeviceRows given_output(const Kernel::Variable& variable, const py::object& array) {
    if (variable.complex) {
      refuse_device("output", variable, "an array on a device",
                    "none: complex numbers are returned in new arrays there");
    }
    check_shape("output", variable, array.attr("shape").cast<std::vector<std::int64_t>>(), batch_);
    const Tensor& tensor = keep("output", variable, array);
    if (!has_type(tensor, precision_)) {
      refuse_device("output", variable, "numbers of another type on a device",
                    std::string(type_) + ", the kernel's precision");
    }
    const auto rows = rows_in_place(tensor, false, batch_);
    if (!rows) {
      refuse_device("output", variable, "an array on a device whose batch is not last in memory",
                    "one such as moveaxis(rows, -1, 0) of an array [indices…][batch]");
    }
    return *rows;
  }

  /// A new array [indices…][re, im of a complex one][batch] of the library of `like`, and its rows.
  std::pair<py::object, DeviceRows> new_output(const Kernel::Variable& variable,
                                               const py::object& like) {
    std::vector<std::int64_t> shape = indices_of(variable);
    if (variable.complex) shape.push_back(2);
    shape.push_back(static_cast<std::int64_t>(batch_));
    py::object rows = of_library("empty")(like, py::tuple(py::cast(shape)), type_);
    char* const data = rows_of_copy("output", variable, rows);
    return {std::move(rows), {data, batch_, 1}};
  }

 private:
  const Tensor& keep(const char* what, const Kernel::Variable& variable, const py::object& array) {
    const Tensor& tensor = tensors_.emplace_back(array, stream_);
    if (tensor->device.type != cuda || tensor->device.id != stream_.device()) {
      refuse_device(
          what, variable, "an array that is elsewhere",
          "one on the CUDA device " + std::to_string(stream_.device()) + ", as the others are");
    }
    return tensor;
  }

  char* rows_of_copy(const char* what, const Kernel::Variable& variable, const py::object& rows) {
    const Tensor& tensor = keep(what, variable, rows);
    if (!has_type(tensor, precision_)) {
      refuse_device(what, variable,
                    "a library that makes no " + std::string(type_) + " on a device",
                    "one that does, or another precision in compile()");
    }
    return static_cast<char*>(tensor->data) + tensor->byte_offset;
  }

  const Stream& stream_;
  std::size_t batch_;
  Precision precision_;
  const char* type_;
  std::deque<Tensor> tensors_;  ///< stay where they are
};

template <class T>
void enqueue(const Kernel& kernel, Stream& stream, std::size_t batch,
             const std::vector<DeviceRows>& inputs, const std::vector<double>& params,
             const std::vector<DeviceRows>& outputs) {
  std::vector<InputRows<T>> in;
  for (const DeviceRows& rows : inputs)
    in.push_back({reinterpret_cast<const T*>(rows.data), rows.row_stride, rows.lane_stride});
  std::vector<OutputRows<T>> out;
  for (const DeviceRows& rows : outputs)
    out.push_back({reinterpret_cast<T*>(rows.data), rows.row_stride});
  const std::vector<T> numbers(params.begin(), params.end());
  const py::gil_scoped_release unlocked;
  kernel.enqueue(RowBatch<T>{batch, in, out, numbers}, stream);
  stream.synchronize();
}

}  // namespace

Stream IdleStreams::take(int device) {
  {
    const std::lock_guard lock(mutex_);
    const auto own = std::find_if(idle_.begin(), idle_.end(),
                                  [&](const Stream& stream) { return stream.device() == device; });
    if (own != idle_.end()) {
      Stream stream = std::move(*own);
      idle_.erase(own);
      return stream;
    }
  }
  return Stream(device);
}

void IdleStreams::give_back(Stream stream) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(stream));
}

int cuda_device_of(py::handle value) {
  if (!py::hasattr(value, "__dlpack_device__")) return -1;
  const auto [type, id] = value.attr("__dlpack_device__")().cast<std::pair<int, int>>();
  return type == cuda ? id : -1;
}

std::vector<py::object> evaluate_on_device(const Kernel& kernel, IdleStreams& streams, int device,
                                           std::size_t batch, const std::vector<py::object>& inputs,
                                           const std::vector<ParamValue>& params,
                                           const std::vector<py::object>& outputs) {
  const std::vector<double> numbers = kernel.param_numbers(params);
  Stream stream = streams.take(device);
  std::vector<py::object> results = outputs;
  {
    DeviceArrays arrays(kernel, stream, batch);
    std::vector<DeviceRows> in, out;
    py::object like;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      in.push_back(arrays.input(kernel.inputs()[i], inputs[i]));
      if (!inputs[i].is_none()) like = inputs[i];
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const Kernel::Variable& output = kernel.outputs()[i];
      if (outputs[i].is_none()) {
        auto [rows, place] = arrays.new_output(output, like);
        results[i] = std::move(rows);
        out.push_back(place);
      } else {
        out.push_back(arrays.given_output(output, outputs[i]));
      }
    }
    if (batch > 0) {
      if (kernel.precision() == Precision::fp32) {
        enqueue<float>(kernel, stream, batch, in, numbers, out);
      } else {
        enqueue<double>(kernel, stream, batch, in, numbers, out);
      }
    }
  }
  streams.give_back(std::move(stream));
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].is_none())
      results[i] = of_library("array_of")(results[i], kernel.outputs()[i].complex);
  }
  return results;
}

}  // namespace diagc::python
