// Events of a collider as a population: members are independent points of phase space, and what is averaged is the cross section in pb.
//
// A row has one quantity for each cut set: the weight of the event where it passes the cuts, else 0,
//   w = (phase space, flux) · Σ f f · (4π α_s)^(n−2) · factor · |a|² · (share of the ordering) · (orderings)
// as process/parton_channel.h has it. Counters: events that passed, a cut set each, then weights that are not finite, which count as 0.
//
// Histograms have two cells for each bin, Σ w and Σ w² in fixed point, whose sums do not depend on an order: weights are multiplied by a unit that
// is a power of two, chosen at warm-up from the mean weight; a bin below the range comes first, one above it last.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "diagc/kernel.h"
#include "physics/collider/coupling.h"
#include "physics/collider/generator/variations.h"
#include "physics/collider/job/job.h"
#include "physics/collider/pdf/density.h"
#include "physics/collider/process/parton_channel.h"
#include "physics/collider/results/result.h"
#include "runs/population/population.h"

namespace diagc::collider {

/// A partonic channel and its kernel.
struct Subprocess {
  PartonChannel channel;
  Kernel amplitude;
  std::string rules;  ///< text of its rule file
};

/// What is generated: a job, and what its names stand for.
struct Process {
  const Job& job;
  std::vector<Subprocess> channels;  ///< at least one
  std::shared_ptr<const PartonDensity> density;
  std::shared_ptr<const Coupling> coupling;
  std::vector<Variation> variations = {};  ///< as read_variations() gives them
};

/// Groups of a population, whatever it runs on.
inline constexpr std::uint32_t all_groups = 64;

/// A histogram's sums in pb: of the bin below the range, the bins, the bin above it.
struct HistogramSums {
  std::vector<double> weights, squares;
};

/// Sums of a further weight w' of events that pass the first cuts, in pb: Σ w', Σ w'², Σ w' w.
struct VariedSums {
  double first = 0, second = 0, mixed = 0;
};

class OwnTables;
class ProcessTables;
class DeviceProcessTables;

class EventPopulation : public runs::Population {
 public:
  /// Fits distributions and units to the first `steps` steps of a few groups; the same on every rank and for any number of threads. False: a stop
  /// was requested. Returns the first step that counts by `next`.
  virtual bool warm_up(unsigned threads, const std::stop_token& stop, std::uint64_t& next) = 0;
  virtual std::vector<HistogramSums> histograms(std::span<const std::int64_t> cells) const = 0;
  virtual std::size_t counter_of_broken() const = 0;
  /// What events are drawn from.
  virtual const OwnTables& own_tables() const = 0;
  /// Measures a batch as it is drawn now, and the amplitude's kernels alone; of devices. Nothing that counts changes.
  virtual std::optional<BenchResult> bench() { return std::nullopt; }
};

/// Of the channel of this number, whose events have random numbers of their own, on the processor; `shared`: those of the process. Throws as
/// LoadedCode does.
std::unique_ptr<EventPopulation> cpu_event_population(const Process& process, std::size_t channel,
                                                      std::shared_ptr<const ProcessTables> shared,
                                                      std::vector<std::uint32_t> groups,
                                                      std::stop_token stop = {});

struct DeviceOptions {
  int device = 0;               ///< as CUDA counts them; the kernel of the amplitude is for it, too
  bool use_cache = true;        ///< of compiled code
  std::uint32_t blocks = 32;    ///< of 128 members, a group
  std::uint32_t stretch = 0;    ///< steps; 0: as suits the process
  std::uint32_t batch = 16384;  ///< blocks that are drawn at once, about
  bool screens =
      true;  ///< events of many jets, in single precision; numbers do not depend on it but for rounding
  double cores = 500;  ///< of a processor that do as much, about
};

/// The same on a device, where `shared` is: all own groups are one part. Throws what runtime/cuda throws.
std::unique_ptr<EventPopulation> device_event_population(
    const Process& process, std::size_t channel, std::shared_ptr<const DeviceProcessTables> shared,
    std::vector<std::uint32_t> groups, const DeviceOptions& options, std::stop_token stop = {});

}  // namespace diagc::collider
