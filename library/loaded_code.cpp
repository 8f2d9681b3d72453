#include <optional>
#include <stdexcept>

#include "diagc/embed.h"
#include "runtime/cache/cache.h"
#include "toolchain/client/toolchain.h"

namespace diagc {

struct LoadedCode::Module {
  toolchain::Module module;
};

namespace {

toolchain::Module load(const toolchain::Source& source, const LoadedCodeOptions& options) {
  std::optional<Cache> cache;
  std::optional<CacheKey> key;
  if (options.use_cache) {
    cache.emplace(cache_options_from_environment());
    key = cache_key({"code object", toolchain::identity(), source.cpu.name, source.cpu.features,
                     std::to_string(source.opt_level), source.text});
    if (const auto entry = cache->find(*key)) {
      try {
        return toolchain::Module::load(entry->payload);
      } catch (const toolchain::Refused&) {
        // Damaged: compiled anew and replaced.
      }
    }
  }
  std::string object = toolchain::compile(source, toolchain::Product::object, options.stop);
  toolchain::Module module = toolchain::Module::load(object);
  if (cache) cache->store(*key, {std::move(object), options.metadata});
  return module;
}

}  // namespace

LoadedCode::LoadedCode(const std::string& source, const LoadedCodeOptions& options) {
  try {
    const toolchain::Source input{
        .text = source, .file_name = options.file_name, .cpu = toolchain::resolve_cpu(options.cpu)};
    module_ = std::make_shared<const Module>(load(input, options));
  } catch (const toolchain::Refused& refused) {
    throw std::invalid_argument(refused.what());
  }
}

void* LoadedCode::symbol(const std::string& name) const {
  try {
    return module_->module.symbol(name);
  } catch (const std::logic_error& missing) {
    throw std::invalid_argument(missing.what());
  }
}

}  // namespace diagc
