#include "physics/series/sampling/points/point_form.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace diagc::series {

std::size_t PointMeasure::components() const {
  switch (at) {
    case At::iw:
      return 2 * frequencies.size();
    case At::tau:
      return edges.size();
    case At::nothing:
      break;
  }
  return 1;
}

std::string PointMeasure::name_of(std::size_t component) const {
  switch (at) {
    case At::iw:
      return fmt::format("{} iw_{}", component % 2 == 0 ? "Re" : "Im", frequencies[component / 2]);
    case At::tau:
      if (component == 0) return "delta(tau)";
      return fmt::format("tau/beta {:g}..{:g}", edges[component - 1], edges[component]);
    case At::nothing:
      break;
  }
  return "";
}

std::uint32_t PointForm::times() const {
  return static_cast<std::uint32_t>(
      std::count_if(points.begin() + 1, points.end(), [](const Point& p) { return !p.same_time; }));
}

std::string PointForm::text() const {
  std::string text;
  for (std::size_t v = 1; v < points.size(); ++v)
    text += fmt::format("{}{}{} from {}, ", v, points[v].same_time ? " tied" : "",
                        points[v].site == Site::any    ? ""
                        : points[v].site == Site::same ? " on the site"
                                                       : " by V",
                        points[v].from);
  for (const auto& input : inputs) {
    text += "lines";
    for (const Line& line : input) text += fmt::format(" {}:{}-{}", line.table, line.from, line.to);
    text += ", ";
  }
  for (const Ends& end : ends) text += fmt::format("{}->{} ", end.from, end.to);
  if (measure.at == PointMeasure::At::nothing) return text;
  return text + fmt::format("{}, {}, at {}, {}", measure.fermion ? "fermion" : "boson",
                            measure.local ? std::string("local")
                                          : fmt::format("k = {}", fmt::join(measure.momentum, " ")),
                            measure.at == PointMeasure::At::iw
                                ? fmt::format("iw {}", fmt::join(measure.frequencies, " "))
                                : fmt::format("tau {}", fmt::join(measure.edges, " ")),
                            measure.components());
}

}  // namespace diagc::series
