#include "physics/networks/device_code.h"

#include <algorithm>
#include <stdexcept>

#include "runtime/cuda/build.h"

namespace diagc::networks {

using arrays::DeviceKernel;

void DeviceCode::Call::launch(const cuda::Stream& stream, void* parameter) const {
  void* parameters[] = {parameter};
  cuda::check(
      cuda::driver().cuLaunchKernel(function.handle(), grid, 1, 1, arrays::device_threads, 1, 1,
                                    shared_bytes, stream.handle(), parameters, nullptr),
      "cuLaunchKernel");
}

/// A device may refuse code of the cache that is not what it seems.
DeviceCode::DeviceCode(const arrays::DevicePlan& plan, const DeviceSetup& setup,
                       const cuda::Device& device) {
  const arrays::DeviceSources texts = arrays::device_sources(plan, setup.kernels_of_source);
  std::vector<cuda::Source> sources;
  for (const arrays::DeviceSource& source : texts.sources)
    sources.push_back({source.name, source.text});
  cuda::BuildOptions options{.cache = setup.cache.get(),
                             .metadata = {{"what", "contraction"}},
                             .driver_version = cuda::driver_version(),
                             .workers = {.command = setup.compile_worker}};
  for (const bool is_last : {false, true}) {
    options.look_in_cache = !is_last;
    try {
      const cuda::Built built =
          cuda::build(sources, {.architecture = device.info().architecture}, options);
      modules_.clear();
      for (const cuda::Object& object : built.objects) modules_.emplace_back(device, object.bytes);
      find_functions(texts, device);
      return;
    } catch (const cuda::Refused& error) {
      throw std::logic_error(std::string("NVRTC refuses an emitted source: ") + error.what());
    } catch (const cuda::Error&) {
      if (is_last || !setup.cache) throw;
    }
  }
}

DeviceCode::Call DeviceCode::call_of(const DeviceKernel& kernel, const cuda::Device& device) const {
  Call call{modules_[kernel.source].function(kernel.function),
            static_cast<unsigned>(std::min<std::uint64_t>(kernel.blocks, device.info().max_grid)),
            static_cast<unsigned>(kernel.shared_bytes)};
  call.function.allow_shared(kernel.shared_bytes);
  return call;
}

void DeviceCode::find_functions(const arrays::DeviceSources& texts, const cuda::Device& device) {
  calls.clear();
  further.clear();
  for (const arrays::DeviceCalls& of_launch : texts.calls) {
    calls.push_back(call_of(of_launch.kernel, device));
    further.emplace_back();
    for (const DeviceKernel& kernel : of_launch.further)
      further.back().push_back(call_of(kernel, device));
  }
}

}  // namespace diagc::networks
