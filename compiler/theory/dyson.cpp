#include "compiler/theory/dyson.h"

#include <algorithm>

#include <fmt/format.h>

#include "compiler/theory/dressed.h"
#include "compiler/theory/index.h"
#include "compiler/theory/points.h"

namespace diagc::theory {

using syntax::Decl;
using syntax::Op;

namespace {

class Dyson final : public Dressed {
 public:
  Dyson(const Model& model, const Request& request, const Choice& choice, Names& names,
        const Source& source, Counterterms& counterterms)
      : Dressed(model, request, choice, names, source, counterterms),
        improper_(names.fresh("improper")),
        proper_(names.fresh("proper")) {}

  Derived run_dyson();

 private:
  void leave(Product& product, const Term& at) const override;
  /// Two parts of the labels that a propagator joins.
  void add_reducible(Addition& proper);
  void add_reducible_of_subsets(Addition& proper);

  std::string improper_, proper_;
};

/// On to the first vertex of the next part; the last part leaves at a source.
void Dyson::leave(Product& product, const Term& at) const {
  if (request_.all_labellings) return Dressed::leave(product, at);
  const Term next = entered(request_.line->field, shifted(name(last_name_), 1));
  product.factors.push_back(if_then_else(compare(Op::less, name(last_name_), last()),
                                         propagator(request_.line->field, at, {}, next, {}),
                                         theory::call("source", {at})));
}

void Dyson::add_reducible(Addition& proper) {
  const Term first(*model_.vertices[0].first);
  const Term a = name(first_label_), z = name(last_name_);
  Product reducible;
  reducible.binders = {{first_label_, range(first, shifted(z, -1))}};
  reducible.factors = {theory::call(proper_, {a}), theory::call(improper_, {shifted(a, 1), z})};
  reducible.coefficient = -1;
  std::move(reducible).add_to(proper);
}

void Dyson::add_reducible_of_subsets(Addition& proper) {
  const std::size_t field = request_.line->field;
  const Term first(*model_.vertices[0].first);
  const Term others = name(others_name_), part = name(split_), a = name(first_label_);
  const Term rest = without(others, part);
  for (const Term& point : points_left(model_.vertices[0], field, name(point_))) {
    Product reducible;
    reducible.coefficient = -1;
    reducible.binders = {{split_, theory::call("subsets", {others})},
                         {point_, with(set_of({first}), part)},
                         {first_label_, rest}};
    reducible.factors = {theory::call("derivative", {theory::call(proper_, {part}),
                                                     theory::call("source", {point})}),
                         propagator(field, point, {}, entered(field, a), {}),
                         theory::call(improper_, {a, without(rest, set_of({a}))})};
    std::move(reducible).add_to(proper);
  }
}

Derived Dyson::run_dyson() {
  Derived derived;
  const std::string& field = model_.fields[request_.line->field].name();
  const bool all_labellings = request_.all_labellings;
  const Term first(*model_.vertices[0].first);
  Addition proper;
  proper.add(theory::call(improper_, {first, name(second_label_name())}));
  if (all_labellings) {
    add_reducible_of_subsets(proper);
  } else {
    add_reducible(proper);
  }
  Terms all;
  factors(all);
  all.push_back(
      theory::call(proper_, {all_labellings ? range(shifted(first, 1), last()) : last()}));
  derived.value = by_source(times(std::move(all)));
  Decl proper_family = family(
      proper_, {},
      fmt::format("Those of the labels {} that no cut of a line of {} takes apart, by Dyson's "
                  "equation: {}.",
                  all_labellings ? fmt::format("{} and {}", text_of(*first), others_name_)
                                 : fmt::format("{}..{}", text_of(*first), last_name_),
                  field, all_labellings ? "all labellings of the others" : holds_summed),
      std::move(proper).take());
  proper_family.parameters.erase(proper_family.parameters.begin());  // it begins at the first label
  derived.families.push_back(std::move(proper_family));
  Derived walk;
  Term body = entered_at_first(walk);
  derived.families.push_back(family(
      improper_, {},
      all_labellings
          ? fmt::format("Connected diagrams on the labels {}: a line of {} enters at {} and leaves "
                        "at a source.",
                        labels_text(), field, first_label_)
          : fmt::format(
                "Connected diagrams on the labels {0}..{1}: a line of {2} enters at {0} and goes "
                "on to {1}+1, from the last label to a source.",
                first_label_, last_name_, field),
      std::move(body)));
  std::ranges::move(walk.families, std::back_inserter(derived.families));
  hand_on_captured(derived);
  return derived;
}

}  // namespace

bool has_dyson(const Model& model, const Request& request) {
  if (request.kept != Kept::irreducible || request.each_labelling || !request.entry) return false;
  const std::size_t line = request.line->field;
  if (model.vertices.size() != 1 || !request.cuts(line) || !has_one_entry(model, line))
    return false;
  // A line of another charged field is never the only one between two parts; one of a real field is, where it holds a tadpole.
  return std::ranges::all_of(request.cut, [&](std::size_t field) {
    return field == line || model.fields[field].is_directed ||
           (!model.fields[field].is_line && has_one_entry(model, field));
  });
}

Derived derive_dyson(const Model& model, const Request& request, const Choice& choice, Names& names,
                     const Source& source) {
  Request connected = request;
  connected.kept = Kept::amputated;
  Choice with_sources = choice;
  with_sources.ends = true;
  Counterterms counterterms;
  counterterms.tadpoles = with_tadpoles(model, request);
  Derived derived = Dyson(model, connected, with_sources, names, source, counterterms).run_dyson();
  write_counterterms(model, request, choice, names, source, counterterms, derived);
  return derived;
}

}  // namespace diagc::theory
