// What a propagation gives, and how it was made.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runs/records/fields.h"

namespace diagc::dynamics {

struct PanelResult {
  double start = 0, end = 0;
  std::uint64_t sweeps = 0, rejected = 0;
  double residual = 0, unresolved = 0;

  bool operator==(const PanelResult&) const = default;
};

/// A function of times, k and frequencies.
struct SpectrumResult {
  std::vector<double> t, omega;
  runs::NumberArray values;  ///< [t][k][omega]

  bool operator==(const SpectrumResult&) const = default;
};

struct GreenResult {
  std::vector<double> t;
  runs::NumberArray lesser, greater;  ///< [k][t][a][t'][b][re, im]

  bool operator==(const GreenResult&) const = default;
};

struct ConservationResult {
  double since = 0;      ///< of the energy: after the last kick or quench
  double particles = 0;  ///< largest less smallest value
  double energy = 0;     ///< the same from `since` on

  bool operator==(const ConservationResult&) const = default;
};

struct DynamicsRunResult {
  std::string scheme;
  std::uint64_t nodes = 0, points_kept = 0;
  double bytes = 0;  ///< of G at all pairs of nodes
  double mu = 0;
  std::string ended_by;  ///< "end" or "interrupt"
  double seconds = 0;
  std::uint32_t threads = 1;
  std::string version, commit;

  bool operator==(const DynamicsRunResult&) const = default;
};

struct Result {
  std::vector<double> t;
  runs::NumberArray n_k;      ///< [t][k][band or site]
  runs::NumberArray density;  ///< [t][band or site]
  std::vector<double> particles, energy, current;
  std::vector<double> single_energy,
      mean_field_energy;  ///< parts of the energy; the rest is of correlations
  runs::NumberArray rho;  ///< [t][k][a][b][re, im]; in HDF5 alone
  SpectrumResult spectral, arpes;
  GreenResult green;  ///< in HDF5 alone
  ConservationResult conservation;
  std::vector<PanelResult> panels;
  std::vector<std::uint64_t> grid;
  std::uint64_t bands = 0;
  std::vector<std::string> warnings;
  DynamicsRunResult run;
  std::string rules, job;  ///< name of the rule file, text of the job

  bool operator==(const Result&) const = default;
};

}  // namespace diagc::dynamics
