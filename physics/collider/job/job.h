// A job: what `diagc events` shall do, as its file says.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "physics/collider/phase_space/event.h"
#include "physics/collider/process/parton_channel.h"
#include "runs/jobs/run_files.h"
#include "runs/jobs/run_target.h"
#include "runs/jobs/schema.h"

namespace diagc::collider {

/// Of every jet and every pair of jets.
struct CutSet {
  double pt = 0;   ///< least transverse momentum, GeV
  double eta = 0;  ///< largest |η|
  double dr = 0;   ///< least distance √(Δη² + Δφ²); 0: none
  double radius =
      0;  ///< of anti-k_t jets, as many as partons, which pt and eta cut as well; 0: partons are jets
};

/// What histograms are of; masses and momenta in GeV.
enum class Observable { scalar_sum, least_distance, mass, transverse_momentum, rapidity };

struct HistogramOptions {
  std::string name;  ///< as the job has it: "HT", "pt_1"
  Observable observable = Observable::scalar_sum;
  unsigned rank =
      0;  ///< of transverse_momentum and rapidity: the jet's, by descending p_T from 0 on
  std::uint32_t bins = 0;
  double low = 0, high = 0;
  std::uint32_t cuts = 0;  ///< place of the cut set whose events are filled in
};

struct Job {
  struct Process {
    bool quarks = false;  ///< all partonic channels, not gluons alone
    int jets = 0;         ///< outgoing partons; amplitudes have two more
    Colour colour = Colour::leading;
    int flavours = 5;  ///< of quarks
  };
  struct Couplings {
    bool of_grid = false;  ///< α_s is that of the parton densities' grid
    double alpha_s = 0;    ///< else: at M_Z
    int loops = 1;
    double scale = 0;         ///< GeV, of renormalisation and factorisation; 0: a multiple of H_T
    double scale_factor = 1;  ///< of H_T
  };
  /// Further weights of every event.
  struct Variations {
    int scale_points =
        1;  ///< 3 or 7: scales by factors ½ and 2, the middle one among them; 1: none
    bool all_members = false;  ///< of the set of densities
    std::vector<int> members;  ///< else these
    bool histograms = true;    ///< whether histograms are varied, too
    bool any() const { return scale_points > 1 || all_members || !members.empty(); }
  };
  struct Run : runs::RunDevices {
    bool single_precision = false;
    unsigned threads = 0;  ///< 0: one a core
    Sampler sampler = Sampler::antenna;
    double events = 0;        ///< phase-space points at which the run ends; 0: no such end
    double target_error = 0;  ///< relative; 0: no such end
    double time_limit = 0;    ///< seconds; 0: no such end
    double unweighted = 0;    ///< events at which the run ends; 0: no such end
    std::uint64_t seed = 0;
  };
  using Checkpoint = runs::CheckpointFile;
  struct Output : runs::ResultFiles {
    std::string events;  ///< as is_event_path() takes it; empty: none
  };
  struct Unweighting {
    bool weighted = false;  ///< all events that pass the first cuts are kept, with their weights
    double maximum = 0;     ///< pb; 0: a warm-up finds it
    double overflow = 0;    ///< the part of the cross section that it leaves above
  };

  Process process;
  double energy = 0;  ///< √s, GeV
  std::string pdf;    ///< as read_density() takes it
  int pdf_member = 0;
  Couplings couplings;
  std::vector<CutSet> cuts;  ///< at least one; the first is that of the cross section
  std::vector<HistogramOptions> histograms;
  Variations variations;
  Run run;
  Unweighting unweighting;
  Checkpoint checkpoint;
  Output output;
  runs::Given given;
};

/// What its channels are.
inline ProcessOptions process_options(const Job& job) {
  return {.quarks = job.process.quarks,
          .jets = static_cast<unsigned>(job.process.jets),
          .colour = job.process.colour,
          .flavours = job.process.flavours};
}

/// Whether a cut set asks for jets.
inline bool finds_jets(const Job& job) {
  return std::ranges::any_of(job.cuts, [](const CutSet& cuts) { return cuts.radius > 0; });
}

/// Whether events are kept, each with its number.
inline bool keeps_events(const Job& job) {
  return !job.output.events.empty() || job.run.unweighted > 0;
}

/// Throws InputError with all mistakes of the file, each at its place.
Job read_job(SourcePtr source);

runs::Schema job_schema(Job& job);

}  // namespace diagc::collider
