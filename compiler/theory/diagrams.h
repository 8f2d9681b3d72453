// What a file asks of its theory: the operators, the kept class, the options of one `connected(…)` or its like.
#pragma once

#include <algorithm>
#include <optional>

#include "compiler/theory/model.h"

namespace diagc::theory {

/// `irreducible` is of a line that enters and leaves, or of operators, each an end at an index of its own.
enum class Kept { connected, amputated, irreducible, skeleton };

/// The external line: its operators, or where it enters and leaves without propagators of its own.
struct ExternalLine {
  std::size_t field = 0;
  const syntax::Expr* enters =
      nullptr;  ///< index where it begins; of an amputated one that of the first vertex
  const syntax::Expr* leaves = nullptr;
  const syntax::Expr* flavour_out = nullptr;  ///< with which it begins; null: summed over
  const syntax::Expr* flavour_in = nullptr;   ///< with which it ends; null: the same
};

/// Another external line of a charged field, beside operators at one index each; the walk meets it in its middle.
struct SecondLine {
  std::size_t field = 0;
  const syntax::Expr* begins = nullptr;  ///< index of the creator
  const syntax::Expr* ends = nullptr;    ///< index of the annihilator
};

/// Where an amputated line enters: at the first vertex of a set, by one of these classes of its legs.
struct Entry {
  struct Way {
    Species::Touch touch;
    bool backwards = false;  ///< a slot of a real field, entered where it is left otherwise
  };
  std::size_t vertex = 0;  ///< among Model::vertices
  std::vector<Way> ways;

  bool has(std::size_t leg) const {
    return std::ranges::any_of(ways, [&](const Way& way) { return way.touch.leg == leg; });
  }
};

struct Request {
  const syntax::Expr* expr = nullptr;
  Kept kept = Kept::connected;
  std::optional<ExternalLine> line;
  std::optional<SecondLine> second;  ///< of `connected`
  std::optional<Entry> entry;        ///< of amputated lines and legs
  std::vector<Species> externals;    ///< operators by point
  std::size_t root = 0;              ///< of `externals`: where the walk begins, without a line
  bool has_root = false;             ///< else the external line, or nothing (the vacuum) begins it
  std::optional<std::size_t>
      end;  ///< of `externals`: the leg of a real field that is cut off at its end
  std::vector<std::size_t> cut;   ///< fields
  std::vector<std::size_t> even;  ///< fields
  std::optional<Walk> walk;
  bool all_labellings = false;
  bool each_labelling = false;  ///< of methods, those whose values hold for one labelling alone
  int sign = 1;                 ///< of the order of the operators
  std::vector<std::string> captured;  ///< names bound around it that its indices use

  bool cuts(std::size_t field) const { return std::ranges::count(cut, field) > 0; }
  bool is_even(std::size_t field) const { return std::ranges::count(even, field) > 0; }
  bool is_vacuum() const { return !line && !has_root && kept == Kept::connected; }
};

/// Throws InputError where the operators cannot be contracted, or nothing remains to be summed.
Request read_request(const Model& model, const syntax::Expr& diagrams, const Source& source);

/// The choice of the walk in the expression's options.
std::optional<Walk> asked_walk(const syntax::Expr& diagrams);

}  // namespace diagc::theory
