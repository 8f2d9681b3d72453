#include "runs/report/plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

#include <fmt/format.h>

#include "runs/report/svg.h"

namespace diagc::runs::plot {

namespace {

constexpr double width = 840, height = 540;
constexpr double left = 88, right = 200, top = 76, bottom = 70;
constexpr double text_size = 15, tick_length = 6, marker_radius = 4.6;
constexpr const char* black = "#000000";

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
  const auto first = static_cast<std::int64_t>(std::ceil(from / step - 1e-6));
  const auto last = static_cast<std::int64_t>(std::floor(to / step + 1e-6));
  std::vector<double> values;
  for (std::int64_t i = first; i <= last; ++i) values.push_back(static_cast<double>(i) * step);
  return values;
}

/// With a minus sign, and as many digits as the step has.
std::string tick_text(double value, double step) {
  const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 12);
  std::string text = std::abs(value) >= 1e6
                         ? fmt::format("{:.6g}", value)
                         : fmt::format("{:.{}f}", std::abs(value) < step / 2 ? 0 : value, digits);
  if (text[0] == '-') text = "−" + text.substr(1);
  return text;
}

std::string power_of_ten(int power) {
  return fmt::format("10^{{{}{}}}", power < 0 ? "−" : "", std::abs(power));
}

std::vector<double> dashes(const Series& series) {
  static const std::vector<double> patterns[] = {
      {}, {9, 4}, {2.5, 3}, {9, 3, 2.5, 3}, {14, 4}, {9, 3, 2.5, 3, 2.5, 3}};
  const int shape =
      series.style == Series::Style::dashed ? std::max(series.shape, 1) : series.shape;
  return patterns[static_cast<std::size_t>(shape) % std::size(patterns)];
}

bool has_dots(const Series& series) {
  return series.style == Series::Style::dots || series.style == Series::Style::full_dots;
}

class Axes {
 public:
  Axes(const Plot& plot, std::size_t number, Drawing& drawing)
      : plot_(plot), shift_(static_cast<double>(number) * height), drawing_(drawing) {}

  void draw() {
    write({left, shift_ + 30}, 18, Text::Anchor::start, plot_.title);
    write({left, shift_ + 54}, 13.5, Text::Anchor::start, plot_.subtitle, "#404040");
    for (const Series& series : plot_.series) band(series);
    for (const Series& series : plot_.series) curve(series);
    frame();
    for (const Series& series : plot_.series) dots(series);
    legend();
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
    return shift_ + height - bottom - std::clamp(share, -10.0, 11.0) * (height - top - bottom);
  }
  bool can_show(double value) const {
    return std::isfinite(value) && (!plot_.logarithmic || value > 0);
  }
  Box inside() const { return {left, shift_ + top, width - left - right, height - top - bottom}; }

  void write(Point at, double size, Text::Anchor anchor, const std::string& text,
             const char* colour = black, bool is_upright = false) {
    drawing_.marks.emplace_back(Text{at, size, colour, anchor, is_upright, runs_of(text)});
  }
  void line(Point from, Point to, const Stroke& stroke, const Box& clip = {}) {
    drawing_.marks.emplace_back(Path{{from, to}, false, stroke, {}, clip});
  }

  /// Ticks point inwards on all four sides.
  void frame() {
    const Stroke stroke{black, 1.2};
    const double x1 = width - right, y1 = shift_ + height - bottom, y0 = shift_ + top;
    const auto x_tick = [&](double at, double length) {
      line({x(at), y1}, {x(at), y1 - length}, stroke);
      line({x(at), y0}, {x(at), y0 + length}, stroke);
    };
    const auto y_tick = [&](double at, double length) {
      line({left, y(at)}, {left + length, y(at)}, stroke);
      line({x1, y(at)}, {x1 - length, y(at)}, stroke);
    };
    const double step = tick_step(plot_.x_max - plot_.x_min);
    const double x_step = !plot_.integer_x                 ? step
                          : plot_.x_max - plot_.x_min < 13 ? 1
                                                           : std::max(1.0, std::round(step));
    for (const double at : ticks(plot_.x_min, plot_.x_max, x_step)) {
      x_tick(at, tick_length);
      write({x(at), y1 + 21}, text_size, Text::Anchor::middle, tick_text(at, x_step));
    }
    if (plot_.logarithmic) {
      const int first = static_cast<int>(std::floor(std::log10(plot_.y_min) + 1e-9));
      const int last = static_cast<int>(std::floor(std::log10(plot_.y_max) + 1e-9));
      const int every = std::max(1, (last - first + 6) / 7);
      for (int power = first; power <= last; ++power) {
        const double decade = std::pow(10, power);
        for (int part = 2; part < 10 && every == 1; ++part) {
          if (part * decade >= plot_.y_min && part * decade <= plot_.y_max)
            y_tick(part * decade, tick_length / 2);
        }
        if (decade < plot_.y_min * (1 - 1e-9)) continue;
        y_tick(decade, tick_length);
        if ((power - first) % every == 0)
          write({left - 9, y(decade) + 5}, text_size, Text::Anchor::end, power_of_ten(power));
      }
    } else {
      const double y_step = tick_step(plot_.y_max - plot_.y_min);
      for (const double at : ticks(plot_.y_min, plot_.y_max, y_step)) {
        y_tick(at, tick_length);
        write({left - 9, y(at) + 5}, text_size, Text::Anchor::end, tick_text(at, y_step));
      }
    }
    drawing_.marks.emplace_back(Path{{{left, y0}, {x1, y0}, {x1, y1}, {left, y1}}, true, stroke});
    write({(left + x1) / 2, y1 + 50}, 17, Text::Anchor::middle, plot_.x_label);
    write({24, (y0 + y1) / 2}, 17, Text::Anchor::middle, plot_.y_label, black, true);
  }

  void dot(Point at, const Series& series) {
    const Stroke stroke{series.colour, 1.8};
    const Fill fill{series.style == Series::Style::dots ? "#ffffff" : series.colour};
    // Circle, square, triangle, diamond, triangle on its point: of about the same area.
    constexpr std::array corners{0, 4, 3, 4, 3};
    constexpr std::array turned{0.0, 0.25, 0.5, 0.5, 0.0};  // of half a turn, from the right
    const auto kind = static_cast<std::size_t>(series.shape) % corners.size();
    if (corners[kind] == 0) {
      drawing_.marks.emplace_back(Circle{at, marker_radius, stroke, fill});
      return;
    }
    Path path{{}, true, stroke, fill};
    const double radius = marker_radius * (corners[kind] == 3 ? 1.4 : 1.22);
    const double start = corners[kind] == 3 ? (kind == 2 ? -0.5 : 0.5) : turned[kind];
    for (int i = 0; i < corners[kind]; ++i) {
      const double angle = std::numbers::pi * (start + 2.0 * i / corners[kind]);
      path.points.push_back({at.x + radius * std::cos(angle), at.y + radius * std::sin(angle)});
    }
    drawing_.marks.emplace_back(std::move(path));
  }

  void band(const Series& series) {
    if (has_dots(series) || series.bounds.size() != series.points.size()) return;
    std::vector<Point> outward, back;
    const auto close = [&] {
      outward.insert(outward.end(), back.rbegin(), back.rend());
      if (outward.size() > 2)
        drawing_.marks.emplace_back(Path{outward, true, {}, {series.colour, 0.18}, inside()});
      outward.clear();
      back.clear();
    };
    for (std::size_t i = 0; i < series.points.size(); ++i) {
      auto [low, high] = series.bounds[i];
      if (plot_.logarithmic) low = std::max(low, plot_.y_min / 1e3);
      if (!can_show(low) || !can_show(high) || !std::isfinite(series.points[i].first)) {
        close();
        continue;
      }
      outward.push_back({x(series.points[i].first), y(high)});
      back.push_back({x(series.points[i].first), y(low)});
    }
    close();
  }

  Stroke stroke_of(const Series& series) const {
    return {series.colour, series.style == Series::Style::line ? 2.2 : 1.6, dashes(series)};
  }

  void curve(const Series& series) {
    if (has_dots(series)) return;
    Path path{{}, false, stroke_of(series), {}, inside()};
    const auto close = [&] {
      if (path.points.size() > 1) drawing_.marks.emplace_back(path);
      path.points.clear();
    };
    for (const auto& [px, py] : series.points) {
      if (can_show(py) && std::isfinite(px)) {
        path.points.push_back({x(px), y(py)});
      } else {
        close();
      }
    }
    close();
  }

  void dots(const Series& series) {
    if (!has_dots(series)) return;
    const Stroke stroke{series.colour, 1.6};
    for (std::size_t i = 0; i < series.points.size(); ++i) {
      const auto [px, py] = series.points[i];
      const bool is_inside =
          px >= plot_.x_min && px <= plot_.x_max && py >= plot_.y_min && py <= plot_.y_max;
      if (!can_show(py) || !is_inside) continue;
      if (series.bounds.size() == series.points.size()) error_bar(x(px), series.bounds[i], stroke);
      dot({x(px), y(py)}, series);
    }
  }

  /// An end outside of the axes has no cap: the bar goes on.
  void error_bar(double at, std::pair<double, double> bounds, const Stroke& stroke) {
    constexpr double cap = 4.5;
    const auto [low, high] = bounds;
    const double floor = shift_ + height - bottom, ceiling = shift_ + top;
    const double from = can_show(low) ? std::min(y(low), floor) : floor;
    const double to = can_show(high) ? std::max(y(high), ceiling) : ceiling;
    line({at, from}, {at, to}, stroke);
    if (from < floor) line({at - cap, from}, {at + cap, from}, stroke);
    if (to > ceiling) line({at - cap, to}, {at + cap, to}, stroke);
  }

  void legend() {
    double at = shift_ + top + 12;
    const double from = width - right + 16;
    for (const Series& series : plot_.series) {
      if (series.label.empty()) continue;
      const Point middle{from + 17, at - 5};
      if (has_dots(series)) {
        if (!series.bounds.empty())
          line({middle.x, middle.y - 9}, {middle.x, middle.y + 9}, {series.colour, 1.6});
        dot(middle, series);
      } else {
        line({from, middle.y}, {from + 34, middle.y}, stroke_of(series));
      }
      write({from + 42, at}, text_size - 1, Text::Anchor::start, series.label);
      at += 24;
    }
  }

  const Plot& plot_;
  double shift_;
  Drawing& drawing_;
};

}  // namespace

const std::string& colour(std::size_t place) {
  static const std::array<std::string, 7> colours{"#000000", "#0072b2", "#d55e00", "#009e73",
                                                  "#cc79a7", "#e69f00", "#56b4e9"};
  return colours[place % colours.size()];
}

Drawing drawing_of(const std::vector<Plot>& plots) {
  Drawing drawing{width, height * static_cast<double>(plots.size()), {}};
  for (std::size_t i = 0; i < plots.size(); ++i) Axes(plots[i], i, drawing).draw();
  return drawing;
}

std::string to_svg(const std::vector<Plot>& plots) { return to_svg(drawing_of(plots)); }

}  // namespace diagc::runs::plot
