#include "compiler/theory/walk.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/theory/index.h"

namespace diagc::theory {

using syntax::Op;

namespace {

constexpr std::size_t most_statuses =
    64;  // sets of a theory: beyond, its vertices have too many legs

bool any(const Counts& counts) {
  return std::ranges::any_of(counts, [](int count) { return count > 0; });
}

}  // namespace

std::string Shape::key() const {
  return fmt::format("{}:{}:{}:{}:{}{}", static_cast<int>(kind), field, species,
                     fmt::join(counts, ","), leg, inner ? "/" + inner->key() : "");
}

bool can_be_eager(const Model& model, const Request& request) {
  bool has_lines = request.line && model.fields[request.line->field].is_line;
  bool has_single = false;
  const auto look = [&](const Species& species) {
    int single = 0;
    for (const LegClass& leg : species.classes) {
      if (model.fields[leg.field].is_line) {
        has_lines = true;
      } else {
        single += leg.count;
      }
    }
    has_single = has_single || single > 0;
    return single <= 1;
  };
  // Where a cut of the leg's propagator counts, its other end would be a block of its own beside the line.
  for (std::size_t f = 0; f < model.fields.size(); ++f) {
    if (request.kept == Kept::irreducible && request.cuts(f) && !model.fields[f].is_line)
      return false;
  }
  const bool one_each =
      std::ranges::all_of(model.vertices, look) && std::ranges::all_of(request.externals, look);
  return one_each && has_lines && has_single;
}

Walker::Walker(const Model& model, const Request& request, const Choice& choice, Names& names,
               const Source& source)
    : model_(model),
      request_(request),
      choice_(choice),
      names_(names),
      locals_(names),
      source_(source),
      vertices_(model.vertices.size()),
      taken_out_(model.vertices.size(), Number(1)),
      blocks_(request.kept == Kept::irreducible && !choice.set_aside),
      has_waiting_(request.second.has_value()) {
  for (std::size_t e = 0; e < request_.externals.size(); ++e)
    has_waiting_ = has_waiting_ || !starts_open(e);
  find_statuses();
  name_parameters();
}

Derived Walker::run() {
  take_signs_out();
  joined_ = line_can_join();
  Derived derived;
  derived.value = beginning();
  write_families(derived);
  hand_on_captured(derived);
  return derived;
}

/// A sign of every vertex is one of all diagrams of an order: behind everything, it leaves states that look alike from order to order.
void Walker::take_signs_out() {
  signs_behind_ = !choice_.ends;  // with sources they make some values the same but for their sign
  for (std::size_t v = 0; v < vertices_ && signs_behind_; ++v)
    taken_out_[v] = model_.vertices[v].number < 0 ? -1 : 1;
}

/// Whether the external line can share the families of loops: it goes the same ways, and where it leaves no loop begins.
bool Walker::line_can_join() const {
  if (!request_.line || request_.entry || request_.second || blocks_) return false;
  const std::size_t field = request_.line->field;
  if (model_.fields[field].has_flavour() || request_.is_even(field)) return false;
  bool has_loops = false;
  for (std::size_t s = 0; s < vertices_ + request_.externals.size(); ++s) {
    for (const LegClass& leg : species(s).classes) {
      if (leg.field != field) continue;
      has_loops = true;
      if (!species(s).is_never_at(leg.in, *request_.line->leaves)) return false;
    }
  }
  return has_loops;
}

/// The external point where the walk begins, and other operators at the point where the external line begins.
bool Walker::starts_open(std::size_t external) const {
  if (request_.has_root) return external == request_.root;
  return request_.line && !request_.entry &&
         same_index(*request_.externals[external].points[0], *request_.line->enters);
}

/// Every set of legs that a vertex can be left with, waiting to be chosen.
void Walker::find_statuses() {
  for (std::size_t s = 0; s < vertices_ + request_.externals.size(); ++s) {
    const Species& owner = species(s);
    std::vector<Counts> todo;
    for (const Species::Touch& touch : owner.touches) {
      Counts left = owner.full();
      --left[touch.leg];
      todo.push_back(left);
    }
    const bool is_full =
        is_external(s) ? !request_.has_root && starts_open(s - vertices_) : request_.is_vacuum();
    if (is_full) todo.push_back(owner.full());
    std::set<Counts, std::greater<>> seen;
    while (!todo.empty()) {
      Counts counts = std::move(todo.back());
      todo.pop_back();
      if (!any(counts) || !seen.insert(counts).second) continue;
      if (seen.size() > most_statuses) {
        throw InputError(make_diagnostic(
            Code::limit, source_, owner.place,
            fmt::format("found more than {} sets of legs that {} can be left with, expected fewer: "
                        "it has too many operators",
                        most_statuses, diagc::quoted(owner.name))));
      }
      const auto eager = eager_leg(s, counts);
      for (std::size_t c = 0; c < counts.size(); ++c) {
        if (counts[c] == 0 || (eager && c != *eager)) continue;
        Counts left = counts;
        --left[c];
        todo.push_back(std::move(left));
      }
    }
    for (const Counts& counts : seen) {
      if (!eager_leg(s, counts)) statuses_.push_back({s, counts, {}});
    }
  }
}

std::optional<std::size_t> Walker::eager_leg(std::size_t owner, const Counts& counts) const {
  if (!choice_.eager) return std::nullopt;
  for (std::size_t c = 0; c < counts.size(); ++c) {
    if (counts[c] > 0 && !model_.fields[species(owner).classes[c].field].is_line) return c;
  }
  return std::nullopt;
}

std::optional<std::size_t> Walker::status(std::size_t owner, const Counts& counts) const {
  for (std::size_t i = 0; i < statuses_.size(); ++i) {
    if (statuses_[i].species == owner && statuses_[i].counts == counts) return i;
  }
  return std::nullopt;
}

State Walker::symbolic() const {
  State state;
  for (const std::string& touched : touched_names_) state.touched.push_back(name(touched));
  if (has_waiting_) state.waiting = name(waiting_name_);
  for (const Status& status : statuses_) state.open.push_back(name(status.set));
  if (blocks_) state.first = name(first_name_);
  return state;
}

State Walker::initial() const {
  State state;
  for (const Species& vertex : model_.vertices) {
    state.touched.push_back(request_.all_labellings ? range(Term(*vertex.first), Term(*vertex.last))
                                                    : shifted(Term(*vertex.first), -1));
  }
  if (has_waiting_) {
    Terms waiting;
    for (std::size_t e = 0; e < request_.externals.size(); ++e) {
      if (!starts_open(e)) waiting.push_back(integer(static_cast<std::int64_t>(e) + 1));
    }
    if (request_.second) {
      waiting.push_back(second_end());
      waiting.push_back(second_begin());
    }
    if (lines_exchange()) waiting.push_back(first_end());
    state.waiting = set_of(std::move(waiting));
  }
  for (std::size_t i = 0; i < statuses_.size(); ++i) state.open.push_back(set_of({}));
  if (blocks_) state.first = set_of(Terms(request_.entry ? 0 : 1, Term(*model_.vertices[0].first)));
  return state;
}

Term Walker::size_of(std::size_t vertex) const {
  const Species& owner = model_.vertices[vertex];
  Addition size;
  size.add(Term(*owner.last));
  size.add(Term(*owner.first), true);
  return shifted(std::move(size).take(), 1);
}

void Walker::add_open(State& state, std::size_t owner, const Counts& counts,
                      const Term& label) const {
  if (!any(counts)) return;
  Term& set = state.open[status(owner, counts).value()];
  set = with(std::move(set), set_of({label}));
}

Term Walker::call(const Shape& shape, const State& state, Terms arguments) {
  const std::string key = shape.key();
  auto found = families_.find(key);
  if (found == families_.end()) {
    found = families_.emplace(key, names_.fresh(family_name(shape))).first;
    todo_.emplace_back(shape, found->second);
  }
  Terms all = state_arguments(state);
  for (Term& argument : arguments) all.push_back(std::move(argument));
  return theory::call(found->second, std::move(all));
}

/// Goes on in a shape after a vertex was left with these legs: first its eager one.
Term Walker::enter(const Shape& shape, State state, Terms arguments, std::size_t owner,
                   const Counts& left, const Term& label) {
  const auto eager = eager_leg(owner, left);
  if (!eager) {
    add_open(state, owner, left, label);
    return call(shape, state, std::move(arguments));
  }
  const Shape next{.kind = Shape::Kind::eager,
                   .species = owner,
                   .counts = left,
                   .leg = *eager,
                   .inner = std::make_shared<const Shape>(shape)};
  if (!is_external(owner)) arguments.push_back(label);
  return call(next, state, std::move(arguments));
}

/// Everything has been touched.
Term Walker::done(const State& state) const {
  Terms conditions;
  for (std::size_t v = 0; v < vertices_; ++v) {
    conditions.push_back(request_.all_labellings
                             ? compare(Op::equal, state.touched[v], set_of({}))
                             : compare(Op::greater_equal, state.touched[v], last_label(v)));
  }
  if (has_waiting_) conditions.push_back(compare(Op::equal, state.waiting, set_of({})));
  if (conditions.empty()) return integer(1);
  Terms all = {bracket(all_of(std::move(conditions)))};
  for (std::size_t v = 0; v < vertices_ && signs_behind_; ++v) {
    if (taken_out_[v] == 1) continue;
    Addition base;
    base.add(integer(1), true);
    all.push_back(power(std::move(base).take(), size_of(v)));
  }
  return times(std::move(all));
}

Derived derive_walk(const Model& model, const Request& request, const Choice& choice, Names& names,
                    const Source& source) {
  const auto refuse = [&](const std::string& message) {
    throw InputError(make_diagnostic(Code::kind, source, request.expr->at, message));
  };
  if (request.kept == Kept::skeleton) {
    refuse(
        fmt::format("found the skeletons of {}, expected them of a theory of one set of vertices, "
                    "each of the `cut` lines, this among them, with one way into a vertex and no "
                    "flavours of its own",
                    diagc::quoted(model.fields[request.line->field].name())));
  }
  if (request.kept == Kept::irreducible && model.vertices.size() > 1) {
    refuse(
        "found several sets of vertices beside `irreducible`, expected one, or `labellings all`: "
        "blocks that a cut would separate are told apart by the order of labels");
  }
  return Walker(model, request, choice, names, source).run();
}

}  // namespace diagc::theory
