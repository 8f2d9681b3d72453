// Operators to classes of legs; signs and symmetry factors.
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "compiler/theory/index.h"
#include "compiler/theory/model.h"

namespace diagc::theory {

using syntax::Operator;

namespace {

constexpr std::size_t most_points = 6;  // of a vertex whose exchanges are looked for

int power_of(const Operator& part) { return part.power.empty() ? 1 : std::stoi(part.power); }

std::size_t point_of(Species& species, const syntax::Expr& at) {
  for (std::size_t i = 0; i < species.points.size(); ++i) {
    if (same_index(*species.points[i], at)) return i;
  }
  species.points.push_back(&at);
  return species.points.size() - 1;
}

bool same_flavour(const syntax::Expr* a, const syntax::Expr* b) {
  return a == b || (a && b && same_index(*a, *b));
}

bool same_legs(const LegClass& a, const LegClass& b) {
  return a.field == b.field && a.in == b.in && a.out == b.out &&
         same_flavour(a.flavour_in, b.flavour_in) && same_flavour(a.flavour_out, b.flavour_out);
}

std::size_t find_class(const Species& species, const LegClass& wanted) {
  const auto found = std::ranges::find_if(
      species.classes, [&](const LegClass& legs) { return same_legs(legs, wanted); });
  return static_cast<std::size_t>(found - species.classes.begin());
}

/// The permutations of the points that leave the classes as they are.
std::vector<std::vector<std::size_t>> exchanges(const Species& species) {
  std::vector<std::size_t> map(species.points.size());
  std::iota(map.begin(), map.end(), 0);
  std::vector<std::vector<std::size_t>> result;
  do {
    const bool same = std::ranges::all_of(species.classes, [&](const LegClass& legs) {
      LegClass moved = legs;
      moved.in = map[legs.in];
      moved.out = map[legs.out];
      const std::size_t image = find_class(species, moved);
      return image < species.classes.size() && species.classes[image].count == legs.count;
    });
    if (same) result.push_back(map);
  } while (std::ranges::next_permutation(map).found);
  return result;
}

}  // namespace

bool LegClass::is_same_from_both_ends() const {
  return in == out && same_flavour(flavour_in, flavour_out);
}

Counts Species::full() const {
  Counts counts;
  for (const LegClass& legs : classes) counts.push_back(legs.count);
  return counts;
}

Term Species::index(std::size_t point, const Term& at_label) const {
  if (is_external()) return simplified(Term(*points[point]));
  return simplified(substitute(*points[point], {{label, at_label}}));
}

bool Species::is_never_at(std::size_t point, const syntax::Expr& at) const {
  const auto difference = [](Term a, Term b) {
    Addition sum;
    sum.add(std::move(a));
    sum.add(std::move(b), true);
    return literal(*std::move(sum).take());
  };
  const Term wanted(at);
  if (is_external()) return difference(index(point, {}), wanted).value_or(0) != 0;
  const Term some = theory::name(label);
  if (difference(index(point, shifted(some, 1)), index(point, some)).value_or(0) <= 0) return false;
  return difference(index(point, Term(*first)), wanted).value_or(0) > 0 ||
         difference(wanted, index(point, Term(*last))).value_or(0) > 0;
}

void add_pair(Species& species, const LegCollector::Pair& pair) {
  LegClass legs;
  legs.field = pair.field;
  legs.count = pair.in || pair.out->power.empty() ? 1 : power_of(*pair.out);
  legs.out = legs.in = point_of(species, *pair.out->at);
  legs.flavour_out = pair.out->flavour.get();
  if (pair.in) {
    legs.in = point_of(species, *pair.in->at);
    legs.flavour_in = pair.in->flavour.get();
  }
  const std::size_t found = find_class(species, legs);
  if (found < species.classes.size()) {
    species.classes[found].count += legs.count;
  } else {
    species.classes.push_back(legs);
  }
}

void find_touches(Species& species, bool ordered) {
  std::vector<std::vector<std::size_t>> maps;
  if (!ordered && species.points.size() <= most_points) maps = exchanges(species);
  std::vector<bool> done(species.classes.size());
  for (std::size_t i = 0; i < species.classes.size(); ++i) {
    if (done[i]) continue;
    std::vector<bool> images(species.classes.size());
    images[i] = true;
    for (const auto& map : maps) {
      LegClass moved = species.classes[i];
      moved.in = map[moved.in];
      moved.out = map[moved.out];
      images[find_class(species, moved)] = true;
    }
    Species::Touch& touch = species.touches.emplace_back(Species::Touch{i, 0});
    for (std::size_t image = 0; image < images.size(); ++image) {
      if (!images[image]) continue;
      touch.choices += species.classes[image].count;
      done[image] = true;
    }
  }
}

std::optional<std::vector<LegCollector::Pair>> LegCollector::pairs(
    const std::vector<Operator>& operators, Span place, const std::string& what) {
  std::vector<Pair> result;
  bool even = true;
  const auto refuse = [&](std::string message) {
    diagnostics_.push_back(make_diagnostic(Code::value, source_, place, std::move(message)));
    even = false;
  };
  for (std::size_t f = 0; f < model_.fields.size(); ++f) {
    const Field& field = model_.fields[f];
    std::vector<const Operator*> creators, annihilators;
    for (const Operator& part : operators) {
      if (part.field != field.name()) continue;
      const bool repeats = field.is_line;
      for (int k = repeats ? power_of(part) : 1; k > 0; --k)
        (part.creates ? creators : annihilators).push_back(&part);
    }
    if (!field.is_line) {
      for (const Operator* part : annihilators) result.push_back({f, part, nullptr});
    } else if (!field.is_directed) {
      if (annihilators.size() % 2 == 1) {
        refuse(
            fmt::format("found {} of the real field {} in {}, expected an even number: each "
                        "two share a flavour, or a line that is followed",
                        annihilators.size() == 1 ? "one operator"
                                                 : fmt::format("{} operators", annihilators.size()),
                        diagc::quoted(field.name()), what));
      }
      for (std::size_t i = 0; i + 1 < annihilators.size(); i += 2)
        result.push_back({f, annihilators[i], annihilators[i + 1]});
    } else {
      if (creators.size() != annihilators.size()) {
        refuse(
            fmt::format("found {} creating and {} annihilating in {}, expected as many of both: "
                        "a propagator of the field {} takes one of each",
                        creators.size(), annihilators.size(), what, diagc::quoted(field.name())));
      }
      for (std::size_t i = 0; i < std::min(creators.size(), annihilators.size()); ++i)
        result.push_back({f, creators[i], annihilators[i]});
    }
  }
  if (!even) return std::nullopt;
  return result;
}

int LegCollector::sign(const std::vector<Operator>& operators,
                       const std::vector<Pair>& pairs) const {
  std::vector<const Operator*> wanted;
  int sign = 1;
  for (const Pair& pair : pairs) {
    if (model_.fields[pair.field].loop_sign > 0) continue;
    sign = -sign;
    wanted.insert(wanted.end(), {pair.out, pair.in});
  }
  const auto place = [&](const Operator* part) { return part - operators.data(); };
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (place(wanted[j]) > place(wanted[i])) sign = -sign;
    }
  }
  return sign;
}

}  // namespace diagc::theory
