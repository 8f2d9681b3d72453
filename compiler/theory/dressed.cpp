#include "compiler/theory/dressed.h"

#include <algorithm>

#include <fmt/format.h>

#include "compiler/theory/index.h"
#include "compiler/theory/points.h"

namespace diagc::theory {

using syntax::Decl;
using syntax::Op;

namespace {

bool has(const std::vector<std::size_t>& fields, std::size_t field) {
  return std::ranges::count(fields, field) > 0;
}

/// The way in which a line or leg of the field enters a vertex.
const Species::Touch& touch_of(const Model& model, std::size_t field) {
  const Species& vertex = model.vertices[0];
  return *std::ranges::find_if(vertex.touches, [&](const Species::Touch& touch) {
    return vertex.classes[touch.leg].field == field;
  });
}

const std::string& named(std::map<std::size_t, std::string>& by_field, std::size_t field,
                         const Model& model, const char* wanted, Names& names) {
  const auto [entry, is_new] = by_field.try_emplace(field);
  if (is_new) {
    const std::string suffix = model.fields.size() > 1 ? "_" + model.fields[field].name() : "";
    entry->second = names.fresh(wanted + suffix);
  }
  return entry->second;
}

}  // namespace

std::vector<std::size_t> with_tadpoles(const Model& model, const Request& request) {
  std::vector<std::size_t> result;
  for (const std::size_t field : request.cut) {
    if (model.fields[field].is_line) continue;
    const bool is_odd = std::ranges::any_of(model.vertices, [&](const Species& vertex) {
      int legs = 0;
      for (const LegClass& leg : vertex.classes) legs += leg.field == field ? leg.count : 0;
      return legs % 2 == 1;
    });
    if (is_odd) result.push_back(field);
  }
  return result;
}

bool has_one_entry(const Model& model, std::size_t field) {
  if (model.fields[field].has_flavour() || model.vertices.size() != 1) return false;
  const Species& vertex = model.vertices[0];
  int touches = 0;
  bool same_both_ways = true;
  for (const Species::Touch& touch : vertex.touches) {
    const LegClass& leg = vertex.classes[touch.leg];
    if (leg.field != field) continue;
    ++touches;
    same_both_ways = leg.is_same_from_both_ends();
  }
  const Field& line = model.fields[field];
  return touches == 1 && (!line.is_line || line.is_directed || same_both_ways);
}

Dressed::Dressed(const Model& model, const Request& request, const Choice& choice, Names& names,
                 const Source& source, Counterterms& counterterms)
    : Walker(model, request, choice, names, source), counterterms_(counterterms) {
  first_label_ = locals_.fresh("a");
  (request.all_labellings ? others_name_ : last_name_) =
      locals_.fresh(request.all_labellings ? "others" : "z");
  moved_name_ = locals_.fresh("r");
  next_name_ = locals_.fresh("next");
  split_ = locals_.fresh(request.all_labellings ? "part" : "q");
  point_ = locals_.fresh("m");
  end_name_ = locals_.fresh("end");
}

Decl Dressed::family(const std::string& text, const std::vector<std::string>& more, std::string doc,
                     Term body) const {
  Decl decl;
  decl.kind = Decl::Kind::family;
  decl.name = text;
  decl.doc = std::move(doc);
  decl.has_list = decl.derived = true;
  for (const std::string& parameter : {first_label_, second_label_name()})
    decl.parameters.push_back({parameter, {}, nullptr});
  for (const std::string& parameter : more) decl.parameters.push_back({parameter, {}, nullptr});
  decl.body = std::move(body).take();
  return decl;
}

std::string Dressed::labels_text() const {
  return request_.all_labellings ? fmt::format("{} and {}", first_label_, others_name_)
                                 : fmt::format("{}..{}", first_label_, last_name_);
}

Term Dressed::entered_at_first(Derived& derived) {
  Term body = entry();
  Derived families;
  write_families(families);
  std::ranges::move(families.families, std::back_inserter(derived.families));
  return body;
}

void Dressed::leave(Product& product, const Term& at) const {
  product.factors.push_back(theory::call("source", {at}));
}

Term Dressed::entered(std::size_t field, const Term& label) const {
  const Species& vertex = model_.vertices[0];
  return vertex.index(vertex.classes[touch_of(model_, field).leg].in, label);
}

/// With all labellings the first is a parameter, and any of the labels left may be with it.
Dressed::Taken Dressed::taken(const State& state) const {
  Taken result;
  result.after = state;
  const Term split = name(split_);
  result.second = split;
  Addition number;
  if (request_.all_labellings) {
    result.binder = {split_, theory::call("subsets", {state.touched[0]})};
    result.first = name(next_name_);
    result.all = with(set_of({result.first}), split);
    result.after.touched[0] = without(state.touched[0], split);
    number.add(theory::call("size", {split}));
    number.add(integer(1));
  } else {
    result.first = shifted(state.touched[0], 1);
    result.binder = {split_, range(result.first, last_label(0))};
    result.all = range(result.first, split);
    result.after.touched[0] = split;
    number.add(split);
    number.add(state.touched[0], true);
  }
  result.number = std::move(number).take();
  return result;
}

bool Dressed::ends_when_closed() const {
  return request_.line && has(counterterms_.lines, request_.line->field);
}

/// From an index to the first of the next labels, and on as the shape says.
void Dressed::add_correction(Shape shape, std::size_t field, const Term& from, const State& state,
                             Addition& sum) {
  Terms arguments;
  for (const std::string& parameter : own_parameters(shape)) arguments.push_back(name(parameter));
  Product product;
  product.coefficient = -1;
  Term next;
  State after = state;
  if (request_.all_labellings) {
    next = name(next_name_);
    product.binders = {{next_name_, state.touched[0]}};
    after.touched[0] = without(state.touched[0], set_of({next}));
  } else {
    next = shifted(state.touched[0], 1);
    product.conditions = {compare(Op::less, state.touched[0], last_label(0))};
  }
  product.factors = {propagator(field, from, {}, entered(field, next), {}),
                     call(shape, after, std::move(arguments))};
  std::move(product).add_to(sum);
}

void Dressed::add_insertions(const Shape& shape, const LinePlace& place, Addition& sum) {
  if (!has(counterterms_.lines, shape.field)) return;
  add_correction({.kind = Shape::Kind::inserted,
                  .field = shape.field,
                  .inner = std::make_shared<const Shape>(shape)},
                 shape.field, place.at, symbolic(), sum);
}

void Dressed::add_leg_insertions(const Shape& shape, std::size_t field, const Term& from,
                                 const State& state, Addition& sum) {
  const bool is_end = shape.kind != Shape::Kind::moved && is_external(shape.species);
  if (has(counterterms_.lines, field) && !is_end) {
    const Shape moved{.kind = Shape::Kind::moved, .field = field, .inner = shape.inner};
    add_correction({.kind = Shape::Kind::inserted,
                    .field = field,
                    .inner = std::make_shared<const Shape>(moved)},
                   field, from, state, sum);
  }
  if (has(counterterms_.tadpoles, field) && !is_end) {
    add_correction({.kind = Shape::Kind::tadpole, .field = field, .inner = shape.inner}, field,
                   from, state, sum);
  }
}

std::vector<std::string> Dressed::own_parameters(const Shape& shape) const {
  std::vector<std::string> result;
  if (shape.inner) result = parameters(*shape.inner);
  if (shape.kind == Shape::Kind::moved) result.push_back(moved_name_);
  if (shape.kind == Shape::Kind::inserted) {
    // The counterterm says where that goes on.
    const bool is_leg = shape.inner->kind == Shape::Kind::moved;
    std::erase(result, is_leg ? moved_name_ : at_name_);
  }
  if (request_.all_labellings && shape.kind != Shape::Kind::moved) result.push_back(next_name_);
  return result;
}

Term Dressed::own_body(const Shape& shape) {
  if (shape.kind == Shape::Kind::inserted) return self_energies(shape);
  if (shape.kind == Shape::Kind::tadpole) return tadpoles(shape);
  return contractions(shape, shape.field, name(moved_name_), symbolic(), false);
}

/// Σ on labels that come next, left at any of their points.
Term Dressed::self_energies(const Shape& shape) {
  const Taken next = taken(symbolic());
  const std::string& text =
      named(counterterms_.self_energies, shape.field, model_, "Sigma", names_);
  const std::string& reached = shape.inner->kind == Shape::Kind::moved ? moved_name_ : at_name_;
  Addition ways;
  for (const Term& point : points_left(model_.vertices[0], shape.field, name(point_))) {
    Terms arguments;
    for (const std::string& parameter : parameters(*shape.inner)) {
      if (parameter == reached) {
        arguments.push_back(point);
      } else if (parameter == odd_name_) {
        // Closed loops have even numbers of vertices: the line has as many as there are labels, but for these.
        Addition labels;
        labels.add(name(odd_name_));
        labels.add(next.number);
        auto parity = std::make_unique<syntax::Expr>();
        parity->kind = syntax::Expr::Kind::chain;
        parity->ops = {Op::mod};
        parity->op_spans.resize(1);
        parity->operands.push_back(std::move(labels).take().take());
        parity->operands.push_back(integer(2).take());
        arguments.emplace_back(std::move(parity));
      } else {
        arguments.push_back(name(parameter));
      }
    }
    Product way;
    way.binders = {next.binder, {point_, next.all}};
    way.factors = {theory::call(text, {next.first, next.second, point}),
                   call(*shape.inner, next.after, std::move(arguments))};
    std::move(way).add_to(ways);
  }
  return std::move(ways).take();
}

Term Dressed::tadpoles(const Shape& shape) {
  const Taken next = taken(symbolic());
  Product held;
  held.binders = {next.binder};
  held.factors = {theory::call(named(counterterms_.held, shape.field, model_, "tadpole", names_),
                               {next.first, next.second}),
                  go_on(shape.inner.get(), next.after)};
  Addition sum;
  std::move(held).add_to(sum);
  return std::move(sum).take();
}

std::string Dressed::own_name(const Shape& shape) const {
  const std::string& field = model_.fields[shape.field].name();
  const std::string behind = shape.inner ? "_" + family_name(*shape.inner) : "";
  switch (shape.kind) {
    case Shape::Kind::moved:
      return field + "_from" + behind;
    case Shape::Kind::inserted:
      return "inserted" + behind;
    default:
      return "held_" + field + behind;
  }
}

std::string Dressed::own_documentation(const Shape& shape) const {
  const std::string& field = model_.fields[shape.field].name();
  const std::string labels = request_.all_labellings
                                 ? fmt::format("{} and untouched labels", next_name_)
                                 : "the next labels";
  switch (shape.kind) {
    case Shape::Kind::moved:
      return fmt::format("A leg of {} is contracted from {}, where a counterterm has been left.",
                         field, moved_name_);
    case Shape::Kind::inserted:
      return fmt::format("A counterterm of the lines of {} on {}.", field, labels);
    default:
      return fmt::format("A leg of {} ends in a counterterm of tadpoles on {}.", field, labels);
  }
}

}  // namespace diagc::theory
