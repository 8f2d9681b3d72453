#include "physics/series/sampling/points/point_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "physics/series/sampling/step_files.h"
#include "runs/step/lanes.h"

namespace diagc::series {

namespace {

constexpr std::uint32_t no_row = 0xffff;

}  // namespace

std::string diagram_constants(const PointForm& form, const std::vector<bool>& periodic,
                              const char* storage) {
  const auto table = [&](const char* type, const char* name, const auto& numbers) {
    return fmt::format("{} {} {}[] = {{{}}};\n", storage, type, name, fmt::join(numbers, ", "));
  };
  const std::size_t points = form.points.size();
  std::vector<std::uint32_t> rows(periodic.size() * points * points, no_row), first, parent,
      same_time, end_from, end_to;
  std::uint32_t row = 0, mask = 0;
  for (const auto& input : form.inputs) {
    first.push_back(row);
    for (const PointForm::Line& line : input)
      rows[(line.table * points + line.from) * points + line.to] = row++;
  }
  for (std::size_t i = 0; i < periodic.size(); ++i) mask |= periodic[i] ? 1U << i : 0U;
  for (const PointForm::Point& point : form.points) {
    parent.push_back(point.from);
    same_time.push_back(point.same_time ? 1 : 0);
  }
  for (const PointForm::Ends& ends : form.ends) {
    end_from.push_back(ends.from);
    end_to.push_back(ends.to);
  }
  if (form.ends.empty()) end_from = end_to = {0};
  const bool local =
      !form.ends.empty() && form.measure.at != PointMeasure::At::nothing && form.measure.local;
  return fmt::format(
             "constexpr unsigned table_count = {}, input_rows = {}, leaf_count = {}, "
             "periodic_tables = {}u;\nconstexpr bool local_ends = {};\n",
             periodic.size(), row, end_from.size(), mask, local) +
         table("unsigned short", "line_row", rows) + table("unsigned", "input_row", first) +
         table("unsigned char", "parent", parent) + table("bool", "same_time", same_time) +
         table("unsigned char", "end_from", end_from) + table("unsigned char", "end_to", end_to);
}

std::string point_source(const KernelPart& part, const StepShape& shape, const PointForm& form,
                         const std::vector<bool>& periodic) {
  std::string text = part.source + "using namespace " + part.name + ";\n" + step_memory();
  text += step_file("point_memory");
  text += "namespace {\n" + step_constants(shape) + diagram_constants(form, periodic, "constexpr") +
          cpu_lanes(shape) + runs::random_numbers();
  for (const char* file : {"points", "places", "point_moves"}) text += step_file(file);
  return text + "}  // namespace\n" + std::string(step_file("cpu_points"));
}

}  // namespace diagc::series
