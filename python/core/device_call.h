// A kernel on arrays in a device's memory, by way of DLPack.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "diagc/diagc.h"

namespace diagc::python {

/// Streams with workspaces that no call uses just now; a call takes one for itself.
class IdleStreams {
 public:
  Stream take(int device);
  void give_back(Stream stream);

 private:
  std::mutex mutex_;
  std::vector<Stream> idle_;
};

/// The number of the CUDA device that an object of another library lies on; −1: on none.
int cuda_device_of(pybind11::handle value);

/// Evaluates on arrays in a device's memory. `inputs` in declared order, None for those that are not needed, at least one of them an array;
/// `outputs` are arrays to write into, None for new ones; returns all of them. Real numbers of the kernel's precision with the batch last in
/// memory, and a batch of 1 in C order, are read and written where they are; other inputs are turned by their own library. The producers'
/// streams are waited for as DLPack has it; returns when the results are there. Throws ArrayRefused, and pybind11::error_already_set.
std::vector<pybind11::object> evaluate_on_device(const Kernel& kernel, IdleStreams& streams,
                                                 int device, std::size_t batch,
                                                 const std::vector<pybind11::object>& inputs,
                                                 const std::vector<ParamValue>& params,
                                                 const std::vector<pybind11::object>& outputs);

}  // namespace diagc::python
