// The walk on consecutive labels a..z, with counterterms on lines and legs: what is kept then has no insertions there.
//
// Let G be the full propagator of a field, g the bare one: g = G - G Σ G + …. So if each line may also meet a counterterm -Σ, made of the diagrams on
// the next labels, the sum over all labellings is that of the bare theory, written in G. All diagrams between two ends that are dressed so add up
// to G itself, which has no order: the sum over some labels vanishes, unless the counterterm of all of these labels is left out. Hence
//
//   Σ(a, z, end) = all connected amputated diagrams of the labels a..z from a to `end` with counterterms, never of all labels at once,
//
// are the diagrams without self-energy insertions; for the same reason a line that leaves nothing open behind has nothing to go on to. Tadpoles, which
// one line of a real field holds, go in the same way: a source holds the field's mean value at 0, so each leg may also end in a counterterm -τ, and
// τ(a, z) = all connected diagrams of the labels a..z that are held by a leg of a.
//
// With `labellings all` the labels are a and a set of others, and a counterterm takes any subset of those that are left: the same, label by label.
#pragma once

#include <map>

#include "compiler/theory/walk.h"

namespace diagc::theory {

/// The families that counterterms call. Those that are asked for get names here, and are written by write_counterterms.
struct Counterterms {
  std::vector<std::size_t> lines;     ///< fields whose lines meet self-energies
  std::vector<std::size_t> tadpoles;  ///< fields whose legs end in tadpoles
  std::map<std::size_t, std::string> self_energies, held;  ///< by field
};

/// Real fields among those whose cuts count that can hold a tadpole.
std::vector<std::size_t> with_tadpoles(const Model& model, const Request& request);

/// Whether a line of the field can be entered in one way alone: where its counterterms begin.
bool has_one_entry(const Model& model, std::size_t field);

class Dressed : public Walker {
 public:
  Dressed(const Model& model, const Request& request, const Choice& choice, Names& names,
          const Source& source, Counterterms& counterterms);

  /// Families of the labels, two parameters: a and z, or a and the set of the others.
  syntax::Decl family(const std::string& text, const std::vector<std::string>& more,
                      std::string doc, Term body) const;
  /// All that enters at a; families that it needs go behind those of `derived`.
  Term entered_at_first(Derived& derived);
  /// What stands in front of all diagrams.
  Terms prefactors() const {
    Terms all;
    factors(all);
    return all;
  }
  Terms labels() const { return {name(first_label_), name(second_label_name())}; }
  /// The labels for doc strings, `a..z`.
  std::string labels_text() const;
  std::string end_name() const { return end_name_; }

 protected:
  void leave(Product& product, const Term& at) const override;
  void add_insertions(const Shape& shape, const LinePlace& place, Addition& sum) override;
  void add_leg_insertions(const Shape& shape, std::size_t field, const Term& from,
                          const State& state, Addition& sum) override;
  bool ends_when_closed() const override;
  std::vector<std::string> own_parameters(const Shape& shape) const override;
  Term own_body(const Shape& shape) override;
  std::string own_name(const Shape& shape) const override;
  std::string own_documentation(const Shape& shape) const override;

  /// Where a line or leg of the field enters the vertex with this label.
  Term entered(std::size_t field, const Term& label) const;
  Term last() const { return Term(*model_.vertices[0].last); }
  const std::string& second_label_name() const {
    return request_.all_labellings ? others_name_ : last_name_;
  }
  /// Bound names: labels of a part, and one of them.
  std::string split_, point_;

 private:
  /// The labels that a counterterm takes, summed over.
  struct Taken {
    Binder binder;
    Term first, second;  ///< as its family has them
    Term all;            ///< their set
    Term number;
    State after;
  };
  Taken taken(const State& state) const;
  void add_correction(Shape shape, std::size_t field, const Term& from, const State& state,
                      Addition& sum);
  Term self_energies(const Shape& shape);
  Term tadpoles(const Shape& shape);

  Counterterms& counterterms_;
  std::string moved_name_, next_name_, end_name_;
};

/// Writes the families of all counterterms that have a name but no family yet, and those that these need.
void write_counterterms(const Model& model, const Request& request, const Choice& choice,
                        Names& names, const Source& source, Counterterms& counterterms,
                        Derived& derived);

/// Skeletons of one set of vertices: no insertions on the lines of `cut`, the external one among them, no tadpoles of these.
bool has_skeletons(const Model& model, const Request& request);
Derived derive_skeletons(const Model& model, const Request& request, const Choice& choice,
                         Names& names, const Source& source);

}  // namespace diagc::theory
