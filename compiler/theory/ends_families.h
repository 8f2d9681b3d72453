// The families that reach the ends of an amputated line; what line_ends.cpp, line_arrivals.cpp, set_aside.cpp and counterterms.cpp share.
#pragma once

#include "compiler/theory/index.h"
#include "compiler/theory/walk.h"

namespace diagc::theory {

class LineEnds final : public Walker {
 public:
  LineEnds(const Model& model, const Request& request, Names& names, const Source& source);

  Derived run_ends();

 private:
  /// The families of one field's external line.
  struct Ends {
    std::string sigma, arrived, waits, aside, step;
    std::vector<std::string> loop, hop;  ///< by status and class: where the loop began
  };
  /// A slot that is left in a status, of the status's only class.
  struct Slot {
    std::size_t status, leg;
  };
  /// Vertices that a line touches at once: the one that it goes through, and the partner of its single leg.
  struct Touched {
    struct Vertex {
      std::size_t species;
      Counts left;
      Term label;
    };
    std::vector<Vertex> vertices;
    std::size_t leg;  ///< of the first
    Number weight;
    Terms propagators;
  };
  /// Of the vertex in a place among so many of its set that are touched at once.
  using Label = std::function<Term(std::size_t vertex, std::size_t place, std::size_t of)>;

  const Species& owner_of(std::size_t status) const { return species(statuses_[status].species); }
  Term first_of() const { return Term(*model_.vertices[0].first); }
  Term leaves() const { return simplified(Term(*request_.line->leaves)); }
  Term lowest_label(std::size_t vertex) const {
    return counterterms_ ? name(first_label_) : Term(*model_.vertices[vertex].first);
  }
  std::vector<Slot> slots() const;
  Term all_open(const State& state, std::size_t vertex) const;
  Term can_be_open(const State& state, std::size_t vertex) const;
  void write_partners();
  Term nothing_up_to(const State& state, std::size_t vertex, const Term& label) const;
  Terms forward_arguments(const State& state) const;
  Term call_forward(const std::string& family, const State& state, Terms more) const;
  syntax::Decl& family(const std::string& text, std::string doc,
                       const std::vector<std::string>& more);

  const Ends& ends(std::size_t field);
  void write_ends(std::size_t field);
  std::vector<Touched> touchings(std::size_t field, const Label& label) const;
  Term begun(std::size_t field, const State& state, const Term& at) const;
  /// Ways to arrive at `at` by touching a vertex, or an open one again; `source` is what has been summed where the line came from.
  void arrive_at(std::size_t field, const State& state, const Term& at, const Term* above,
                 const std::function<Term(const State&, const Term&)>& source, Addition& sum);
  void insert_at(std::size_t field, const State& state, const Term& at, const Term& above,
                 const std::function<Term(const State&, const Term&)>& source, Addition& sum);
  Term over_points(std::size_t field, const State& state, const Term& lowest,
                   const std::function<Term(const Term&)>& source) const;
  Term sum_over_states(std::size_t field, Term end, Terms factors);
  /// Of a first touch.
  Number weight(std::size_t vertex, const Species::Touch& touch) const {
    const Species& owner = species(vertex);
    return owner.number * touch.choices * slot_weight(owner.classes[touch.leg].field) /
           taken_out_[vertex];
  }
  void take_weights_out();
  Terms powers() const;
  Number slot_weight(std::size_t field) const {
    return model_.fields[field].is_line && !model_.fields[field].is_directed ? 2 : 1;
  }
  void write_arrived(std::size_t field);
  void write_waits(std::size_t field);
  void write_aside(std::size_t field);
  void write_loop(std::size_t field, std::size_t slot);
  void write_sigma(std::size_t field);
  void write_all_ways(std::size_t field);
  void add_insertions(const Shape& shape, const LinePlace& place, Addition& sum) override;

  bool set_aside_, counterterms_;
  /// A static family: the labels that can be open where vertices are touched by twos, the partners of single legs. Empty: any label can.
  std::string partners_;
  std::string end_name_, to_, loop_label_, label_, from_, split_;
  std::map<std::size_t, Ends> ends_;
  std::vector<syntax::Decl> made_;
};

}  // namespace diagc::theory
