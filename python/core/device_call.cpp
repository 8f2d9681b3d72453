#include "python/core/device_call.h"

#include <algorithm>
#include <cstdint>
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
constexpr std::uint8_t floating = 2;

[[noreturn]] void refuse_device(const char* what, const Kernel::Variable& variable,
                                const std::string& found, const std::string& expected) {
  throw ArrayRefused("found " + found + " for the " + what + " `" + variable.name + "`, expected " +
                     expected);
}

/// A tensor that a capsule handed over, given back at the end.
class Tensor {
 public:
  Tensor(py::handle object, const Stream& stream) {
    const auto handle = reinterpret_cast<std::uintptr_t>(stream.handle());
    const py::object capsule = object.attr("__dlpack__")(py::arg("stream") = handle);
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

/// Where the rows of a variable are, in numbers. Throws ArrayRefused where they are no rows.
DeviceRows rows_of(const char* what, const Kernel& kernel, const Kernel::Variable& variable,
                   const Tensor& tensor, int device, std::size_t batch) {
  const unsigned bits = kernel.precision() == Precision::fp32 ? 32 : 64;
  if (variable.complex) {
    refuse_device(what, variable, "an array on a device",
                  "one in the processor's memory: complex numbers are rows of real and imaginary "
                  "parts on devices");
  }
  if (tensor->device.type != cuda || tensor->device.id != device) {
    refuse_device(what, variable, "an array that is elsewhere",
                  "one on the CUDA device " + std::to_string(device) + ", as the others are");
  }
  if (tensor->dtype.code != floating || tensor->dtype.bits != bits || tensor->dtype.lanes != 1) {
    refuse_device(what, variable, "numbers of another type on a device",
                  "float" + std::to_string(bits) + ", the kernel's precision");
  }
  std::vector<std::int64_t> shape{static_cast<std::int64_t>(batch)};
  for (const Kernel::Range& range : variable.ranges)
    shape.push_back(std::max<std::int64_t>(range.last - range.first + 1, 0));
  if (variable.shape != ElementShape::scalar)
    shape.push_back(static_cast<std::int64_t>(components(variable.shape)));
  const std::int64_t* const found = tensor->shape;
  const bool one = *what == 'i' && tensor->ndim > 0 && found[0] == 1;
  if (tensor->ndim != static_cast<std::int32_t>(shape.size()) ||
      !std::equal(shape.begin() + 1, shape.end(), found + 1) || (!one && found[0] != shape[0])) {
    std::string expected = "(batch";
    for (std::size_t i = 1; i < shape.size(); ++i) expected += ", " + std::to_string(shape[i]);
    refuse_device(what, variable, "an array of another shape on a device",
                  expected + "), with a batch of " + std::to_string(batch));
  }
  // Without strides the last index is fastest.
  std::vector<std::int64_t> strides(shape.size(), 1);
  for (std::size_t i = shape.size(); i-- > 0;) {
    if (tensor->strides) {
      strides[i] = tensor->strides[i];
    } else if (i + 1 < shape.size()) {
      strides[i] = strides[i + 1] * found[i + 1];
    }
  }
  std::int64_t leaves = 1, unit = one ? 1 : static_cast<std::int64_t>(batch);
  bool regular = one || batch == 1 || strides[0] == 1;
  for (std::size_t i = shape.size(); i-- > 1;) {
    if (shape[i] != 1) {
      if (leaves == 1) unit = strides[i];
      regular = regular && strides[i] == unit * leaves;
    }
    leaves *= shape[i];
  }
  if (!regular || unit < (one ? 1 : static_cast<std::int64_t>(batch))) {
    refuse_device(what, variable, "an array on a device whose batch is not last in memory",
                  "one such as moveaxis(rows, -1, 0) of an array [indices…][batch], which is read "
                  "where it is");
  }
  return {static_cast<char*>(tensor->data) + tensor->byte_offset, static_cast<std::size_t>(unit),
          one ? std::size_t{0} : 1};
}

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

void evaluate_on_device(const Kernel& kernel, IdleStreams& streams, int device, std::size_t batch,
                        const std::vector<py::object>& inputs,
                        const std::vector<ParamValue>& params,
                        const std::vector<py::object>& outputs) {
  const std::vector<double> numbers = kernel.param_numbers(params);
  Stream stream = streams.take(device);
  std::vector<Tensor> tensors;
  const auto rows = [&](const char* what, const std::vector<Kernel::Variable>& variables,
                        const std::vector<py::object>& objects) {
    std::vector<DeviceRows> list;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (objects[i].is_none()) {
        list.push_back({nullptr, 1, 0});
        continue;
      }
      tensors.emplace_back(objects[i], stream);
      list.push_back(rows_of(what, kernel, variables[i], tensors.back(), device, batch));
    }
    return list;
  };
  const std::vector<DeviceRows> in = rows("input", kernel.inputs(), inputs);
  const std::vector<DeviceRows> out = rows("output", kernel.outputs(), outputs);
  if (batch > 0) {
    if (kernel.precision() == Precision::fp32) {
      enqueue<float>(kernel, stream, batch, in, numbers, out);
    } else {
      enqueue<double>(kernel, stream, batch, in, numbers, out);
    }
  }
  streams.give_back(std::move(stream));
}

}  // namespace diagc::python
