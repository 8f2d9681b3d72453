#include "physics/networks/tile_code.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <stdexcept>

#include "compiler/emit/tiles/tile_text.h"
#include "physics/networks/planned.h"
#include "runtime/system/elapsed.h"

namespace diagc::networks {

namespace {

/// Shorter kernels are not worth a file in the cache.
constexpr double least_seconds = 0.01;
/// About what Clang takes for one.
constexpr double seconds_of_compiling = 0.3;
constexpr double least_budget = 2, share_of_run = 0.2;
/// Kernels that take less of a run together are left to templates.
constexpr double least_share = 0.01;

std::optional<TileText> text_of(const arrays::Plan& plan, std::size_t kernel, Element element,
                                int vector_bytes) {
  if (!is_floating(element)) return std::nullopt;
  return tile_text(plan, plan.kernels[kernel],
                   {.single_precision = element == Element::f32 || element == Element::c64,
                    .is_complex = is_complex(element),
                    .vector_bytes = vector_bytes},
                   linear::streamed_bytes);
}

std::optional<toolchain::Module> loaded(const std::string& object) {
  try {
    return toolchain::Module::load(object);
  } catch (const toolchain::Refused&) {
    return std::nullopt;  // damaged: it is compiled anew
  }
}

}  // namespace

std::string TileCodes::symbol() { return tile_symbol; }

std::size_t TileCodes::count() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      kernels_, [](const Kernel& kernel) { return kernel.module.has_value(); }));
}

TileCodes::TileCodes(const arrays::Plan& plan, Element element, const TileCodeOptions& options)
    : kernels_(plan.kernels.size()) {
  const auto seconds = [&](std::size_t kernel) {
    const arrays::PlanKernel& own = plan.kernels[kernel];
    return own.seconds * own.runs * (own.once ? 1 : options.slices);
  };
  std::vector<std::size_t> longest(plan.kernels.size());
  std::iota(longest.begin(), longest.end(), std::size_t{0});
  std::ranges::stable_sort(longest, std::greater(), seconds);
  double run = 0;
  for (const std::size_t kernel : longest) run += seconds(kernel);
  std::erase_if(longest, [&](std::size_t kernel) {
    return plan.kernels[kernel].form != arrays::KernelForm::tiles ||
           (seconds(kernel) < least_seconds && !options.all);
  });
  if (longest.empty() || !is_floating(element) || !toolchain::why_unavailable().empty()) return;
  const toolchain::Cpu cpu = toolchain::resolve_cpu("native");
  const double budget = std::max(least_budget, share_of_run * run);
  double left = 0;
  for (const std::size_t kernel : longest) left += seconds(kernel);
  for (const std::size_t kernel : longest) {
    if (left < least_share * run && !options.all) break;
    left -= seconds(kernel);
    const auto text = text_of(plan, kernel, element, cpu.vector_bytes);
    if (!text) continue;
    Kernel& own = kernels_[kernel];
    own.streams = text->streams;
    own.turns = text->turns;
    own.turns_ahead = text->turns_ahead;
    const toolchain::Source source{.text = text->source, .file_name = "tiles.cpp", .cpu = cpu};
    const CacheKey key = cache_key({"tile object", toolchain::identity(), cpu.name, cpu.features,
                                    std::to_string(source.opt_level), text->source});
    if (options.cache) {
      if (const auto entry = options.cache->find(key)) own.module = loaded(entry->payload);
      if (own.module) continue;
    }
    if (!options.all && compile_seconds_ + seconds_of_compiling > budget) continue;
    const auto begin = std::chrono::steady_clock::now();
    try {
      const std::string object = toolchain::compile(source, toolchain::Product::object);
      own.module = toolchain::Module::load(object);
      if (options.cache) options.cache->store(key, {object, {{"kind", "tile kernel"}}});
    } catch (const toolchain::Refused& refused) {
      throw std::logic_error(std::string("Clang refuses an emitted source: ") + refused.what());
    }
    compile_seconds_ += seconds_since(begin);
  }
}

std::string tile_source(const arrays::Plan& plan, std::size_t kernel, Element element,
                        int vector_bytes) {
  const auto text = text_of(plan, kernel, element, vector_bytes);
  return text ? text->source : std::string();
}

}  // namespace diagc::networks
