#include "programs/diagc/diagram_layout.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace diagc {

namespace {

using runs::plot::Point;
using theory::Diagram;

class Layouter {
 public:
  Layouter(const Diagram& diagram, const theory::Model& model) : diagram_(diagram), model_(model) {}

  DiagramLayout run() {
    find_wires();
    join_vertices();
    find_backbone();
    begin();
    relax();
    bend();
    return std::move(result_);
  }

 private:
  std::size_t dot_of(const Diagram::End& end);
  void find_wires();
  void join_vertices();
  void find_backbone();
  void begin();
  void relax();
  void bend();

  const Diagram& diagram_;
  const theory::Model& model_;
  DiagramLayout result_;
  std::vector<bool> fixed_;            ///< by dot: on the way of the external line
  std::vector<std::size_t> backbone_;  ///< dots in the order of that line
};

std::size_t Layouter::dot_of(const Diagram::End& end) {
  if (end.vertex == Diagram::End::outside) return static_cast<std::size_t>(-1);
  Dot dot{end.vertex, 0, 0, -1};
  const Diagram::Vertex& vertex = diagram_.vertices[end.vertex];
  if (!vertex.name.empty()) {
    const auto& classes = model_.vertices[vertex.species].classes;
    const theory::LegClass& legs = classes[end.leg];
    int slots = 0;
    for (const theory::LegClass& other : classes) {
      if (model_.fields[other.field].is_line && other.in == legs.in) slots += other.count;
    }
    dot.point = end.goes_out ? legs.out : legs.in;
    if (model_.fields[legs.field].is_line && slots > 1) {
      dot.leg = end.leg;
      dot.slot = end.slot;
    }
  }
  const auto found = std::ranges::find(result_.dots, dot);
  const auto place = static_cast<std::size_t>(found - result_.dots.begin());
  if (found == result_.dots.end()) result_.dots.push_back(dot);
  return place;
}

void Layouter::find_wires() {
  for (std::size_t i = 0; i < diagram_.lines.size(); ++i) {
    const std::size_t from = dot_of(diagram_.lines[i].from);
    const std::size_t to = dot_of(diagram_.lines[i].to);
    result_.wires.push_back({i, from, to, 0});
  }
  for (DiagramLayout::Wire& wire : result_.wires) {
    wire.from = std::min(wire.from, result_.dots.size());
    wire.to = std::min(wire.to, result_.dots.size());
  }
}

void Layouter::join_vertices() {
  for (std::size_t i = 0; i < result_.dots.size(); ++i) {
    for (std::size_t j = i + 1; j < result_.dots.size(); ++j) {
      if (result_.dots[i].vertex != result_.dots[j].vertex) continue;
      result_.joints.push_back({i, j, 0});
      break;
    }
  }
}

/// The first line that has an end of its own, and on from slot to slot.
void Layouter::find_backbone() {
  const std::size_t outside = result_.dots.size();
  const auto is_external = [&](std::size_t dot) {
    return dot == outside || diagram_.vertices[result_.dots[dot].vertex].name.empty();
  };
  fixed_.assign(outside, false);
  std::vector<bool> used(result_.wires.size());
  std::size_t at = outside;
  for (bool first = true;; first = false) {
    const auto next = std::ranges::find_if(result_.wires, [&](const DiagramLayout::Wire& wire) {
      if (used[static_cast<std::size_t>(&wire - result_.wires.data())]) return false;
      return first ? is_external(wire.from) : wire.from == at;
    });
    if (next == result_.wires.end()) return;
    used[static_cast<std::size_t>(next - result_.wires.begin())] = true;
    for (const std::size_t dot : {next->from, next->to}) {
      const bool is_new = dot != outside && std::ranges::count(backbone_, dot) == 0;
      if (is_new) backbone_.push_back(dot);
    }
    at = next->to;
    if (is_external(at) || !model_.fields[diagram_.lines[next->line].field].is_line) break;
  }
  if (backbone_.size() < 2) backbone_.clear();
  for (const std::size_t dot : backbone_) fixed_[dot] = true;
}

void Layouter::begin() {
  const std::size_t count = result_.dots.size();
  for (std::size_t i = 0; i < count; ++i) {
    // Around an ellipse, in an order that has no symmetry, so that forces can part what lies together.
    const double angle = 2.4 * static_cast<double>(i) + 0.3;
    const double middle = backbone_.empty() ? 0 : 0.5 * static_cast<double>(backbone_.size() - 1);
    result_.places.push_back({middle + std::cos(angle),
                              backbone_.empty() ? std::sin(angle) : -1 - 0.3 * std::sin(angle)});
  }
  for (std::size_t i = 0; i < backbone_.size(); ++i)
    result_.places[backbone_[i]] = {static_cast<double>(i), 0};
}

/// Lines pull towards their lengths, dots push each other away.
void Layouter::relax() {
  constexpr int steps = 600;
  const std::size_t count = result_.dots.size();
  auto& places = result_.places;
  for (int step = 0; step < steps; ++step) {
    const double most = 0.15 * (1 - static_cast<double>(step) / steps) + 0.002;
    std::vector<Point> force(count);
    const auto pull = [&](std::size_t a, std::size_t b, double length, double strength) {
      if (a == b || a >= count || b >= count) return;
      const double x = places[b].x - places[a].x, y = places[b].y - places[a].y;
      const double distance = std::hypot(x, y) + 1e-9;
      const double size = strength * (distance - length) / distance;
      force[a].x += size * x;
      force[a].y += size * y;
      force[b].x -= size * x;
      force[b].y -= size * y;
    };
    for (const DiagramLayout::Wire& wire : result_.wires) pull(wire.from, wire.to, 1, 0.5);
    for (const DiagramLayout::Joint& joint : result_.joints) pull(joint.from, joint.to, 0.8, 0.8);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = i + 1; j < count; ++j) {
        const double x = places[j].x - places[i].x, y = places[j].y - places[i].y;
        const double square = x * x + y * y + 0.01;
        const double size = 0.25 / (square * std::sqrt(square));
        force[i].x -= size * x;
        force[i].y -= size * y;
        force[j].x += size * x;
        force[j].y += size * y;
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (fixed_[i]) continue;
      const double size = std::hypot(force[i].x, force[i].y);
      const double scale = size > most ? most / size : 1;
      places[i].x += scale * force[i].x;
      places[i].y += scale * force[i].y;
    }
  }
}

/// Lines between the same two dots, and over dots of the backbone, keep apart.
void Layouter::bend() {
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>> between;
  const std::size_t outside = result_.dots.size();
  for (std::size_t i = 0; i < result_.wires.size(); ++i) {
    const auto& wire = result_.wires[i];
    if (wire.from != outside && wire.to != outside)
      between[std::minmax(wire.from, wire.to)].push_back(i);
  }
  const auto has_joint = [&](std::pair<std::size_t, std::size_t> dots) {
    return std::ranges::any_of(result_.joints, [&](const DiagramLayout::Joint& joint) {
      return std::pair(joint.from, joint.to) == dots;
    });
  };
  // On the other side of the backbone than lines.
  for (DiagramLayout::Joint& joint : result_.joints) {
    if (!fixed_[joint.from] || !fixed_[joint.to]) continue;
    const double way = result_.places[joint.to].x - result_.places[joint.from].x;
    joint.bend = -(way > 0 ? 1 : -1) * (0.15 + 0.25 * std::abs(way));
  }
  for (auto& [dots, wires] : between) {
    const std::size_t crowd = wires.size() + (has_joint(dots) ? 1 : 0);
    double apart = 0;
    if (fixed_[dots.first] && fixed_[dots.second]) {
      const double distance =
          std::abs(result_.places[dots.second].x - result_.places[dots.first].x);
      if (distance > 1.5) apart = 0.4 * distance;
    }
    for (std::size_t k = 0; k < wires.size(); ++k) {
      DiagramLayout::Wire& wire = result_.wires[wires[k]];
      const double side = wire.from <= wire.to ? 1 : -1;
      if (dots.first == dots.second) {
        wire.bend = 0.55 + 0.25 * static_cast<double>(k);
      } else {
        const double offset = static_cast<double>(k) - 0.5 * static_cast<double>(wires.size() - 1);
        const double shifted =
            crowd > wires.size() && wires.size() % 2 == 1 ? offset + 0.75 : offset;
        wire.bend = side * (0.42 * (crowd > 1 ? shifted : 0) + apart);
      }
    }
  }
}

}  // namespace

DiagramLayout layout(const Diagram& diagram, const theory::Model& model) {
  return Layouter(diagram, model).run();
}

}  // namespace diagc
