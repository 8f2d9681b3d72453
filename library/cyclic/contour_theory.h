// A theory of Green's functions at two times, from a rule file with `green`, `self` and `local`.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/arrays/two_time_plan.h"
#include "compiler/source/source.h"
#include "library/cyclic/cyclic_program.h"

namespace diagc {

struct ContourOptions {
  std::map<std::string, std::string> statics;  ///< as text: "6", "true"
  std::vector<std::uint64_t> grid;             ///< of the one cyclic axis
  bool convolve = true;                        ///< sums by transforms where that is possible
  bool measured =
      false;  ///< and where a measurement finds them faster at this grid: of what is compiled
  std::size_t block = 0;  ///< pairs of times that a call computes; 0: as many as stay in a cache
  GraphCodeOptions code;
};

/// What a rule file says, at one grid, before anything is compiled.
///
/// Rules hold for any pair of points z, z' of the contour. At real times, G is G< in Σ< and G> in Σ>, and G', which is G(z', z), the other one at
/// exchanged times (Langreth): G'_ab(t, t') = −conj G≶_ba(t, t').
struct ContourGraphs {
  struct Vertex {
    std::string name;
    bool along_axis = false;  ///< a number for each point, not one
  };
  std::string name, doc;
  std::string green, axis;
  Span self_place;        ///< of the name behind the word `self`
  std::size_t bands = 1;  ///< of an index of the green; 1 where it has none
  std::vector<Vertex> vertices;
  bool by_vertex_product = true;  ///< Σ of one vertex, in one stage, depends on U U' alone
  arrays::ArrayGraph theory;      ///< of functions of z and z'
  /// Its stages' graphs, with sums by transforms. The last one writes the self-energy: Σ<[a][b], Σ>[a][b].
  arrays::TwoTimePlan plan;
  /// Inputs: ρ[a][b], and vertices at the time. Outputs: what is added to h, [a][b]. Nothing where there is no `local`.
  std::optional<arrays::ArrayGraph> local;
  std::vector<Type> local_types;
  /// The same of what `mu` says, which is subtracted from h and whose energy is left out.
  std::optional<arrays::ArrayGraph> potential;

  const arrays::TwoTimeStage& self() const { return plan.stages.back(); }
};

/// Throws InputError where the rules are wrong, or more than this form holds: one green, without indices or with two of one range, along one cyclic
/// axis.
ContourGraphs read_contour(SourcePtr rules, const ContourOptions& options);

struct ContourTheory {
  ContourGraphs graphs;
  std::vector<CyclicProgram> stages;
  std::optional<CyclicProgram> local, potential;
};

/// Throws as read_contour() and graph_code() do.
ContourTheory compile_contour(SourcePtr rules, const ContourOptions& options);

/// The same of functions that are the same on orbits of points, as CyclicProgram::on_orbits(); `block` as in ContourOptions. Nothing where some program has
/// no such form.
std::optional<ContourTheory> on_orbits(const ContourTheory& theory, const linear::Orbits& orbits,
                                       std::size_t block);

}  // namespace diagc
