#include "physics/series/sampling/step_code.h"

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "physics/series/sampling/step_files.h"
#include "toolchain/client/toolchain.h"

namespace diagc::series {

namespace {

std::string text_of(const Kernel::Variable& variable) {
  std::string text = variable.name;
  for (std::size_t i = 0; i < variable.ranges.size(); ++i) {
    text += fmt::format("{}{}..{}", i == 0 ? "[" : ", ", variable.ranges[i].first,
                        variable.ranges[i].last);
  }
  if (!variable.ranges.empty()) text += "]";
  if (variable.shape == ElementShape::four_vector) text += " : lorentz";
  return variable.complex ? text + ", complex" : text;
}

std::string text_of(const std::vector<Kernel::Variable>& variables) {
  std::string text;
  for (const auto& variable : variables) text += (text.empty() ? "" : "; ") + text_of(variable);
  return text.empty() ? "none" : text;
}

LoadedCode load(const std::string& text, const Kernel& kernel, bool use_cache,
                std::stop_token stop) {
  try {
    return LoadedCode(text, {.file_name = kernel.name() + "_step.cpp",
                             .cpu = kernel.cpu(),
                             .use_cache = use_cache,
                             .metadata = {{"grammar", kernel.name()}, {"step", "cpu"}},
                             .stop = std::move(stop)});
  } catch (const std::invalid_argument& refused) {
    throw std::logic_error(std::string("Clang refuses the source of a step: ") + refused.what());
  }
}

std::string source_around(const KernelPart& part, const StepShape& shape) {
  return part.source + "using namespace " + part.name + ";\n" + step_memory() + "namespace {\n" +
         step_constants(shape) + cpu_lanes(shape) + step_body() + "}  // namespace\n" +
         std::string(step_file("cpu_walk"));
}

}  // namespace

std::uint32_t integration_order(const Kernel& kernel) {
  const auto& inputs = kernel.inputs();
  const bool one = inputs.size() == 1 && inputs[0].ranges.size() == 2 &&
                   inputs[0].shape == ElementShape::scalar && !inputs[0].complex;
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
  return source_around(kernel_part(kernel, integrand), shape);
}

template <class T>
StepCode<T>::StepCode(const Kernel& kernel, const StepShape& shape, bool use_cache,
                      std::stop_token stop)
    : StepCode(kernel, kernel_part(kernel, integrand), shape, use_cache, std::move(stop)) {}

template <class T>
StepCode<T>::StepCode(const Kernel& kernel, const KernelPart& part, const StepShape& shape,
                      bool use_cache, std::stop_token stop)
    : code_(load(source_around(part, shape), kernel, use_cache, std::move(stop))),
      work_bytes_(part.work_bytes) {
  start_ = code_.function<void(const StepPointers<T>*, StepBlock<T>*, std::uint64_t)>("step_start");
  refresh_ = code_.function<void(const StepPointers<T>*, StepBlock<T>*)>("step_refresh");
  walk_ = code_.function<void(const StepPointers<T>*, StepBlock<T>*, std::uint64_t, std::uint64_t,
                              StepSums*)>("step_walk");
  rows_ = static_cast<const std::uint32_t*>(code_.symbol("step_rows"));
}

template class StepCode<float>;
template class StepCode<double>;

}  // namespace diagc::series
