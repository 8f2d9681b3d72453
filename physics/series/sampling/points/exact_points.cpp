#include "physics/series/sampling/points/exact_points.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "physics/series/sampling/points/end_phases.h"

namespace diagc::series {

namespace {

/// Gauss–Legendre on [0, 1], eight points.
constexpr std::array<double, 4> nodes{0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                      0.9602898564975363},
    weights{0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763};

struct Place {
  std::uint32_t root = 0, site = 0;  ///< of points 0 and 1
  double time = 0;                   ///< of point 1
  double weight = 0;
};

class Configurations {
 public:
  Configurations(const lattice::Model& model, const PointForm& form) : model_(model), form_(form) {
    const lattice::Space& space = model.space;
    for (std::size_t i = 0; i < space.roots.size(); ++i) {
      const std::uint32_t root = space.roots[i];
      if (form.m() == 0) {
        places.push_back({root, root, 0, space.root_weights[i]});
        continue;
      }
      for (std::uint32_t site = 0; site < space.sites; ++site) {
        if (is_possible(root, site)) add(root, site, space.root_weights[i]);
      }
    }
  }

  std::vector<Place> places;

  double line(const PointForm::Line& line, const Place& at) const {
    const lattice::LineTable& of = model_.lines[line.table];
    const auto site = [&](std::uint32_t point) { return point == 0 ? at.root : at.site; };
    const std::uint32_t row = model_.space.row(site(line.from), site(line.to));
    if (line.from == line.to) return of.table.equal_time[row];
    // Points that share a time stand both at τ → 0⁻ from each other.
    double tau = form_.points[1].same_time ? 0 : line.to == 1 ? at.time : -at.time;
    if (of.is_fermion()) return lattice::value(of.table, row, tau);
    if (tau <= 0) tau += model_.beta;
    return lattice::value(of.table, row, tau);
  }

 private:
  bool has_local_ends() const {
    return form_.measure.at != PointMeasure::At::nothing && form_.measure.local &&
           std::ranges::all_of(form_.ends, [](const auto& end) { return end.from != end.to; });
  }
  bool is_possible(std::uint32_t root, std::uint32_t site) const {
    return root == site || (form_.points[1].site != PointForm::Site::same && !has_local_ends());
  }
  void add(std::uint32_t root, std::uint32_t site, double weight) {
    if (form_.points[1].same_time) {
      places.push_back({root, site, 0, weight});
      return;
    }
    // Edges of bins are edges of pieces: what is summed over is smooth within them.
    std::vector<double> edges = form_.measure.edges;
    int highest = 0;
    for (const int m : form_.measure.frequencies) highest = std::max(highest, std::abs(m));
    const std::uint32_t pieces = std::max(
        {64U, model_.lines.front().table.intervals, 2 * static_cast<std::uint32_t>(highest)});
    for (std::uint32_t i = 0; i <= pieces; ++i) edges.push_back(double(i) / pieces);
    std::ranges::sort(edges);
    edges.erase(std::ranges::unique(edges).begin(), edges.end());
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
      const double middle = (edges[i] + edges[i + 1]) / 2, half = (edges[i + 1] - edges[i]) / 2;
      for (std::size_t k = 0; k < nodes.size(); ++k) {
        for (const double side : {-1.0, 1.0}) {
          places.push_back({root, site, model_.beta * (middle + side * half * nodes[k]),
                            weight * model_.beta * half * weights[k]});
        }
      }
    }
  }

  const lattice::Model& model_;
  const PointForm& form_;
};

}  // namespace

std::vector<double> exact_components(const lattice::Model& model, const Kernel& kernel,
                                     const std::vector<ParamValue>& params, const PointForm& form) {
  constexpr std::size_t batch = 4096;
  const Configurations all(model, form);
  const EndPhases phases(form.measure, model.space, model.beta);
  const std::size_t leaves = std::max<std::size_t>(form.ends.size(), 1);
  std::vector<double> components(form.measure.components(), 0), values;
  for (std::size_t begin = 0; begin < all.places.size(); begin += batch) {
    const auto some =
        std::span(all.places).subspan(begin, std::min(batch, all.places.size() - begin));
    std::vector<std::vector<double>> inputs;
    for (const auto& lines : form.inputs) {
      std::vector<double>& numbers = inputs.emplace_back();
      for (const Place& place : some) {
        for (const PointForm::Line& line : lines) numbers.push_back(all.line(line, place));
      }
    }
    std::vector<InputArray> arrays;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      arrays.push_back({kernel.inputs()[i].name, std::span(std::as_const(inputs[i]))});
    values.assign(some.size() * leaves, 0);
    kernel.evaluate(some.size(), arrays, params,
                    {{kernel.outputs().front().name, std::span(values)}});
    for (std::size_t i = 0; i < some.size(); ++i) {
      const Place& place = some[i];
      if (form.ends.empty()) {
        components[0] += place.weight * values[i];
        continue;
      }
      for (std::size_t k = 0; k < leaves; ++k) {
        const auto [from, to] = form.ends[k];
        const auto site = [&](std::uint32_t point) { return point == 0 ? place.root : place.site; };
        if (form.measure.at != PointMeasure::At::nothing && form.measure.local &&
            site(from) != site(to))
          continue;
        // One way or the other round: from point 1 the time of the end lies before it.
        const bool tied = form.m() == 0 || form.points[1].same_time;
        const double turn = tied || from == to ? 0 : place.time / model.beta;
        phases.add(place.weight * values[i * leaves + k],
                   model.space.displacement(site(from), site(to)),
                   from < to || from == to ? turn : 1 - turn, from > to, from == to, components);
      }
    }
  }
  return components;
}

}  // namespace diagc::series
