#include "runs/report/picture.h"

#include <cmath>
#include <filesystem>
#include <stdexcept>

#include <fmt/format.h>

#include "runs/report/cairo/library.h"
#include "runs/report/svg.h"
#include "runtime/system/shared_library.h"

namespace diagc::runs::plot {

namespace {

const CairoLibrary& cairo() {
  static const CairoLibrary* const library = reinterpret_cast<decltype(&diagc_cairo_v1)>(
      open_library("libdiagc_cairo.so", "diagc_cairo_v1"))();
  return *library;
}

const CairoLibrary& cairo_for(const std::string& path) {
  try {
    return cairo();
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format(
        "{}: cannot be drawn: {}\nA picture as .svg needs no such library.", path, error.what()));
  }
}

std::string ending_of(const std::string& path) {
  return std::filesystem::path(path).extension().string();
}

/// Without what is only for the eye.
std::string plain(const std::string& text) {
  std::string result;
  for (const Run& run : runs_of(text))
    result += (run.script > 0 ? "^" : run.script < 0 ? "_" : "") + run.text;
  return result;
}

/// A field of a CSV file.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : plain(text)) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + "\"";
}

std::string number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

}  // namespace

void check_picture_path(const std::string& path) {
  const std::string ending = ending_of(path);
  if (ending != ".svg" && ending != ".png" && ending != ".pdf") {
    throw std::runtime_error(
        fmt::format("{}: found the ending `{}`, expected .svg, .png or .pdf", path, ending));
  }
}

std::string why_not_drawn(const std::string& path) {
  if (ending_of(path) == ".svg") return "";
  try {
    cairo();
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

std::string picture(const std::vector<Plot>& plots, const std::string& path) {
  check_picture_path(path);
  return picture(drawing_of(plots), path);
}

std::string picture(const Drawing& drawing, const std::string& path) {
  check_picture_path(path);
  const std::string ending = ending_of(path);
  if (ending == ".svg") return to_svg(drawing);
  return ending == ".png" ? cairo_for(path).to_png(drawing) : cairo_for(path).to_pdf(drawing);
}

std::string to_csv(const std::vector<Plot>& plots) {
  std::string text = "plot,label,x,y,low,high\n";
  for (std::size_t i = 0; i < plots.size(); ++i) {
    for (const Series& series : plots[i].series) {
      for (std::size_t j = 0; j < series.points.size(); ++j) {
        const auto [x, y] = series.points[j];
        if (!std::isfinite(y)) continue;
        const bool has_bounds = series.bounds.size() == series.points.size();
        text += fmt::format("{},{},{},{},{},{}\n", i + 1,
                            quoted(series.name.empty() ? series.label : series.name), x, y,
                            has_bounds ? number(series.bounds[j].first) : "",
                            has_bounds ? number(series.bounds[j].second) : "");
      }
    }
  }
  return text;
}

std::string csv_path(const std::string& picture_path) {
  return std::filesystem::path(picture_path).replace_extension(".csv").string();
}

}  // namespace diagc::runs::plot
