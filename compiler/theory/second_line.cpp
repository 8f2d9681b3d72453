// Another external line of a charged field. What has been touched hangs together, so the walk meets it first at a vertex in its middle:
// a loop that was begun there ends where an external line does, and the line is then followed back to where that begins.
#include "compiler/theory/index.h"
#include "compiler/theory/walk.h"

namespace diagc::theory {

using syntax::Op;

/// Ends of external lines that the line under way can take. The first one comes first, so that of what waits it may take any; where both
/// are of one field they may exchange their ends, and are then one cycle, else the second is one of its own.
void Walker::meet_second_line(const Shape& shape, const LinePlace& place, Addition& sum) {
  if (!request_.second || shape.field != request_.second->field) return;
  const auto end_at = [&](const syntax::Expr& index, const Term& number, bool own_cycle) {
    State state = symbolic();
    Product product;
    if (shape.kind == Shape::Kind::loop || shares_ends_)
      product.conditions.push_back(compare(Op::in, number, state.waiting));
    state.waiting = without(state.waiting, set_of({number}));
    if (own_cycle) take_loop(product, shape.field);
    product.factors.push_back(propagator(shape.field, place.at, {}, simplified(Term(index)), {}));
    product.factors.push_back(
        shape.kind == Shape::Kind::loop
            ? call({.kind = Shape::Kind::line_back, .field = shape.field}, state, {place.start})
            : call({.kind = Shape::Kind::rest}, state, {}));
    std::move(product).add_to(sum);
  };
  if (shape.kind == Shape::Kind::loop) {
    end_at(*request_.second->ends, second_end(), true);
    if (lines_exchange()) end_at(*request_.line->leaves, first_end(), false);
  } else {
    end_at(*request_.second->ends, second_end(), false);
  }
}

/// The propagator that arrives here leaves a slot that the line has gone through before, or is the line's first.
Term Walker::line_back_body(const Shape& shape) {
  const Term at = name(at_name_);
  Addition sum;
  arrivals(shape.field, symbolic(), false, [&](Arrival arrival) {
    arrival.product.factors.push_back(propagator(shape.field, index_out(arrival), {}, at, {}));
    arrival.product.factors.push_back(enter(shape, arrival.state, {index_in(arrival)},
                                            arrival.species, arrival.left, arrival.label));
    std::move(arrival.product).add_to(sum);
  });
  State state = symbolic();
  Product product;
  if (shares_ends_) product.conditions.push_back(compare(Op::in, second_begin(), state.waiting));
  state.waiting = without(state.waiting, set_of({second_begin()}));
  product.factors = {
      propagator(shape.field, simplified(Term(*request_.second->begins)), {}, at, {}),
      call({.kind = Shape::Kind::rest}, state, {})};
  std::move(product).add_to(sum);
  add_insertions(shape, place_of(shape), sum);
  return std::move(sum).take();
}

}  // namespace diagc::theory
