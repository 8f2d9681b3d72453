// Where the walk begins: the external line, an external leg, a vertex of the vacuum, a vertex that an amputated line enters.
#include "compiler/theory/index.h"
#include "compiler/theory/walk.h"

namespace diagc::theory {

using syntax::Op;

/// Coefficients that are no numbers are the same for all diagrams of an order: they stand in front.
void Walker::factors(Terms& into) const {
  for (std::size_t v = 0; v < vertices_; ++v) {
    const Species& vertex = model_.vertices[v];
    if (!vertex.factor) continue;
    if (mentions(*vertex.factor, vertex.label)) {
      const std::string label = binder_;
      into.push_back(product({{label, range(Term(*vertex.first), Term(*vertex.last))}},
                             substitute(*vertex.factor, {{vertex.label, name(label)}})));
    } else {
      into.push_back(power(vertex.factor, size_of(v)));
    }
  }
}

Term Walker::beginning() {
  Product product;
  factors(product.factors);
  product.coefficient = request_.sign;
  if (blocks_ && !request_.entry) {
    product.conditions.push_back(
        compare(Op::less_equal, Term(*model_.vertices[0].first), Term(*model_.vertices[0].last)));
  }
  Term begun = request_.entry      ? entry()
               : request_.line     ? external_line()
               : request_.has_root ? call({.kind = Shape::Kind::leg,
                                           .species = vertices_ + request_.root,
                                           .counts = request_.externals[request_.root].full(),
                                           .leg = 0},
                                          initial(), {})
                                   : vacuum();
  product.factors.push_back(std::move(begun));
  Addition sum;
  std::move(product).add_to(sum);
  return by_source(std::move(sum).take());
}

/// What leaves at one end, where all of them are sources.
Term Walker::by_source(Term value) const {
  if (!choice_.ends) return value;
  Term source = theory::call("source", {simplified(Term(*request_.line->leaves))});
  return theory::call("derivative", {std::move(value), std::move(source)});
}

Term Walker::external_line() {
  const ExternalLine& line = *request_.line;
  const Field& field = model_.fields[line.field];
  State state = initial();
  for (std::size_t e = 0; e < request_.externals.size(); ++e) {
    if (starts_open(e)) add_open(state, vertices_ + e, request_.externals[e].full(), integer(1));
  }
  const Shape shape{.kind = joined_ ? Shape::Kind::loop : Shape::Kind::external_line,
                    .field = line.field};
  LinePlace place;
  place.start = simplified(Term(*line.leaves));
  place.at = simplified(Term(*line.enters));
  const bool summed = field.has_flavour() && !line.flavour_out;
  if (field.has_flavour()) place.flavour = summed ? name(sum_flavour_) : Term(*line.flavour_out);
  place.start_flavour = place.flavour;
  Term begun = call(shape, state, arguments(shape, place));
  if (!summed) return begun;
  return sum({{sum_flavour_, Term(field.flavour_range())}}, std::move(begun));
}

/// The first vertex of the first set that has one, with all of its legs open. Which of them is numbered first is no choice, so every diagram
/// comes once for each vertex of the set: that number divides.
Term Walker::vacuum() {
  Term result = integer(0);
  for (std::size_t v = vertices_; v-- > 0;) {
    const Species& vertex = model_.vertices[v];
    State state = initial();
    const Term first(*vertex.first);
    state.touched[v] = request_.all_labellings ? without(state.touched[v], set_of({first})) : first;
    Product product;
    product.coefficient = vertex.number / taken_out_[v];
    product.factors.push_back(
        enter({.kind = Shape::Kind::rest}, state, {}, v, vertex.full(), first));
    Addition sum;
    std::move(product).add_to(sum);
    Term begun = std::move(sum).take();
    if (!request_.all_labellings) {
      auto quotient = std::make_unique<syntax::Expr>();
      quotient->kind = syntax::Expr::Kind::chain;
      quotient->ops = {Op::divide};
      quotient->op_spans.resize(1);
      quotient->operands.push_back(integer(1).take());
      quotient->operands.push_back(size_of(v).take());
      begun = times({Term(std::move(quotient)), std::move(begun)});
    }
    result = if_then_else(compare(Op::less_equal, first, Term(*vertex.last)), std::move(begun),
                          std::move(result));
  }
  return result;
}

Term Walker::entry() {
  Addition sum;
  for (const Entry::Way& way : request_.entry->ways) enter_first(way, sum);
  return std::move(sum).take();
}

void Walker::enter_first(const Entry::Way& way, Addition& sum) {
  const std::size_t entered = request_.entry->vertex;
  const Species& vertex = model_.vertices[entered];
  const LegClass& leg = vertex.classes[way.touch.leg];
  const Field& field = model_.fields[leg.field];
  const Term first = first_label_.empty() ? Term(*vertex.first) : name(first_label_);
  State state = initial();
  state.touched[entered] = !request_.all_labellings ? first
                           : others_name_.empty() ? without(state.touched[entered], set_of({first}))
                                                  : name(others_name_);
  if (blocks_) state.first = set_of({first});
  Product product;
  product.coefficient = vertex.number * way.touch.choices / taken_out_[entered];
  if (first_label_.empty())
    product.conditions.push_back(compare(Op::less_equal, first, Term(*vertex.last)));
  Counts left = vertex.full();
  --left[way.touch.leg];
  Shape shape{.kind = Shape::Kind::rest};
  Terms line_arguments;
  if (field.is_line) {
    if (!field.is_directed && leg.is_same_from_both_ends()) product.coefficient *= 2;
    shape = {.kind = Shape::Kind::external_line, .field = leg.field};
    LinePlace place;
    place.at = vertex.index(way.backwards ? leg.in : leg.out, first);
    if (field.has_flavour()) {
      const Term given(*request_.line->flavour_out);
      place.flavour = given;
      if (leg.flavour_in) {
        const auto at_first = [&](const syntax::Expr& flavour) {
          return simplified(substitute(flavour, {{vertex.label, first}}));
        };
        product.conditions.push_back(compare(
            Op::equal, given, at_first(way.backwards ? *leg.flavour_out : *leg.flavour_in)));
        place.flavour = at_first(way.backwards ? *leg.flavour_in : *leg.flavour_out);
      }
      place.start_flavour = given;
    }
    line_arguments = arguments(shape, place);
  }
  product.factors.push_back(enter(shape, state, std::move(line_arguments), entered, left, first));
  std::move(product).add_to(sum);
}

}  // namespace diagc::theory
