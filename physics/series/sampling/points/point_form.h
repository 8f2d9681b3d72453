// An integrand whose points are joined by lines of several kinds, and what is measured of it.
//
// A rule file's inputs are propagators of several species, phonons, interactions; its points are vertices, ends of interactions that share a
// time, and external points. This says for every element of every input which line it takes, and for every point where it may stand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "physics/lattice/model.h"

namespace diagc::series {

/// What is made of an integrand with two ends, in the sum over their displacements r and over their times, τ from the one to the other.
struct PointMeasure {
  enum class At {
    nothing,  ///< the integral, one number
    iw,  ///< ∫ e^(iω τ) of it, ω = 2 m π/β, of fermions (2 m + 1) π/β: real and imaginary part of each
    /// Its mean over bins of 0 … β, in front of them the part at equal points, a δ(τ).
    tau,
  };
  At at = At::nothing;
  bool fermion = true;           ///< antiperiodic in τ
  std::vector<int> frequencies;  ///< m
  std::vector<double> edges;     ///< of bins, ascending from 0 to 1, in units of β
  bool local = true;  ///< both ends on one site, the mean over the sites; else the sum of e^(−ikr)
  std::vector<double> momentum;  ///< k along the reciprocal vectors, in units of 2π

  std::size_t components() const;
  /// "", "Re iw_0", "Im iw_0", …, "delta(tau)", "tau 0..0.25", …
  std::string name_of(std::size_t component) const;
  /// The component that time is split for.
  std::size_t main_component() const { return at == At::iw ? 1 : at == At::tau ? 1 : 0; }
};

struct PointForm {
  enum class Site {
    any,
    same,         ///< that of the point it is placed from
    interacting,  ///< where V from that point is not 0
  };
  struct Point {
    std::uint32_t from = 0;  ///< a lower point, which it is placed from
    bool same_time = false;  ///< at that point's time
    Site site = Site::any;
  };
  struct Line {
    std::uint32_t table = 0;  ///< of Model::lines
    std::uint32_t from = 0, to = 0;
  };
  struct Ends {
    std::uint32_t from = 0, to = 0;
  };
  std::vector<Point> points;  ///< 0 is at time 0 on a root of the space; nothing else is said of it
  std::vector<std::vector<Line>> inputs;  ///< [input of the kernel][element]
  std::vector<Ends> ends;                 ///< [leaf of the output]; empty: nothing has ends
  PointMeasure measure;

  /// Points that are summed over the sites, and those of them that are integrated over time.
  std::uint32_t m() const { return static_cast<std::uint32_t>(points.size() - 1); }
  std::uint32_t times() const;
  /// One line, for digests.
  std::string text() const;
};

}  // namespace diagc::series
