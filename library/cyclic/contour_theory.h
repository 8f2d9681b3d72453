// A theory of Green's functions at two times, from a rule file with `green`, `self` and `local`.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "compiler/source/source.h"
#include "library/cyclic/cyclic_program.h"

namespace diagc {

struct ContourOptions {
  std::map<std::string, std::string> statics;  ///< as text: "6", "true"
  std::vector<std::uint64_t> grid;             ///< of the one cyclic axis
  bool convolve = true;                        ///< sums by transforms where that is possible
  std::size_t block = 0;  ///< pairs of times that a call computes; 0: as many as stay in a cache
  GraphCodeOptions code;
};

/// What a rule file says, as array graphs at one grid, before anything is compiled.
///
/// Rules hold for any pair of points z, z' of the contour. At real times, G is G< in Σ< and G> in Σ>, and G', which is G(z', z), the other one at
/// exchanged times (Langreth): G'_ab(t, t') = −conj G≶_ba(t, t').
struct ContourGraphs {
  std::string name, doc;
  std::string green, axis;
  std::size_t bands = 1;          ///< of an index of the green; 1 where it has none
  std::string vertex;             ///< empty: none
  bool by_vertex_product = true;  ///< Σ depends on U U' alone
  /// Inputs: G<[a][b], G>[a][b], and U, U' where there is a vertex. Outputs: Σ<[a][b], Σ>[a][b].
  arrays::ArrayGraph self;
  std::vector<Type> self_types;
  /// Inputs: ρ[a][b], and U. Outputs: what is added to h, [a][b]. Nothing where there is no `local`.
  std::optional<arrays::ArrayGraph> local;
  std::vector<Type> local_types;
};

/// Throws InputError where the rules are wrong, or more than this form holds: one green, without indices or with two of one range, along one cyclic
/// axis; one vertex at most.
ContourGraphs read_contour(SourcePtr rules, const ContourOptions& options);

struct ContourTheory {
  ContourGraphs graphs;
  CyclicProgram self;
  std::optional<CyclicProgram> local;
};

/// Throws as read_contour() and graph_code() do.
ContourTheory compile_contour(SourcePtr rules, const ContourOptions& options);

}  // namespace diagc
