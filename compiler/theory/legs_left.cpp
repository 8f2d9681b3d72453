// What is done where no line is under way: the lowest open vertex, and single legs.
#include <algorithm>

#include "compiler/theory/index.h"
#include "compiler/theory/walk.h"

namespace diagc::theory {

using syntax::Op;

/// Nothing is open: all must have been touched. Else the lowest vertex of the first set of vertices that has open ones.
Term Walker::rest_body() {
  const State state = symbolic();
  const auto one_block = [&] {
    return bracket(compare(Op::equal, theory::call("size", {state.first}), integer(1)));
  };
  if (statuses_.empty()) return blocks_ ? times({one_block(), done(state)}) : done(state);
  std::vector<std::vector<std::size_t>> groups;  // statuses of one species
  for (std::size_t s = 0; s < statuses_.size(); ++s) {
    if (s == 0 || statuses_[s].species != statuses_[s - 1].species) groups.emplace_back();
    groups.back().push_back(s);
  }
  const auto live = [&](const std::vector<std::size_t>& group) {
    Term all = state.open[group[0]];
    for (std::size_t i = 1; i < group.size(); ++i) all = with(std::move(all), state.open[group[i]]);
    if (!blocks_) return all;
    return intersection(std::move(all),
                        range(theory::call("max", {state.first}), state.touched[0]));
  };
  const auto choose = [&](const std::vector<std::size_t>& group) {
    Term chosen;
    for (std::size_t i = group.size(); i-- > 0;) {
      const std::size_t s = group[i];
      State next = state;
      next.open[s] = without(next.open[s], set_of({name(lowest_)}));
      Term begun = begin_at(statuses_[s].species, statuses_[s].counts, name(lowest_), next);
      chosen = chosen ? if_then_else(compare(Op::in, name(lowest_), state.open[s]),
                                     std::move(begun), std::move(chosen))
                      : std::move(begun);
    }
    return let(lowest_, theory::call("min", {live(group)}), std::move(chosen));
  };
  Term result = choose(groups.back());
  for (std::size_t g = groups.size() - 1; g-- > 0;) {
    result = if_then_else(compare(Op::not_equal, live(groups[g]), set_of({})), choose(groups[g]),
                          std::move(result));
  }
  if (blocks_) {
    return if_then_else(compare(Op::equal, live(groups[0]), set_of({})),
                        times({one_block(), done(state)}), std::move(result));
  }
  Terms empty;
  for (const Term& set : state.open) empty.push_back(compare(Op::equal, set, set_of({})));
  return if_then_else(all_of(std::move(empty)), done(state), std::move(result));
}

/// The first leg of a vertex that was just taken out of its set.
Term Walker::begin_at(std::size_t owner, const Counts& counts, const Term& label, State state) {
  std::size_t c = 0;
  while (counts[c] == 0) ++c;
  const LegClass& leg = species(owner).classes[c];
  const Field& field = model_.fields[leg.field];
  if (!field.is_line) {
    Terms arguments;
    if (!is_external(owner)) arguments.push_back(label);
    return call({.kind = Shape::Kind::leg, .species = owner, .counts = counts, .leg = c}, state,
                std::move(arguments));
  }
  Counts left = counts;
  --left[c];
  add_open(state, owner, left, label);
  const Shape loop{.kind = Shape::Kind::loop, .field = leg.field};
  const auto flavour = [&](const syntax::Expr& expr) {
    if (is_external(owner)) return simplified(Term(expr));
    return simplified(substitute(expr, {{species(owner).label, label}}));
  };
  LinePlace place;
  place.start = species(owner).index(leg.in, label);
  place.at = species(owner).index(leg.out, label);
  place.odd = integer(1);
  const bool summed = field.has_flavour() && !leg.flavour_in;
  if (summed) {
    place.flavour = place.start_flavour = name(sum_flavour_);
  } else if (field.has_flavour()) {
    place.flavour = flavour(*leg.flavour_out);
    place.start_flavour = flavour(*leg.flavour_in);
  }
  Term begun = call(loop, state, arguments(loop, place));
  if (!summed) return begun;
  return sum({{sum_flavour_, Term(field.flavour_range())}}, std::move(begun));
}

Term Walker::leg_body(const Shape& shape) {
  const Species& owner = species(shape.species);
  const LegClass& leg = owner.classes[shape.leg];
  const bool is_eager = shape.kind == Shape::Kind::eager;
  const Term label =
      is_external(shape.species) ? integer(1) : name(is_eager ? eager_name_ : leg_name_);
  const Term from = owner.index(leg.in, label);
  State state = symbolic();
  Counts left = shape.counts;
  --left[shape.leg];
  add_open(state, shape.species, left, label);
  const bool is_first = is_external(shape.species);
  if (is_first && request_.has_root && shape.species == vertices_ + request_.root &&
      shape.counts == owner.full())
    state.is_first = shape.species;
  return contractions(shape, leg.field, from, state, is_first);
}

/// A single leg of a field at an index with all that it can meet; `is_first`: no cut of its propagator counts.
Term Walker::contractions(const Shape& shape, std::size_t field, const Term& from,
                          const State& state, bool is_first) {
  Addition sum;
  const auto meet = [&](Arrival arrival) {
    if (cuts_off(arrival.species)) {
      leave(arrival.product, from);
    } else {
      arrival.product.factors.push_back(propagator(field, from, {}, index_in(arrival), {}));
    }
    if (shape.inner) {
      Terms arguments;
      for (const std::string& parameter : parameters(*shape.inner))
        arguments.push_back(name(parameter));
      arrival.product.factors.push_back(enter(*shape.inner, arrival.state, std::move(arguments),
                                              arrival.species, arrival.left, arrival.label));
    } else {
      arrival.product.factors.push_back(after_leg(arrival));
    }
    std::move(arrival.product).add_to(sum);
  };
  untouched_arrivals(field, state, request_.cuts(field) && !is_first, [&](Arrival arrival) {
    if (Term condition = leg_goes_on(field, state))
      arrival.product.conditions.push_back(std::move(condition));
    meet(std::move(arrival));
  });
  other_arrivals(field, state, meet);
  add_leg_insertions(shape, field, from, state, sum);
  return std::move(sum).take();
}

/// What follows a leg that ends in no other.
Term Walker::go_on(const Shape* inner, const State& state) {
  if (!inner) return call({.kind = Shape::Kind::rest}, state, {});
  Terms arguments;
  for (const std::string& parameter : parameters(*inner)) arguments.push_back(name(parameter));
  return call(*inner, state, std::move(arguments));
}

/// A trail stays at the vertex just touched as long as it has single legs.
Term Walker::after_leg(Arrival arrival) {
  if (choice_.walk == Walk::trail && !is_external(arrival.species)) {
    for (std::size_t c = 0; c < arrival.left.size(); ++c) {
      const bool is_single = !model_.fields[species(arrival.species).classes[c].field].is_line;
      if (arrival.left[c] == 0 || !is_single || eager_leg(arrival.species, arrival.left)) continue;
      return call(
          {.kind = Shape::Kind::leg, .species = arrival.species, .counts = arrival.left, .leg = c},
          arrival.state, {arrival.label});
    }
  }
  return enter({.kind = Shape::Kind::rest}, arrival.state, {}, arrival.species, arrival.left,
               arrival.label);
}

}  // namespace diagc::theory
