#include "physics/series/sampling/tree/tree_cuda.h"

#include <initializer_list>

#include <fmt/format.h>

#include "physics/series/sampling/step_files.h"

namespace diagc::series {

namespace {

std::size_t number_bytes(const StepShape& shape) {
  return shape.single_precision ? sizeof(float) : sizeof(double);
}
/// Of a member: the rows of places.
std::size_t place_bytes(const StepShape& shape) {
  return (shape.one_code ? 2 : 3) * (shape.order + 1) * sizeof(std::uint32_t);
}
/// Of a member: the rows of numbers and of integers.
std::size_t member_bytes(const StepShape& shape) {
  const std::size_t vertices = shape.order + 1;
  return ((shape.derivative ? 2 : 1) * vertices * vertices + 2) * number_bytes(shape) +
         place_bytes(shape);
}

std::string joined_files(std::initializer_list<const char*> names) {
  std::string text;
  for (const char* name : names) text += step_file(name);
  return text;
}

/// `step`: what stands behind the text that all samples have.
FusedStep fused(const KernelPart& graph, const StepShape& shape, std::size_t bytes,
                std::size_t most_shared_bytes, const std::string& step) {
  const FusedBounds bounds = fused_bounds(graph.resources, most_shared_bytes / bytes);
  return {.source = graph.source + "using namespace " + graph.name + ";\n" + step_memory() +
                    step_constants(shape) +
                    fmt::format("constexpr unsigned threads = {}, blocks = {};\n"
                                "constexpr bool together = {};\n",
                                bounds.threads, bounds.blocks, bounds.together) +
                    cuda_lanes(shape) + tree_body() + step,
          .threads = bounds.threads,
          .shared_bytes = bounds.threads * bytes};
}

/// `begin`: what stands before the text that all samples have.
std::string split(const StepShape& shape, const std::string& step, const char* begin = "") {
  // Registers of a thread for 1024 threads of a multiprocessor at once, twice as many for numbers of twice the size.
  const unsigned blocks = shape.single_precision ? 8 : 4;
  return fmt::format(
             "typedef {} Real;\ntypedef unsigned long long Size;\n"
             "constexpr unsigned draw_blocks = {};\n{}",
             shape.single_precision ? "float" : "double", blocks, begin) +
         step_memory() + step_constants(shape) + cuda_lanes(shape) + tree_body() + step;
}

}  // namespace

FusedStep cuda_tree_fused_source(const KernelPart& graph, const StepShape& shape,
                                 std::size_t most_shared_bytes) {
  return fused(graph, shape, member_bytes(shape), most_shared_bytes,
               joined_files({"cuda_tree", "cuda_tree_shared", "cuda_tree_fused"}));
}

std::string cuda_tree_split_source(const StepShape& shape) {
  // All members of a block draw side by side.
  return split(shape,
               shape.mixed ? joined_files({"tree_mixed", "cuda_tree", "cuda_tree_mixed"})
                           : joined_files({"cuda_tree", "cuda_tree_split"}),
               "#define WHOLE_WARPS\n");
}

FusedStep cuda_tree_chain_fused_source(const KernelPart& graph, const StepShape& shape,
                                       std::size_t most_shared_bytes) {
  const std::size_t bytes =
      member_bytes(shape) + tree_chain_rows * number_bytes(shape) + place_bytes(shape);
  return fused(graph, shape, bytes, most_shared_bytes,
               joined_files({"tree_moves", "cuda_tree", "cuda_tree_chain", "cuda_tree_shared",
                             "cuda_tree_chain_fused"}));
}

std::string cuda_tree_chain_split_source(const StepShape& shape) {
  return split(
      shape, joined_files({"tree_moves", "cuda_tree", "cuda_tree_chain", "cuda_tree_chain_split"}));
}

}  // namespace diagc::series
