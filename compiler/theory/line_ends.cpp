#include "compiler/theory/line_ends.h"

#include <algorithm>

#include <fmt/format.h>

#include "compiler/theory/ends_families.h"
#include "compiler/theory/index.h"

namespace diagc::theory {

using syntax::Decl;
using syntax::Op;

namespace {

Choice lines(bool eager) { return {.walk = Walk::line, .eager = eager, .set_aside = true}; }

}  // namespace

LineEnds::LineEnds(const Model& model, const Request& request, Names& names, const Source& source)
    : Walker(model, request, lines(can_be_eager(model, request)), names, source),
      set_aside_(request.kept != Kept::amputated),
      counterterms_(request.kept == Kept::skeleton) {
  first_label_ = locals_.fresh("a");
  if (counterterms_) last_name_ = locals_.fresh("z");
  end_name_ = locals_.fresh("end");
  to_ = locals_.fresh("w");
  loop_label_ = locals_.fresh("l");
  label_ = locals_.fresh("m");
  from_ = locals_.fresh("r");
  split_ = locals_.fresh("p");
  take_weights_out();
  if (choice_.eager) partners_ = names_.fresh("partners");
}

Derived LineEnds::run_ends() {
  Derived derived;
  if (!partners_.empty()) write_partners();
  write_ends(request_.line->field);
  if (counterterms_) {
    Terms all = powers();
    all.push_back(theory::call(ends(request_.line->field).sigma,
                               {first_of(), Term(*model_.vertices[0].last), leaves()}));
    derived.value = times(std::move(all));
  } else {
    derived.value = sum_over_states(request_.line->field, leaves(), powers());
  }
  Product product;
  factors(product.factors);
  product.factors.push_back(std::move(derived.value));
  Addition sum;
  std::move(product).add_to(sum);
  derived.value = std::move(sum).take();
  write_families(derived);  // loops ask for counterterms of their fields
  std::ranges::move(derived.families, std::back_inserter(made_));
  derived.families = std::move(made_);
  hand_on_captured(derived);
  return derived;
}

/// Where all first touches of a set weigh the same, its power stands in front: states are then the same for any weight.
void LineEnds::take_weights_out() {
  for (std::size_t v = 0; v < vertices_; ++v) {
    const auto& touches = species(v).touches;
    const Number first = weight(v, touches[0]);
    const bool same = std::ranges::all_of(
        touches, [&](const Species::Touch& touch) { return weight(v, touch) == first; });
    if (same && first != 0) taken_out_[v] = first;
  }
}

Terms LineEnds::powers() const {
  Terms result;
  for (std::size_t v = 0; v < vertices_; ++v) {
    if (taken_out_[v] == 1) continue;
    Addition base;
    base.add(number(abs(taken_out_[v])), taken_out_[v] < 0);
    result.push_back(power(std::move(base).take(), size_of(v)));
  }
  return result;
}

std::vector<LineEnds::Slot> LineEnds::slots() const {
  std::vector<Slot> result;
  for (std::size_t s = 0; s < statuses_.size(); ++s) {
    for (std::size_t c = 0; c < statuses_[s].counts.size(); ++c) {
      if (statuses_[s].counts[c] > 0) result.push_back({s, c});
    }
  }
  return result;
}

Term LineEnds::all_open(const State& state, std::size_t vertex) const {
  Term all = set_of({});
  for (std::size_t s = 0; s < statuses_.size(); ++s) {
    if (statuses_[s].species == vertex) all = with(std::move(all), state.open[s]);
  }
  return all;
}

Term LineEnds::can_be_open(const State& state, std::size_t vertex) const {
  if (partners_.empty()) return range(lowest_label(vertex), state.touched[vertex]);
  return theory::call(partners_, {state.touched[vertex]});
}

void LineEnds::write_partners() {
  Decl& decl = made_.emplace_back();
  decl.kind = Decl::Kind::family;
  decl.name = partners_;
  decl.doc = "Every second label: a vertex that is touched by its single leg keeps its slot.";
  decl.has_list = decl.derived = true;
  decl.parameters.push_back({touched_names_[0], {}, nullptr});
  const Term last = name(touched_names_[0]);
  decl.body = if_then_else(compare(Op::less_equal, last, lowest_label(0)), set_of({}),
                           with(theory::call(partners_, {shifted(last, -2)}), set_of({last})))
                  .take();
}

/// No vertex of the set with a label up to this one is open.
Term LineEnds::nothing_up_to(const State& state, std::size_t vertex, const Term& label) const {
  return is_empty(intersection(all_open(state, vertex), range(lowest_label(vertex), label)));
}

Terms LineEnds::forward_arguments(const State& state) const {
  Terms all;
  if (counterterms_) all.push_back(name(first_label_));
  all.insert(all.end(), state.touched.begin(), state.touched.end());
  all.insert(all.end(), state.open.begin(), state.open.end());
  return all;
}

Term LineEnds::call_forward(const std::string& text, const State& state, Terms more) const {
  Terms all = forward_arguments(state);
  for (Term& argument : more) all.push_back(std::move(argument));
  return theory::call(text, std::move(all));
}

Decl& LineEnds::family(const std::string& text, std::string doc,
                       const std::vector<std::string>& more) {
  Decl& decl = made_.emplace_back();
  decl.kind = Decl::Kind::family;
  decl.name = text;
  decl.doc = std::move(doc);
  decl.has_list = decl.derived = true;
  for (const Term& parameter : forward_arguments(symbolic()))
    decl.parameters.push_back({parameter->text, {}, nullptr});
  for (const std::string& parameter : more) decl.parameters.push_back({parameter, {}, nullptr});
  return decl;
}

const LineEnds::Ends& LineEnds::ends(std::size_t field) {
  if (!ends_.contains(field)) write_ends(field);
  return ends_.at(field);
}

void LineEnds::write_ends(std::size_t field) {
  const auto lines = std::ranges::count_if(model_.fields, &Field::is_line);
  const std::string suffix = lines > 1 ? "_" + model_.fields[field].name() : "";
  Ends& made = ends_[field];
  if (counterterms_) made.sigma = names_.fresh("Sigma" + suffix);
  made.arrived = names_.fresh((set_aside_ ? "at" : "X") + suffix);
  if (!set_aside_) return write_all_ways(field);
  made.waits = names_.fresh("waits" + suffix);
  made.aside = names_.fresh("aside" + suffix);
  made.step = names_.fresh("step" + suffix);
  const auto all = slots();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string kind = all.size() > 1 ? fmt::format("{}_{}", suffix, i + 1) : suffix;
    made.loop.push_back(names_.fresh("loop" + kind));
    made.hop.push_back(names_.fresh("hop" + kind));
  }
  if (counterterms_) write_sigma(field);
  write_arrived(field);
  write_waits(field);
  write_aside(field);
  for (std::size_t i = 0; i < all.size(); ++i) write_loop(field, i);
}

/// The value for one end: whatever has been touched when the line ends there, times what follows.
Term LineEnds::sum_over_states(std::size_t field, Term end, Terms factors) {
  Binders binders;
  const State state = symbolic();
  for (std::size_t v = 0; v < vertices_; ++v) {
    binders.push_back({touched_names_[v],
                       range(shifted(lowest_label(v), vertices_ == 1 ? 0 : -1), last_label(v))});
  }
  if (!partners_.empty())
    binders.push_back(only(compare(Op::in, state.touched[0], can_be_open(state, 0))));
  for (std::size_t s = 0; s < statuses_.size(); ++s) {
    const std::size_t v = statuses_[s].species;
    Term within = can_be_open(state, v);
    for (std::size_t before = 0; before < s; ++before) {
      if (statuses_[before].species == v) within = without(std::move(within), state.open[before]);
    }
    binders.push_back({statuses_[s].set, theory::call("subsets", {std::move(within)})});
  }
  factors.push_back(call_forward(ends(field).arrived, state, {std::move(end)}));
  factors.push_back(call({.kind = Shape::Kind::rest}, state, {}));
  return sum(std::move(binders), times(std::move(factors)));
}

/// Connected diagrams: nothing has to be set aside.
void LineEnds::write_all_ways(std::size_t field) {
  const std::string text = ends_.at(field).arrived;
  Decl& decl = family(text,
                      fmt::format("All ways in which the external line of {} reaches {}.",
                                  model_.fields[field].name(), at_name_),
                      {at_name_});
  const std::size_t place = static_cast<std::size_t>(&decl - made_.data());
  const State state = symbolic();
  Addition sum;
  sum.add(begun(field, state, name(at_name_)));
  const std::string step = names_.fresh("step");
  arrive_at(
      field, state, name(at_name_), nullptr,
      [&](const State& before, const Term& to) { return call_forward(step, before, {to}); }, sum);
  made_[place].body = std::move(sum).take().take();
  Term body = over_points(field, state, lowest_label(0),
                          [&](const Term& point) { return call_forward(text, state, {point}); });
  family(step, fmt::format("The same, and a propagator from there to {}.", to_), {to_}).body =
      std::move(body).take();
}

bool can_sum_ends(const Model& model, const Request& request) {
  if (!request.entry || request.all_labellings || !request.externals.empty()) return false;
  if (!model.fields[request.line->field].is_line) return false;
  bool has_single = false, many_slots = false;
  std::size_t with_slots = 0;
  for (const Species& vertex : model.vertices) {
    int slots = 0, single = 0;
    for (const LegClass& leg : vertex.classes) {
      const Field& field = model.fields[leg.field];
      if (field.has_flavour()) return false;
      if (field.is_line && !field.is_directed && leg.in != leg.out) return false;
      (field.is_line ? slots : single) += leg.count;
    }
    has_single = has_single || single > 0;
    many_slots = many_slots || slots + single > 2;
    with_slots += slots + single > 1 ? 1U : 0U;
  }
  if (has_single && (!can_be_eager(model, request) || model.vertices.size() > 1 || many_slots))
    return false;
  if (request.kept == Kept::amputated) return true;
  if (many_slots || with_slots > 1) return false;
  const bool cuts_the_line = request.cut.size() == 1 && request.cut[0] == request.line->field;
  if (request.kept == Kept::irreducible) return cuts_the_line;
  if (has_single || !request.even.empty() || model.vertices.size() > 1) return false;
  // A counterterm on any labels is entered at one point.
  const Species& vertex = model.vertices[0];
  return std::ranges::all_of(vertex.touches, [&](const Species::Touch& touch) {
    return std::ranges::all_of(vertex.touches, [&](const Species::Touch& other) {
      const LegClass& a = vertex.classes[touch.leg];
      const LegClass& b = vertex.classes[other.leg];
      return a.field != b.field || a.in == b.in;
    });
  });
}

Derived derive_line_ends(const Model& model, const Request& request, Names& names,
                         const Source& source) {
  return LineEnds(model, request, names, source).run_ends();
}

}  // namespace diagc::theory
