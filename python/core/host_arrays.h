// The arrays of a call in the processor's memory: inputs as they come, outputs to fill.
#pragma once

#include <pybind11/numpy.h>

#include <vector>

#include "python/core/array_placement.h"

namespace diagc::python {

/// The numbers of one input or output of a call, and the array that holds them.
struct Held {
  const Kernel::Variable* variable;
  pybind11::array array;
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

/// Of any object that is an array or can be made one; copied only where kernels cannot read it where it is. Throws ArrayRefused.
Held input_of(const Kernel::Variable& input, pybind11::handle value);

/// The common batch: that of the arrays that do not hold one configuration. Throws ArrayRefused.
std::size_t batch_of(const std::vector<Held>& inputs);

/// Whether the numbers of the inputs that vary lie with the batch last.
bool batch_is_last(const std::vector<Held>& inputs);

Held new_output(const Kernel& kernel, const Kernel::Variable& output, std::size_t batch,
                bool batch_last);

/// The caller's array, whose memory is no input's. Throws ArrayRefused.
Held given_output(const Kernel& kernel, const Kernel::Variable& output, pybind11::handle value,
                  std::size_t batch, const std::vector<Held>& inputs);

}  // namespace diagc::python
