// A job: what `diagc dynamics` shall do, as its file says.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "physics/dynamics/model.h"
#include "runs/jobs/run_files.h"
#include "runs/jobs/run_target.h"
#include "runs/jobs/schema.h"

namespace diagc::dynamics {

/// Tolerances that old values in single precision allow.
inline constexpr double least_compact_tolerance = 1e-6;

/// A strength that changes in time: U(t).
struct Course {
  struct Ramp {
    double from = 0, to = 0, at = 0, width = 0;
  };
  double value = 1;
  std::optional<Ramp> ramp;  ///< from + (to − from) (1 + tanh((t − at) / width)) / 2
  std::string table;         ///< .npy file of times and values; empty: none
};

/// A vertex of the rule file.
struct Vertex {
  std::string name;
  Course course;
  /// V(k) = Σ_R V_R exp(i k R) of a vertex along the axis, (R, V_R) with the conjugate entry added; empty: one number at all points.
  std::vector<std::pair<std::vector<int>, double>> along;
};

struct Pulse {
  enum class Kind { kick, gauss, table };
  Kind kind = Kind::kick;
  double at = 0;
  double angle = 0;                                           ///< of a kick
  std::vector<std::int64_t> bands;                            ///< two, that a kick mixes
  double width = 0, amplitude = 0, frequency = 0, phase = 0;  ///< of gauss
  std::string table;
};

struct Quench {
  double at = 0;
  std::vector<double> potential;           ///< of each band or site, added to h; empty: none
  std::map<std::size_t, double> vertices;  ///< by number of the vertex: its value from then on
};

struct Job {
  struct Rules {
    std::string file;
    std::map<std::string, std::string> statics, params;
  };
  struct Lattice {
    std::vector<std::size_t> grid;
    std::vector<std::vector<double>> cluster;  ///< h between sites; empty: a lattice
    bool symmetry = true;
  };
  struct ModelPart {
    std::vector<Hop> hopping;
    std::string file;       ///< .npy of h(k); empty: none
    std::string function;   ///< header with h(k); empty: none
    std::size_t bands = 1;  ///< of the function
    bool peierls = false;
    std::vector<std::vector<double>> dipole;
    std::vector<double> direction;  ///< of the vector potential
  };
  struct Start {
    enum class Kind { filled, thermal, correlated, file };
    Kind kind = Kind::filled;
    std::vector<std::int64_t> bands;
    double beta = 0;
    std::optional<double> mu, filling;
    std::map<std::size_t, double>
        vertices;  ///< by number of the vertex, where the start has another value
    std::string file;
  };
  struct Time {
    double end = 0, tolerance = 1e-8;
    bool heun = false;
    std::size_t order = 8;
    double step = 0;
    std::size_t correctors = 1;
    double memory = 0;
  };
  struct Spectral {
    std::vector<double> times;
    double low = 0, high = 0;
    std::size_t count = 0;  ///< 0: none
    double probe = 0;       ///< width of the probe; 0: no photoemission
  };
  struct Output : runs::ResultFiles {
    std::vector<double> times;
    double every = 0;
    bool current = false, green = false;
    Spectral spectral, arpes;
  };
  struct Run {
    runs::RunDevices on;
    unsigned threads = 0;   ///< 0: one a core
    double most_bytes = 0;  ///< 0: nine tenths of what is free
    double compact = 0;     ///< age from which blocks are kept in single precision; 0: none
  };

  Rules rules;
  Lattice lattice;
  ModelPart model;
  std::vector<Vertex> vertices = {{"U", {}, {}}};  ///< one at least
  std::vector<Pulse> pulses;
  std::vector<Quench> quenches;
  Start start;
  Time time;
  Output output;
  Run run;
  runs::CheckpointFile checkpoint;
  runs::Given given;

  bool is_cluster() const { return !lattice.cluster.empty(); }
  /// Paths in a job are relative to its file.
  std::string path_of(const std::string& file) const;
};

/// Names of the vertices of a rule file. Throws std::runtime_error where there is no such file, InputError where it is wrong.
using VertexNames = std::function<std::vector<std::string>(const std::string& rules)>;

/// Throws InputError with all mistakes of the file, each at its place. A table of a vertex has the vertex's name; without `names` there is one, U.
Job read_job(SourcePtr source, const VertexNames& names = {});

/// Of a job that has its vertices.
runs::Schema job_schema(Job& job);

}  // namespace diagc::dynamics
