#include "compiler/arrays/distribute/place_sets.h"

#include <functional>

namespace diagc::arrays {

bool PlaceSets::fits(Label label) const {
  return std::ranges::any_of(
      kinds_, [&](const AxisKind& kind) { return kind.length == network_.extents[label]; });
}

bool PlaceSets::has_room(const LabelPlaces& places, std::uint32_t kind) const {
  return std::count_if(places.begin(), places.end(), [&](const LabelPlace& place) {
           return place.kind == kind;
         }) < kinds_[kind].count;
}

LabelPlaces PlaceSets::filled(LabelPlaces places, const Labels& labels) const {
  for (const Label label : labels) {
    if (places.size() == axes_) break;
    if (places.has(label)) continue;
    for (std::uint32_t kind = 0; kind < kinds_.size(); ++kind) {
      if (kinds_[kind].length != network_.extents[label] || !has_room(places, kind)) continue;
      places.insert({label, kind});
      break;
    }
  }
  return places;
}

std::vector<LabelPlaces> PlaceSets::of_pool(Labels pool, std::size_t most) const {
  constexpr std::size_t few_axes = 3, visits_of_set = 20;
  std::vector<LabelPlaces> sets;
  for (;; pool.pop_back()) {
    sets.clear();
    std::size_t visits = 0;
    const auto can_grow = [&](const LabelPlaces& places) {
      return filled(places, pool).size() > places.size();
    };
    // False where there are too many.
    const std::function<bool(const LabelPlaces&, std::size_t)> visit =
        [&](const LabelPlaces& places, std::size_t at) {
          if (++visits > visits_of_set * most) return false;
          if (at == pool.size() || places.size() == axes_) {
            if (axes_ <= few_axes || places.size() == 0 || !can_grow(places))
              sets.push_back(places);
            return sets.size() <= most;
          }
          for (std::uint32_t kind = 0; kind < kinds_.size(); ++kind) {
            if (kinds_[kind].length != network_.extents[pool[at]] || !has_room(places, kind))
              continue;
            LabelPlaces more = places;
            more.insert({pool[at], kind});
            if (!visit(more, at + 1)) return false;
          }
          return visit(places, at + 1);
        };
    if (visit({}, 0) || pool.empty()) return sets;
  }
}

std::vector<LabelPlaces> PlaceSets::replacements(const LabelPlaces& kept, const LabelPlaces& summed,
                                                 const Labels& labels) const {
  std::vector<LabelPlaces> sets{kept};
  for (const LabelPlace& place : summed) {
    std::vector<LabelPlaces> longer = sets;
    for (const LabelPlaces& set : sets) {
      for (const Label label : labels) {
        if (network_.extents[label] != kinds_[place.kind].length || set.has(label)) continue;
        longer.push_back(set);
        longer.back().insert({label, place.kind});
      }
    }
    sets = std::move(longer);
  }
  return sets;
}

}  // namespace diagc::arrays
