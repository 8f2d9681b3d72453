// What sampler "antenna" draws from.
//
// Colour-ordered amplitudes of gluons are largest where neighbours of the ordering are near: |m|² ~ ŝ² / Π s_{i,i+1} over the ring 1, …, 2, …
// (Berends and Giele; van Hameren and Papadopoulos, HAAG, EPJC 25:563, 2002). In pT, y and φ, with s_ij = 2 pT_i pT_j (cosh Δy − cos Δφ) and
// s_1j ∝ pT e^−y, s_2j ∝ pT e^y, this is Π 1/pT² times, for each of the two chains of jets between partons 1 and 2,
//   e^(y_first) · Π 1 / (cosh Δy − cos Δφ) · e^(−y_last).
// Jets are drawn so: ln pT from bins of equal probability; y from cells, along the chain, with exactly the normalised probabilities of
//   Π u(y) · e^(y_first) Π A(Δy) e^(−y_last),  A = ∫ dφ / 2π of a link,  1 / sinh η without a gap,  cosh η = cosh Δy + core;
// Δφ from the link itself, (1/2π) sinh η / (cosh η − cos Δφ), a wrapped Cauchy distribution, without the gap |Δφ| < √(ΔR² − Δy²) in which
// the cut in ΔR would drop the event. One jet takes the recoil; the density of an event is the mean over the jets that might have.
// The distributions of ln pT and u are fitted to the integrand while a run warms up.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "physics/collider/step_memory.h"

namespace diagc::collider {

/// Sizes of the tables, which the text of steps knows.
inline constexpr unsigned y_cell_count = 16, pt_bin_count = 64, pt_cell_count = 1024;

struct AntennaOptions {
  unsigned jets = 2;
  double root_s = 14000;  ///< GeV
  double pt = 20;         ///< least pT of a jet, GeV; > 0
  double eta = 5;         ///< largest |y|
  double dr = 0.4;        ///< least ΔR of jets, which sets core and gaps; 0: none
};

class AntennaSampler {
 public:
  /// Throws std::invalid_argument for a pT that is not between 0 and √s / 2, or an η that is not positive.
  explicit AntennaSampler(const AntennaOptions& options);

  /// Valid while this stands and is not fitted.
  AntennaTables tables() const;

  /// Of the distributions that are fitted: sums over drawn events, of all jets.
  struct Marginals {
    std::vector<double> pt = std::vector<double>(
        pt_bin_count * 4);  ///< [cells of ln pT, 4 to a bin's number]: Σ |integrand / density|
    std::vector<double> y = std::vector<double>(y_cell_count);        ///< the same in cells of y
    std::vector<double> y_drawn = std::vector<double>(y_cell_count);  ///< Σ 1
    void add(const AntennaSampler& sampler, double log_pt, double y, double size);
  };
  /// Draws ln pT as the integrand has it, and multiplies u by what the integrand has over what was drawn. Cells keep a part of an equal share.
  void fit(const Marginals& marginals);

  /// All that fit() changed, to keep and to take back.
  std::vector<double> parameters() const;
  /// Throws std::invalid_argument unless they may be those of such a sampler.
  void set_parameters(const std::vector<double>& parameters);

 private:
  void build_pt(const std::vector<double>& cells);
  void build_y();

  AntennaOptions options_;
  double least_log_pt_, log_range_, y_most_, core_, least_square_ = 0;
  std::array<double, gap_terms> gap_{};  // AntennaTables::gap
  std::vector<double> pt_share_;         // of the cells of Marginals::pt
  std::vector<double> u_;                // [cell of y]
  std::vector<double> pt_bins_, pt_inverse_density_, y_probability_;
  std::vector<std::uint32_t> y_draws_;
};

}  // namespace diagc::collider
