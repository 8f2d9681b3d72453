// From a job to what is propagated: the model, its drives, the start.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "physics/dynamics/equivalent_points.h"
#include "physics/dynamics/heun.h"
#include "physics/dynamics/job/job.h"
#include "physics/dynamics/propagate.h"

namespace diagc::dynamics {

struct Setup {
  Model model;               ///< of the points that are kept
  PointMap points;           ///< which ones these are
  std::vector<Hop> hopping;  ///< of the whole lattice; empty where h is from a file or of a cluster
  Propagation propagation;
  UniformSteps steps;        ///< of the scheme heun, in the place of the propagation
  std::vector<Complex> rho;  ///< at t = 0, of the points that are kept, [k][a][b]
  std::shared_ptr<const ImaginaryBranch> branch;  ///< of a correlated start; else none
  double mu = 0;                                  ///< of a start in equilibrium
  std::vector<std::string> warnings;
  std::string plan;  ///< of the theory, as RuleTheory has it
  /// Names and hashes of all that the numbers depend on besides the job's text.
  std::vector<std::pair<std::string, std::string>> sources;
};

/// A theory from a rule file, with the text that its numbers depend on.
struct RuleTheory {
  std::shared_ptr<const Interaction> interaction;
  std::string text;
  std::string plan = {};  ///< what it stores and computes, for people
};
/// Values of vertices along the axis, by their names, at every point.
using VerticesAlongAxis = std::map<std::string, std::vector<double>>;
/// Makes the theory of a rule file, by its name, its statics as text, the grid and the number of bands, or of sites of a cell. Throws
/// std::runtime_error for what does not fit.
using TheoryMaker = std::function<RuleTheory(
    const std::string& file, const std::map<std::string, std::string>& statics,
    const std::vector<std::size_t>& grid, std::size_t bands, const VerticesAlongAxis& along)>;

/// Reads the files that the job names. Throws InputError at the job's key for what does not fit. Theories are those of theory(), or made by `make`.
Setup set_up(const Job& job, const TheoryMaker& make = {});

/// Throws InputError where G at all pairs of times of so many points will not fit the memory that the job allows: with the bytes and what would take
/// less.
void check_memory(const Job& job, const Setup& setup, std::size_t points);

/// Bytes that are free on this machine.
double free_bytes();

}  // namespace diagc::dynamics
