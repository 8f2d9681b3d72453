#include "physics/dynamics/device/device_code.h"

#include <algorithm>
#include <initializer_list>
#include <stdexcept>

#include <fmt/format.h>

#include "library/cyclic/cyclic_device.h"
#include "physics/dynamics/device/device_texts.h"
#include "runtime/cuda/build.h"

namespace diagc::dynamics {

namespace {

constexpr std::size_t number_bytes = 16;
/// What a block of threads may have of shared memory, on the smallest of the devices.
constexpr std::size_t most_shared = std::size_t{163} << 10U;

std::string device_text(std::string_view name) {
  for (const DeviceFile& file : device_files()) {
    if (file.name == name) return std::string(file.text);
  }
  throw std::logic_error(fmt::format("no text for devices is named {}", name));
}

std::string constants(const DeviceShape& shape) {
  return fmt::format(
      "#define ORDER {}\n#define BANDS {}\n#define PADDED {}\n#define WIDTH {}\n#define STRIP {}\n"
      "#define BLOCKS {}\n#define SLOTS {}\n#define STAGED_FACTOR {}\n",
      shape.order, shape.bands, shape.padded, shape.width, shape.strip, shape.history_blocks,
      shape.slots, shape.staged_factor ? 1 : 0);
}

/// A function that gives one of a few places, by its number; the number is known when loops are unrolled.
std::string places_function(const char* name, const std::vector<std::size_t>& places) {
  std::string list;
  bool in_order = true;
  for (std::size_t number = 0; number < places.size(); ++number) {
    list += fmt::format("{}{}", list.empty() ? "" : ", ", places[number]);
    in_order = in_order && places[number] == number;
  }
  if (in_order) {
    return fmt::format("__device__ inline unsigned {}(unsigned number) {{ return number; }}\n",
                       name);
  }
  return fmt::format(
      "__device__ inline unsigned {}(unsigned number) {{\n  const unsigned places[] = {{{}}};\n  "
      "return places[number];\n}}\n",
      name, list);
}

/// With the theory, whose constants and function stand before the file of this name.
cuda::Source self_energy_source(const char* name, const std::string& head,
                                const DeviceTheory& theory, std::size_t shared) {
  cuda::Source own{fmt::format("{}.cu", name), head + "\n" + theory.text->source + "\n"};
  own.text += places_function("input_place", theory.text->input_places);
  own.text += places_function("output_place", theory.text->output_places);
  own.text +=
      fmt::format("#define HAS_VERTEX {}\n#define IN_SHARED {}\n", theory.has_vertex ? 1 : 0,
                  theory_shared(*theory.text, true) <= shared ? 1 : 0);
  own.text += device_text("pair_arrays") + "\n" + device_text(name);
  return own;
}

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

/// Of blocks of one piece two, of four warps each, share a multiprocessor: one computes while the other one waits. Larger ones have it alone, with eight
/// warps. Of what makes a block faster still as much as fits besides.
void DeviceShape::plan_history(std::size_t shared) {
  const std::size_t half = (shared + 1024) / 2 - 1024;
  for (const std::size_t warps : {8, 4}) {
    history_blocks = pieces() == 1 ? 2 : 1;
    strip = std::max<std::size_t>(1, (pieces() == 1 ? 4 : warps) / pieces());
    for (const auto& [own_slots, own_staged] :
         {std::pair{std::size_t{2}, true}, {1, true}, {2, false}, {1, false}}) {
      slots = own_slots;
      staged_factor = own_staged;
      if (history_shared(number_bytes) <= (history_blocks == 2 ? half : shared)) return;
    }
  }
  history_blocks = 1;
}

std::size_t DeviceShape::history_shared(std::size_t stored_bytes) const {
  const std::size_t stage =
      strip * 2 * group() * stored_bytes + (staged_factor ? factor() * number_bytes : 0);
  return 2 * stage + slots * strip * pieces() * width * width * number_bytes +
         2 * sizeof(std::uint64_t);
}

std::size_t DeviceShape::equal_shared() const {
  return (2 * order * bands * bands + order * equal_threads) * number_bytes +
         equal_threads * sizeof(double);
}

std::size_t theory_shared(const CyclicText& text, bool with_arrays) {
  return (std::max<std::size_t>(text.numbers, 1) + (with_arrays ? text.arrays * text.apart : 0)) *
         number_bytes;
}

std::vector<cuda::Source> device_sources(const DeviceShape& shape, const DeviceTheory* theory,
                                         std::size_t shared, bool with_branch) {
  const std::string head = constants(shape), numbers = device_text("numbers");
  const auto source = [&](const char* name, const std::string& extra,
                          std::initializer_list<const char*> files) {
    cuda::Source result{name, head + extra + numbers};
    for (const char* file : files) result.text += "\n" + device_text(file);
    return result;
  };
  std::vector<cuda::Source> sources;
  sources.push_back(with_branch ? source("rows.cu", "", {"rows", "equal_times", "mixed"})
                                : source("rows.cu", "", {"rows", "equal_times"}));
  if (!theory) return sources;
  sources.push_back(source("collision.cu", "", {"collision"}));
  for (const auto& [name, stored] :
       {std::pair("history", "Complex"), {"history_single", "Single"}}) {
    cuda::Source own = source(fmt::format("{}.cu", name).c_str(),
                              fmt::format("#define STORED {}\n", stored), {"history"});
    constexpr std::string_view word = "NAME(";
    own.text.replace(own.text.find(word), word.size(), fmt::format("{}(", name));
    sources.push_back(std::move(own));
  }
  sources.push_back(self_energy_source("self_energy", head + numbers, *theory, shared));
  if (with_branch)
    sources.push_back(self_energy_source("mixed_self_energy", head + numbers, *theory, shared));
  return sources;
}

std::vector<cuda::Source> uniform_grid_sources(std::size_t bands, const DeviceTheory* theory,
                                               std::size_t shared) {
  // Blocks of nodes are of no use here; the smallest.
  const std::string head = constants(DeviceShape(1, bands)) + device_text("numbers");
  std::vector<cuda::Source> sources{{"uniform_grid.cu", head + "\n" + device_text("uniform_grid")}};
  if (theory) sources.push_back(self_energy_source("row_self_energy", head, *theory, shared));
  return sources;
}

KernelNames uniform_grid_kernels() {
  return {{"collide_row", "make_evolution", "advance_row", "kick_row", "read_corner"},
          {"row_self_energy"}};
}

namespace {

/// In the order of device_sources(). A driver tells tools of every name that it does not find.
KernelNames panel_kernels(bool with_branch) {
  KernelNames names = {{"solve_rows", "solve_own", "unresolved", "take_edge", "continue_integrals",
                        "kick_edge", "read_density", "round_rows", "clear_numbers", "equal_times",
                        "begin_equal_times", "losses", "energy_within", "make_solver"},
                       {"collide"},
                       {"history"},
                       {"history_single"},
                       {"self_energy"}};
  if (!with_branch) return names;
  for (const char* name :
       {"mixed_integrals", "add_branch", "solve_mixed", "continue_mixed", "take_mixed_edge"}) {
    names[0].push_back(name);
  }
  names.push_back({"mixed_self_energy"});
  return names;
}

}  // namespace

DeviceCode::DeviceCode(const cuda::Device& device, const std::vector<cuda::Source>& sources,
                       const KernelNames& kernels, const DeviceSettings& settings)
    : device_(device) {
  cuda::BuildOptions options{.cache = settings.cache.get(),
                             .metadata = {{"what", "propagation"}},
                             .driver_version = cuda::driver_version(),
                             .workers = {.command = settings.compile_worker}};
  // A device may refuse code of the cache that is not what it seems.
  for (const bool is_last : {false, true}) {
    options.look_in_cache = !is_last;
    try {
      const cuda::Built built =
          cuda::build(sources, {.architecture = device.info().architecture}, options);
      modules_.clear();
      for (const cuda::Object& object : built.objects) modules_.emplace_back(device, object.bytes);
      break;
    } catch (const cuda::Refused& error) {
      throw std::logic_error(std::string("NVRTC refuses an emitted source: ") + error.what());
    } catch (const cuda::Error&) {
      if (is_last || !settings.cache) throw;
    }
  }
  for (std::size_t source = 0; source < modules_.size(); ++source) {
    for (const char* name : kernels[source]) functions_.push_back(modules_[source].function(name));
  }
}

DeviceCode::DeviceCode(const cuda::Device& device, const DeviceShape& shape,
                       const DeviceTheory* theory, const DeviceSettings& settings, bool with_branch)
    : DeviceCode(device, device_sources(shape, theory, device.info().shared, with_branch),
                 panel_kernels(with_branch), settings) {
  function("solve_own").allow_shared(shape.own_shared());
  function("make_solver").allow_shared(shape.solver_shared());
  for (const char* name : {"begin_equal_times", "equal_times"})
    function(name).allow_shared(shape.equal_shared());
  if (!theory) return;
  for (const auto& [name, bytes] :
       {std::pair("history", number_bytes), {"history_single", number_bytes / 2}}) {
    function(name).allow_shared(shape.history_shared(bytes));
    function(name).prefer_shared();
  }
  const std::size_t arrays = theory_shared(*theory->text, true);
  const std::size_t bytes =
      arrays <= device_.info().shared ? arrays : theory_shared(*theory->text, false);
  function("self_energy").allow_shared(bytes);
  if (with_branch) function("mixed_self_energy").allow_shared(bytes);
}

const cuda::Function& DeviceCode::function(const std::string& name) const {
  const auto found = std::ranges::find(functions_, name, &cuda::Function::name);
  if (found == functions_.end()) throw std::logic_error(fmt::format("no kernel {}", name));
  return *found;
}

void DeviceCode::launch(const char* kernel, std::size_t blocks, std::size_t threads,
                        std::size_t shared, void* parameter, const cuda::Stream& stream) const {
  if (blocks == 0) return;
  if (blocks > device_.info().max_grid) {
    throw std::runtime_error(fmt::format("found {} blocks of threads for {}, expected at most {}",
                                         blocks, kernel, device_.info().max_grid));
  }
  const cuda::Device::Current current(device_);
  void* parameters[] = {parameter};
  cuda::check(cuda::driver().cuLaunchKernel(
                  function(kernel).handle(), static_cast<unsigned>(blocks), 1, 1,
                  static_cast<unsigned>(threads), 1, 1, static_cast<unsigned>(shared),
                  stream.handle(), parameters, nullptr),
              kernel);
}

}  // namespace diagc::dynamics
