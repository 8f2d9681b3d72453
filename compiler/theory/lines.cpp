// Contractions: what the leg under way can meet, and lines that go on, close or end.
#include <algorithm>

#include "compiler/theory/index.h"
#include "compiler/theory/walk.h"

namespace diagc::theory {

using syntax::Op;

namespace {

std::optional<Number> literal_number(const Term& term) {
  const auto value = literal(*term);
  return value ? std::optional<Number>(Number(*value)) : std::nullopt;
}

}  // namespace

Term Walker::index_in(const Arrival& arrival) const {
  const Species& owner = species(arrival.species);
  const LegClass& leg = owner.classes[arrival.leg];
  return owner.index(arrival.backwards ? leg.out : leg.in, arrival.label);
}

Term Walker::index_out(const Arrival& arrival) const {
  const Species& owner = species(arrival.species);
  const LegClass& leg = owner.classes[arrival.leg];
  return owner.index(arrival.backwards ? leg.in : leg.out, arrival.label);
}

/// Both ways through a slot of a real field; they are the same where it stands at one point.
void Walker::arrive(Arrival arrival, const std::function<void(Arrival)>& visit) const {
  const LegClass& leg = species(arrival.species).classes[arrival.leg];
  const Field& field = model_.fields[leg.field];
  if (!field.is_line || field.is_directed) return visit(std::move(arrival));
  if (leg.is_same_from_both_ends()) {
    arrival.product.coefficient *= 2;
    return visit(std::move(arrival));
  }
  Arrival other = arrival;
  other.backwards = true;
  visit(std::move(arrival));
  visit(std::move(other));
}

/// Legs of a field of vertices that nothing has touched. `own_block`: the vertex hangs on the propagator that reaches it.
void Walker::untouched_arrivals(std::size_t field, const State& state, bool own_block,
                                const std::function<void(Arrival)>& visit) const {
  for (std::size_t v = 0; v < vertices_; ++v) {
    const Species& owner = species(v);
    for (const Species::Touch& touch : owner.touches) {
      if (owner.classes[touch.leg].field != field) continue;
      Arrival arrival{.product = {},
                      .state = state,
                      .species = v,
                      .leg = touch.leg,
                      .backwards = false,
                      .left = owner.full(),
                      .label = {}};
      arrival.product.coefficient = owner.number * touch.choices / taken_out_[v];
      --arrival.left[touch.leg];
      if (request_.all_labellings) {
        arrival.label = name(fresh_);
        arrival.product.binders.push_back({fresh_, state.touched[v]});
        arrival.state.touched[v] = without(state.touched[v], set_of({arrival.label}));
      } else {
        arrival.label = shifted(state.touched[v], 1);
        arrival.product.conditions.push_back(compare(Op::less, state.touched[v], last_label(v)));
        arrival.state.touched[v] = arrival.label;
      }
      if (blocks_ && own_block)
        arrival.state.first = with(std::move(arrival.state.first), set_of({arrival.label}));
      arrive(std::move(arrival), visit);
    }
  }
}

/// All legs of a field that the leg under way can be contracted with: of untouched vertices, of external points, of open vertices.
void Walker::arrivals(std::size_t field, const State& state, bool own_block,
                      const std::function<void(Arrival)>& visit) const {
  untouched_arrivals(field, state, own_block, visit);
  other_arrivals(field, state, visit);
}

void Walker::other_arrivals(std::size_t field, const State& state,
                            const std::function<void(Arrival)>& visit) const {
  for (std::size_t e = 0; e < request_.externals.size(); ++e) {
    const Species& owner = request_.externals[e];
    for (std::size_t c = 0; c < owner.classes.size(); ++c) {
      if (owner.classes[c].field != field || starts_open(e)) continue;
      const Term number = integer(static_cast<std::int64_t>(e) + 1);
      Arrival arrival{.product = {},
                      .state = state,
                      .species = vertices_ + e,
                      .leg = c,
                      .backwards = false,
                      .left = owner.full(),
                      .label = integer(1)};
      arrival.product.coefficient = owner.classes[c].count;
      --arrival.left[c];
      arrival.product.conditions.push_back(compare(Op::in, number, state.waiting));
      arrival.state.waiting = without(state.waiting, set_of({number}));
      arrive(std::move(arrival), visit);
    }
  }
  for (std::size_t s = 0; s < statuses_.size(); ++s) {
    const Status& status = statuses_[s];
    const Species& owner = species(status.species);
    if (state.is_first && status.species != *state.is_first) continue;
    for (std::size_t c = 0; c < status.counts.size(); ++c) {
      if (status.counts[c] == 0 || owner.classes[c].field != field) continue;
      Arrival arrival{.product = {},
                      .state = state,
                      .species = status.species,
                      .leg = c,
                      .backwards = false,
                      .left = status.counts,
                      .label = name(binder_)};
      arrival.product.coefficient = status.counts[c];
      --arrival.left[c];
      arrival.product.binders.push_back({binder_, state.open[s]});
      arrival.state.open[s] = without(state.open[s], set_of({arrival.label}));
      if (blocks_ && !is_external(status.species)) {
        arrival.state.first =
            intersection(std::move(arrival.state.first), range(Term(*owner.first), arrival.label));
      }
      arrive(std::move(arrival), visit);
    }
  }
}

Term Walker::propagator(std::size_t field, const Term& from, const Term& from_flavour,
                        const Term& to, const Term& to_flavour) const {
  const syntax::Decl& decl = *model_.fields[field].decl;
  std::map<std::string, Term> values = {{decl.parameters[0].name, from},
                                        {decl.parameters[1].name, to}};
  if (!decl.flavours.empty()) {
    values.emplace(decl.flavours[0].name, from_flavour);
    if (decl.flavours.size() > 1) values.emplace(decl.flavours[1].name, to_flavour);
  }
  return substitute(*decl.body, values);
}

/// The arguments of a line beside those that all families have.
Terms Walker::arguments(const Shape& shape, const LinePlace& place) const {
  const Field& field = model_.fields[shape.field];
  const bool is_loop = shape.kind == Shape::Kind::loop;
  Terms result;
  if (is_loop) result.push_back(place.start);
  const bool any_end = !is_loop && request_.line && !request_.line->flavour_in;
  if (field.has_two_flavours() && (is_loop || any_end)) result.push_back(place.start_flavour);
  result.push_back(place.at);
  if (field.has_flavour()) result.push_back(place.flavour);
  if (is_even(shape)) result.push_back(place.odd);
  return result;
}

LinePlace Walker::place_of(const Shape&) const {
  return {name(at_name_), name(flavour_name_), name(start_name_), name(start_flavour_name_),
          name(odd_name_)};
}

Term Walker::line_body(const Shape& shape) {
  const LinePlace place = place_of(shape);
  const State state = symbolic();
  Addition sum;
  const bool own_block = shape.kind == Shape::Kind::external_line && request_.cuts(shape.field);
  arrivals(shape.field, state, own_block,
           [&](Arrival arrival) { pass(std::move(arrival), shape, place, sum); });
  if (shape.kind == Shape::Kind::loop) {
    if (joins_external(shape)) end(shape, place, sum);
    close(shape, place, sum);
  } else {
    end(shape, place, sum);
  }
  meet_second_line(shape, place, sum);
  add_insertions(shape, place, sum);
  Term all = std::move(sum).take();
  if (shape.kind == Shape::Kind::loop || !ends_when_closed() || statuses_.empty()) return all;
  Addition ending;
  end(shape, place, ending);
  meet_second_line(shape, place, ending);
  Terms empty;
  for (const Term& set : state.open) empty.push_back(is_empty(set));
  return if_then_else(all_of(std::move(empty)), std::move(ending).take(), std::move(all));
}

/// Where a line is when it has gone through a slot; the propagator that leads there becomes a factor.
LinePlace Walker::go_through(Arrival& arrival, const Shape& shape, const LinePlace& place) const {
  const Field& field = model_.fields[shape.field];
  const LegClass& leg = species(arrival.species).classes[arrival.leg];
  LinePlace next = place;
  next.at = index_out(arrival);
  Term arrives_with = place.flavour;
  if (field.has_flavour() && leg.flavour_in) {
    const auto at_label = [&](const syntax::Expr& flavour) {
      if (is_external(arrival.species)) return simplified(Term(flavour));
      return simplified(substitute(flavour, {{species(arrival.species).label, arrival.label}}));
    };
    const Term in = at_label(arrival.backwards ? *leg.flavour_out : *leg.flavour_in);
    const Term out = at_label(arrival.backwards ? *leg.flavour_in : *leg.flavour_out);
    if (field.flavours == Field::Flavours::conserved) {
      arrival.product.conditions.push_back(compare(Op::equal, place.flavour, in));
      if (!arrival.product.binders.empty()) {
        // What a flavour is compared with may depend on the label that is summed over.
        arrival.product.factors.push_back(bracket(arrival.product.conditions.back()));
        arrival.product.conditions.pop_back();
      }
    }
    arrives_with = in;
    next.flavour = out;
  } else if (field.flavours == Field::Flavours::matrix) {
    arrives_with = next.flavour = name(sum_flavour_);
    arrival.product.binders.push_back({sum_flavour_, Term(field.flavour_range())});
  }
  if (is_even(shape)) {
    Addition flipped;
    flipped.add(integer(1));
    flipped.add(place.odd, true);
    next.odd = std::move(flipped).take();
  }
  arrival.product.factors.push_back(
      propagator(shape.field, place.at, place.flavour, index_in(arrival), arrives_with));
  return next;
}

/// The line goes through a slot and on.
void Walker::pass(Arrival arrival, const Shape& shape, const LinePlace& place, Addition& sum) {
  const LinePlace next = go_through(arrival, shape, place);
  arrival.product.factors.push_back(enter(shape, arrival.state, arguments(shape, next),
                                          arrival.species, arrival.left, arrival.label));
  std::move(arrival.product).add_to(sum);
}

/// What a closed loop gives beside its propagators.
void Walker::take_loop(Product& product, std::size_t f) const {
  const Field& field = model_.fields[f];
  product.coefficient *= field.loop_sign;
  if (field.flavours != Field::Flavours::equal) return;
  Term count(*field.decl->flavour_count);
  if (const auto value = literal_number(count)) {
    product.coefficient *= *value;
  } else {
    product.factors.push_back(std::move(count));
  }
}

void Walker::close(const Shape& shape, const LinePlace& place, Addition& sum) {
  const Field& field = model_.fields[shape.field];
  Product product;
  if (joins_external(shape)) {
    product.conditions.push_back(
        compare(Op::not_equal, place.start, simplified(Term(*request_.line->leaves))));
  }
  if (is_even(shape)) product.conditions.push_back(compare(Op::equal, place.odd, integer(0)));
  if (field.flavours == Field::Flavours::conserved && field.has_two_flavours()) {
    product.conditions.push_back(compare(Op::equal, place.flavour, place.start_flavour));
  }
  take_loop(product, shape.field);
  const Term& closes_with = field.has_two_flavours() ? place.start_flavour : place.flavour;
  product.factors.push_back(
      propagator(shape.field, place.at, place.flavour, place.start, closes_with));
  product.factors.push_back(call({.kind = Shape::Kind::rest}, symbolic(), {}));
  std::move(product).add_to(sum);
}

void Walker::leave(Product& product, const Term& at) const {
  if (choice_.ends) {
    product.factors.push_back(theory::call("source", {at}));
  } else {
    product.conditions.push_back(compare(Op::equal, at, simplified(Term(*request_.line->leaves))));
  }
}

void Walker::end(const Shape& shape, const LinePlace& place, Addition& sum) {
  const Field& field = model_.fields[shape.field];
  const ExternalLine& line = *request_.line;
  if (shape.field != line.field) return;  // a second line, which ends elsewhere
  Product product;
  if (shares_ends_ && lines_exchange())
    product.conditions.push_back(compare(Op::in, first_end(), symbolic().waiting));
  Term ends_with = field.has_two_flavours() && !line.flavour_in ? place.start_flavour
                   : line.flavour_in                            ? Term(*line.flavour_in)
                                                                : place.flavour;
  const bool compares =
      request_.entry ? field.has_flavour() : field.flavours == Field::Flavours::conserved;
  if (compares && (field.has_two_flavours() || line.flavour_in)) {
    product.conditions.push_back(compare(Op::equal, place.flavour, ends_with));
  }
  if (request_.entry) {
    leave(product, place.at);
  } else {
    const Term leaves = simplified(Term(*line.leaves));
    if (joined_) product.conditions.push_back(compare(Op::equal, place.start, leaves));
    product.factors.push_back(propagator(shape.field, place.at, place.flavour,
                                         joined_ ? place.start : leaves, ends_with));
  }
  State state = symbolic();
  if (lines_exchange()) state.waiting = without(state.waiting, set_of({first_end()}));
  product.factors.push_back(call({.kind = Shape::Kind::rest}, state, {}));
  std::move(product).add_to(sum);
}

}  // namespace diagc::theory
