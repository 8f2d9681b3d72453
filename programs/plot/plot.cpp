#include "programs/plot/plot.h"

#include <cmath>

#include <fmt/format.h>

namespace diagc::plot {

namespace {

constexpr double width = 840, height = 540;
constexpr double left = 76, right = 190, top = 84, bottom = 64;

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

/// 1, 2 or 5 times a power of ten, about a fifth of the range.
double tick_step(double range) {
  const double power = std::pow(10, std::floor(std::log10(range / 5)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (range / (factor * power) <= 6) return factor * power;
  }
  return 10 * power;
}

class Drawing {
 public:
  explicit Drawing(const Plot& plot) : plot_(plot) {}

  std::string finish() {
    text_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
        "height=\"{1}\" "
        "font-family=\"Helvetica, Arial, sans-serif\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
        "<clipPath id=\"axes\"><rect x=\"{2}\" y=\"{3}\" width=\"{4}\" "
        "height=\"{5}\"/></clipPath>\n",
        width, height, left, top, width - left - right, height - top - bottom);
    write(left, 38, 20, "#1a1a1a", "start", plot_.title);
    write(left, 62, 13, "#666666", "start", plot_.subtitle);
    axes();
    text_ += "<g clip-path=\"url(#axes)\">\n";
    for (const Series& series : plot_.series) curve(series);
    text_ += "</g>\n";
    legend();
    return text_ + "</svg>\n";
  }

 private:
  double x(double value) const {
    return left + (value - plot_.x_min) / (plot_.x_max - plot_.x_min) * (width - left - right);
  }
  double y(double value) const {
    return height - bottom -
           (value - plot_.y_min) / (plot_.y_max - plot_.y_min) * (height - top - bottom);
  }

  void write(double at_x, double at_y, int size, const char* colour, const char* anchor,
             const std::string& what) {
    text_ += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" fill=\"{}\" "
        "text-anchor=\"{}\">{}</text>\n",
        at_x, at_y, size, colour, anchor, escaped(what));
  }
  void line(double x1, double y1, double x2, double y2, const char* colour, double thickness) {
    text_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
        "stroke-width=\"{}\"/>\n",
        x1, y1, x2, y2, colour, thickness);
  }

  void axes() {
    const double x_step = tick_step(plot_.x_max - plot_.x_min),
                 y_step = tick_step(plot_.y_max - plot_.y_min);
    for (double tick = std::ceil(plot_.y_min / y_step) * y_step; tick <= plot_.y_max + y_step / 1e6;
         tick += y_step) {
      line(left, y(tick), width - right, y(tick), "#e6e6e6", 1);
      write(left - 10, y(tick) + 4, 13, "#444444", "end",
            fmt::format("{:.6g}", std::abs(tick) < y_step / 1e6 ? 0 : tick));
    }
    for (double tick = std::ceil(plot_.x_min / x_step) * x_step; tick <= plot_.x_max + x_step / 1e6;
         tick += x_step) {
      line(x(tick), height - bottom, x(tick), height - bottom + 5, "#444444", 1);
      write(x(tick), height - bottom + 21, 13, "#444444", "middle", fmt::format("{:.6g}", tick));
    }
    line(left, height - bottom, width - right, height - bottom, "#444444", 1.2);
    write((left + width - right) / 2, height - 16, 15, "#1a1a1a", "middle", plot_.x_label);
    text_ += fmt::format(
        "<text transform=\"translate(22 {:.1f}) rotate(-90)\" font-size=\"15\" fill=\"#1a1a1a\" "
        "text-anchor=\"middle\">{}</text>\n",
        (top + height - bottom) / 2, escaped(plot_.y_label));
  }

  void curve(const Series& series) {
    if (series.style == Series::Style::dots) {
      for (const auto& [px, py] : series.points) {
        text_ += fmt::format(
            "<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"4.2\" fill=\"#ffffff\" stroke=\"{}\" "
            "stroke-width=\"2\"/>\n",
            x(px), y(py), series.colour);
      }
      return;
    }
    text_ += fmt::format("<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{} points=\"",
                         series.colour, series.style == Series::Style::line ? 2.4 : 1.3,
                         series.style == Series::Style::dashed ? " stroke-dasharray=\"5 4\"" : "");
    for (const auto& [px, py] : series.points) text_ += fmt::format("{:.2f},{:.2f} ", x(px), y(py));
    text_ += "\"/>\n";
  }

  void legend() {
    double at = top + 14;
    for (const Series& series : plot_.series) {
      if (series.label.empty()) continue;
      const double from = width - right + 18;
      if (series.style == Series::Style::dots) {
        text_ += fmt::format(
            "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4.2\" fill=\"#ffffff\" stroke=\"{}\" "
            "stroke-width=\"2\"/>\n",
            from + 12, at - 4, series.colour);
      } else {
        text_ += fmt::format(
            "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
            "stroke-width=\"{}\"{}/>\n",
            from, at - 4, from + 24, at - 4, series.colour,
            series.style == Series::Style::line ? 2.4 : 1.3,
            series.style == Series::Style::dashed ? " stroke-dasharray=\"5 4\"" : "");
      }
      write(from + 32, at, 13, "#1a1a1a", "start", series.label);
      at += 22;
    }
  }

  const Plot& plot_;
  std::string text_;
};

}  // namespace

std::string to_svg(const Plot& plot) { return Drawing(plot).finish(); }

}  // namespace diagc::plot
