#include "compiler/theory/parts.h"

#include <fmt/format.h>

#include "compiler/theory/index.h"

namespace diagc::theory {

using syntax::Decl;

namespace {

class PartWalker final : public Walker {
 public:
  PartWalker(const Model& model, const Request& request, const Choice& choice, Names& names,
             const Source& source)
      : Walker(model, request, choice, names, source) {
    shares_ends_ = true;
    next_name_ = locals_.fresh("a");
    ends_name_ = locals_.fresh("ends");
    for (const std::string& touched : touched_names_)
      part_names_.push_back(locals_.fresh(model.vertices.size() > 1 ? "part_" + touched : "part"));
  }
  Derived run_parts();

 private:
  void add_insertions(const Shape& shape, const LinePlace& place, Addition& sum) override;
  void add_leg_insertions(const Shape& shape, std::size_t field, const Term& from,
                          const State& state, Addition& sum) override;
  Term leg_goes_on(std::size_t field, const State& state) const override;
  bool ends_when_closed() const override;
  std::vector<std::string> own_parameters(const Shape& shape) const override;
  Term own_body(const Shape& shape) override;
  std::string own_name(const Shape& shape) const override;
  std::string own_documentation(const Shape& shape) const override;

  /// Entered by a class of legs of a set of vertices.
  struct Entered {
    std::size_t field, species, leg;
    bool backwards;  ///< by the second external line, which is followed back
    bool operator==(const Entered&) const = default;
  };
  bool is_second(std::size_t field) const {
    return request_.second && request_.second->field == field;
  }
  bool enters_line(std::size_t field) const {
    return model_.fields[field].is_line &&
           ((request_.line && request_.line->field == field) || is_second(field));
  }
  /// The external line of a field.
  static Shape line_of(std::size_t field) {
    return {.kind = Shape::Kind::external_line, .field = field};
  }
  void find_entered();
  const std::string& part(const Entered& entered) const;
  State begun() const;
  Decl family(const std::string& text, const std::vector<std::string>& more, std::string doc,
              Term body) const;
  /// A counterterm in what began as a loop.
  static bool is_second_inserted(const Shape& shape) {
    return shape.kind == Shape::Kind::inserted && shape.inner &&
           shape.inner->kind == Shape::Kind::loop;
  }
  Decl part_family(const Entered& entered, const std::string& text);
  Term everything(const std::string& text, Terms arguments) const;
  Term begin_at_end(Derived& derived);

  std::string next_name_, ends_name_;
  std::vector<std::string> part_names_;  ///< of every set of vertices: those of a counterterm
  std::vector<std::pair<Entered, std::string>> parts_;
};

/// All that a propagator whose cut counts can lead to.
void PartWalker::find_entered() {
  for (std::size_t v = 0; v < vertices_; ++v) {
    for (const Species::Touch& touch : species(v).touches) {
      const std::size_t field = species(v).classes[touch.leg].field;
      if (!request_.cuts(field) || (model_.fields[field].is_line && !enters_line(field))) continue;
      std::string text = "proper";
      if (model_.fields.size() > 1) text += "_" + model_.fields[field].name();
      if (vertices_ > 1) text += "_" + species(v).name;
      parts_.push_back({{field, v, touch.leg, false}, names_.fresh(text)});
      if (is_second(field))
        parts_.push_back({{field, v, touch.leg, true}, names_.fresh(text + "_back")});
    }
  }
}

const std::string& PartWalker::part(const Entered& entered) const {
  return std::ranges::find_if(parts_, [&](const auto& known) { return known.first == entered; })
      ->second;
}

/// Nothing is open.
State PartWalker::begun() const {
  State state = symbolic();
  for (Term& set : state.open) set = set_of({});
  return state;
}

/// A family of untouched vertices and ends.
Decl PartWalker::family(const std::string& text, const std::vector<std::string>& more,
                        std::string doc, Term body) const {
  Decl decl;
  decl.kind = Decl::Kind::family;
  decl.name = text;
  decl.doc = std::move(doc);
  decl.has_list = decl.derived = true;
  std::vector<std::string> all = touched_names_;
  if (has_waiting_) all.push_back(waiting_name_);
  all.insert(all.end(), more.begin(), more.end());
  for (const std::string& parameter : all) decl.parameters.push_back({parameter, {}, nullptr});
  decl.body = std::move(body).take();
  return decl;
}

Decl PartWalker::part_family(const Entered& entered, const std::string& text) {
  const bool is_line = enters_line(entered.field);
  Arrival arrival{.product = {},
                  .state = begun(),
                  .species = entered.species,
                  .leg = entered.leg,
                  .backwards = false,
                  .left = species(entered.species).full(),
                  .label = name(next_name_)};
  --arrival.left[entered.leg];
  std::vector<std::string> more;
  Term body;
  if (is_line) {
    Shape line = line_of(entered.field);
    if (entered.backwards) line.kind = Shape::Kind::line_back;
    more = parameters(line);
    Terms all;
    for (const std::string& parameter : more) all.push_back(name(parameter));
    body = enter(line, arrival.state, std::move(all), entered.species, arrival.left, arrival.label);
  } else {
    body = after_leg(arrival);
  }
  more.push_back(next_name_);
  return family(
      text, more,
      fmt::format("Irreducible diagrams of all labellings, which a propagator of {} {} vertex {}.",
                  model_.fields[entered.field].name(),
                  entered.backwards ? "leaves at" : "enters at", next_name_),
      std::move(body));
}

/// Where nothing else is open, all that is left would hang on this propagator, and cancel.
Term PartWalker::leg_goes_on(std::size_t field, const State& state) const {
  if (!request_.cuts(field) || state.open.empty()) return {};
  Term all = state.open[0];
  for (std::size_t s = 1; s < state.open.size(); ++s) all = with(std::move(all), state.open[s]);
  return compare(syntax::Op::not_equal, std::move(all), set_of({}));
}

bool PartWalker::ends_when_closed() const {
  return request_.line && enters_line(request_.line->field) && request_.cuts(request_.line->field);
}

void PartWalker::add_insertions(const Shape& shape, const LinePlace& place, Addition& sum) {
  const bool is_loop = shape.kind == Shape::Kind::loop;
  if (!request_.cuts(shape.field) || (is_loop && !is_second(shape.field))) return;
  untouched_arrivals(shape.field, symbolic(), false, [&](Arrival arrival) {
    arrival.product.coefficient *= -1;
    Shape hung{.kind = Shape::Kind::inserted,
               .field = shape.field,
               .species = arrival.species,
               .leg = arrival.leg};
    Terms all;
    if (shape.kind == Shape::Kind::line_back) {
      arrival.product.factors.push_back(
          propagator(shape.field, index_out(arrival), {}, place.at, {}));
      all = {index_in(arrival), arrival.label};
      hung.inner = std::make_shared<const Shape>(shape);
    } else {
      const LinePlace next = go_through(arrival, shape, place);
      all = arguments(line_of(shape.field), next);
      all.push_back(arrival.label);
      // What began as a loop is the second line, which is followed back from its start.
      if (is_loop) {
        all.push_back(place.start);
        hung.inner = std::make_shared<const Shape>(shape);
      }
    }
    arrival.product.factors.push_back(call(hung, arrival.state, std::move(all)));
    std::move(arrival.product).add_to(sum);
  });
}

void PartWalker::add_leg_insertions(const Shape& shape, std::size_t field, const Term& from,
                                    const State& state, Addition& sum) {
  if (!request_.cuts(field)) return;
  untouched_arrivals(field, state, false, [&](Arrival arrival) {
    arrival.product.coefficient *= -1;
    if (Term condition = leg_goes_on(field, state))
      arrival.product.conditions.push_back(std::move(condition));
    const Shape held{.kind = Shape::Kind::tadpole,
                     .field = field,
                     .species = arrival.species,
                     .leg = arrival.leg,
                     .inner = shape.inner};
    Terms all;
    if (shape.inner) {
      for (const std::string& parameter : parameters(*shape.inner)) all.push_back(name(parameter));
    }
    all.push_back(arrival.label);
    arrival.product.factors.push_back(propagator(field, from, {}, index_in(arrival), {}));
    arrival.product.factors.push_back(call(held, arrival.state, std::move(all)));
    std::move(arrival.product).add_to(sum);
  });
}

std::vector<std::string> PartWalker::own_parameters(const Shape& shape) const {
  std::vector<std::string> result;
  if (shape.kind == Shape::Kind::inserted) {
    result = parameters(line_of(shape.field));
  } else if (shape.inner) {
    result = parameters(*shape.inner);
  }
  result.push_back(next_name_);
  if (is_second_inserted(shape)) result.push_back(start_name_);
  return result;
}

/// A part of the untouched vertices and of the ends, and what is left without them.
Term PartWalker::own_body(const Shape& shape) {
  State after = symbolic();
  Product product;
  Terms all;
  for (std::size_t v = 0; v < vertices_; ++v) {
    product.binders.push_back({part_names_[v], theory::call("subsets", {after.touched[v]})});
    all.push_back(name(part_names_[v]));
    after.touched[v] = without(std::move(after.touched[v]), name(part_names_[v]));
  }
  if (has_waiting_) {
    product.binders.push_back({ends_name_, theory::call("subsets", {after.waiting})});
    all.push_back(name(ends_name_));
    after.waiting = without(std::move(after.waiting), name(ends_name_));
  }
  if (shape.kind == Shape::Kind::inserted) {
    for (const std::string& parameter : parameters(line_of(shape.field)))
      all.push_back(name(parameter));
  }
  all.push_back(name(next_name_));
  const bool backwards = shape.kind == Shape::Kind::inserted && shape.inner &&
                         shape.inner->kind == Shape::Kind::line_back;
  Term hung =
      theory::call(part({shape.field, shape.species, shape.leg, backwards}), std::move(all));
  Addition sum;
  if (!is_second_inserted(shape)) {
    product.factors = {
        std::move(hung),
        go_on(shape.kind == Shape::Kind::inserted ? nullptr : shape.inner.get(), after)};
    std::move(product).add_to(sum);
    return std::move(sum).take();
  }
  // Where it ends as the second line it is a cycle of its own.
  const auto ends_at = [&](const Term& end, bool own_cycle) {
    Product way = product;
    way.binders.push_back(only(compare(syntax::Op::in, end, name(ends_name_))));
    way.factors = {hung, call({.kind = Shape::Kind::line_back, .field = shape.field}, after,
                              {name(start_name_)})};
    if (own_cycle) take_loop(way, shape.field);
    std::move(way).add_to(sum);
  };
  ends_at(second_end(), true);
  if (lines_exchange()) ends_at(first_end(), false);
  return std::move(sum).take();
}

std::string PartWalker::own_name(const Shape& shape) const {
  const std::string& field = model_.fields[shape.field].name();
  if (is_second_inserted(shape)) return "hung_second_" + field;
  return "hung_" + field + (shape.inner ? "_" + family_name(*shape.inner) : "");
}

std::string PartWalker::own_documentation(const Shape& shape) const {
  return fmt::format(
      "What hangs on a propagator of {} that leads to vertex {}, on any vertices and ends that are "
      "left, is subtracted.",
      model_.fields[shape.field].name(), next_name_);
}

/// A family with all vertices untouched and all ends to come.
Term PartWalker::everything(const std::string& text, Terms arguments) const {
  const State state = initial();
  Terms all = state.touched;
  if (has_waiting_) all.push_back(state.waiting);
  for (Term& argument : arguments) all.push_back(std::move(argument));
  return theory::call(text, std::move(all));
}

/// The propagator of the first end: a cut of it does not count.
Term PartWalker::begin_at_end(Derived& derived) {
  const std::string text = names_.fresh("begun");
  Addition sum;
  if (request_.line) {
    const ExternalLine& external = *request_.line;
    const Field& field = model_.fields[external.field];
    const Shape line = line_of(external.field);
    const LinePlace place = place_of(line);
    untouched_arrivals(external.field, begun(), false,
                       [&](Arrival arrival) { pass(std::move(arrival), line, place, sum); });
    derived.families.push_back(
        family(text, parameters(line),
               fmt::format("The external line of {} has its first propagator.", field.name()),
               std::move(sum).take()));
    LinePlace at_end;
    at_end.at = simplified(Term(*external.enters));
    const bool summed = field.has_flavour() && !external.flavour_out;
    if (field.has_flavour())
      at_end.flavour = summed ? name(sum_flavour_) : Term(*external.flavour_out);
    at_end.start_flavour = at_end.flavour;
    Term all = everything(text, arguments(line, at_end));
    if (!summed) return all;
    return theory::sum({{sum_flavour_, Term(field.flavour_range())}}, std::move(all));
  }
  const Species& root = request_.externals[request_.root];
  const std::size_t field = root.classes[0].field;
  const Term from = root.index(root.classes[0].in, integer(1));
  untouched_arrivals(field, begun(), false, [&](Arrival arrival) {
    arrival.product.factors.push_back(propagator(field, from, {}, index_in(arrival), {}));
    arrival.product.factors.push_back(after_leg(arrival));
    std::move(arrival.product).add_to(sum);
  });
  derived.families.push_back(
      family(text, {}, "The first end is contracted.", std::move(sum).take()));
  return everything(text, {});
}

Derived PartWalker::run_parts() {
  find_entered();
  Derived derived;
  Terms all;
  factors(all);
  Term begun_there = request_.entry ? entry() : begin_at_end(derived);
  for (const auto& [entered, text] : parts_) derived.families.push_back(part_family(entered, text));
  Derived walk;
  write_families(walk);
  std::ranges::move(walk.families, std::back_inserter(derived.families));
  all.push_back(std::move(begun_there));
  Product product;
  product.coefficient = request_.sign;
  product.factors = std::move(all);
  Addition sum;
  std::move(product).add_to(sum);
  derived.value = by_source(std::move(sum).take());
  hand_on_captured(derived);
  return derived;
}

}  // namespace

Derived derive_parts(const Model& model, const Request& request, const Choice& choice, Names& names,
                     const Source& source) {
  Request connected = request;
  connected.kept = Kept::amputated;  // cuts are what counterterms are for
  return PartWalker(model, connected, choice, names, source).run_parts();
}

}  // namespace diagc::theory
