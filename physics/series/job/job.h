// A job: what `diagc integrate` shall do, as its file says.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "physics/lattice/model.h"
#include "physics/series/job/observable.h"
#include "runs/jobs/run_files.h"
#include "runs/jobs/run_target.h"
#include "runs/jobs/schema.h"

namespace diagc::series {

using runs::RunTarget;

enum class Sampling;  ///< physics/series/sampling/sampling_kind.h
enum class Draws;     ///< likewise

/// What an evaluation of the rule file stands for, of the n! labellings of its n vertices.
enum class Labellings {
  automatic,  ///< all, if exchanging two vertices changes nothing, else one
  one,        ///< the coefficient is the integral over all vertices
  all,        ///< the same divided by n!
};

struct Job {
  struct Rules {
    std::string file;   ///< path, or name of one that the program carries, or automatic_file
    std::string order;  ///< the static that says the order in U; empty: n, or m where there is no n
    std::map<std::string, std::string> statics;  ///< the other statics
    /// Params: a number, or one of "flavours", "beta", "mu", "filling".
    std::map<std::string, std::string> params;
    std::string propagator;  ///< the input that takes G[a,b]
    /// Other inputs, by their names; empty: the propagator and its derivative are all.
    std::map<std::string, lattice::LineKind> inputs;
    std::string derivative;  ///< the input that takes its derivative; empty: H, where there is one
    std::string output;      ///< empty: the only one
    std::optional<Observable> observable;  ///< nothing: what the rule file has
    bool alternating = true;               ///< factor −1 for each power of U, else +1
    Labellings labellings = Labellings::automatic;
    std::string
        walk;  ///< of theories: "line", "trail", "lowest"; empty: what makes the smallest graph
  };
  /// Of observables with two ends.
  struct Measure {
    enum class At { iw, tau };
    At at = At::iw;
    /// Numbers m of frequencies; or edges of bins in units of β, ascending from 0 to 1. Empty: not given.
    std::vector<double> points;
    std::vector<double> momentum;  ///< in units of 2π along the reciprocal vectors; empty: local
  };
  /// Rules::file: the best known form is taken.
  static constexpr const char* automatic_file = "auto";
  bool chooses_form() const { return rules.file == automatic_file; }

  struct Resummation {
    std::vector<double> couplings;  ///< U, ascending
    int resamples = 0;
  };
  struct Run : runs::RunDevices {
    Sampling sampling{};
    Draws draws{};         ///< of independent samples
    bool mixed = false;    ///< these are of mixed precision
    unsigned threads = 0;  ///< 0: one a core
    std::uint64_t seed = 0;
    std::uint32_t walkers = 0;  ///< of each order
    double steps = 0;  ///< of all walkers and orders together, after warm-up; 0: until another end
    std::uint32_t warm_up = 0;   ///< steps of each walker
    double target_error = 0;     ///< of the resummed observable, absolute; 0: none
    double target_coupling = 0;  ///< U at which that error is meant
    double time_limit = 0;       ///< seconds; 0: none
  };
  using Checkpoint = runs::CheckpointFile;
  using Output = runs::ResultFiles;

  Rules rules;
  Measure measure;
  lattice::ModelOptions model;  ///< of the first point
  /// Points of a scan: at most one of the three has more than one value; of mu and filling, the one that is not given is empty.
  std::vector<double> mu, filling, beta;
  int first_order = 1, last_order = 4;
  std::optional<double> zeroth;  ///< value of order 0, instead of that of the rule file
  Resummation resummation;
  Run run;
  Checkpoint checkpoint;
  Output output;

  runs::Given given;  ///< the file, and the places of the keys in it
};

/// Reads and checks a job file. Relative paths of rule files and own propagators start at the folder of the job
/// file, those of results, pictures and checkpoints at the current one. Throws InputError with all that is wrong.
Job read_job(SourcePtr source);

/// The models of a scan, one where there is none.
std::vector<lattice::ModelOptions> points(const Job& job);

/// A scan has a checkpoint for each point: the job's path with .0, .1, … behind it.
std::string checkpoint_of(const Job& job, std::size_t point, std::size_t points);

/// A mistake at a key, or at the whole file where the key is not given.
Diagnostic at_key(const Job& job, const std::string& key, std::string message);

/// The key that sets a member of ModelOptions, as WrongModel names it.
std::string key_of_option(const std::string& option);

}  // namespace diagc::series
