// A kernel on NumPy arrays.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>  // in every source: casts of vectors must mean the same in all

#include <memory>
#include <string_view>
#include <vector>

#include "diagc/diagc.h"
#include "python/core/array_shapes.h"

namespace diagc::python {
class IdleStreams;
}

namespace diagc::python {

/// A kernel with values for some of its params, which calls may replace.
class BoundKernel {
 public:
  /// `devices`: numbers of the CUDA devices that the kernel is for.
  BoundKernel(Kernel kernel, std::vector<ParamValue> params, std::vector<int> devices);

  const Kernel& kernel() const { return kernel_; }
  BoundKernel with_threads(unsigned threads) const;

  /// Evaluates a batch. `values`: arrays of inputs [batch][ranges…][4 of a vector] in any layout, params as numbers. Arrays that are rows or
  /// configurations without gaps inside are not copied; a batch of 1 goes with any other. `out`: arrays to fill in place of new ones, or None.
  /// Returns the arrays of all outputs in order; new ones lie in memory as the inputs do, with the batch last where it is last there.
  /// The interpreter's lock is released; between parts of a long batch signals are looked at, and what they raise ends the call.
  /// Throws ArrayRefused, and pybind11::error_already_set.
  /// Arrays on a CUDA device are read, and results are made, there (device_call.h).
  std::vector<pybind11::object> evaluate(const pybind11::dict& values,
                                         const pybind11::object& out) const;

 private:
  std::vector<pybind11::object> evaluate_there(int device, const pybind11::dict& values,
                                               const pybind11::object& out) const;
  /// Those of a call, and the bound ones that it does not replace.
  std::vector<ParamValue> all_params(std::vector<ParamValue> given) const;
  [[noreturn]] void refuse_name(std::string_view name) const;
  [[noreturn]] void refuse_output(std::string_view name) const;

  Kernel kernel_;
  std::vector<ParamValue> params_;
  std::vector<int> devices_;
  std::shared_ptr<IdleStreams> streams_;
  std::size_t piece_;  ///< configurations between two looks at signals
};

/// One number or a sequence of them. Throws ArrayRefused.
ParamValue param_value(const std::string& name, pybind11::handle value);

}  // namespace diagc::python
