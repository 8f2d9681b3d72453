#include "physics/series/sampling/step_code.h"

#include <stdexcept>
#include <utility>

#include "physics/series/sampling/step_files.h"
#include "toolchain/client/toolchain.h"

namespace diagc::series {

namespace {

std::string source_around(const KernelPart& part, const StepShape& shape) {
  return part.source + "using namespace " + part.name + ";\n" + step_memory() + "namespace {\n" +
         step_constants(shape) + cpu_lanes(shape) + step_body() + "}  // namespace\n" +
         std::string(step_file("cpu_walk"));
}

}  // namespace

LoadedCode load_step(const std::string& text, const Kernel& kernel, bool use_cache,
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
    : code_(load_step(source_around(part, shape), kernel, use_cache, std::move(stop))),
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
