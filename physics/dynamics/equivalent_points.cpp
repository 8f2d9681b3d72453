#include "physics/dynamics/equivalent_points.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <stdexcept>

#include "physics/dynamics/fields/staged_theory.h"
#include "physics/dynamics/grid.h"

namespace diagc::dynamics {

namespace {

/// Where a product of an exchange of axes and reflections takes each point.
std::vector<std::size_t> image_of_points(const std::vector<std::size_t>& grid,
                                         const std::vector<std::size_t>& axes,
                                         std::size_t reflected) {
  const std::size_t points = points_of(grid);
  std::vector<std::size_t> images(points), place(grid.size());
  for (std::size_t k = 0; k < points; ++k) {
    std::size_t rest = k;
    for (std::size_t axis = grid.size(); axis-- > 0; rest /= grid[axis]) {
      place[axis] = rest % grid[axis];
    }
    std::size_t image = 0;
    for (std::size_t axis = 0; axis < grid.size(); ++axis) {
      std::size_t at = place[axes[axis]];
      if ((reflected >> axis & 1U) != 0 && at > 0) at = grid[axis] - at;
      image = image * grid[axis] + at;
    }
    images[k] = image;
  }
  return images;
}

bool unchanged(std::span<const Complex> array, const std::vector<std::size_t>& images) {
  double largest = 0;
  for (const Complex& value : array) largest = std::max(largest, std::abs(value));
  const std::size_t values = array.size() / images.size();
  for (std::size_t k = 0; k < images.size(); ++k) {
    for (std::size_t i = 0; i < values; ++i) {
      const Complex difference = array[k * values + i] - array[images[k] * values + i];
      if (!(std::abs(difference) <= 1e-12 * largest)) return false;
    }
  }
  return true;
}

/// All points see the interaction, those that are kept stand for the others: on orbits of points where the interaction can, on the whole grid otherwise.
class InteractionOfKept : public Interaction, public StagedTheory {
 public:
  InteractionOfKept(std::shared_ptr<const Interaction> of_all, PointMap map,
                    const std::vector<std::size_t>& grid)
      : of_all_(std::move(of_all)),
        map_(std::move(map)),
        of_orbits_(of_all_->on_orbits({grid, map_.kept, map_.place})) {}

  std::size_t bands() const override { return of_all_->bands(); }
  std::size_t points() const override { return map_.kept.size(); }
  bool correlated() const override { return of_all_->correlated(); }
  std::size_t distance() const override {
    return of_orbits_ ? of_orbits_->distance() : map_.kept.size();
  }
  std::size_t pairs() const override { return (of_orbits_ ? of_orbits_ : of_all_)->pairs(); }

  std::size_t vertices() const override { return of_all_->vertices(); }

  DeviceTheory device_theory() const override {
    DeviceTheory theory = of_all_->device_theory();
    theory.place.assign(map_.place.begin(), map_.place.end());
    theory.kept.assign(map_.kept.begin(), map_.kept.end());
    return theory;
  }

  void add_mean_field(double vertex, std::span<const Complex> rho,
                      std::span<Complex> h) const override {
    add_mean_field_of(std::span(&vertex, 1), rho, h);
  }
  void add_mean_field_of(std::span<const double> vertices, std::span<const Complex> rho,
                         std::span<Complex> h) const override {
    if (of_orbits_) {
      of_orbits_->add_mean_field_of(vertices, rho, h);
      return;
    }
    const std::size_t values = bands() * bands();
    std::vector<Complex> all(map_.place.size() * values);
    of_all_->add_mean_field_of(vertices, spread(map_, values, rho), all);
    for (std::size_t k = 0; k < map_.kept.size(); ++k) {
      for (std::size_t i = 0; i < values; ++i) h[k * values + i] += all[map_.kept[k] * values + i];
    }
  }

  void add_chemical_potential(std::span<const double> vertices,
                              std::span<Complex> h) const override {
    if (of_orbits_) {
      of_orbits_->add_chemical_potential(vertices, h);
      return;
    }
    const std::size_t values = bands() * bands();
    std::vector<Complex> all(map_.place.size() * values);
    of_all_->add_chemical_potential(vertices, all);
    for (std::size_t k = 0; k < map_.kept.size(); ++k) {
      for (std::size_t i = 0; i < values; ++i) h[k * values + i] += all[map_.kept[k] * values + i];
    }
  }

  void self_energy(std::span<const double> vertices, const PairValues& lesser,
                   const PairValues& greater) const override {
    if (of_orbits_) {
      of_orbits_->self_energy(vertices, lesser, greater);
      return;
    }
    const std::size_t arrays = bands() * bands() * pairs(), far = of_all_->distance();
    const Numbers memory(2 * 2 * arrays * far);
    auto* numbers = reinterpret_cast<Complex*>(memory.data());
    const PairValues all[] = {{numbers, bands(), pairs(), far},
                              {numbers + arrays * far, bands(), pairs(), far}};
    const PairValues* own[] = {&lesser, &greater};
    for (std::size_t component = 0; component < 2; ++component) {
      for (std::size_t array = 0; array < arrays; ++array) {
        const Complex* from = own[component]->numbers + array * own[component]->distance;
        Complex* to = all[component].numbers + array * far;
        for (std::size_t k = 0; k < map_.place.size(); ++k) to[k] = from[map_.place[k]];
      }
    }
    of_all_->self_energy(vertices, all[0], all[1]);
    for (std::size_t component = 0; component < 2; ++component) {
      for (std::size_t array = 0; array < arrays; ++array) {
        const Complex* from = all[component].numbers + array * far;
        Complex* to = own[component]->numbers + array * own[component]->distance;
        for (std::size_t k = 0; k < map_.kept.size(); ++k) to[k] = from[map_.kept[k]];
      }
    }
  }

  const StagedTheory* staged() const override { return of_all_->staged() ? this : nullptr; }
  const arrays::TwoTimePlan& plan() const override { return of_all_->staged()->plan(); }

  void run(std::size_t stage, const VertexValues& vertices, const FieldValues& lesser,
           const FieldValues& greater, const FieldValues& lesser_results,
           const FieldValues& greater_results) const override {
    if (of_orbits_) {
      of_orbits_->staged()->run(stage, vertices, lesser, greater, lesser_results, greater_results);
      return;
    }
    const std::size_t far = of_all_->distance();
    const auto arrays_of = [](const FieldValues& values) { return values.fields * values.pairs; };
    const Numbers memory(4 * (arrays_of(lesser) + arrays_of(lesser_results)) * far);
    auto* next = reinterpret_cast<Complex*>(memory.data());
    const auto of_all = [&](const FieldValues& own) {
      const FieldValues all{next, own.fields, own.pairs, far};
      next += arrays_of(own) * far;
      return all;
    };
    const FieldValues reads[] = {of_all(lesser), of_all(greater)};
    const FieldValues writes[] = {of_all(lesser_results), of_all(greater_results)};
    for (std::size_t component = 0; component < 2; ++component) {
      const FieldValues& own = component == 0 ? lesser : greater;
      for (std::size_t array = 0; array < arrays_of(own); ++array) {
        const Complex* from = own.numbers + array * own.distance;
        Complex* to = reads[component].numbers + array * far;
        for (std::size_t k = 0; k < map_.place.size(); ++k) to[k] = from[map_.place[k]];
      }
    }
    of_all_->staged()->run(stage, vertices, reads[0], reads[1], writes[0], writes[1]);
    for (std::size_t component = 0; component < 2; ++component) {
      const FieldValues& own = component == 0 ? lesser_results : greater_results;
      for (std::size_t array = 0; array < arrays_of(own); ++array) {
        const Complex* from = writes[component].numbers + array * far;
        Complex* to = own.numbers + array * own.distance;
        for (std::size_t k = 0; k < map_.kept.size(); ++k) to[k] = from[map_.kept[k]];
      }
    }
  }

 private:
  std::shared_ptr<const Interaction> of_all_;
  PointMap map_;
  std::shared_ptr<const Interaction> of_orbits_;  ///< null: on the whole grid
};

}  // namespace

PointMap every_point(std::size_t points) {
  PointMap map;
  map.kept.resize(points);
  std::iota(map.kept.begin(), map.kept.end(), 0);
  map.place = map.kept;
  map.weights.assign(points, 1);
  return map;
}

PointMap equivalent_points(const std::vector<std::size_t>& grid,
                           const std::vector<std::span<const Complex>>& arrays) {
  const std::size_t points = points_of(grid);
  std::vector<std::size_t> first(points);  // of each point the first one that is equivalent
  std::iota(first.begin(), first.end(), 0);
  std::vector<std::size_t> axes(grid.size());
  std::iota(axes.begin(), axes.end(), 0);
  do {
    bool same_extents = true;
    for (std::size_t axis = 0; axis < grid.size(); ++axis) {
      same_extents = same_extents && grid[axes[axis]] == grid[axis];
    }
    if (!same_extents) continue;
    for (std::size_t reflected = 0; reflected < std::size_t{1} << grid.size(); ++reflected) {
      const std::vector<std::size_t> images = image_of_points(grid, axes, reflected);
      if (!std::ranges::all_of(arrays, [&](auto array) { return unchanged(array, images); })) {
        continue;
      }
      // Those that count are a group: images of a point are all points that are equivalent to it.
      for (std::size_t k = 0; k < points; ++k) first[images[k]] = std::min(first[images[k]], k);
    }
  } while (std::ranges::next_permutation(axes).found);
  PointMap map;
  map.place.resize(points);
  for (std::size_t k = 0; k < points; ++k) {
    if (first[k] == k) {
      map.place[k] = map.kept.size();
      map.kept.push_back(k);
      map.weights.push_back(0);
    } else {
      map.place[k] = map.place[first[k]];
    }
    map.weights[map.place[k]] += 1;
  }
  return map;
}

std::vector<Complex> picked(const PointMap& map, std::size_t values,
                            std::span<const Complex> from) {
  std::vector<Complex> to;
  to.reserve(map.kept.size() * values);
  for (const std::size_t k : map.kept) {
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(k * values);
    to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(values));
  }
  return to;
}

std::vector<Complex> spread(const PointMap& map, std::size_t values,
                            std::span<const Complex> from) {
  std::vector<Complex> to;
  to.reserve(map.place.size() * values);
  for (const std::size_t k : map.place) {
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(k * values);
    to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(values));
  }
  return to;
}

Model of_kept_points(const Model& model, const PointMap& map) {
  const std::size_t values = model.bands * model.bands;
  Model kept = model;
  kept.grid = {map.kept.size()};
  kept.h = picked(map, values, model.h);
  kept.interaction = std::make_shared<InteractionOfKept>(model.interaction, map, model.grid);
  kept.weights = map.weights;
  for (Stride& stride : kept.strides) stride.h = picked(map, values, stride.h);
  return kept;
}

}  // namespace diagc::dynamics
