#include "runtime/cuda/build.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <stdexcept>

#include "runtime/cuda/nvrtc.h"
#include "runtime/system/thread_pool.h"

namespace diagc::cuda {
namespace {

constexpr const char* spills_name = "spills";

CacheKey key_of(const Source& source, const CompileOptions& options, int driver_version) {
  std::string texts;
  for (const std::string& option : nvrtc_options(options)) texts += option + '\n';
  return cache_key({"cuda cubin", nvrtc().version(), std::to_string(driver_version), texts,
                    source.name, source.text});
}

/// "f:16/24 g:8/8", stores and loads of the kernels that spill: a CUBIN does not tell.
std::string spills_text(const std::vector<KernelCode>& kernels) {
  std::string text;
  for (const KernelCode& kernel : kernels) {
    if (kernel.spill_stores + kernel.spill_loads == 0) continue;
    text += fmt::format("{}{}:{}/{}", text.empty() ? "" : " ", kernel.name, kernel.spill_stores,
                        kernel.spill_loads);
  }
  return text;
}

void take_spills(const std::string& text, std::vector<KernelCode>& kernels) {
  for (KernelCode& kernel : kernels) {
    const std::string start = " " + kernel.name + ":";
    const std::size_t at = (" " + text).find(start);
    if (at == std::string::npos) continue;
    const std::string numbers = text.substr(at + start.size() - 1);
    std::size_t used = 0;
    kernel.spill_stores = std::stoull(numbers, &used);
    kernel.spill_loads = std::stoull(numbers.substr(used + 1));
  }
}

std::optional<Object> cached(const Cache& cache, const CacheKey& key) {
  std::optional<CacheEntry> entry = cache.find(key);
  if (!entry) return std::nullopt;
  try {
    Object object{std::move(entry->payload), {}};
    object.kernels = cubin_kernels(object.bytes);
    const auto spills = entry->metadata.find(spills_name);
    if (spills != entry->metadata.end()) take_spills(spills->second, object.kernels);
    return object;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

void store(Cache& cache, const CacheKey& key, const Source& source, const CompileOptions& options,
           const BuildOptions& build_options, const Object& object) {
  auto metadata = build_options.metadata;
  metadata["kind"] = "CUBIN";
  metadata["source"] = source.name;
  metadata["architecture"] = options.architecture;
  metadata["nvrtc"] = nvrtc().version();
  const std::string spills = spills_text(object.kernels);
  if (!spills.empty()) metadata[spills_name] = spills;
  cache.store(key, {object.bytes, std::move(metadata)});
}

}  // namespace

Built build(const std::vector<Source>& sources, const CompileOptions& options,
            const BuildOptions& build_options) {
  if (options.product != Product::cubin) throw std::logic_error("build() makes CUBINs");
  Built built;
  built.objects.resize(sources.size());
  std::vector<CacheKey> keys(sources.size());
  std::vector<std::optional<Object>> found(sources.size());
  if (build_options.cache) {
    // Megabytes of sources to hash.
    ThreadPool::shared().run(available_threads(), sources.size(), [&](std::size_t i) {
      keys[i] = key_of(sources[i], options, build_options.driver_version);
      if (build_options.look_in_cache) found[i] = cached(*build_options.cache, keys[i]);
    });
  }
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (found[i]) {
      built.objects[i] = *std::move(found[i]);
      ++built.from_cache;
    } else {
      missing.push_back(i);
    }
  }
  const auto start = std::chrono::steady_clock::now();
  // Each is kept at once: when a later one fails or all is interrupted, the next build goes on from there.
  const auto keep = [&](std::size_t i) {
    if (!build_options.cache) return;
    store(*build_options.cache, keys[i], sources[i], options, build_options, built.objects[i]);
  };
  // A worker for a single one, too: others of this process may be compiling, and NVRTC does one at a time.
  if (!missing.empty() && !build_options.workers.command.empty()) {
    std::vector<Source> batch;
    for (const std::size_t i : missing) batch.push_back(sources[i]);
    compile_in_workers(batch, options, build_options.workers, build_options.stop,
                       [&](std::size_t number, const Object& object) {
                         built.objects[missing[number]] = object;
                         keep(missing[number]);
                       });
  } else {
    for (const std::size_t i : missing) {
      built.objects[i] = compile(sources[i], options, build_options.stop);
      keep(i);
    }
  }
  if (!missing.empty()) {
    built.compile_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  return built;
}

}  // namespace diagc::cuda
