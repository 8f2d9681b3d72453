#include "compiler/theory/line_ends.h"

#include <algorithm>

#include <fmt/format.h>

#include "compiler/theory/index.h"

namespace diagc::theory {

using syntax::Decl;
using syntax::Op;

namespace {

/// A filter of a sum.
Binder only(Term condition) { return {"", std::move(condition)}; }

Term intersection(Term a, Term b) {
  auto result = std::make_unique<syntax::Expr>();
  result->kind = syntax::Expr::Kind::chain;
  result->ops = {Op::intersect};
  result->op_spans.resize(1);
  result->operands.push_back(std::move(a).take());
  result->operands.push_back(std::move(b).take());
  return Term(std::move(result));
}

Term is_empty(Term set) { return compare(Op::equal, std::move(set), set_of({})); }

Term negation(Term condition) {
  auto result = std::make_unique<syntax::Expr>();
  result->kind = syntax::Expr::Kind::unary;
  result->ops = {Op::logical_not};
  result->operands.push_back(std::move(condition).take());
  return Term(std::move(result));
}

Choice lines(bool set_aside) {
  return {.walk = Walk::line, .eager = false, .set_aside = set_aside};
}

class LineEnds final : public Walker {
 public:
  LineEnds(const Model& model, const Request& request, Names& names, const Source& source)
      : Walker(model, request, lines(true), names, source),
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
  }

  Derived run_ends() {
    Derived derived;
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

 private:
  /// The families of one field's external line.
  struct Ends {
    std::string sigma, arrived, waits, aside, step;
    std::vector<std::string> loop, hop;  ///< by status and class: where the loop began
  };
  /// A slot that is left in a status, of the status's only class.
  struct Slot {
    std::size_t status, leg;
  };

  const Species& owner_of(std::size_t status) const { return species(statuses_[status].species); }
  Term first_of() const { return Term(*model_.vertices[0].first); }
  Term leaves() const { return simplified(Term(*request_.line->leaves)); }
  Term lowest_label(std::size_t vertex) const {
    return counterterms_ ? name(first_label_) : Term(*model_.vertices[vertex].first);
  }
  std::vector<Slot> slots() const;
  Term all_open(const State& state, std::size_t vertex) const;
  Term nothing_up_to(const State& state, std::size_t vertex, const Term& label) const;
  Terms forward_arguments(const State& state) const;
  Term call_forward(const std::string& family, const State& state, Terms more) const;
  Decl& family(const std::string& text, std::string doc, const std::vector<std::string>& more);
  Term counted(std::size_t field, const Term& body_at, const State& state);

  const Ends& ends(std::size_t field);
  void write_ends(std::size_t field);
  Term begun(std::size_t field, const State& state, const Term& at) const;
  /// Ways to arrive at `at` by touching a vertex, or an open one again; `source` is what has been summed where the line came from.
  void arrive_at(std::size_t field, const State& state, const Term& at, const Term* above,
                 const std::function<Term(const State&, const Term&)>& source, Addition& sum);
  void insert_at(std::size_t field, const State& state, const Term& at, const Term& above,
                 const std::function<Term(const State&, const Term&)>& source, Addition& sum);
  Term over_points(std::size_t field, const State& state, const Term& lowest,
                   const std::function<Term(const Term&)>& source) const;
  Term sum_over_states(std::size_t field, Term end, Terms factors);
  /// Of a first touch.
  Number weight(std::size_t vertex, const Species::Touch& touch) const {
    const Species& owner = species(vertex);
    return owner.number * touch.choices * slot_weight(owner.classes[touch.leg].field) /
           taken_out_[vertex];
  }
  void take_weights_out();
  Terms powers() const;
  Number slot_weight(std::size_t field) const { return model_.fields[field].is_directed ? 1 : 2; }
  void write_arrived(std::size_t field);
  void write_waits(std::size_t field);
  void write_aside(std::size_t field);
  void write_loop(std::size_t field, std::size_t slot);
  void write_sigma(std::size_t field);
  void write_all_ways(std::size_t field);
  void add_insertions(const Shape& shape, const LinePlace& place, Addition& sum) override;

  bool set_aside_, counterterms_;
  std::string first_label_, end_name_, to_, loop_label_, label_, from_, split_;
  std::map<std::size_t, Ends> ends_;
  std::vector<Decl> made_;
};

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

/// 1, with the vertex's weight, where the line has just entered the first vertex and nothing else has been done.
Term LineEnds::begun(std::size_t field, const State& state, const Term& at) const {
  Addition sum;
  for (std::size_t v = 0; v < vertices_; ++v) {
    const Species& vertex = species(v);
    for (const Species::Touch& touch : vertex.touches) {
      const LegClass& leg = vertex.classes[touch.leg];
      if (leg.field != field) continue;
      const bool is_line = request_.line->field == field;
      if (is_line && !(request_.entry->vertex == v && request_.entry->has(touch.leg))) continue;
      const Term first = lowest_label(v);
      Product product;
      product.coefficient = weight(v, touch);
      Terms conditions;
      for (std::size_t u = 0; u < vertices_; ++u) {
        conditions.push_back(
            compare(Op::equal, state.touched[u], u == v ? first : shifted(lowest_label(u), -1)));
      }
      Counts left = vertex.full();
      --left[touch.leg];
      State start = state;
      for (Term& set : start.open) set = set_of({});
      add_open(start, v, left, first);
      for (std::size_t s = 0; s < statuses_.size(); ++s)
        conditions.push_back(compare(Op::equal, state.open[s], start.open[s]));
      conditions.push_back(compare(Op::equal, at, vertex.index(leg.out, first)));
      product.conditions.push_back(all_of(std::move(conditions)));
      std::move(product).add_to(sum);
    }
  }
  return std::move(sum).take();
}

void LineEnds::arrive_at(std::size_t field, const State& state, const Term& at, const Term* above,
                         const std::function<Term(const State&, const Term&)>& source,
                         Addition& sum) {
  for (std::size_t v = 0; v < vertices_; ++v) {
    const Species& vertex = species(v);
    for (const Species::Touch& touch : vertex.touches) {
      const LegClass& leg = vertex.classes[touch.leg];
      if (leg.field != field) continue;
      const Term label = state.touched[v];
      Product product;
      product.coefficient = weight(v, touch);
      State before = state;
      before.touched[v] = shifted(label, -1);
      Counts left = vertex.full();
      --left[touch.leg];
      Terms conditions = {compare(Op::greater_equal, label, lowest_label(v)),
                          compare(Op::equal, at, vertex.index(leg.out, label))};
      const auto left_in = status(v, left);
      if (left_in) {
        conditions.push_back(compare(Op::in, label, state.open[*left_in]));
        before.open[*left_in] = without(state.open[*left_in], set_of({label}));
      }
      product.conditions.push_back(all_of(std::move(conditions)));
      product.factors.push_back(source(before, vertex.index(leg.in, label)));
      std::move(product).add_to(sum);
    }
  }
  for (const auto& [s, c] : slots()) {
    const Species& vertex = owner_of(s);
    const LegClass& leg = vertex.classes[c];
    if (leg.field != field) continue;
    const std::size_t v = statuses_[s].species;
    const Term label = name(label_);
    Product product;
    product.coefficient = statuses_[s].counts[c] * slot_weight(field);
    product.binders.push_back({label_, range(lowest_label(v), state.touched[v])});
    product.binders.push_back(only(compare(Op::equal, vertex.index(leg.out, label), at)));
    if (above) product.binders.push_back(only(compare(Op::greater, label, *above)));
    State before = state;
    Counts left = statuses_[s].counts;
    --left[c];
    if (const auto left_in = status(v, left)) {
      product.binders.push_back(only(compare(Op::in, label, state.open[*left_in])));
      before.open[*left_in] = without(state.open[*left_in], set_of({label}));
    } else {
      product.binders.push_back(only(negation(compare(Op::in, label, all_open(state, v)))));
    }
    before.open[s] = with(std::move(before.open[s]), set_of({label}));
    product.factors.push_back(source(before, vertex.index(leg.in, label)));
    std::move(product).add_to(sum);
  }
}

/// The line comes from a counterterm on the labels p..k, none of which is open.
void LineEnds::insert_at(std::size_t field, const State& state, const Term& at, const Term& above,
                         const std::function<Term(const State&, const Term&)>& source,
                         Addition& sum) {
  if (!counterterms_) return;
  const Species& vertex = species(0);
  for (const Species::Touch& touch : vertex.touches) {
    const LegClass& leg = vertex.classes[touch.leg];
    if (leg.field != field) continue;
    const Term label = name(split_);
    Product product;
    product.coefficient = -1;
    product.binders.push_back({split_, range(shifted(above, 1), state.touched[0])});
    product.binders.push_back(
        only(is_empty(intersection(all_open(state, 0), range(label, state.touched[0])))));
    State before = state;
    before.touched[0] = shifted(label, -1);
    product.factors.push_back(theory::call(ends(field).sigma, {label, state.touched[0], at}));
    product.factors.push_back(source(before, vertex.index(leg.in, label)));
    std::move(product).add_to(sum);
    break;
  }
}

/// The sum over the points from which a line of the field can have come.
Term LineEnds::over_points(std::size_t field, const State& state, const Term& lowest,
                           const std::function<Term(const Term&)>& source) const {
  Addition sum;
  for (std::size_t v = 0; v < vertices_; ++v) {
    const Species& vertex = species(v);
    std::vector<Term> seen;
    for (const LegClass& leg : vertex.classes) {
      if (leg.field != field) continue;
      const Term point = vertex.index(leg.out, name(from_));
      const bool again =
          std::ranges::any_of(seen, [&](const Term& other) { return same_index(*other, *point); });
      if (again) continue;
      seen.push_back(point);
      Product product;
      const Term first = vertices_ == 1 ? lowest : lowest_label(v);
      product.binders.push_back({from_, range(first, state.touched[v])});
      product.factors = {propagator(field, point, {}, name(to_), {}), source(point)};
      std::move(product).add_to(sum);
    }
  }
  return std::move(sum).take();
}

/// The value for one end: whatever has been touched when the line ends there, times what follows.
Term LineEnds::sum_over_states(std::size_t field, Term end, Terms factors) {
  Binders binders;
  const State state = symbolic();
  for (std::size_t v = 0; v < vertices_; ++v) {
    binders.push_back({touched_names_[v],
                       range(shifted(lowest_label(v), vertices_ == 1 ? 0 : -1), last_label(v))});
  }
  for (std::size_t s = 0; s < statuses_.size(); ++s) {
    const std::size_t v = statuses_[s].species;
    Term within = range(lowest_label(v), state.touched[v]);
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

void LineEnds::write_arrived(std::size_t field) {
  const Ends& made = ends_.at(field);
  const State state = symbolic();
  const Term at = name(at_name_);
  Addition sum;
  sum.add(begun(field, state, at));
  for (const auto& [s, c] : slots()) {
    const Species& vertex = owner_of(s);
    const LegClass& leg = vertex.classes[c];
    if (leg.field != field) continue;
    const std::size_t v = statuses_[s].species;
    const Term label = name(label_);
    Product product;
    product.coefficient = slot_weight(field);
    product.binders = {{label_, range(lowest_label(v), state.touched[v])},
                       only(compare(Op::equal, vertex.index(leg.out, label), at)),
                       only(nothing_up_to(state, v, label))};
    State before = state;
    before.open[s] = with(std::move(before.open[s]), set_of({label}));
    product.factors = {call_forward(made.step, before, {vertex.index(leg.in, label)})};
    std::move(product).add_to(sum);
  }
  family(
      made.arrived,
      fmt::format("All ways in which the external line of {} reaches {} by the slot that was set "
                  "aside: what is touched cannot fall apart.",
                  model_.fields[field].name(), at_name_),
      {at_name_})
      .body = std::move(sum).take().take();
}

void LineEnds::write_waits(std::size_t field) {
  const Ends& made = ends_.at(field);
  const State state = symbolic();
  Addition sum;
  sum.add(call_forward(made.arrived, state, {name(at_name_)}));
  const auto all = slots();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& [s, c] = all[i];
    const Species& vertex = owner_of(s);
    const LegClass& leg = vertex.classes[c];
    const Field& looping = model_.fields[leg.field];
    const std::size_t v = statuses_[s].species;
    const Term label = name(label_);
    Product product;
    product.coefficient = looping.loop_sign;
    product.binders = {{label_, range(lowest_label(v), state.touched[v])},
                       only(nothing_up_to(state, v, label))};
    if (looping.flavours == Field::Flavours::equal)
      product.factors.emplace_back(*looping.decl->flavour_count);
    product.factors.push_back(
        call_forward(made.hop[i], state, {label, vertex.index(leg.in, label), name(at_name_)}));
    std::move(product).add_to(sum);
  }
  family(
      made.waits,
      fmt::format("The same, and loops may have been followed since the external line reached {}.",
                  at_name_),
      {at_name_})
      .body = std::move(sum).take().take();
}

void LineEnds::write_aside(std::size_t field) {
  const Ends& made = ends_.at(field);
  const State state = symbolic();
  const Term at = name(at_name_);
  const std::size_t v = statuses_.empty() ? 0 : statuses_[0].species;
  const Term open = all_open(state, v);
  const Term lowest = theory::call("min", {open});
  Addition sum;
  // The lowest slot can be set aside where it is one of this field.
  Terms of_field;
  for (const auto& [s, c] : slots()) {
    if (owner_of(s).classes[c].field == field)
      of_field.push_back(compare(Op::in, lowest, state.open[s]));
  }
  Terms start;
  if (slots().size() != of_field.size()) {
    Term any = of_field.empty() ? compare(Op::equal, integer(0), integer(1)) : of_field[0];
    for (std::size_t i = 1; i < of_field.size(); ++i) {
      auto either = std::make_unique<syntax::Expr>();
      either->kind = syntax::Expr::Kind::chain;
      either->ops = {Op::logical_or};
      either->op_spans.resize(1);
      either->operands.push_back(std::move(any).take());
      either->operands.push_back(Term(of_field[i]).take());
      any = Term(std::move(either));
    }
    start.push_back(bracket(std::move(any)));
  }
  start.push_back(call_forward(made.waits, state, {at}));
  sum.add(times(std::move(start)));
  const auto source = [&](const State& before, const Term& to) {
    return call_forward(made.step, before, {to});
  };
  arrive_at(field, state, at, &lowest, source, sum);
  insert_at(field, state, at, name(first_label_), source, sum);
  family(
      made.aside,
      fmt::format("The lowest open slot is set aside for the external line, which has reached {}.",
                  at_name_),
      {at_name_})
      .body = if_then_else(is_empty(open), integer(0), std::move(sum).take()).take();
  Term step = over_points(field, state, lowest_label(0), [&](const Term& point) {
    return call_forward(made.aside, state, {point});
  });
  family(made.step, fmt::format("The same, and a propagator from there to {}.", to_), {to_}).body =
      if_then_else(is_empty(open), integer(0), std::move(step)).take();
}

void LineEnds::write_loop(std::size_t field, std::size_t slot) {
  const Ends& made = ends_.at(field);
  const auto [s, c] = slots()[slot];
  const Species& vertex = owner_of(s);
  const LegClass& leg = vertex.classes[c];
  const std::size_t v = statuses_[s].species;
  const State state = symbolic();
  const Term label = name(loop_label_), reached = name(start_name_), waits = name(at_name_);
  Addition sum;
  State before = state;
  before.open[s] = with(std::move(before.open[s]), set_of({label}));
  Product start;
  start.conditions = {compare(Op::equal, reached, vertex.index(leg.out, label))};
  start.factors = {call_forward(made.waits, before, {waits})};
  std::move(start).add_to(sum);
  const auto source = [&](const State& earlier, const Term& to) {
    return call_forward(made.hop[slot], earlier, {label, to, waits});
  };
  arrive_at(leg.field, state, reached, &label, source, sum);
  insert_at(leg.field, state, reached, label, source, sum);
  family(
      made.loop[slot],
      fmt::format("The loop of {} that began at vertex {} has reached {}; the external line waits "
                  "at {}.",
                  model_.fields[leg.field].name(), loop_label_, start_name_, at_name_),
      {loop_label_, start_name_, at_name_})
      .body =
      if_then_else(nothing_up_to(state, v, label), std::move(sum).take(), integer(0)).take();
  Term hop = over_points(leg.field, state, label, [&](const Term& point) {
    return call_forward(made.loop[slot], state, {label, point, waits});
  });
  family(made.hop[slot], fmt::format("The same, and a propagator from there to {}.", to_),
         {loop_label_, to_, at_name_})
      .body = std::move(hop).take();
}

/// The self-energy on consecutive labels.
void LineEnds::write_sigma(std::size_t field) {
  Decl& decl = made_.emplace_back();
  const std::size_t place = made_.size() - 1;
  decl.kind = Decl::Kind::family;
  decl.name = ends_.at(field).sigma;
  decl.doc = fmt::format("Self-energy of {} on the labels {}..{}, from the first of them to {}.",
                         model_.fields[field].name(), first_label_, last_name_, end_name_);
  decl.has_list = decl.derived = true;
  for (const std::string& parameter : {first_label_, last_name_, end_name_})
    decl.parameters.push_back({parameter, {}, nullptr});
  Term body = sum_over_states(field, name(end_name_), {});
  made_[place].body = std::move(body).take();
}

/// In what follows the external line: a counterterm on the next labels, left at any of their points.
void LineEnds::add_insertions(const Shape& shape, const LinePlace& place, Addition& sum) {
  if (!counterterms_ || shape.kind != Shape::Kind::loop) return;
  const Species& vertex = species(0);
  const State state = symbolic();
  for (const Species::Touch& touch : vertex.touches) {
    const LegClass& entered = vertex.classes[touch.leg];
    if (entered.field != shape.field) continue;
    const Term next = shifted(state.touched[0], 1);
    Product product;
    product.coefficient = -1;
    product.conditions = {compare(Op::less, state.touched[0], last_label(0))};
    product.factors = {propagator(shape.field, place.at, {}, vertex.index(entered.in, next), {})};
    const std::string text = names_.fresh("inserted");
    Terms all = state_arguments(state);
    all.push_back(place.start);
    product.factors.push_back(theory::call(text, std::move(all)));
    std::move(product).add_to(sum);
    // The counterterm is shared by all places that the loop can come from.
    Decl& decl = made_.emplace_back();
    const std::size_t made = made_.size() - 1;
    decl.kind = Decl::Kind::family;
    decl.name = text;
    decl.doc =
        fmt::format("A counterterm on the next labels, in the loop that began at {}.", start_name_);
    decl.has_list = decl.derived = true;
    for (const std::string& parameter : state_parameters())
      decl.parameters.push_back({parameter, {}, nullptr});
    decl.parameters.push_back({start_name_, {}, nullptr});
    Addition ways;
    std::vector<Term> seen;
    for (const LegClass& leg : vertex.classes) {
      if (leg.field != shape.field) continue;
      const Term point = vertex.index(leg.out, name(label_));
      if (std::ranges::any_of(seen, [&](const Term& other) { return same_index(*other, *point); }))
        continue;
      seen.push_back(point);
      State after = state;
      after.touched[0] = name(split_);
      LinePlace there = place;
      there.at = point;
      Product way;
      way.binders = {{split_, range(next, last_label(0))}, {label_, range(next, name(split_))}};
      way.factors = {theory::call(ends(shape.field).sigma, {next, name(split_), point}),
                     call(shape, after, arguments(shape, there))};
      std::move(way).add_to(ways);
    }
    made_[made].body = std::move(ways).take().take();
    break;
  }
}

}  // namespace

bool can_sum_ends(const Model& model, const Request& request) {
  if (!request.entry || !request.even.empty() || request.all_labellings ||
      !request.externals.empty())
    return false;
  const Field& line = model.fields[request.line->field];
  if (!line.is_line) return false;
  std::size_t with_slots = 0;
  for (const Species& vertex : model.vertices) {
    int slots = 0;
    for (const LegClass& leg : vertex.classes) {
      const Field& field = model.fields[leg.field];
      if (!field.is_line || field.has_flavour()) return false;
      if (!field.is_directed && leg.in != leg.out) return false;
      slots += leg.count;
    }
    if (request.kept != Kept::amputated && slots > 2) return false;
    with_slots += slots > 1 ? 1U : 0U;
  }
  if (request.kept == Kept::amputated) return true;
  const bool cuts_the_line = request.cut.size() == 1 && request.cut[0] == request.line->field;
  if (!cuts_the_line && request.kept == Kept::irreducible) return false;
  if (request.kept == Kept::irreducible) return with_slots <= 1;
  // A counterterm on any labels is entered at one point.
  for (const Species::Touch& touch : model.vertices[0].touches) {
    for (const Species::Touch& other : model.vertices[0].touches) {
      const LegClass& a = model.vertices[0].classes[touch.leg];
      const LegClass& b = model.vertices[0].classes[other.leg];
      if (a.field == b.field && a.in != b.in) return false;
    }
  }
  return model.vertices.size() == 1;
}

Derived derive_line_ends(const Model& model, const Request& request, Names& names,
                         const Source& source) {
  return LineEnds(model, request, names, source).run_ends();
}

}  // namespace diagc::theory
