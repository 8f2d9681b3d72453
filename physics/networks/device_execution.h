// Carries out a plan of contraction on a device.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "compiler/arrays/network.h"
#include "compiler/arrays/plan.h"
#include "physics/networks/device_program.h"
#include "physics/networks/element.h"
#include "physics/networks/execute.h"
#include "physics/networks/slice_sums.h"

namespace diagc::networks {

arrays::DeviceElement device_element(Element element);

/// A plan slice by slice, as SliceExecution takes it on processors; tensors, and what no sliced label reaches, stay on the device.
template <class Value>
class DeviceExecution {
 public:
  /// On one of the devices. Network, plan and tensors must outlive it; every kernel of the plan is one step. Throws what runtime/cuda throws.
  DeviceExecution(const arrays::Network& network, const arrays::Plan& plan,
                  const std::vector<ScaledArray<Value>>& tensors, const DeviceSetup& setup,
                  unsigned threads, std::uint32_t prime = 0, std::size_t which = 0);
  ~DeviceExecution();

  /// See SliceExecution::slice(). What a kernel writes keeps the exponent of its largest number, by which it is multiplied where it is read.
  SliceSum slice(std::uint64_t number);

  /// From the next slice on, whatever the setup says.
  void time_launches(bool are_timed);
  /// Of every kernel of the plan, when it was last computed; of steps that are one launch the first one has all of it.
  /// 0 where launches are not timed.
  const std::vector<double>& kernel_seconds() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

extern template class DeviceExecution<float>;
extern template class DeviceExecution<double>;
extern template class DeviceExecution<std::complex<float>>;
extern template class DeviceExecution<std::complex<double>>;
extern template class DeviceExecution<linear::Residue>;
extern template class DeviceExecution<linear::Tropical>;

}  // namespace diagc::networks
