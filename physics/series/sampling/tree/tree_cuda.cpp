#include "physics/series/sampling/tree/tree_cuda.h"

#include <fmt/format.h>

#include "physics/series/sampling/step_files.h"

namespace diagc::series {

namespace {

/// Of a member: the rows of numbers and of integers.
std::size_t member_bytes(const StepShape& shape) {
  const std::size_t vertices = shape.order + 1;
  return ((shape.derivative ? 2 : 1) * vertices * vertices + 2) *
             (shape.single_precision ? sizeof(float) : sizeof(double)) +
         (shape.one_code ? 2 : 3) * vertices * sizeof(std::uint32_t);
}

}  // namespace

FusedStep cuda_tree_fused_source(const KernelPart& graph, const StepShape& shape,
                                 std::size_t most_shared_bytes) {
  const std::size_t bytes = member_bytes(shape);
  const FusedBounds bounds = fused_bounds(graph.resources, most_shared_bytes / bytes);
  FusedStep step{.source = {}, .threads = bounds.threads, .shared_bytes = bounds.threads * bytes};
  step.source = graph.source + "using namespace " + graph.name + ";\n" + step_memory() +
                step_constants(shape) +
                fmt::format(
                    "constexpr unsigned threads = {}, blocks = {};\n"
                    "constexpr bool together = {};\n",
                    bounds.threads, bounds.blocks, bounds.together) +
                cuda_lanes(shape) + tree_body();
  for (const char* file : {"cuda_tree", "cuda_tree_fused"}) step.source += step_file(file);
  return step;
}

std::string cuda_tree_split_source(const StepShape& shape) {
  // Registers of a thread for 1024 threads of a multiprocessor at once, twice as many for numbers of twice the size.
  const unsigned blocks = shape.single_precision ? 8 : 4;
  std::string text = fmt::format(
                         "typedef {} Real;\ntypedef unsigned long long Size;\n"
                         "constexpr unsigned draw_blocks = {};\n",
                         shape.single_precision ? "float" : "double", blocks) +
                     step_memory() + step_constants(shape) + cuda_lanes(shape) + tree_body();
  for (const char* file : {"cuda_tree", "cuda_tree_split"}) text += step_file(file);
  return text;
}

}  // namespace diagc::series
