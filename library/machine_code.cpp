#include "library/machine_code.h"

#include <chrono>
#include <optional>

#include "runtime/cpu/kernel.h"

namespace diagc {

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// At the default -O1: straight-line kernels gain nothing from -O2 and -O3, which take twice as long (docs/performance.md).
toolchain::Source input_of(const MachineCodeRequest& request) {
  return {.text = request.source, .file_name = request.file_name, .cpu = request.cpu};
}

CacheKey key_of(const MachineCodeRequest& request) {
  return cache_key({"cpu object", DIAGC_VERSION, toolchain::identity(), request.cpu.name,
                    request.cpu.features, std::to_string(input_of(request).opt_level),
                    request.symbol, request.source});
}

template <class T>
std::optional<CpuKernel<T>> cached(const MachineCodeRequest& request, const CacheKey& key) {
  const std::optional<CacheEntry> entry = request.cache->find(key);
  if (!entry) return std::nullopt;
  try {
    return CpuKernel<T>(entry->payload, request.symbol);
  } catch (const toolchain::Refused&) {
    return std::nullopt;
  } catch (const toolchain::Unavailable&) {
    throw;
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

}  // namespace

template <class T>
MachineCode<T> machine_code(const MachineCodeRequest& request) {
  MachineCode<T> result;
  std::optional<CacheKey> key;
  if (request.cache) {
    const auto hashing = std::chrono::steady_clock::now();
    key = key_of(request);
    result.key_seconds = seconds_since(hashing);
    const auto looking = std::chrono::steady_clock::now();
    if (auto kernel = cached<T>(request, *key)) {
      result.range = *std::move(kernel);
      result.from_cache = true;
      result.load_seconds = seconds_since(looking);
      return result;
    }
  }
  try {
    const auto compiling = std::chrono::steady_clock::now();
    std::string object =
        toolchain::compile(input_of(request), toolchain::Product::object, request.stop);
    result.compile_seconds = seconds_since(compiling);
    const auto loading = std::chrono::steady_clock::now();
    result.range = CpuKernel<T>(object, request.symbol);
    result.load_seconds = seconds_since(loading);
    if (key) request.cache->store(*key, {std::move(object), request.metadata});
  } catch (const toolchain::Refused& refused) {
    throw std::logic_error(std::string("Clang refuses an emitted source: ") + refused.what());
  }
  return result;
}

template MachineCode<float> machine_code(const MachineCodeRequest&);
template MachineCode<double> machine_code(const MachineCodeRequest&);

}  // namespace diagc
