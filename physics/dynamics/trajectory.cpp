#include "physics/dynamics/trajectory.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace diagc::dynamics {

std::size_t Trajectory::panel_at(double time) const {
  if (panels_.empty() || !(time >= panels_.front().start) || !(time <= panels_.back().end)) {
    throw std::runtime_error(
        fmt::format("found the time {}, expected one from 0 to {}, which was propagated", time,
                    panels_.empty() ? 0.0 : panels_.back().end));
  }
  const auto found = std::ranges::lower_bound(panels_, time, {}, &PanelReport::end);
  return static_cast<std::size_t>(found - panels_.begin());
}

std::vector<Complex> Trajectory::rho_at(double time) const {
  const std::size_t panel = panel_at(time), order = collocation_.order;
  const PanelReport& report = panels_[panel];
  std::vector<double> nodes(1, 0.0);
  nodes.insert(nodes.end(), collocation_.nodes.begin(), collocation_.nodes.end());
  const double place[] = {(time - report.start) / (report.end - report.start)};
  const auto factors = interpolation(nodes, place);
  std::vector<Complex> values(size());
  for (std::size_t at = 0; at < values.size(); ++at) {
    for (std::size_t l = 0; l <= order; ++l) {
      values[at] += factors[l] * values_[panel][l * size() + at];
    }
  }
  return values;
}

double Trajectory::energy_at(double time) const {
  const std::size_t panel = panel_at(time), order = collocation_.order;
  const PanelReport& report = panels_[panel];
  const double place[] = {(time - report.start) / (report.end - report.start)};
  const auto factors = interpolation(collocation_.nodes, place);
  double value = 0;
  for (std::size_t l = 0; l < order; ++l) value += factors[l] * energies_[panel * order + l];
  return value;
}

void Trajectory::make_room() {
  if (room_.empty()) room_.resize((collocation_.order + 1) * size());
}

void Trajectory::append(const PanelReport& report, std::span<const Complex> start,
                        std::span<const Complex> rho, std::span<const double> energies) {
  if (start.size() != size() || rho.size() != collocation_.order * size() ||
      energies.size() != collocation_.order) {
    throw std::logic_error("a panel of another size than the trajectory");
  }
  panels_.push_back(report);
  for (const double node : collocation_.nodes) {
    times_.push_back(report.start + (report.end - report.start) * node);
  }
  times_.back() = report.end;
  make_room();
  const auto nodes = std::ranges::copy(start, room_.begin()).out;
  std::ranges::copy(rho, nodes);
  values_.push_back(std::move(room_));
  room_ = {};
  energies_.insert(energies_.end(), energies.begin(), energies.end());
}

EnergyParts energy_parts(const Model& model, double time, std::span<const Complex> rho) {
  const std::size_t bands = model.bands, size = bands * bands;
  const std::vector<Complex> empty(rho.size());
  std::vector<Complex> alone(rho.size()), together(rho.size()), potential(rho.size());
  const std::vector<double> vertices = vertices_at(model, time);
  model.interaction->add_mean_field_of(vertices, empty, alone);
  model.interaction->add_mean_field_of(vertices, rho, together);
  model.interaction->add_chemical_potential(vertices, potential);
  std::vector<Complex> h(rho.size());
  one_particle(model, time, h);
  EnergyParts parts;
  double points = 0;
  for (std::size_t at = 0; at < rho.size(); at += size) {
    const double weight = model.weight(at / size);
    for (std::size_t a = 0; a < bands; ++a) {
      for (std::size_t b = 0; b < bands; ++b) {
        const std::size_t ab = at + a * bands + b;
        const Complex other = weight * rho[at + b * bands + a];
        parts.single += ((h[ab] + alone[ab] - potential[ab]) * other).real();
        parts.mean_field += ((together[ab] - alone[ab]) * other).real() / 2;
      }
    }
    points += weight;
  }
  parts.single /= points;
  parts.mean_field /= points;
  return parts;
}

double energy(const Model& model, double time, std::span<const Complex> rho, double correlation) {
  double points = 0;
  for (std::size_t k = 0; k < model.points(); ++k) points += model.weight(k);
  const EnergyParts parts = energy_parts(model, time, rho);
  return parts.single + parts.mean_field + correlation / points;
}

std::vector<double> densities(std::size_t bands, std::span<const Complex> rho,
                              const std::vector<double>& weights) {
  std::vector<double> sums(bands);
  const std::size_t size = bands * bands;
  double all = 0;
  for (std::size_t at = 0; at < rho.size(); at += size) {
    const double weight = weights.empty() ? 1 : weights[at / size];
    for (std::size_t a = 0; a < bands; ++a) sums[a] += weight * rho[at + a * bands + a].real();
    all += weight;
  }
  for (double& sum : sums) sum /= all;
  return sums;
}

}  // namespace diagc::dynamics
