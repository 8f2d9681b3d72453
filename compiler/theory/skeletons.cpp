// Self-energies and tadpoles of a theory whose lines have counterterms, and skeletons as the first of these.
#include <algorithm>

#include <fmt/format.h>

#include "compiler/theory/dressed.h"
#include "compiler/theory/index.h"

namespace diagc::theory {

namespace {

/// A line or leg of the field that enters at the first vertex; `leaves`: it does so again.
Request amputated(const Model& model, const Request& asked, std::size_t field, bool leaves) {
  Request request;
  request.expr = asked.expr;
  request.kept = Kept::amputated;
  request.even = asked.even;
  request.all_labellings = asked.all_labellings;
  request.line = asked.line;
  request.line->field = field;
  request.line->flavour_out = request.line->flavour_in = nullptr;
  request.entry = Entry{0, {}};
  const Species& vertex = model.vertices[0];
  for (const Species::Touch& touch : vertex.touches) {
    if (vertex.classes[touch.leg].field == field) request.entry->ways.push_back({touch, false});
  }
  if (model.fields[field].is_line || !leaves) return request;
  Species end;
  end.name = "end";
  end.place = vertex.place;
  end.points.push_back(request.line->leaves);
  end.classes.push_back({field, 0, 0, nullptr, nullptr, 1});
  find_touches(end, true);
  request.externals.push_back(std::move(end));
  request.end = 0;
  return request;
}

Choice possible(Choice choice, const Model& model, const Request& request) {
  choice.eager = choice.eager && can_be_eager(model, request);
  choice.ends = true;
  return choice;
}

/// For doc strings.
const char* holds(const Request& request) {
  return request.all_labellings ? "all labellings of the others" : holds_summed;
}

}  // namespace

void write_counterterms(const Model& model, const Request& asked, const Choice& choice,
                        Names& names, const Source& source, Counterterms& counterterms,
                        Derived& derived) {
  std::vector<std::string> written;
  const auto is_new = [&](const std::string& text) {
    if (std::ranges::count(written, text) > 0) return false;
    written.push_back(text);
    return true;
  };
  const auto write_self_energy = [&](std::size_t field, const std::string& text) {
    const Request request = amputated(model, asked, field, true);
    Dressed walk(model, request, possible(choice, model, request), names, source, counterterms);
    const std::string all = names.fresh("all_" + text);
    Term body = walk.entered_at_first(derived);
    const std::string& of = model.fields[field].name();
    derived.families.push_back(
        walk.family(all, {},
                    fmt::format("Connected diagrams with counterterms: a line of {} enters "
                                "at {} and leaves at a source.",
                                of, text_of(*walk.labels()[0])),
                    std::move(body)));
    Term ends = theory::call("derivative", {theory::call(all, walk.labels()),
                                            theory::call("source", {name(walk.end_name())})});
    derived.families.push_back(walk.family(
        text, {walk.end_name()},
        fmt::format("Self-energy of {} on the labels {}, from the first of them to {}: {}.", of,
                    walk.labels_text(), walk.end_name(), holds(asked)),
        std::move(ends)));
  };
  const auto write_tadpole = [&](std::size_t field, const std::string& text) {
    const Request request = amputated(model, asked, field, false);
    Dressed walk(model, request, possible(choice, model, request), names, source, counterterms);
    Term body = walk.entered_at_first(derived);
    derived.families.push_back(walk.family(
        text, {},
        fmt::format("Diagrams of the labels {} that hang on one line of {}, at the first: {}.",
                    walk.labels_text(), model.fields[field].name(), holds(asked)),
        std::move(body)));
  };
  for (bool more = true; more;) {
    more = false;
    const auto self_energies = counterterms.self_energies;
    for (const auto& [field, text] : self_energies) {
      if (!is_new(text)) continue;
      write_self_energy(field, text);
      more = true;
    }
    const auto held = counterterms.held;
    for (const auto& [field, text] : held) {
      if (!is_new(text)) continue;
      write_tadpole(field, text);
      more = true;
    }
  }
}

bool has_skeletons(const Model& model, const Request& request) {
  if (request.kept != Kept::skeleton || !request.entry) return false;
  if (model.vertices.size() != 1 || !request.cuts(request.line->field)) return false;
  if (!std::ranges::all_of(request.cut,
                           [&](std::size_t field) { return has_one_entry(model, field); }))
    return false;
  // Of a loop with insertions, whether its vertices are even in number has to be known from the labels.
  const Species& vertex = model.vertices[0];
  return std::ranges::all_of(request.even, [&](std::size_t field) {
    int slots = 0;
    for (const LegClass& leg : vertex.classes) slots += leg.field == field ? leg.count : 0;
    return slots == 1;
  });
}

Derived derive_skeletons(const Model& model, const Request& request, const Choice& choice,
                         Names& names, const Source& source) {
  Counterterms counterterms;
  counterterms.lines = request.cut;
  counterterms.tadpoles = with_tadpoles(model, request);
  const std::string suffix =
      model.fields.size() > 1 ? "_" + model.fields[request.line->field].name() : "";
  const std::string text = names.fresh("Sigma" + suffix);
  counterterms.self_energies.emplace(request.line->field, text);
  Derived derived;
  const Species& vertex = model.vertices[0];
  const Request line = amputated(model, request, request.line->field, true);
  Terms factors =
      Dressed(model, line, possible(choice, model, line), names, source, counterterms).prefactors();
  const Term last(*vertex.last);
  const Term second = request.all_labellings ? range(shifted(Term(*vertex.first), 1), last) : last;
  factors.push_back(
      theory::call(text, {Term(*vertex.first), second, simplified(Term(*request.line->leaves))}));
  derived.value = times(std::move(factors));
  write_counterterms(model, request, choice, names, source, counterterms, derived);
  return derived;
}

}  // namespace diagc::theory
