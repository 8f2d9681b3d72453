#include "runtime/cuda/load.h"

#include <stdexcept>
#include <string>
#include <utility>

#include "runtime/cuda/error.h"

namespace diagc::cuda {

void load_sources(const Device& device, const std::vector<Source>& sources, BuildOptions options,
                  const std::function<void(std::vector<Module>)>& use) {
  for (const bool is_last : {false, true}) {
    options.look_in_cache = !is_last;
    try {
      const Built built = build(sources, {.architecture = device.info().architecture}, options);
      std::vector<Module> modules;
      for (const Object& object : built.objects) modules.emplace_back(device, object.bytes);
      return use(std::move(modules));
    } catch (const Refused& error) {
      throw std::logic_error(std::string("NVRTC refuses an emitted source: ") + error.what());
    } catch (const Error&) {
      if (is_last || !options.cache) throw;
    }
  }
}

}  // namespace diagc::cuda
