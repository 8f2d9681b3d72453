// Skeletons: counterterms where a line could have a self-energy insertion.
#include <algorithm>

#include <fmt/format.h>

#include "compiler/theory/ends_families.h"
#include "compiler/theory/index.h"
#include "compiler/theory/line_ends.h"
#include "compiler/theory/points.h"

namespace diagc::theory {

using syntax::Decl;
using syntax::Op;

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

/// The self-energy on consecutive labels.
void LineEnds::write_sigma(std::size_t field) {
  Decl& decl = made_.emplace_back();
  const std::size_t place = made_.size() - 1;
  decl.kind = Decl::Kind::family;
  decl.name = ends_.at(field).sigma;
  decl.doc =
      fmt::format("Self-energy of {} on the labels {}..{}, from the first of them to {}: {}.",
                  model_.fields[field].name(), first_label_, last_name_, end_name_, holds_summed);
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
    for (const Term& point : points_left(vertex, shape.field, name(label_))) {
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

}  // namespace diagc::theory
