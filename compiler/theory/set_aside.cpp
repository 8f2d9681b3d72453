// Irreducible diagrams: while the lowest open slot is set aside for the external line, nothing can fall apart.
#include <algorithm>

#include <fmt/format.h>

#include "compiler/theory/ends_families.h"
#include "compiler/theory/index.h"
#include "compiler/theory/line_ends.h"

namespace diagc::theory {

using syntax::Decl;
using syntax::Op;

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
    product.binders = {{label_, can_be_open(state, v)},
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
    product.binders = {{label_, can_be_open(state, v)}, only(nothing_up_to(state, v, label))};
    if (looping.flavours == Field::Flavours::equal)
      product.factors.emplace_back(*looping.decl->flavour_count);
    Terms arguments = {label, vertex.index(leg.in, label), name(at_name_)};
    if (request_.is_even(leg.field)) arguments.push_back(integer(0));
    product.factors.push_back(call_forward(made.hop[i], state, std::move(arguments)));
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
  const bool is_even = request_.is_even(leg.field);
  const Term odd = name(odd_name_);
  Product start;
  start.conditions = {compare(Op::equal, reached, vertex.index(leg.out, label))};
  if (is_even) start.conditions.push_back(compare(Op::equal, odd, integer(1)));
  start.factors = {call_forward(made.waits, before, {waits})};
  std::move(start).add_to(sum);
  const auto parity = [&](std::vector<std::string> parameters) {
    if (is_even) parameters.push_back(odd_name_);
    return parameters;
  };
  const auto source = [&](const State& earlier, const Term& to) {
    Terms arguments = {label, to, waits};
    if (is_even) {
      Addition flipped;
      flipped.add(integer(1));
      flipped.add(odd, true);
      arguments.push_back(std::move(flipped).take());
    }
    return call_forward(made.hop[slot], earlier, std::move(arguments));
  };
  arrive_at(leg.field, state, reached, &label, source, sum);
  insert_at(leg.field, state, reached, label, source, sum);
  family(
      made.loop[slot],
      fmt::format("The loop of {} that began at vertex {} has reached {}; the external line waits "
                  "at {}.",
                  model_.fields[leg.field].name(), loop_label_, start_name_, at_name_),
      parity({loop_label_, start_name_, at_name_}))
      .body =
      if_then_else(nothing_up_to(state, v, label), std::move(sum).take(), integer(0)).take();
  Term hop = over_points(leg.field, state, label, [&](const Term& point) {
    Terms arguments = {label, point, waits};
    if (is_even) arguments.push_back(odd);
    return call_forward(made.loop[slot], state, std::move(arguments));
  });
  family(made.hop[slot], fmt::format("The same, and a propagator from there to {}.", to_),
         parity({loop_label_, to_, at_name_}))
      .body = std::move(hop).take();
}

}  // namespace diagc::theory
