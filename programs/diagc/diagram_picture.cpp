#include "programs/diagc/diagram_picture.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "compiler/graph/value.h"
#include "programs/diagc/diagram_layout.h"

namespace diagc {

namespace {

using runs::plot::Circle;
using runs::plot::Drawing;
using runs::plot::Path;
using runs::plot::Point;
using runs::plot::Text;
using theory::Diagram;

constexpr double cell = 190, most_unit = 46, margin = 24, caption = 22, heading = 34;
constexpr std::size_t most_columns = 6;
constexpr int curve_points = 33;
constexpr const char* ink = "#1f2933";
constexpr const char* pale = "#7b8794";

std::string weight_text(const Diagram& diagram) {
  const bool negative = diagram.weight < 0;
  const theory::Number size = abs(diagram.weight);
  std::string text = negative ? "−" : "";
  std::string factors;
  for (const auto& [name, power] : diagram.factors) {
    if (!factors.empty()) factors += " ";
    factors += power == 1 ? fmt::format("${}$", name) : fmt::format("${}$^{{{}}}", name, power);
  }
  if (size != 1 || factors.empty()) text += to_string(size);
  if (!factors.empty()) text += (size != 1 ? " " : "") + factors;
  return text;
}

/// One diagram in a box.
class Picture {
 public:
  Picture(const Diagram& diagram, const theory::Model& model, Point corner, Drawing& drawing)
      : diagram_(diagram), model_(model), layout_(layout(diagram, model)), drawing_(drawing) {
    fit(corner);
  }

  void draw() {
    for (const DiagramLayout::Joint& joint : layout_.joints) {
      drawing_.marks.emplace_back(
          Path{.points = arc(place(joint.from), place(joint.to), 2 * joint.bend * unit_),
               .stroke = {pale, 1.2, {4, 3}}});
    }
    for (const DiagramLayout::Wire& wire : layout_.wires) draw_wire(wire);
    for (std::size_t i = 0; i < layout_.dots.size(); ++i) draw_dot(i);
  }

 private:
  void fit(Point corner);
  Point place(std::size_t dot) const {
    const Point& at = layout_.places[dot];
    return {origin_.x + unit_ * at.x, origin_.y + unit_ * at.y};
  }
  static std::vector<Point> arc(Point a, Point b, double bend);
  double free_direction(std::size_t dot) const;
  std::vector<Point> curve(const DiagramLayout::Wire& wire) const;
  void draw_wire(const DiagramLayout::Wire& wire);
  void draw_arrow(const std::vector<Point>& points);
  void draw_dot(std::size_t dot);

  const Diagram& diagram_;
  const theory::Model& model_;
  DiagramLayout layout_;
  Drawing& drawing_;
  Point origin_;
  double unit_ = most_unit;
};

void Picture::fit(Point corner) {
  double left = 0, right = 0, top = 0, bottom = 0;
  for (std::size_t i = 0; i < layout_.places.size(); ++i) {
    const Point& at = layout_.places[i];
    left = i == 0 ? at.x : std::min(left, at.x);
    right = i == 0 ? at.x : std::max(right, at.x);
    top = i == 0 ? at.y : std::min(top, at.y);
    bottom = i == 0 ? at.y : std::max(bottom, at.y);
  }
  double aside = 0.3;
  for (const DiagramLayout::Wire& wire : layout_.wires)
    aside = std::max(aside, std::abs(wire.bend));
  const double room = cell - 2 * margin;
  const double width = right - left + 2 * aside, height = bottom - top + 2 * aside;
  unit_ = std::min(most_unit, room / std::max({width, height, 1e-6}));
  origin_ = {corner.x + cell / 2 - unit_ * (left + right) / 2,
             corner.y + cell / 2 - unit_ * (top + bottom) / 2};
}

std::vector<Point> Picture::curve(const DiagramLayout::Wire& wire) const {
  const std::size_t outside = layout_.dots.size();
  const bool begins = wire.from == outside, ends = wire.to == outside;
  const Point a = begins ? Point{place(wire.to).x - 0.5 * unit_, place(wire.to).y + 0.35 * unit_}
                         : place(wire.from);
  const Point b = ends ? Point{place(wire.from).x + 0.5 * unit_, place(wire.from).y + 0.35 * unit_}
                       : place(wire.to);
  std::vector<Point> points;
  if (!begins && !ends && wire.from == wire.to) {
    const double away = free_direction(wire.from);
    const double radius = 0.5 * wire.bend * unit_;
    const Point centre{a.x + radius * std::cos(away), a.y + radius * std::sin(away)};
    for (int i = 0; i < curve_points; ++i) {
      const double angle = away + std::numbers::pi + 2 * std::numbers::pi * i / (curve_points - 1);
      points.push_back({centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)});
    }
    return points;
  }
  return arc(a, b, 2 * wire.bend * unit_);
}

/// A parabola whose middle stands half of `bend` to the left of its way.
std::vector<Point> Picture::arc(Point a, Point b, double bend) {
  const double length = std::hypot(b.x - a.x, b.y - a.y) + 1e-9;
  const Point aside{(b.y - a.y) / length, -(b.x - a.x) / length};
  const Point control{(a.x + b.x) / 2 + bend * aside.x, (a.y + b.y) / 2 + bend * aside.y};
  std::vector<Point> points;
  for (int i = 0; i < curve_points; ++i) {
    const double t = static_cast<double>(i) / (curve_points - 1), u = 1 - t;
    points.push_back({u * u * a.x + 2 * u * t * control.x + t * t * b.x,
                      u * u * a.y + 2 * u * t * control.y + t * t * b.y});
  }
  return points;
}

/// The middle of the widest angle between what leads away from a dot.
double Picture::free_direction(std::size_t dot) const {
  constexpr double turn = 2 * std::numbers::pi;
  std::vector<double> angles;
  const auto add = [&](std::size_t from, std::size_t to) {
    if (from == to || (from != dot && to != dot)) return;
    const std::size_t other = from == dot ? to : from;
    if (other == layout_.dots.size()) return;
    angles.push_back(std::atan2(place(other).y - place(dot).y, place(other).x - place(dot).x));
  };
  for (const DiagramLayout::Wire& wire : layout_.wires) add(wire.from, wire.to);
  for (const DiagramLayout::Joint& joint : layout_.joints) add(joint.from, joint.to);
  if (angles.empty()) return -std::numbers::pi / 2;
  std::ranges::sort(angles);
  double best = 0, widest = -1;
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const double next = i + 1 < angles.size() ? angles[i + 1] : angles[0] + turn;
    if (next - angles[i] <= widest + 1e-9) continue;
    widest = next - angles[i];
    best = (next + angles[i]) / 2;
  }
  return best;
}

void Picture::draw_wire(const DiagramLayout::Wire& wire) {
  const theory::Field& field = model_.fields[diagram_.lines[wire.line].field];
  const bool is_wavy = field.is_directed && field.loop_sign > 0;
  const std::vector<Point> points = curve(wire);
  std::vector<Point> drawn = points;
  if (is_wavy) {
    constexpr double wave = 9, height = 2.6;
    double length = 0;
    for (std::size_t i = 1; i < points.size(); ++i)
      length += std::hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
    const double waves = std::max(2.0, std::round(length / wave));
    drawn.clear();
    const int fine = 8 * static_cast<int>(waves);
    for (int k = 0; k <= fine; ++k) {
      const double t = static_cast<double>(k) / fine * (curve_points - 1);
      const auto i = std::min<std::size_t>(static_cast<std::size_t>(t), curve_points - 2);
      const double rest = t - static_cast<double>(i);
      const Point &a = points[i], &b = points[i + 1];
      const double step = std::hypot(b.x - a.x, b.y - a.y) + 1e-9;
      const double shift = height * std::sin(2 * std::numbers::pi * waves * k / fine);
      drawn.push_back({a.x + rest * (b.x - a.x) + shift * (b.y - a.y) / step,
                       a.y + rest * (b.y - a.y) - shift * (b.x - a.x) / step});
    }
  }
  drawing_.marks.emplace_back(Path{.points = drawn, .stroke = {ink, 1.5}});
  if (field.is_directed) draw_arrow(points);
}

/// In the middle of a line.
void Picture::draw_arrow(const std::vector<Point>& points) {
  constexpr double size = 5;
  const std::size_t middle = points.size() / 2;
  const Point &at = points[middle], &before = points[middle - 1];
  const double step = std::hypot(at.x - before.x, at.y - before.y) + 1e-9;
  const Point along{(at.x - before.x) / step, (at.y - before.y) / step};
  drawing_.marks.emplace_back(Path{.points = {{at.x + size * along.x, at.y + size * along.y},
                                              {at.x - size * along.x - 0.8 * size * along.y,
                                               at.y - size * along.y + 0.8 * size * along.x},
                                              {at.x - size * along.x + 0.8 * size * along.y,
                                               at.y - size * along.y - 0.8 * size * along.x}},
                                   .is_closed = true,
                                   .stroke = {"", 0},
                                   .fill = {ink}});
}

void Picture::draw_dot(std::size_t dot) {
  const Point at = place(dot);
  const Diagram::Vertex& vertex = diagram_.vertices[layout_.dots[dot].vertex];
  const bool is_external = vertex.name.empty();
  drawing_.marks.emplace_back(Circle{.centre = at,
                                     .radius = is_external ? 3.5 : 2.6,
                                     .stroke = {ink, 1.2},
                                     .fill = {is_external ? "#ffffff" : ink}});
  // A vertex is labelled once.
  for (std::size_t before = 0; before < dot; ++before) {
    if (layout_.dots[before].vertex == layout_.dots[dot].vertex) return;
  }
  std::string text = std::to_string(vertex.label);
  if (!is_external && model_.vertices.size() > 1) text = vertex.name + " " + text;
  drawing_.marks.emplace_back(
      Text{.at = {at.x + 5, at.y + 13}, .size = 10, .colour = pale, .runs = {{text}}});
}

}  // namespace

Drawing diagram_picture(const theory::Model& model, const std::vector<DiagramGroup>& groups) {
  Drawing drawing;
  std::size_t columns = 1;
  for (const DiagramGroup& group : groups)
    columns = std::max(columns, std::min(group.diagrams.size(), most_columns));
  drawing.width = static_cast<double>(columns) * cell;
  for (const DiagramGroup& group : groups) {
    drawing.marks.emplace_back(
        Text{.at = {margin, drawing.height + heading - 10},
             .size = 15,
             .colour = ink,
             .runs = {{fmt::format("{}: {} diagram{}", group.title, group.diagrams.size(),
                                   group.diagrams.size() == 1 ? "" : "s")}}});
    drawing.height += heading;
    for (std::size_t i = 0; i < group.diagrams.size(); ++i) {
      const Point corner{static_cast<double>(i % columns) * cell,
                         drawing.height + static_cast<double>(i / columns) * (cell + caption)};
      Picture(group.diagrams[i], model, corner, drawing).draw();
      drawing.marks.emplace_back(Text{.at = {corner.x + cell / 2, corner.y + cell + 6},
                                      .size = 13,
                                      .colour = ink,
                                      .anchor = Text::Anchor::middle,
                                      .runs = runs::plot::runs_of(weight_text(group.diagrams[i]))});
    }
    const std::size_t rows = (group.diagrams.size() + columns - 1) / columns;
    drawing.height += static_cast<double>(rows) * (cell + caption);
  }
  return drawing;
}

}  // namespace diagc
