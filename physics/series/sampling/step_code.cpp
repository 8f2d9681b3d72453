#include "physics/series/sampling/step_code.h"

#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "compiler/emit/names.h"
#include "runtime/cache/cache.h"

namespace diagc::integrate {

namespace {

std::string text_of(const Kernel::Variable& variable) {
  std::string text = variable.name;
  for (std::size_t i = 0; i < variable.ranges.size(); ++i) {
    text += fmt::format("{}{}..{}", i == 0 ? "[" : ", ", variable.ranges[i].first,
                        variable.ranges[i].last);
  }
  if (!variable.ranges.empty()) text += "]";
  if (variable.lorentz) text += " : lorentz";
  return variable.complex ? text + ", complex" : text;
}

std::string text_of(const std::vector<Kernel::Variable>& variables) {
  std::string text;
  for (const auto& variable : variables) text += (text.empty() ? "" : "; ") + text_of(variable);
  return text.empty() ? "none" : text;
}

toolchain::Module load(const std::string& text, const Kernel& kernel, bool use_cache,
                       std::stop_token stop) {
  const toolchain::Source source{.text = text,
                                 .file_name = kernel.name() + "_step.cpp",
                                 .cpu = toolchain::resolve_cpu(kernel.cpu())};
  std::optional<Cache> cache;
  std::optional<CacheKey> key;
  if (use_cache) {
    cache.emplace(cache_options_from_environment());
    key = cache_key({"step object", toolchain::identity(), source.cpu.name, source.cpu.features,
                     std::to_string(source.opt_level), text});
    if (const auto entry = cache->find(*key)) {
      try {
        return toolchain::Module::load(entry->payload);
      } catch (const toolchain::Refused&) {
        // Damaged: compiled anew and replaced.
      }
    }
  }
  try {
    std::string object = toolchain::compile(source, toolchain::Product::object, std::move(stop));
    toolchain::Module module = toolchain::Module::load(object);
    if (cache)
      cache->store(*key, {std::move(object), {{"grammar", kernel.name()}, {"step", "cpu"}}});
    return module;
  } catch (const toolchain::Refused& refused) {
    throw std::logic_error(std::string("Clang refuses the source of a step: ") + refused.what());
  }
}

}  // namespace

std::uint32_t integration_order(const Kernel& kernel) {
  const auto& inputs = kernel.inputs();
  const bool one = inputs.size() == 1 && inputs[0].ranges.size() == 2 && !inputs[0].lorentz &&
                   !inputs[0].complex;
  const auto is_square = [&] {
    const auto& ranges = inputs[0].ranges;
    return ranges[0].first == 0 && ranges[1].first == 0 && ranges[0].last == ranges[1].last &&
           ranges[0].last >= 1;
  };
  if (!one || !is_square()) {
    throw std::runtime_error(
        fmt::format("{}: found inputs {}, expected one real input G[0..n, 0..n], the propagator "
                    "from vertex to vertex",
                    kernel.name(), text_of(inputs)));
  }
  const auto& outputs = kernel.outputs();
  if (outputs.size() != 1 || outputs[0].leaves != 1 || outputs[0].complex) {
    throw std::runtime_error(
        fmt::format("{}: found outputs {}, expected one real number; name the one to integrate",
                    kernel.name(), text_of(outputs)));
  }
  return static_cast<std::uint32_t>(inputs[0].ranges[0].last);
}

std::uint32_t lane_count(const Kernel& kernel) {
  const int bytes = kernel.precision() == Precision::fp32 ? 4 : 8;
  return static_cast<std::uint32_t>(toolchain::resolve_cpu(kernel.cpu()).vector_bytes / bytes);
}

std::string step_source(const Kernel& kernel, const StepShape& shape) {
  return kernel.source() + "\nnamespace {\n" + step_constants(shape) + cpu_lanes(shape) +
         step_body() + "}  // namespace\n" + cpu_drivers(kernel_symbol(kernel.name()));
}

template <class T>
StepCode<T>::StepCode(const Kernel& kernel, const StepShape& shape, bool use_cache,
                      std::stop_token stop)
    : module_(load(step_source(kernel, shape), kernel, use_cache, std::move(stop))) {
  start_ =
      module_.function<void(const StepPointers<T>*, StepBlock<T>*, std::uint64_t)>("step_start");
  refresh_ = module_.function<void(const StepPointers<T>*, StepBlock<T>*)>("step_refresh");
  walk_ = module_.function<void(const StepPointers<T>*, StepBlock<T>*, std::uint64_t, std::uint64_t,
                                StepSums*)>("step_walk");
  rows_ = static_cast<const std::uint32_t*>(module_.symbol("step_rows"));
  work_bytes_ = *static_cast<const std::size_t*>(
      module_.symbol(kernel_symbol(kernel.name()) + "_work_bytes"));
}

template class StepCode<float>;
template class StepCode<double>;

}  // namespace diagc::integrate
