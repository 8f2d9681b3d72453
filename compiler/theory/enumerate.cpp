#include "compiler/theory/enumerate.h"

#include <algorithm>

#include <fmt/format.h>

#include "compiler/theory/index.h"

namespace diagc::theory {

namespace {

using End = Diagram::End;

constexpr std::size_t most_walks = 200'000;

/// A vertex that has been touched, with the legs that are left.
struct Open {
  std::size_t species;
  std::int64_t label;
  Counts left;
  std::size_t vertex;  ///< of the diagram
};

/// A diagram under way.
struct Part {
  Diagram diagram;
  std::vector<Open> open;
  std::vector<std::int64_t> touched;  ///< last label of each set
  std::vector<bool> waiting;          ///< external points
};

/// A line under way: where it is, and where it closes.
struct Way {
  std::size_t field;
  End at, start;
  bool is_external;
  bool is_odd;
};

class Enumerator {
 public:
  Enumerator(const Model& model, const Request& request, const Statics& statics, std::size_t most,
             const Source& source)
      : model_(model), request_(request), most_(most), source_(source) {
    for (const auto& [text, value] : statics) values_.emplace(text, integer(value));
    for (const Species& vertex : model_.vertices) {
      first_.push_back(number(*vertex.first, vertex.place));
      last_.push_back(number(*vertex.last, vertex.place));
    }
  }

  std::vector<Diagram> run();

 private:
  const Species& species(std::size_t i) const {
    return i < model_.vertices.size() ? model_.vertices[i]
                                      : request_.externals[i - model_.vertices.size()];
  }
  std::int64_t number(const syntax::Expr& expr, Span place) const;
  std::int64_t index_of(std::size_t owner, std::size_t point, std::int64_t label) const;
  bool starts_open(std::size_t external) const {
    if (request_.has_root) return external == request_.root;
    return request_.line && !request_.entry &&
           same_index(*request_.externals[external].points[0], *request_.line->enters);
  }
  std::size_t external_vertex(Part& part, std::int64_t index) const;
  End end_at(const Open& open, std::size_t leg, bool goes_out) const;
  Open& touch(Part& part, std::size_t owner, const Number& weight) const;
  template <class Visit>
  void for_each_leg(const Part& part, std::size_t field, Visit visit);
  void enter();
  void follow(Part part, const Way& way);
  void contract(Part part, std::size_t field, const End& from);
  void go_on(Part part);
  void finish(Part part);
  [[noreturn]] void refuse(Span at, std::string message) const {
    throw InputError(make_diagnostic(Code::limit, source_, at, std::move(message)));
  }

  const Model& model_;
  const Request& request_;
  std::size_t most_;
  const Source& source_;
  std::map<std::string, Term> values_;
  std::vector<std::int64_t> first_, last_;
  std::vector<Diagram> found_;
  std::map<std::string, std::size_t> by_text_;
  std::size_t walks_ = 0;
};

std::int64_t Enumerator::number(const syntax::Expr& expr, Span place) const {
  const auto value = literal(*simplified(substitute(expr, values_)));
  if (!value) {
    refuse(place, fmt::format("found {}, expected integers times statics: diagrams are drawn for "
                              "indices of this kind",
                              diagc::quoted(text_of(expr))));
  }
  return *value;
}

std::int64_t Enumerator::index_of(std::size_t owner, std::size_t point, std::int64_t label) const {
  const Species& vertex = species(owner);
  return number(*vertex.index(point, integer(label)), vertex.place);
}

/// The external point at an index, made where there is none.
std::size_t Enumerator::external_vertex(Part& part, std::int64_t index) const {
  auto& vertices = part.diagram.vertices;
  const auto found = std::ranges::find_if(vertices, [&](const Diagram::Vertex& vertex) {
    return vertex.name.empty() && vertex.label == index;
  });
  const auto place = static_cast<std::size_t>(found - vertices.begin());
  if (found == vertices.end()) vertices.push_back({"", index, 0});
  return place;
}

/// The next leg of a class that is left.
End Enumerator::end_at(const Open& open, std::size_t leg, bool goes_out) const {
  const LegClass& legs = species(open.species).classes[leg];
  return {open.vertex, leg, legs.count - open.left[leg], goes_out,
          index_of(open.species, goes_out ? legs.out : legs.in, open.label)};
}

Open& Enumerator::touch(Part& part, std::size_t owner, const Number& weight) const {
  const Species& vertex = species(owner);
  Open open{owner, 1, vertex.full(), 0};
  const bool is_cut_off = request_.end && owner == model_.vertices.size() + *request_.end;
  if (is_cut_off) {
    open.vertex = End::outside;
  } else if (vertex.is_external()) {
    open.vertex = external_vertex(part, index_of(owner, 0, 1));
  } else {
    open.label = ++part.touched[owner];
    open.vertex = part.diagram.vertices.size();
    part.diagram.vertices.push_back({vertex.name, open.label, owner});
  }
  part.diagram.weight *= weight;
  part.open.push_back(std::move(open));
  return part.open.back();
}

/// `visit(part, place in open, leg)` for each way to meet a leg of the field, with what it weighs.
template <class Visit>
void Enumerator::for_each_leg(const Part& part, std::size_t field, Visit visit) {
  for (std::size_t v = 0; v < model_.vertices.size(); ++v) {
    if (part.touched[v] >= last_[v]) continue;
    for (const Species::Touch& way : species(v).touches) {
      if (species(v).classes[way.leg].field != field) continue;
      Part next = part;
      touch(next, v, species(v).number * way.choices);
      visit(std::move(next), part.open.size(), way.leg);
    }
  }
  for (std::size_t e = 0; e < request_.externals.size(); ++e) {
    const std::size_t owner = model_.vertices.size() + e;
    for (std::size_t c = 0; c < species(owner).classes.size(); ++c) {
      if (!part.waiting[e] || species(owner).classes[c].field != field) continue;
      Part next = part;
      next.waiting[e] = false;
      touch(next, owner, species(owner).classes[c].count);
      visit(std::move(next), part.open.size(), c);
    }
  }
  for (std::size_t i = 0; i < part.open.size(); ++i) {
    const Open& open = part.open[i];
    for (std::size_t c = 0; c < open.left.size(); ++c) {
      if (open.left[c] == 0 || species(open.species).classes[c].field != field) continue;
      Part next = part;
      next.diagram.weight *= open.left[c];
      visit(std::move(next), i, c);
    }
  }
}

std::vector<Diagram> Enumerator::run() {
  if (request_.entry) {
    enter();
    return std::move(found_);
  }
  Part part;
  for (const std::int64_t first : first_) part.touched.push_back(first - 1);
  for (std::size_t e = 0; e < request_.externals.size(); ++e)
    part.waiting.push_back(!starts_open(e));
  part.diagram.weight = request_.sign;
  for (std::size_t e = 0; e < request_.externals.size(); ++e) {
    if (starts_open(e)) touch(part, model_.vertices.size() + e, 1);
  }
  if (request_.line) {
    const std::int64_t from = number(*request_.line->enters, request_.expr->at);
    const End begin{external_vertex(part, from), 0, 0, true, from};
    follow(std::move(part), {request_.line->field, begin, {}, true, false});
  } else if (request_.has_root) {
    const End begin = end_at(part.open[0], 0, false);
    const std::size_t field = species(part.open[0].species).classes[0].field;
    --part.open[0].left[0];
    contract(std::move(part), field, begin);
  } else {
    for (std::size_t v = 0; v < model_.vertices.size(); ++v) {
      const std::int64_t size = last_[v] - first_[v] + 1;
      if (size <= 0) continue;
      touch(part, v, species(v).number / size);
      go_on(std::move(part));
      break;
    }
  }
  return std::move(found_);
}

void Enumerator::enter() {
  const std::size_t v = request_.entry->vertex;
  if (first_[v] > last_[v]) return;
  for (const Entry::Way& way : request_.entry->ways) {
    Part part;
    for (const std::int64_t first : first_) part.touched.push_back(first - 1);
    part.waiting.assign(request_.externals.size(), true);
    Open& open = touch(part, v, species(v).number * way.touch.choices);
    const LegClass& leg = species(v).classes[way.touch.leg];
    const Field& field = model_.fields[leg.field];
    const End in = end_at(open, way.touch.leg, way.backwards);
    const End out = end_at(open, way.touch.leg, !way.backwards);
    --open.left[way.touch.leg];
    part.diagram.lines.push_back({leg.field, {}, in});
    if (!field.is_line) {
      go_on(std::move(part));
      continue;
    }
    if (!field.is_directed && leg.is_same_from_both_ends()) part.diagram.weight *= 2;
    follow(std::move(part), {leg.field, out, {}, true, false});
  }
}

void Enumerator::follow(Part part, const Way& way) {
  const Field& field = model_.fields[way.field];
  for_each_leg(part, way.field, [&](Part next, std::size_t place, std::size_t leg) {
    const LegClass& legs = species(next.open[place].species).classes[leg];
    const bool same = !field.is_directed && legs.is_same_from_both_ends();
    if (same) next.diagram.weight *= 2;
    for (const bool backwards : {false, true}) {
      if (backwards && (field.is_directed || same)) break;
      Part taken = next;
      Open& open = taken.open[place];
      const End in = end_at(open, leg, backwards), out = end_at(open, leg, !backwards);
      --open.left[leg];
      taken.diagram.lines.push_back({way.field, way.at, in});
      follow(std::move(taken), {way.field, out, way.start, way.is_external, !way.is_odd});
    }
  });
  if (way.is_external) {
    End end;
    if (!request_.entry) {
      const std::int64_t to = number(*request_.line->leaves, request_.expr->at);
      end = {external_vertex(part, to), 0, 1, false, to};
    }
    part.diagram.lines.push_back({way.field, way.at, end});
    return go_on(std::move(part));
  }
  if (request_.is_even(way.field) && way.is_odd) return;
  part.diagram.lines.push_back({way.field, way.at, way.start});
  part.diagram.weight *= field.loop_sign;
  if (field.flavours == Field::Flavours::equal)
    ++part.diagram.factors[text_of(*field.decl->flavour_count)];
  go_on(std::move(part));
}

void Enumerator::contract(Part part, std::size_t field, const End& from) {
  for_each_leg(part, field, [&](Part next, std::size_t place, std::size_t leg) {
    Open& open = next.open[place];
    const End to = open.vertex == End::outside ? End{} : end_at(open, leg, false);
    --open.left[leg];
    next.diagram.lines.push_back({field, from, to});
    go_on(std::move(next));
  });
}

/// The lowest vertex that has legs left: a loop begins there, or a single leg is contracted.
void Enumerator::go_on(Part part) {
  Open* lowest = nullptr;
  for (Open& open : part.open) {
    const bool has_left = std::ranges::any_of(open.left, [](int count) { return count > 0; });
    if (!has_left) continue;
    if (!lowest || std::pair(open.species, open.label) < std::pair(lowest->species, lowest->label))
      lowest = &open;
  }
  if (!lowest) return finish(std::move(part));
  std::size_t leg = 0;
  while (lowest->left[leg] == 0) ++leg;
  const std::size_t field = species(lowest->species).classes[leg].field;
  const End in = end_at(*lowest, leg, false), out = end_at(*lowest, leg, true);
  --lowest->left[leg];
  if (model_.fields[field].is_line) {
    follow(std::move(part), {field, out, in, false, true});
  } else {
    contract(std::move(part), field, in);
  }
}

void Enumerator::finish(Part part) {
  for (std::size_t v = 0; v < model_.vertices.size(); ++v) {
    if (part.touched[v] < last_[v]) return;
  }
  if (std::ranges::count(part.waiting, true) > 0) return;
  // Inner vertices first.
  Diagram& diagram = part.diagram;
  std::vector<std::size_t> place(diagram.vertices.size());
  std::vector<Diagram::Vertex> sorted;
  for (const bool external : {false, true}) {
    for (std::size_t i = 0; i < diagram.vertices.size(); ++i) {
      if (diagram.vertices[i].name.empty() != external) continue;
      place[i] = sorted.size();
      sorted.push_back(diagram.vertices[i]);
    }
    if (!external) diagram.inner = sorted.size();
  }
  diagram.vertices = std::move(sorted);
  for (Diagram::Line& line : diagram.lines) {
    for (End* end : {&line.from, &line.to}) {
      if (end->vertex != End::outside) end->vertex = place[end->vertex];
    }
  }
  const auto too_many = [&](std::size_t limit) {
    refuse(request_.expr->at,
           fmt::format("found more than {} diagrams, expected fewer: they are drawn at smaller "
                       "orders",
                       limit));
  };
  if (++walks_ > most_walks) too_many(most_);
  if (diagram.weight == 0 || !is_kept(diagram, request_)) return;
  const auto [entry, is_new] = by_text_.try_emplace(canonical_text(diagram, model_), found_.size());
  if (!is_new) {
    found_[entry->second].weight += diagram.weight;
    return;
  }
  if (found_.size() == most_) too_many(most_);
  found_.push_back(std::move(diagram));
}

/// Parts of the inner vertices that lines hold together.
class Parts {
 public:
  explicit Parts(std::size_t vertices) : parent_(vertices) {
    for (std::size_t i = 0; i < vertices; ++i) parent_[i] = i;
  }
  std::size_t root(std::size_t vertex) const {
    while (parent_[vertex] != vertex) vertex = parent_[vertex];
    return vertex;
  }
  void join(std::size_t a, std::size_t b) { parent_[root(a)] = root(b); }

 private:
  std::vector<std::size_t> parent_;
};

}  // namespace

bool is_kept(const Diagram& diagram, const Request& request) {
  if (request.kept == Kept::connected || request.kept == Kept::amputated) return true;
  if (diagram.inner == 0) return false;
  const std::size_t outside = diagram.inner;  // what the ends hang on, as a vertex of its own
  const auto place = [&](const End& end) {
    return end.vertex < diagram.inner ? end.vertex : outside;
  };
  /// Whether something hangs on nothing but the lines that are left out; with ends apart, also where it holds one end.
  const auto falls_apart = [&](std::vector<std::size_t> left_out, bool ends_apart) {
    Parts parts(diagram.inner + 1);
    for (std::size_t i = 0; i < diagram.lines.size(); ++i) {
      const auto& line = diagram.lines[i];
      const bool is_end = place(line.from) == outside || place(line.to) == outside;
      if (std::ranges::count(left_out, i) > 0 || (ends_apart && is_end)) continue;
      parts.join(place(line.from), place(line.to));
    }
    const std::size_t first = ends_apart ? parts.root(0) : parts.root(outside);
    for (std::size_t v = 0; v < diagram.inner; ++v) {
      if (parts.root(v) != first) return true;
    }
    return false;
  };
  const auto counts = [&](std::size_t i) {
    const auto& line = diagram.lines[i];
    return request.cuts(line.field) && place(line.from) != outside && place(line.to) != outside;
  };
  for (std::size_t i = 0; i < diagram.lines.size(); ++i) {
    if (!counts(i)) continue;
    if (falls_apart({i}, true)) return false;
    if (request.kept != Kept::skeleton) continue;
    for (std::size_t j = 0; j < i; ++j) {
      if (counts(j) && falls_apart({i, j}, false)) return false;
    }
  }
  return true;
}

std::vector<Diagram> enumerate(const Model& model, const Request& request, const Statics& statics,
                               std::size_t most, const Source& source) {
  return Enumerator(model, request, statics, most, source).run();
}

}  // namespace diagc::theory
