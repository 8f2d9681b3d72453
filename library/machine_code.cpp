#include "library/machine_code.h"

#include <elf.h>

#include <chrono>
#include <cstring>
#include <optional>

#include "runtime/cpu/kernel.h"
#include "runtime/system/elapsed.h"

namespace diagc {

namespace {

/// At the default -O1: straight-line kernels gain nothing from -O2 and -O3, which take twice as long (docs/performance.md).
toolchain::Source input_of(const MachineCodeRequest& request) {
  return {.text = request.source, .file_name = request.file_name, .cpu = request.cpu};
}

CacheKey key_of(const MachineCodeRequest& request) {
  return cache_key({"cpu object", DIAGC_VERSION, toolchain::identity(), request.cpu.name,
                    request.cpu.features, std::to_string(input_of(request).opt_level),
                    request.symbol, request.source});
}

/// Bytes of the sections of an ELF object that hold instructions; 0 where it is none.
std::size_t code_bytes_of(std::string_view object) {
  Elf64_Ehdr header;
  if (object.size() < sizeof header) return 0;
  std::memcpy(&header, object.data(), sizeof header);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64) {
    return 0;
  }
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    const std::size_t from_table = i * sizeof section;
    if (header.e_shoff > object.size() ||
        object.size() - header.e_shoff < from_table + sizeof section) {
      return 0;
    }
    std::memcpy(&section, object.data() + header.e_shoff + from_table, sizeof section);
    if (section.sh_flags & SHF_EXECINSTR) bytes += section.sh_size;
  }
  return bytes;
}

template <class T>
struct Loaded {
  CpuKernel<T> kernel;
  std::size_t code_bytes;
};

template <class T>
std::optional<Loaded<T>> cached(const MachineCodeRequest& request, const CacheKey& key) {
  const std::optional<CacheEntry> entry = request.cache->find(key);
  if (!entry) return std::nullopt;
  try {
    return Loaded<T>{CpuKernel<T>(entry->payload, request.symbol), code_bytes_of(entry->payload)};
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
      result.range = std::move(kernel->kernel);
      result.code_bytes = kernel->code_bytes;
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
    result.code_bytes = code_bytes_of(object);
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
