#include "physics/dynamics/device/device_code.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "library/cyclic/cyclic_device.h"
#include "physics/dynamics/device/device_parameters.h"
#include "physics/dynamics/device/history_products.h"
#include "physics/dynamics/device/lane_arrays.h"
#include "runtime/cuda/load.h"

namespace diagc::dynamics {

namespace {

constexpr std::size_t number_bytes = 16;
/// Beside the numbers of a stage: where the row stands that comes to it next, what warps wait for and leave it by; and of strips.
constexpr std::size_t bytes_beside_stage = sizeof(DeviceRow) + 2 * sizeof(std::uint64_t),
                      bytes_beside_strips = 2 * sizeof(std::uint64_t);
/// What a block of threads may have of shared memory, on the smallest of the devices.
constexpr std::size_t most_shared = std::size_t{163} << 10U;

}  // namespace

DeviceShape::DeviceShape(std::size_t own_order, std::size_t own_bands, std::size_t shared)
    : order(own_order), bands(own_bands), size(own_order * own_bands) {
  padded = (size + 7) / 8 * 8;
  width = padded % 16 == 0 ? 16 : 8;
  plan_history(shared);
  if (own_shared() > most_shared) {
    throw std::runtime_error(fmt::format(
        "found panels of {} nodes with {} bands, expected at most {} of them together on a device",
        order, bands, 96));
  }
}

/// Warps with roles where blocks are of two pieces, and a device that copies in bulk has the shared memory for two rows.
bool DeviceShape::plan_roles(std::size_t shared) {
  constexpr std::size_t most_stages = 4;
  if (shared <= most_shared || pieces() != 2) return false;
  strip = warps_of_columns;
  staged_factor = true;
  const std::size_t beside =
      strip_factor_bytes() + most_stages * bytes_beside_stage + bytes_beside_strips;
  ring = std::min(most_stages, (shared - beside) / stage_bytes(number_bytes));
  if (ring < 2) ring = 0;
  return ring > 0;
}

std::size_t DeviceShape::stage_bytes(std::size_t stored_bytes) const {
  return strip * 2 * group() * stored_bytes + (staged_factor ? factor() * number_bytes : 0);
}

std::size_t DeviceShape::strip_factor_bytes() const {
  return strip / pieces() * 2 * factor() * number_bytes;
}

/// Of blocks of one piece two, of four warps each, share a multiprocessor: one computes while the other one waits. Larger ones have it alone, with eight
/// warps. Of what makes a block faster still as much as fits besides.
void DeviceShape::plan_history(std::size_t shared) {
  if (plan_roles(shared)) return;
  const std::size_t half = (shared + 1024) / 2 - 1024;
  for (const std::size_t warps : {8, 4}) {
    history_blocks = pieces() == 1 ? 2 : 1;
    strip = std::max<std::size_t>(1, (pieces() == 1 ? 4 : warps) / pieces());
    for (const auto& [own_slots, own_staged] :
         {std::pair{std::size_t{2}, true}, {1, true}, {2, false}, {1, false}}) {
      slots = own_slots;
      staged_factor = own_staged;
      const std::size_t most = history_blocks == 2 ? half : shared;
      if (history_shared(number_bytes) > most) continue;
      staged_solver = pieces() == 1;
      staged_solver = staged_solver && history_shared(number_bytes) <= most;
      return;
    }
  }
  history_blocks = 1;
}

std::size_t DeviceShape::history_shared(std::size_t stored_bytes) const {
  if (ring > 0)
    return ring * (stage_bytes(stored_bytes) + bytes_beside_stage) + strip_factor_bytes() +
           bytes_beside_strips;
  return 2 * stage_bytes(stored_bytes) + slots * strip * pieces() * width * width * number_bytes +
         6 * sizeof(std::uint64_t) + (staged_solver ? 2 * factor() * number_bytes : 0);
}

std::size_t DeviceShape::own_shared() const {
  const std::size_t square = size * size;
  const std::size_t work = size > 32 ? square + size + (size + 3) / 4 : 2 * square + size;
  if (pieces() > 1) return work * number_bytes;
  const std::size_t staged = 2 * factor() + 2 * (4 * group() + edge_group());
  return (work + staged) * number_bytes + sizeof(std::uint64_t);
}

std::size_t DeviceShape::continuing_shared() const {
  return (factor() + size * bands) * number_bytes + (order + 1) * order * sizeof(double);
}

std::size_t DeviceShape::equal_shared() const {
  const std::size_t means = order * bands * bands,
                    sums = means * std::max<std::size_t>(1, equal_threads / means);
  return (2 * means + 2 * order * equal_threads + sums) * number_bytes +
         (order * order + 6) * sizeof(double);
}

std::size_t theory_shared(const CyclicText& text, bool with_arrays) {
  return (std::max<std::size_t>(text.numbers, 1) + (with_arrays ? text.arrays * text.apart : 0)) *
         number_bytes;
}

DeviceCode::DeviceCode(const cuda::Device& device, const std::vector<cuda::Source>& sources,
                       const KernelNames& kernels, const DeviceSettings& settings)
    : device_(device) {
  cuda::load_sources(device, sources,
                     {.cache = settings.cache.get(),
                      .metadata = {{"what", "propagation"}},
                      .driver_version = cuda::driver_version(),
                      .workers = {.command = settings.compile_worker}},
                     [&](std::vector<cuda::Module> modules) {
                       modules_ = std::move(modules);
                       functions_.clear();
                       for (std::size_t source = 0; source < modules_.size(); ++source) {
                         for (const KernelName& kernel : kernels[source]) {
                           functions_.emplace_back(kernel.name,
                                                   modules_[source].function(kernel.in_source));
                         }
                       }
                     });
}

DeviceCode::DeviceCode(const cuda::Device& device, const DeviceShape& shape,
                       const DeviceTheory* theory, const DeviceSettings& settings, bool with_branch)
    : DeviceCode(device,
                 device_sources(shape, theory, device.info().shared, with_branch,
                                takes_products(device, shape, settings)),
                 device_kernels(theory, with_branch, takes_products(device, shape, settings)),
                 settings) {
  function("solve_own").allow_shared(shape.own_shared());
  function("continue_integrals").allow_shared(shape.continuing_shared());
  for (const char* name : {"begin_equal_times", "equal_times"})
    function(name).allow_shared(shape.equal_shared());
  if (!theory) return;
  if (!takes_products(device, shape, settings)) allow_history(shape);
  if (theory->stages.empty()) {
    if (const auto lanes = lane_arrays(*theory->text, shape.bands, device.info().shared)) {
      function("self_energy").allow_shared(lanes->shared);
    } else {
      allow_theory("self_energy", *theory->text);
    }
    if (with_branch) allow_theory("mixed_self_energy", *theory->text);
    return;
  }
  for (std::size_t stage = 0; stage < theory->stages.size(); ++stage) {
    allow_theory(fmt::format("stage_{}", stage), *theory->stages[stage]);
    if (with_branch) allow_theory(fmt::format("mixed_stage_{}", stage), *theory->stages[stage]);
  }
}

void DeviceCode::allow_history(const DeviceShape& shape) const {
  for (const auto& [name, bytes] :
       {std::pair("history", number_bytes), {"history_single", number_bytes / 2}}) {
    function(name).allow_shared(shape.history_shared(bytes));
    function(name).prefer_shared();
  }
}

void DeviceCode::allow_theory(const std::string& name, const CyclicText& text) const {
  const std::size_t arrays = theory_shared(text, true);
  function(name).allow_shared(arrays <= device_.info().shared ? arrays
                                                              : theory_shared(text, false));
}

const cuda::Function& DeviceCode::function(const std::string& name) const {
  const auto found =
      std::ranges::find(functions_, name, &std::pair<std::string, cuda::Function>::first);
  if (found == functions_.end()) throw std::logic_error(fmt::format("no kernel {}", name));
  return found->second;
}

void DeviceCode::launch(const char* kernel, std::size_t blocks, std::size_t threads,
                        std::size_t shared, void* parameter, const cuda::Stream& stream,
                        bool together) const {
  if (blocks == 0) return;
  if (blocks > device_.info().max_grid) {
    throw std::runtime_error(fmt::format("found {} blocks of threads for {}, expected at most {}",
                                         blocks, kernel, device_.info().max_grid));
  }
  const cuda::Device::Current current(device_);
  void* parameters[] = {parameter};
  const cuda::api::Function function_of_kernel = function(kernel).handle();
  const auto grid = static_cast<unsigned>(blocks), block = static_cast<unsigned>(threads),
             bytes = static_cast<unsigned>(shared);
  const cuda::api::DriverFunctions& driver = cuda::driver();
  cuda::check(together ? driver.cuLaunchCooperativeKernel(function_of_kernel, grid, 1, 1, block, 1,
                                                          1, bytes, stream.handle(), parameters)
                       : driver.cuLaunchKernel(function_of_kernel, grid, 1, 1, block, 1, 1, bytes,
                                               stream.handle(), parameters, nullptr),
              kernel);
}

}  // namespace diagc::dynamics
