#include "physics/series/sampling/points/point_cuda.h"

#include <cmath>
#include <cstdint>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "physics/series/sampling/points/point_text.h"
#include "physics/series/sampling/step_files.h"
#include "runs/step/lanes.h"

namespace diagc::series {

namespace {

/// Read by all threads of a warp at once.
constexpr const char* constant_memory = "__constant__ constexpr";

std::size_t point_number_bytes(const StepShape& shape) {
  return shape.single_precision ? sizeof(float) : sizeof(double);
}
std::size_t point_walker_bytes(const PointStep& step) {
  const PointRows rows = point_rows(step.form, step.shape.one_code);
  return (rows.numbers + rows.scratch_numbers) * point_number_bytes(step.shape) +
         2 * rows.integers * sizeof(std::uint32_t);
}

/// What EndPhases knows.
std::string measure_constants(const PointMeasure& measure, double beta) {
  std::vector<int> half_turns;
  for (const int m : measure.frequencies) half_turns.push_back(measure.fermion ? 2 * m + 1 : 2 * m);
  std::vector<std::uint64_t> edges;
  std::vector<double> per_width;
  for (const double edge : measure.edges)
    edges.push_back(static_cast<std::uint64_t>(std::ceil(std::ldexp(edge, 32))));
  for (std::size_t bin = 1; bin < measure.edges.size(); ++bin)
    per_width.push_back(1 / (beta * (measure.edges[bin] - measure.edges[bin - 1])));
  if (half_turns.empty()) half_turns = {0};
  if (edges.empty()) edges = {0};
  if (per_width.empty()) per_width = {0};
  const char* at = measure.at == PointMeasure::At::iw    ? "frequencies"
                   : measure.at == PointMeasure::At::tau ? "bins"
                                                         : "nothing";
  std::string text = fmt::format(
      "enum Measured {{ nothing, frequencies, bins }};\n"
      "constexpr Measured measured = {};\nconstexpr bool fermion = {};\n"
      "constexpr unsigned component_count = {};\n"
      "{} int half_turns[] = {{{}}};\n{} unsigned long long edges[] = {{",
      at, measure.fermion, measure.components(), constant_memory, fmt::join(half_turns, ", "),
      constant_memory);
  for (const std::uint64_t edge : edges) text += fmt::format("{}ull, ", edge);
  text += fmt::format("}};\n{} Real per_width[] = {{", constant_memory);
  for (const double width : per_width) text += fmt::format("(Real){:.17e}, ", width);
  return text + "};\n";
}

/// Behind the graph, or the types that it would have.
std::string point_step_text(const PointStep& step) {
  std::string text = step_memory();
  text += step_file("point_memory");
  text += step_constants(step.shape) +
          diagram_constants(step.form, step.periodic, constant_memory) +
          measure_constants(step.form.measure, step.beta) + cuda_lanes(step.shape) +
          runs::random_numbers();
  for (const char* file : {"points", "places", "point_moves", "cuda_points"})
    text += step_file(file);
  return text;
}

}  // namespace

PointRows point_rows(const PointForm& form, bool one_code) {
  const std::size_t points = form.points.size();
  PointRows rows;
  for (const auto& input : form.inputs) rows.inputs += input.size();
  if (!form.ends.empty()) rows.outputs = form.ends.size();
  rows.numbers = rows.outputs + points + 2;
  rows.scratch_numbers = rows.inputs + rows.outputs + points + 1;
  rows.integers = (one_code ? 2 : 3) * points;
  return rows;
}

bool fits_fused(const PointStep& step, std::size_t most_shared_bytes) {
  constexpr std::size_t least_threads = 128;
  return least_threads * point_walker_bytes(step) <= most_shared_bytes;
}

FusedStep point_fused_source(const KernelPart& graph, const PointStep& step,
                             std::size_t most_shared_bytes) {
  const std::size_t bytes = point_walker_bytes(step);
  const FusedBounds bounds = fused_bounds(graph.resources, most_shared_bytes / bytes);
  return {.source = graph.source + "using namespace " + graph.name + ";\n" +
                    fmt::format("constexpr unsigned threads = {}, blocks = {};\n"
                                "constexpr bool together = {};\n",
                                bounds.threads, bounds.blocks, bounds.together) +
                    point_step_text(step) + std::string(step_file("cuda_points_fused")),
          .threads = bounds.threads,
          .shared_bytes = bounds.threads * bytes};
}

std::string point_split_source(const PointStep& step) {
  // Registers of a thread for 1024 threads of a multiprocessor at once, twice as many for numbers of twice the size.
  const unsigned blocks = step.shape.single_precision ? 8 : 4;
  return fmt::format(
             "typedef {} Real;\ntypedef unsigned long long Size;\n"
             "constexpr unsigned step_blocks = {};\n",
             step.shape.single_precision ? "float" : "double", blocks) +
         point_step_text(step) + std::string(step_file("cuda_points_split"));
}

}  // namespace diagc::series
