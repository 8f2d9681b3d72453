#include "physics/series/sampling/tree/tree_code.h"

#include <algorithm>
#include <utility>

#include "physics/series/sampling/step_code.h"
#include "physics/series/sampling/step_files.h"
#include "runtime/cpu/workspace.h"

namespace diagc::series {

namespace {

/// Of the kernels together: they do not run at once.
std::size_t work_bytes_of(const Kernel& kernel, const std::optional<Kernel>& single) {
  const std::size_t bytes = kernel_part(kernel, integrand).work_bytes;
  return single ? std::max(bytes, kernel_part(*single, integrand).work_bytes) : bytes;
}

}  // namespace

std::string tree_source(const Kernel& kernel, const std::optional<Kernel>& single,
                        const StepShape& shape) {
  const KernelPart part = kernel_part(kernel, integrand);
  std::string text = part.source;
  if (single) text += kernel_part(*single, "single").source;
  text += "using namespace " + part.name + ";\n" + step_memory() + "namespace {\n" +
          step_constants(shape) + cpu_lanes(shape) + tree_body();
  for (const char* file : {"tree_moves", "cpu_tree_graph"}) text += step_file(file);
  if (single) text += step_file("tree_mixed");
  text += step_file(single ? "cpu_tree_mixed" : "cpu_tree_one_precision");
  return text + "}  // namespace\n" + std::string(step_file("cpu_tree"));
}

template <class T>
TreeCode<T>::TreeCode(const Kernel& kernel, const std::optional<Kernel>& single,
                      const StepShape& shape, bool use_cache, std::stop_token stop)
    : code_(load_step(tree_source(kernel, single, shape), kernel, use_cache, std::move(stop))),
      work_bytes_(work_bytes_of(kernel, single)) {
  walk_ = code_.function<void(const TreePointers<T>*, StepBlock<T>*, std::uint64_t, std::uint64_t,
                              TreeSums*)>("tree_walk");
  chain_ = code_.function<void(const TreePointers<T>*, StepBlock<T>*, std::uint64_t, std::uint64_t,
                               TreeSums*)>("tree_chain");
  start_ = code_.function<void(const TreePointers<T>*, StepBlock<T>*, std::uint64_t)>("tree_start");
  refresh_ = code_.function<void(const TreePointers<T>*, StepBlock<T>*)>("tree_refresh");
  rows_ = static_cast<const std::uint32_t*>(code_.symbol("tree_rows"));
}

template <class T>
StepBlock<T> TreeCode<T>::block(std::uint32_t first) const {
  // An odd number of lines of cache: neighbouring rows do not compete for one set.
  constexpr std::size_t line = 64 / sizeof(T), stride = members + line;
  thread_local Workspace workspace;
  const auto whole_lines = [](std::size_t bytes) { return (bytes + 63) / 64 * 64; };
  const std::size_t work = whole_lines(work_bytes_),
                    numbers = whole_lines(rows_[0] * stride * sizeof(T)),
                    integers = rows_[1] * stride * sizeof(std::uint32_t);
  std::byte* const memory = workspace.get(work + numbers + integers);
  StepBlock<T> block{};
  block.work = reinterpret_cast<T*>(memory);
  block.numbers = reinterpret_cast<T*>(memory + work);
  block.integers = reinterpret_cast<std::uint32_t*>(memory + work + numbers);
  block.stride = stride;
  block.walkers = members;
  block.first_walker = first;
  return block;
}

template class TreeCode<float>;
template class TreeCode<double>;

}  // namespace diagc::series
