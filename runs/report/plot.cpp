#include "runs/report/plot.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

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

/// The multiples of a step in a range.
std::vector<double> ticks(double from, double to, double step) {
  const auto first = static_cast<std::int64_t>(std::ceil(from / step));
  const auto last = static_cast<std::int64_t>(std::floor(to / step + 1e-6));
  std::vector<double> values;
  for (std::int64_t i = first; i <= last; ++i) values.push_back(static_cast<double>(i) * step);
  return values;
}

class Drawing {
 public:
  /// `number` parts the names within one picture.
  Drawing(const Plot& plot, std::size_t number) : plot_(plot), number_(number) {}

  std::string finish() {
    text_ = fmt::format(
        "<g transform=\"translate(0 {0})\">\n"
        "<clipPath id=\"axes{1}\"><rect x=\"{2}\" y=\"{3}\" width=\"{4}\" "
        "height=\"{5}\"/></clipPath>\n",
        static_cast<double>(number_) * height, number_, left, top, width - left - right,
        height - top - bottom);
    write(left, 38, 20, "#1a1a1a", "start", plot_.title);
    write(left, 62, 13, "#666666", "start", plot_.subtitle);
    axes();
    text_ += fmt::format("<g clip-path=\"url(#axes{})\">\n", number_);
    for (const Series& series : plot_.series) bounds(series);
    for (const Series& series : plot_.series) curve(series);
    text_ += "</g>\n";
    legend();
    return text_ + "</g>\n";
  }

 private:
  double x(double value) const {
    return left + (value - plot_.x_min) / (plot_.x_max - plot_.x_min) * (width - left - right);
  }
  double y(double value) const {
    const double share = plot_.logarithmic
                             ? std::log(value / plot_.y_min) / std::log(plot_.y_max / plot_.y_min)
                             : (value - plot_.y_min) / (plot_.y_max - plot_.y_min);
    // Far outside, large numbers would only trouble those who draw the picture.
    return height - bottom - std::clamp(share, -10.0, 11.0) * (height - top - bottom);
  }
  bool can_show(double value) const {
    return std::isfinite(value) && (!plot_.logarithmic || value > 0);
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

  void y_tick(double at, const std::string& label) {
    line(left, y(at), width - right, y(at), "#e6e6e6", 1);
    write(left - 10, y(at) + 4, 13, "#444444", "end", label);
  }

  void axes() {
    const double x_step = plot_.integer_x ? std::max(1.0, tick_step(plot_.x_max - plot_.x_min))
                                          : tick_step(plot_.x_max - plot_.x_min);
    if (plot_.logarithmic) {
      const int first = static_cast<int>(std::ceil(std::log10(plot_.y_min) - 1e-9));
      const int last = static_cast<int>(std::floor(std::log10(plot_.y_max) + 1e-9));
      const int step = std::max(1, (last - first) / 6);
      for (int power = first; power <= last; power += step)
        y_tick(std::pow(10, power), fmt::format("1e{}", power));
    } else {
      const double y_step = tick_step(plot_.y_max - plot_.y_min);
      for (const double tick : ticks(plot_.y_min, plot_.y_max, y_step))
        y_tick(tick, fmt::format("{:.6g}", tick));
    }
    for (const double tick : ticks(plot_.x_min, plot_.x_max, x_step)) {
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

  static bool is_dots(const Series& series) {
    return series.style == Series::Style::dots || series.style == Series::Style::full_dots;
  }

  void dot(double at_x, double at_y, const Series& series) {
    text_ += fmt::format(
        "<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"4.2\" fill=\"{}\" stroke=\"{}\" "
        "stroke-width=\"2\"/>\n",
        at_x, at_y, series.style == Series::Style::dots ? "#ffffff" : series.colour, series.colour);
  }

  /// Bars at dots, a band around a line.
  void bounds(const Series& series) {
    if (series.bounds.size() != series.points.size()) return;
    std::string outward, back;
    const auto close_band = [&] {
      if (!outward.empty()) {
        text_ += fmt::format("<polygon fill=\"{}\" fill-opacity=\"0.18\" points=\"{}{}\"/>\n",
                             series.colour, outward, back);
      }
      outward.clear();
      back.clear();
    };
    for (std::size_t i = 0; i < series.points.size(); ++i) {
      auto [low, high] = series.bounds[i];
      if (plot_.logarithmic) low = std::max(low, plot_.y_min / 1e3);
      if (!can_show(low) || !can_show(high)) {
        close_band();
        continue;
      }
      const double at = x(series.points[i].first);
      if (is_dots(series)) {
        line(at, y(low), at, y(high), series.colour.c_str(), 1.6);
        line(at - 5, y(low), at + 5, y(low), series.colour.c_str(), 1.6);
        line(at - 5, y(high), at + 5, y(high), series.colour.c_str(), 1.6);
      } else {
        outward += fmt::format("{:.2f},{:.2f} ", at, y(high));
        back.insert(0, fmt::format("{:.2f},{:.2f} ", at, y(low)));
      }
    }
    close_band();
  }

  void curve(const Series& series) {
    if (is_dots(series)) {
      for (const auto& [px, py] : series.points) {
        if (can_show(py)) dot(x(px), y(py), series);
      }
      return;
    }
    std::string points;
    const auto close = [&] {
      if (!points.empty()) {
        text_ += fmt::format(
            "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{} points=\"{}\"/>\n",
            series.colour, series.style == Series::Style::line ? 2.4 : 1.3,
            series.style == Series::Style::dashed ? " stroke-dasharray=\"5 4\"" : "", points);
      }
      points.clear();
    };
    for (const auto& [px, py] : series.points) {
      if (!can_show(py)) {
        close();
      } else {
        points += fmt::format("{:.2f},{:.2f} ", x(px), y(py));
      }
    }
    close();
  }

  void legend() {
    double at = top + 14;
    for (const Series& series : plot_.series) {
      if (series.label.empty()) continue;
      const double from = width - right + 18;
      if (is_dots(series)) {
        dot(from + 12, at - 4, series);
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
  std::size_t number_;
  std::string text_;
};

}  // namespace

std::string to_svg(const Plot& plot) { return to_svg(std::vector{plot}); }

std::string to_svg(const std::vector<Plot>& plots) {
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"Helvetica, Arial, sans-serif\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
      width, height * static_cast<double>(plots.size()));
  for (std::size_t i = 0; i < plots.size(); ++i) text += Drawing(plots[i], i).finish();
  return text + "</svg>\n";
}

}  // namespace diagc::plot
