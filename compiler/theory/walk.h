// The walk through all diagrams: contract one open leg at a time, the next one a function of what is open, untouched vertices in the order of
// their labels. What has been done so far matters only as far as it is open, so that all diagrams of an order are a graph of shared states.
// States of one shape are one family, vertices with the same legs left one set; so the walk is written as rules, for any order.
#pragma once

#include <functional>
#include <map>
#include <memory>

#include "compiler/theory/diagrams.h"
#include "compiler/theory/names.h"

namespace diagc::theory {

/// Choices that change the graph, not what it computes.
struct Choice {
  Walk walk = Walk::lowest;
  /// Single legs of a vertex that a line goes through are contracted as soon as it is touched.
  bool eager = false;
  /// Irreducible: the lowest open slot is kept for the external line, else blocks that a cut would separate are told apart.
  bool set_aside = false;
  /// Amputated: what leaves is a source, and derivatives by the sources are all ends at once; else each end is a sum of its own.
  bool ends = false;
  /// Irreducible: by Dyson's equation from all connected ones (dyson.h), which holds summed over labellings.
  bool dyson = false;
  bool operator==(const Choice&) const = default;
};

/// What doc strings say of families whose values hold when summed over the labellings of the vertices, or integrated, and not one by one.
inline constexpr const char* holds_summed = "right when summed over the labellings of the vertices";

/// What stands in place of `connected(…)`, and the families that it calls.
struct Derived {
  Term value;
  std::vector<syntax::Decl> families;
};

/// Throws InputError where the choice does not serve the request.
Derived derive_walk(const Model& model, const Request& request, const Choice& choice, Names& names,
                    const Source& source);

/// Whether `eager` makes a difference for this theory, and can be had.
bool can_be_eager(const Model& model, const Request& request);

// What follows is shared by walk.cpp, families.cpp, lines.cpp, second_line.cpp, legs_left.cpp and beginning.cpp.

/// What is under way.
struct Shape {
  enum class Kind {
    external_line,  ///< the external line has reached v
    loop,           ///< a loop from s has reached v
    line_back,      ///< the second external line is known from v on to its end
    rest,           ///< nothing: the next thing is chosen
    leg,            ///< a single leg of vertex c is contracted
    eager,          ///< the same, of vertex e that was just touched; then the inner shape goes on
    moved,  ///< a single leg has been moved by counterterms; then the inner shape goes on, if any
    inserted,  ///< a counterterm of the field's lines comes next; then the inner shape goes on
    tadpole,   ///< a counterterm of one leg comes next; then the inner shape goes on, if any
  };
  Kind kind = Kind::rest;
  std::size_t field = 0;    ///< of lines and counterterms
  std::size_t species = 0;  ///< of legs
  Counts counts = {};       ///< of that vertex, before
  std::size_t leg = 0;      ///< its class
  std::shared_ptr<const Shape> inner = nullptr;

  std::string key() const;
};

/// The arguments that all families have, as expressions in those of the family at hand.
struct State {
  /// Of every set of vertices: the last label touched; with all labellings, the labels not touched.
  Terms touched;
  Term waiting;  ///< external points not reached; null: there are none from the start
  Terms open;    ///< of every status: the vertices that have just these legs left
  /// Nothing has been touched but this external point.
  std::optional<std::size_t> is_first = std::nullopt;
  Term first;  ///< first labels of the blocks that one cut would separate; null: cuts do not matter
};

/// Where a line is.
struct LinePlace {
  Term at;
  Term flavour;
  Term start;  ///< of a loop: where it closes
  Term start_flavour;
  Term odd;  ///< of a loop that must have an even number of vertices: whether it has not
};

class Walker {
 public:
  Walker(const Model& model, const Request& request, const Choice& choice, Names& names,
         const Source& source);
  Walker(const Walker&) = delete;
  Walker& operator=(const Walker&) = delete;
  virtual ~Walker() = default;
  Derived run();

 protected:
  /// A leg that a contraction can end on.
  struct Arrival {
    Product product;
    State state;
    std::size_t species;
    std::size_t leg;
    bool backwards;  ///< a slot of a real field, entered where it is left otherwise
    Counts left;
    Term label;
  };
  /// Legs that are left, of a species.
  struct Status {
    std::size_t species;
    Counts counts;
    std::string set;  ///< parameter: the vertices that have this status
  };

  // walk.cpp: states, calls
  const Species& species(std::size_t i) const {
    return i < vertices_ ? model_.vertices[i] : request_.externals[i - vertices_];
  }
  bool is_external(std::size_t i) const { return i >= vertices_; }
  void take_signs_out();
  bool line_can_join() const;
  bool cuts_off(std::size_t i) const { return request_.end && i == vertices_ + *request_.end; }
  bool starts_open(std::size_t external) const;
  void name_parameters();
  void find_statuses();
  State symbolic() const;
  State initial() const;
  Term last_label(std::size_t vertex) const {
    return last_name_.empty() ? Term(*model_.vertices[vertex].last) : name(last_name_);
  }
  Term size_of(std::size_t vertex) const;
  std::optional<std::size_t> status(std::size_t species, const Counts& counts) const;
  void add_open(State& state, std::size_t species, const Counts& counts, const Term& label) const;
  std::optional<std::size_t> eager_leg(std::size_t species, const Counts& counts) const;
  Term call(const Shape& shape, const State& state, Terms arguments);
  Term enter(const Shape& shape, State state, Terms arguments, std::size_t species,
             const Counts& left, const Term& label);
  Term done(const State& state) const;

  // families.cpp, names in family_names.cpp
  std::string family_name(const Shape& shape) const;
  std::string documentation(const Shape& shape) const;
  std::vector<std::string> parameters(const Shape& shape) const;
  Term body(const Shape& shape);
  std::vector<std::string> state_parameters() const;
  Terms state_arguments(const State& state) const;
  void write_families(Derived& derived);
  /// The line that enters leaves from this index, or is refused there.
  virtual void leave(Product& product, const Term& at) const;
  /// Terms of a line that meets something else than legs.
  virtual void add_insertions(const Shape&, const LinePlace&, Addition&) {}
  /// The same of a single leg at an index, which the state has no longer.
  virtual void add_leg_insertions(const Shape&, std::size_t /*field*/, const Term& /*from*/,
                                  const State&, Addition&) {}
  /// Where a leg of the field may go on to a vertex that nothing has touched; null: anywhere.
  virtual Term leg_goes_on(std::size_t /*field*/, const State&) const { return {}; }
  /// Whether an external line that leaves nothing open behind can but end.
  virtual bool ends_when_closed() const { return false; }
  /// What families of counterterms are.
  virtual std::vector<std::string> own_parameters(const Shape& shape) const;
  virtual Term own_body(const Shape& shape);
  virtual std::string own_name(const Shape& shape) const;
  virtual std::string own_documentation(const Shape& shape) const;
  void hand_on_captured(Derived& derived) const;

  // lines.cpp
  Term index_in(const Arrival& arrival) const;
  Term index_out(const Arrival& arrival) const;
  void untouched_arrivals(std::size_t field, const State& state, bool own_block,
                          const std::function<void(Arrival)>& visit) const;
  void other_arrivals(std::size_t field, const State& state,
                      const std::function<void(Arrival)>& visit) const;
  void arrivals(std::size_t field, const State& state, bool own_block,
                const std::function<void(Arrival)>& visit) const;
  void arrive(Arrival arrival, const std::function<void(Arrival)>& visit) const;
  Term propagator(std::size_t field, const Term& from, const Term& from_flavour, const Term& to,
                  const Term& to_flavour) const;
  Term line_body(const Shape& shape);
  Terms arguments(const Shape& shape, const LinePlace& place) const;
  LinePlace place_of(const Shape& shape) const;
  LinePlace go_through(Arrival& arrival, const Shape& shape, const LinePlace& place) const;
  void pass(Arrival arrival, const Shape& shape, const LinePlace& place, Addition& sum);
  void close(const Shape& shape, const LinePlace& place, Addition& sum);
  void take_loop(Product& product, std::size_t field) const;
  void end(const Shape& shape, const LinePlace& place, Addition& sum);
  bool joins_external(const Shape& shape) const {
    return joined_ && shape.field == request_.line->field;
  }
  bool is_even(const Shape& shape) const {
    return shape.kind == Shape::Kind::loop && request_.is_even(shape.field);
  }

  // second_line.cpp: another external line of a charged field
  /// Numbers in `waiting` of where it ends and begins, and of where the first one ends.
  Term waiting_number(std::size_t which) const {
    return integer(static_cast<std::int64_t>(request_.externals.size() + 1 + which));
  }
  Term second_end() const { return waiting_number(0); }
  Term second_begin() const { return waiting_number(1); }
  Term first_end() const { return waiting_number(2); }
  /// Whether the two external lines may exchange their ends.
  bool lines_exchange() const {
    return request_.second && request_.line->field == request_.second->field;
  }
  void meet_second_line(const Shape& shape, const LinePlace& place, Addition& sum);
  Term line_back_body(const Shape& shape);

  // legs_left.cpp: what is chosen next
  Term rest_body();
  Term begin_at(std::size_t species, const Counts& counts, const Term& label, State state);
  Term leg_body(const Shape& shape);
  Term contractions(const Shape& shape, std::size_t field, const Term& from, const State& state,
                    bool is_first);
  Term after_leg(Arrival arrival);
  Term go_on(const Shape* inner, const State& state);

  // beginning.cpp
  virtual Term beginning();
  Term external_line();
  Term vacuum();
  Term entry();
  void enter_first(const Entry::Way& way, Addition& sum);
  Term by_source(Term value) const;
  void factors(Terms& into) const;

  const Model& model_;
  const Request& request_;
  Choice choice_;
  Names& names_;
  Names::Locals locals_;
  const Source& source_;
  std::size_t vertices_;
  std::vector<Number>
      taken_out_;  ///< of every vertex of a set: a factor that stands in front of, or behind, everything
  bool signs_behind_ = false;  ///< what was taken out are signs, and what is done has their power
  bool shares_ends_ = false;   ///< an external line ends where it does only if that is waited for
  bool joined_ = false;  ///< the external line is a loop of its field that began where it leaves
  bool blocks_ = false;  ///< what one cut would separate is kept apart
  bool has_waiting_ = false;
  std::vector<std::string> touched_names_;
  /// Parameters: the first label, that of the vertex that an amputated line enters, and the last, or with all labellings the set of the others;
  /// empty: those of the declaration.
  std::string first_label_, last_name_, others_name_;
  std::string waiting_name_, first_name_, at_name_, start_name_, flavour_name_, start_flavour_name_,
      odd_name_, leg_name_, eager_name_, binder_, lowest_, fresh_, sum_flavour_;
  std::vector<Status> statuses_;
  std::map<std::string, std::string> families_;  ///< key of a shape → name
  std::vector<std::pair<Shape, std::string>> todo_;
};

}  // namespace diagc::theory
