#include "compiler/theory/diagrams.h"

#include <algorithm>

#include <fmt/format.h>

#include "compiler/theory/index.h"

namespace diagc::theory {

using syntax::Expr;
using syntax::Operator;

namespace {

void collect_captured(const Expr& expr, std::vector<std::string>& bound,
                      std::vector<std::string>& found) {
  const bool is_free_local = expr.kind == Expr::Kind::name &&
                             expr.target.kind == syntax::Target::Kind::local &&
                             std::ranges::count(bound, expr.text) == 0;
  if (is_free_local && std::ranges::count(found, expr.text) == 0) found.push_back(expr.text);
  const std::size_t before = bound.size();
  for (const auto& item : expr.items) {
    if (item.expr) collect_captured(*item.expr, bound, found);
    if (!item.name.empty()) bound.push_back(item.name);
  }
  for (std::size_t i = 0; i < expr.operands.size(); ++i) {
    if (expr.kind == Expr::Kind::let && i == 1) bound.push_back(expr.text);
    collect_captured(*expr.operands[i], bound, found);
  }
  bound.resize(before);
}

class Reader {
 public:
  Reader(const Model& model, const Expr& expr, const Source& source)
      : model_(model), expr_(expr), source_(source) {
    request_.expr = &expr;
  }

  Request run();

 private:
  [[noreturn]] void refuse(Span at, std::string message) const {
    throw InputError(make_diagnostic(Code::value, source_, at, std::move(message)));
  }
  void read_options();
  void read_operators();
  void read_ends();
  void take_root_line(const LegCollector::Pair& pair);
  void take_external(const LegCollector::Pair& pair);
  void take_second_line(const LegCollector::Pair& pair);
  void check_second_line() const;
  void check_parity() const;
  void check_reach() const;
  void read_amputated();
  void find_entry();
  void capture();

  const Model& model_;
  const Expr& expr_;
  const Source& source_;
  Request request_;
  bool operators_cut_ = true;  ///< without `cut`, those of the operators' fields
};

Request Reader::run() {
  const std::string& word = expr_.text;
  request_.kept = word == "connected"     ? Kept::connected
                  : word == "amputated"   ? Kept::amputated
                  : word == "irreducible" ? Kept::irreducible
                                          : Kept::skeleton;
  read_options();
  if (expr_.operands.empty()) {
    read_operators();
    if (request_.kept == Kept::irreducible) read_ends();
  } else {
    read_amputated();
  }
  check_parity();
  check_reach();
  capture();
  return std::move(request_);
}

void Reader::read_options() {
  for (const auto& option : expr_.diagrams->options) {
    const auto fields = [&](std::vector<std::size_t>& into) {
      for (const auto& word : option.words) into.push_back(model_.field(word.text));
    };
    if (option.name.text == "cut") {
      if (request_.kept == Kept::connected || request_.kept == Kept::amputated) {
        refuse(
            option.name.span,
            fmt::format("found `cut` beside `{}`, expected it beside `irreducible` or `skeleton`, "
                        "which say what no cut may do",
                        expr_.text));
      }
      fields(request_.cut);
      operators_cut_ = false;
    }
    if (option.name.text == "even") fields(request_.even);
    if (option.name.text == "labellings") {
      request_.all_labellings = option.words[0].text == "all";
      request_.each_labelling = option.words[0].text == "each";
      if (request_.each_labelling && request_.kept == Kept::skeleton) {
        refuse(option.name.span,
               "found `labellings each` beside `skeleton`, expected it beside `connected`, "
               "`amputated` "
               "or `irreducible`: skeletons are right when summed over the labellings");
      }
    }
  }
  request_.walk = asked_walk(expr_);
}

void Reader::read_operators() {
  const std::vector<Operator>& operators = expr_.diagrams->operators;
  if (operators.empty() && model_.vertices.empty()) {
    refuse(expr_.at, "found neither operators nor vertices, expected some: there is no diagram");
  }
  std::vector<Diagnostic> diagnostics;
  LegCollector collector(model_, source_, diagnostics);
  const auto pairs = collector.pairs(operators, expr_.at, diagc::quoted(expr_.text));
  if (!pairs) throw InputError(std::move(diagnostics));
  request_.sign = collector.sign(operators, *pairs);
  const LegCollector::Pair* root = nullptr;
  const auto begin = [&](const LegCollector::Pair& pair) { return std::min(pair.in, pair.out); };
  for (const auto& pair : *pairs) {
    if (pair.in && model_.fields[pair.field].is_directed && (!root || begin(pair) < begin(*root)))
      root = &pair;
  }
  // A real field in slots: its two external operators are the ends of a line.
  for (const auto& pair : *pairs) {
    if (!root && pair.in) root = &pair;
  }
  if (root) take_root_line(*root);
  for (const auto& pair : *pairs) {
    if (&pair != root) take_external(pair);
  }
  if (request_.second) check_second_line();
  for (Species& external : request_.externals) find_touches(external, true);
  if (request_.line || request_.externals.empty()) return;
  request_.has_root = true;
}

/// Every operator is an end of an irreducible function, on which one propagator hangs; by default the cuts of their fields count.
void Reader::read_ends() {
  const std::vector<Operator>& operators = expr_.diagrams->operators;
  for (std::size_t i = 0; i < operators.size(); ++i) {
    const Operator& part = operators[i];
    const bool again =
        std::any_of(operators.begin(), operators.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](const Operator& other) { return same_index(*other.at, *part.at); });
    if (again || !part.power.empty()) {
      refuse(
          again ? part.span : part.power_span,
          fmt::format("found another operator at the index {} in `irreducible`, expected each at "
                      "an index of its own: one propagator leads there",
                      diagc::quoted(text_of(*part.at))));
    }
    const std::size_t field = model_.field(part.field);
    if (operators_cut_ && !request_.cuts(field)) request_.cut.push_back(field);
  }
  if (!model_.vertices.empty()) return;
  refuse(expr_.at, "found no vertices, expected some: there is no irreducible diagram");
}

void Reader::take_root_line(const LegCollector::Pair& pair) {
  if (model_.fields[pair.field].loop_sign < 0) request_.sign = -request_.sign;
  request_.line = ExternalLine{pair.field, pair.out->at.get(), pair.in->at.get(),
                               pair.out->flavour.get(), pair.in->flavour.get()};
  if (!pair.out->flavour != !pair.in->flavour) {
    refuse((pair.out->flavour ? pair.out : pair.in)->flavour->span,
           fmt::format("found a flavour at one end of the line of {}, expected one at both ends or "
                       "at none, which sums over it",
                       diagc::quoted(pair.out->field)));
  }
}

void Reader::take_external(const LegCollector::Pair& pair) {
  const Expr& at = *pair.out->at;
  if (pair.in && !same_index(at, *pair.in->at)) return take_second_line(pair);
  if (request_.line && same_index(at, *request_.line->leaves) &&
      !same_index(at, *request_.line->enters)) {
    refuse(pair.out->span,
           fmt::format("found another operator at the index {}, where the external line ends, "
                       "expected it at another index",
                       diagc::quoted(text_of(at))));
  }
  auto found = std::ranges::find_if(request_.externals, [&](const Species& species) {
    return same_index(*species.points[0], at);
  });
  if (found == request_.externals.end()) {
    Species external;
    external.name = fmt::format("end{}", request_.externals.size() + 1);
    external.place = pair.out->span;
    external.points.push_back(&at);
    request_.externals.push_back(std::move(external));
    found = request_.externals.end() - 1;
  }
  add_pair(*found, pair);
}

void Reader::take_second_line(const LegCollector::Pair& pair) {
  const Field& field = model_.fields[pair.field];
  const auto refuse_because = [&](const char* which, const std::string& expected) {
    refuse(pair.in->span,
           fmt::format("found a {} line of {}, from the index {} to {}, expected {}", which,
                       diagc::quoted(pair.out->field), diagc::quoted(text_of(*pair.out->at)),
                       diagc::quoted(text_of(*pair.in->at)), expected));
  };
  if (request_.kept != Kept::connected && !request_.all_labellings) {
    refuse_because("second",
                   "one line, and other ends of real fields without flavours, or `labellings all`");
  }
  if (request_.second)
    refuse_because("third", "two, and other pairs of operators at one index each");
  if (!field.is_directed || field.has_flavour()) {
    refuse_because("second",
                   "one line, and other pairs of operators at one index each: a second one is of "
                   "fermions or bosons whose flavours nothing tells apart");
  }
  const ExternalLine& first = *request_.line;
  if (first.field == pair.field && same_index(*first.enters, *first.leaves))
    refuse_because("second", "it before the operators at one index");
  request_.second = SecondLine{pair.field, pair.out->at.get(), pair.in->at.get()};
}

/// What stands at one index hangs together, which the walk would not know of the ends of lines.
void Reader::check_second_line() const {
  std::vector<const Expr*> indices = {request_.line->enters};
  if (!same_index(*indices[0], *request_.line->leaves)) indices.push_back(request_.line->leaves);
  for (const Species& external : request_.externals) {
    if (!same_index(*external.points[0], *request_.line->enters))
      indices.push_back(external.points[0]);
  }
  for (const Expr* index : {request_.second->begins, request_.second->ends}) {
    for (const Expr* other : indices) {
      if (!same_index(*index, *other)) continue;
      refuse(index->span, fmt::format("found another operator at the index {}, where a second line "
                                      "begins or ends, expected it at another index",
                                      diagc::quoted(text_of(*index))));
    }
  }
}

/// Legs of a real field come in twos.
void Reader::check_parity() const {
  for (std::size_t f = 0; f < model_.fields.size(); ++f) {
    if (model_.fields[f].is_line) continue;
    const auto legs = [&](const Species& species) {
      int count = 0;
      for (const LegClass& leg : species.classes) count += leg.field == f ? leg.count : 0;
      return count;
    };
    int ends = request_.entry && request_.line->field == f ? 1 : 0;
    for (const Species& external : request_.externals) ends += legs(external);
    const bool odd_vertex = std::ranges::any_of(
        model_.vertices, [&](const Species& vertex) { return legs(vertex) % 2 == 1; });
    if (ends % 2 == 0 || odd_vertex) continue;
    refuse(expr_.at, fmt::format("found an odd number of operators of the real field {}, expected "
                                 "an even number: every vertex has an even number of them, so that "
                                 "one is left over",
                                 diagc::quoted(model_.fields[f].name())));
  }
}

/// Vertices that no line joins to the operators of the output leave no diagram.
void Reader::check_reach() const {
  std::vector<bool> field_reached(model_.fields.size()), vertex_reached(model_.vertices.size());
  if (request_.line) field_reached[request_.line->field] = true;
  for (const Species& external : request_.externals) {
    for (const LegClass& leg : external.classes) field_reached[leg.field] = true;
  }
  if (request_.is_vacuum()) {
    for (const LegClass& leg : model_.vertices[0].classes) field_reached[leg.field] = true;
  }
  for (bool more = true; more;) {
    more = false;
    for (std::size_t v = 0; v < model_.vertices.size(); ++v) {
      const auto& classes = model_.vertices[v].classes;
      const bool joins = std::ranges::any_of(
          classes, [&](const LegClass& leg) { return field_reached[leg.field]; });
      if (!joins || vertex_reached[v]) continue;
      vertex_reached[v] = more = true;
      for (const LegClass& leg : classes) field_reached[leg.field] = true;
    }
  }
  for (std::size_t v = 0; v < model_.vertices.size(); ++v) {
    if (vertex_reached[v]) continue;
    refuse(expr_.at,
           fmt::format("found no line that joins the vertex {} to the others, expected a field in "
                       "common: no connected diagram has it",
                       diagc::quoted(model_.vertices[v].name)));
  }
}

void Reader::read_amputated() {
  const Operator& named = expr_.diagrams->operators[0];
  const std::size_t field = model_.field(named.field);
  const Field& line = model_.fields[field];
  request_.line = ExternalLine{field, expr_.operands[0].get(), expr_.operands[1].get(),
                               named.flavour.get(), named.flavour.get()};
  if (line.has_flavour() && !named.flavour) {
    refuse(named.span, fmt::format("found {0} without a flavour, expected the one that the line "
                                   "enters and leaves with, as in `{0}[1]`",
                                   named.field));
  }
  if (request_.cut.empty()) request_.cut.push_back(field);
  find_entry();
  if (line.is_line) return;
  // The end of a single leg is an operator whose propagator is cut off.
  Species end;
  end.name = "end";
  end.place = named.span;
  end.points.push_back(request_.line->leaves);
  end.classes.push_back({field, 0, 0, nullptr, nullptr, 1});
  find_touches(end, true);
  request_.externals.push_back(std::move(end));
  request_.end = 0;
}

void Reader::find_entry() {
  const Expr& from = *request_.line->enters;
  std::string places;
  for (std::size_t v = 0; v < model_.vertices.size(); ++v) {
    const Species& vertex = model_.vertices[v];
    for (const Species::Touch& touch : vertex.touches) {
      const LegClass& leg = vertex.classes[touch.leg];
      if (leg.field != request_.line->field) continue;
      const bool two_ways = !model_.fields[leg.field].is_directed && !leg.is_same_from_both_ends();
      for (const bool backwards : {false, true}) {
        const std::size_t point = backwards ? leg.out : leg.in;
        const Term index = vertex.index(point, Term(*vertex.first));
        if (same_index(*index, from)) {
          if (!request_.entry) request_.entry = Entry{v, {}};
          request_.entry->ways.push_back({touch, backwards});
        }
        const std::string place =
            fmt::format("`{}` (the first {})", text_of(*index), diagc::quoted(vertex.name));
        if (places.find(place) == std::string::npos) places += (places.empty() ? "" : ", ") + place;
        if (!two_ways) break;
      }
    }
    if (request_.entry) return;
  }
  if (places.empty()) {
    refuse(expr_.diagrams->operators[0].span,
           fmt::format("found no vertex of the field {}, expected one that its line can enter",
                       diagc::quoted(expr_.diagrams->operators[0].field)));
  }
  refuse(
      expr_.operands[0]->span,
      fmt::format("found a line that enters at the index {}, expected the first point of a first "
                  "vertex: {}",
                  diagc::quoted(text_of(from)), places));
}

void Reader::capture() {
  std::vector<std::string> bound;
  const auto visit = [&](const auto& part) {
    if (part) collect_captured(*part, bound, request_.captured);
  };
  for (const Operator& part : expr_.diagrams->operators) {
    visit(part.at);
    visit(part.flavour);
  }
  for (const auto& operand : expr_.operands) visit(operand);
}

}  // namespace

std::optional<Walk> asked_walk(const Expr& diagrams) {
  for (const auto& option : diagrams.diagrams->options) {
    if (option.name.text != "walk") continue;
    const std::string& word = option.words[0].text;
    return word == "line" ? Walk::line : word == "trail" ? Walk::trail : Walk::lowest;
  }
  return std::nullopt;
}

Request read_request(const Model& model, const Expr& diagrams, const Source& source) {
  return Reader(model, diagrams, source).run();
}

}  // namespace diagc::theory
