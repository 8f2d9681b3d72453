#include "programs/contract/planning.h"

#include <algorithm>
#include <charconv>
#include <chrono>

#include <fmt/format.h>

#include "physics/networks/device_rates.h"
#include "physics/networks/order_file.h"
#include "programs/command/kernel_options.h"
#include "programs/command/machine.h"
#include "programs/command/output.h"
#include "programs/command/progress.h"
#include "runtime/cache/cache.h"
#include "runtime/cuda/cublas.h"
#include "runtime/cuda/device.h"
#include "runtime/system/thread_pool.h"
#include "runtime/system/whole_file.h"

namespace diagc::contract {

namespace {

/// `8GiB`, `500MB`, `1`: bytes.
std::uint64_t parse_memory(const std::string& text) {
  double amount = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, amount);
  const std::string unit(stop, end);
  double factor = 0;
  for (const auto& [name, value] : {std::pair{"", 1.0},
                                    {"B", 1.0},
                                    {"kB", 1e3},
                                    {"MB", 1e6},
                                    {"GB", 1e9},
                                    {"TB", 1e12},
                                    {"KiB", 0x1p10},
                                    {"MiB", 0x1p20},
                                    {"GiB", 0x1p30},
                                    {"TiB", 0x1p40}}) {
    if (unit == name) factor = value;
  }
  if (error != std::errc() || factor == 0 || !(amount * factor >= 1 && amount * factor < 0x1p62)) {
    throw UsageError(
        fmt::format("found --memory {}, expected bytes such as 8GiB, 500MB or 1000000", text));
  }
  return static_cast<std::uint64_t>(amount * factor);
}

}  // namespace

arrays::DeviceRates rates_of(const std::vector<int>& devices) {
  try {
    std::vector<cuda::DeviceInfo> own;
    for (const cuda::DeviceInfo& device : cuda::devices())
      if (std::ranges::count(devices, device.number) > 0) own.push_back(device);
    return networks::device_rates(own);
  } catch (const cuda::Unavailable&) {
    return {};  // plans need no device
  }
}

std::shared_ptr<const networks::DeviceSetup> device_of(const Options& options) {
  if (options.target != "cuda") return {};
  auto setup = std::make_shared<networks::DeviceSetup>();
  if (!options.devices.empty()) {
    setup->devices.clear();
    const char *at = options.devices.data(), *const end = at + options.devices.size();
    while (true) {
      int number = -1;
      const auto [stop, error] = std::from_chars(at, end, number);
      if (error != std::errc() || number < 0 || (stop != end && *stop != ',') ||
          std::ranges::count(setup->devices, number) > 0) {
        throw UsageError(
            fmt::format("found --devices {}, expected numbers of devices, each once, such as 0,1",
                        options.devices));
      }
      setup->devices.push_back(number);
      if (stop == end) break;
      at = stop + 1;
    }
  }
  CacheOptions cache = cache_options_from_environment();
  cache.warn = [](const std::string& reason) { write_note(reason); };
  setup->cache = std::make_shared<Cache>(std::move(cache));
  setup->times = options.profile;
  setup->compile_worker = {"/proc/self/exe", nvrtc_worker};
  if (cuda::why_no_cublas().empty()) setup->limits.library = arrays::LibrarySteps::faster;
  // Steps begin with the first piece of what takes longer to come.
  setup->limits.least_exchange = 50e-6;
  setup->limits.rates = rates_of(setup->devices);
  return setup;
}

std::uint64_t memory_limit(const Options& options, const networks::DeviceSetup* device) {
  if (!options.memory.empty()) return parse_memory(options.memory);
  if (device != nullptr) {
    std::uint64_t least = ~std::uint64_t{0};
    for (const int number : device->devices)
      least = std::min<std::uint64_t>(least, cuda::Device(number).free_memory());
    return least / 5 * 4;
  }
  const std::uint64_t free = this_machine().memory;
  return free == 0 ? std::uint64_t{1} << 30U : free / 5 * 4;
}

arrays::SearchOptions search_options(const Options& options, std::uint64_t seed) {
  arrays::SearchOptions found;
  found.moves = static_cast<std::uint64_t>(options.moves);
  found.seed = seed;
  found.minimise = options.minimise == "flops"    ? arrays::Minimise::flops
                   : options.minimise == "memory" ? arrays::Minimise::memory
                                                  : arrays::Minimise::time;
  const auto start = std::chrono::steady_clock::now();
  const double seconds = options.slices.checkpoint.empty() ? options.slices.seconds : 0;
  if (seconds > 0) {
    found.stop = [start, seconds] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() >
             seconds;
    };
    // More than it will do.
    constexpr double moves_of_second = 2e7;
    if (found.moves == 0)
      found.moves = static_cast<std::uint64_t>(std::min(seconds, 1e6) * moves_of_second *
                                               available_threads());
  }
  return found;
}

networks::Planned plan(const Options& options, const Subject& subject, std::uint64_t seed,
                       bool search) {
  const arrays::Network& network = subject.network.network;
  const unsigned threads = available_threads();
  const auto device = device_of(options);
  try {
    const std::uint64_t memory = memory_limit(options, device.get());
    if (!search && !options.load_plan.empty()) {
      const networks::PlanFile file = read_plan_file(options, subject, 0);
      return networks::plan_as(network, file.order, file.form, file.outer, subject.element, memory,
                               threads, device);
    }
    if (!search && !options.order.empty()) {
      const arrays::Order order = networks::read_order(read_source(options.order), subject.network);
      return networks::plan_order(network, order, subject.element, memory, threads, device);
    }
    if (!search && subject.network.order && options.moves == 0) {
      return networks::plan_order(network, *subject.network.order, subject.element, memory, threads,
                                  device);
    }
    arrays::SearchOptions found = search_options(options, seed);
    found.sums_end_early = true;
    Progress progress;
    progress.stage("searching an order");
    return networks::plan_search(network, found, subject.element, memory, threads, device);
  } catch (const UsageError&) {
    throw;
  } catch (const InputError&) {
    throw;
  } catch (const Failure&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw Failure(fmt::format("{}: {}", subject.network.source->path(), error.what()));
  }
}

networks::PlanFile read_plan_file(const Options& options, const Subject& subject,
                                  std::uint32_t ranks) {
  // Of the largest networks, on the most devices.
  constexpr std::uint64_t most_bytes = std::uint64_t{1} << 28U;
  const std::string& path = options.load_plan;
  try {
    return networks::read_plan(path, read_bounded(path, most_bytes), subject.network.source->path(),
                               subject.network.network, subject.element, ranks);
  } catch (const NotRead& error) {
    throw Failure(fmt::format("{}: cannot be read: {}", path, error.what()));
  } catch (const std::runtime_error& error) {
    throw Failure(error.what());
  }
}

}  // namespace diagc::contract
