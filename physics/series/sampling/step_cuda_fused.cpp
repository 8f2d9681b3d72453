#include "physics/series/sampling/step_cuda.h"
#include "physics/series/sampling/step_files.h"

#include <algorithm>

#include <fmt/format.h>

namespace diagc::series {

namespace {

/// Of a walker: the rows of Block::numbers, f of the trial, integers.
std::size_t shared_bytes(const StepShape& shape) {
  const std::size_t vertices = shape.order + 1;
  const std::size_t numbers = vertices * vertices + vertices + 4,
                    integers = (shape.one_code ? 2 : 3) * vertices;
  return numbers * (shape.single_precision ? sizeof(float) : sizeof(double)) +
         integers * sizeof(std::uint32_t);
}

}  // namespace

FusedBounds fused_bounds(const KernelPart::Resources& graph, std::size_t most_walkers) {
  constexpr unsigned block_threads = 128;
  // The step needs more registers than the graph alone does for small graphs.
  constexpr unsigned most_blocks = 5, fewest_apart = 4, most_joined = 2;
  if (graph.blocks <= most_joined) {
    const auto fitting = static_cast<unsigned>(most_walkers / block_threads);
    return {.threads = block_threads * std::clamp(fitting, 1U, graph.blocks), .together = true};
  }
  return {.blocks = std::min(graph.blocks, most_blocks), .together = graph.blocks < fewest_apart};
}

FusedStep cuda_fused_source(const KernelPart& graph, const StepShape& shape,
                            std::size_t most_shared_bytes) {
  const std::size_t walker_bytes = shared_bytes(shape);
  const FusedBounds bounds = fused_bounds(graph.resources, most_shared_bytes / walker_bytes);
  FusedStep step{
      .source = {}, .threads = bounds.threads, .shared_bytes = bounds.threads * walker_bytes};
  step.source = graph.source + "using namespace " + graph.name + ";\n" + step_memory() +
                step_constants(shape) +
                fmt::format(
                    "constexpr unsigned threads = {}, blocks = {}, most_pairs = 1;\n"
                    "constexpr bool together = {};\n",
                    bounds.threads, bounds.blocks, bounds.together) +
                cuda_lanes(shape) + step_body();
  for (const char* file : {"cuda_frame", "cuda_vertex", "cuda_history", "cuda_fused"}) {
    step.source += step_file(file);
  }
  return step;
}

}  // namespace diagc::series
