// Forwards: in which ways an amputated line can have come to an index, by vertices that nothing had touched and by open ones.
#include "compiler/theory/ends_families.h"
#include "compiler/theory/index.h"
#include "compiler/theory/points.h"

namespace diagc::theory {

using syntax::Op;

std::vector<LineEnds::Touched> LineEnds::touchings(std::size_t field, const Label& label) const {
  std::vector<Touched> result;
  for (std::size_t v = 0; v < vertices_; ++v) {
    const Species& vertex = species(v);
    for (const Species::Touch& touch : vertex.touches) {
      const LegClass& leg = vertex.classes[touch.leg];
      if (leg.field != field) continue;
      Counts left = vertex.full();
      --left[touch.leg];
      const auto eager = eager_leg(v, left);
      if (!eager) {
        const Term at = label(v, 0, 1);
        result.push_back({{{v, left, at}}, touch.leg, weight(v, touch), {}});
        continue;
      }
      // Its single leg is contracted at once, with a vertex that nothing has touched either.
      const LegClass& single = vertex.classes[*eager];
      --left[*eager];
      for (std::size_t u = 0; u < vertices_; ++u) {
        const Species& partner = species(u);
        for (const Species::Touch& other : partner.touches) {
          if (partner.classes[other.leg].field != single.field) continue;
          Counts partner_left = partner.full();
          --partner_left[other.leg];
          const std::size_t of_set = u == v ? 2 : 1;
          const Term first = label(v, 0, of_set), second = label(u, of_set - 1, of_set);
          Touched both{{{v, left, first}, {u, partner_left, second}},
                       touch.leg,
                       weight(v, touch) * weight(u, other),
                       {}};
          both.propagators.push_back(
              propagator(single.field, vertex.index(single.in, first), {},
                         partner.index(partner.classes[other.leg].in, second), {}));
          result.push_back(std::move(both));
        }
      }
    }
  }
  return result;
}

/// 1, with the vertex's weight, where the line has just entered the first vertex and nothing else has been done.
Term LineEnds::begun(std::size_t field, const State& state, const Term& at) const {
  Addition sum;
  const auto label = [&](std::size_t v, std::size_t place, std::size_t) {
    return shifted(lowest_label(v), static_cast<std::int64_t>(place));
  };
  for (Touched& touched : touchings(field, label)) {
    const Touched::Vertex& entered = touched.vertices[0];
    const bool is_line = request_.line->field == field;
    if (is_line && !(request_.entry->vertex == entered.species && request_.entry->has(touched.leg)))
      continue;
    State start = state;
    for (std::size_t u = 0; u < vertices_; ++u) start.touched[u] = shifted(lowest_label(u), -1);
    for (Term& set : start.open) set = set_of({});
    for (const Touched::Vertex& vertex : touched.vertices) {
      start.touched[vertex.species] = vertex.label;
      add_open(start, vertex.species, vertex.left, vertex.label);
    }
    Terms conditions;
    for (std::size_t u = 0; u < vertices_; ++u)
      conditions.push_back(compare(Op::equal, state.touched[u], start.touched[u]));
    for (std::size_t s = 0; s < statuses_.size(); ++s)
      conditions.push_back(compare(Op::equal, state.open[s], start.open[s]));
    const Species& owner = species(entered.species);
    conditions.push_back(
        compare(Op::equal, at, owner.index(owner.classes[touched.leg].out, entered.label)));
    Product product;
    product.coefficient = touched.weight;
    product.conditions.push_back(all_of(std::move(conditions)));
    product.factors = std::move(touched.propagators);
    std::move(product).add_to(sum);
  }
  return std::move(sum).take();
}

void LineEnds::arrive_at(std::size_t field, const State& state, const Term& at, const Term* above,
                         const std::function<Term(const State&, const Term&)>& source,
                         Addition& sum) {
  const auto label = [&](std::size_t v, std::size_t place, std::size_t of) {
    return shifted(state.touched[v],
                   static_cast<std::int64_t>(place) + 1 - static_cast<std::int64_t>(of));
  };
  for (Touched& touched : touchings(field, label)) {
    Product product;
    product.coefficient = touched.weight;
    State before = state;
    Terms conditions;
    for (const Touched::Vertex& vertex : touched.vertices) {
      // The labels of one set come in order: what was touched before is below the first of them.
      const bool is_first_of_set =
          &vertex == touched.vertices.data() || vertex.species != touched.vertices[0].species;
      if (is_first_of_set) {
        before.touched[vertex.species] = shifted(vertex.label, -1);
        conditions.push_back(
            compare(Op::greater_equal, vertex.label, lowest_label(vertex.species)));
      }
      if (const auto left_in = status(vertex.species, vertex.left)) {
        conditions.push_back(compare(Op::in, vertex.label, state.open[*left_in]));
        before.open[*left_in] = without(before.open[*left_in], set_of({vertex.label}));
      }
    }
    const Species& owner = species(touched.vertices[0].species);
    const LegClass& leg = owner.classes[touched.leg];
    const Term& first = touched.vertices[0].label;
    conditions.insert(conditions.begin() + 1, compare(Op::equal, at, owner.index(leg.out, first)));
    product.conditions.push_back(all_of(std::move(conditions)));
    product.factors = std::move(touched.propagators);
    product.factors.push_back(source(before, owner.index(leg.in, first)));
    std::move(product).add_to(sum);
  }
  for (const auto& [s, c] : slots()) {
    const Species& vertex = owner_of(s);
    const LegClass& leg = vertex.classes[c];
    if (leg.field != field) continue;
    const std::size_t v = statuses_[s].species;
    const Term label = name(label_);
    Product product;
    product.coefficient = statuses_[s].counts[c] * slot_weight(field);
    product.binders.push_back({label_, can_be_open(state, v)});
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

/// The sum over the points from which a line of the field can have come.
Term LineEnds::over_points(std::size_t field, const State& state, const Term& lowest,
                           const std::function<Term(const Term&)>& source) const {
  Addition sum;
  for (std::size_t v = 0; v < vertices_; ++v) {
    const Species& vertex = species(v);
    for (const Term& point : points_left(vertex, field, name(from_))) {
      Product product;
      const Term first = vertices_ == 1 ? lowest : lowest_label(v);
      product.binders.push_back({from_, range(first, state.touched[v])});
      product.factors = {propagator(field, point, {}, name(to_), {}), source(point)};
      std::move(product).add_to(sum);
    }
  }
  return std::move(sum).take();
}

}  // namespace diagc::theory
