#include "physics/networks/device_code.h"

#include <algorithm>
#include <utility>

#include "runtime/cuda/load.h"

namespace diagc::networks {

using arrays::DeviceKernel;

void DeviceCode::Call::launch(const cuda::Stream& stream, void* parameter) const {
  void* parameters[] = {parameter};
  cuda::check(
      cuda::driver().cuLaunchKernel(function.handle(), grid, 1, 1, arrays::device_threads, 1, 1,
                                    shared_bytes, stream.handle(), parameters, nullptr),
      "cuLaunchKernel");
}

DeviceCode::DeviceCode(const arrays::DevicePlan& plan, const DeviceSetup& setup,
                       const cuda::Device& device) {
  const arrays::DeviceSources texts = arrays::device_sources(plan, setup.kernels_of_source);
  std::vector<cuda::Source> sources;
  for (const arrays::DeviceSource& source : texts.sources)
    sources.push_back({source.name, source.text});
  cuda::load_sources(device, sources,
                     {.cache = setup.cache.get(),
                      .metadata = {{"what", "contraction"}},
                      .driver_version = cuda::driver_version(),
                      .workers = {.command = setup.compile_worker}},
                     [&](std::vector<cuda::Module> modules) {
                       modules_ = std::move(modules);
                       find_functions(texts, device);
                     });
}

DeviceCode::Call DeviceCode::call_of(const DeviceKernel& kernel, const cuda::Device& device) const {
  const cuda::DeviceInfo& info = device.info();
  std::uint64_t most = info.max_grid;
  if (kernel.resident != 0)
    most = kernel.resident * static_cast<std::uint64_t>(info.multiprocessors);
  Call call{modules_[kernel.source].function(kernel.function),
            static_cast<unsigned>(std::min(kernel.blocks, most)),
            static_cast<unsigned>(kernel.shared_bytes)};
  call.function.allow_shared(kernel.shared_bytes);
  return call;
}

void DeviceCode::find_functions(const arrays::DeviceSources& texts, const cuda::Device& device) {
  calls.clear();
  further.clear();
  powers.clear();
  next.reset();
  if (texts.next) next = call_of(*texts.next, device);
  for (const arrays::DeviceCalls& of_launch : texts.calls) {
    calls.push_back(call_of(of_launch.kernel, device));
    further.emplace_back();
    for (const DeviceKernel& kernel : of_launch.further)
      further.back().push_back(call_of(kernel, device));
    powers.emplace_back();
    for (const DeviceKernel& kernel : of_launch.powers)
      powers.back().push_back(call_of(kernel, device));
  }
}

}  // namespace diagc::networks
