// All tables that steps of the generator read in a channel, as a job and its fitted distributions give them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "physics/collider/generator/event_population.h"
#include "physics/collider/generator/generator_memory.h"
#include "physics/collider/generator/maximum.h"
#include "physics/collider/generator/process_tables.h"
#include "physics/collider/jets/jet_sets.h"
#include "physics/collider/phase_space/antenna_tables.h"
#include "physics/collider/phase_space/event.h"
#include "physics/collider/phase_space/warm_up.h"
#include "runs/checkpoint/bytes.h"

namespace diagc::collider {

class OwnTables {
 public:
  OwnTables(const Process& process, std::size_t channel,
            std::shared_ptr<const ProcessTables> shared);

  /// Valid while this stands and nothing of it changes.
  GeneratorTables pointers() const;
  /// The same with pointers to copies: placed(data, bytes) makes each of those that are not `shared`. Steps find no jets then.
  using Placed = std::function<const void*(const void* data, std::size_t bytes)>;
  GeneratorTables pointers(const Placed& placed, const ProcessPointers& shared) const;
  /// Of sampler "antenna", for devices.
  Screen screen(const Placed& placed) const;

  /// Null for other samplers.
  const AntennaSampler* antenna() const { return antenna_ ? &*antenna_ : nullptr; }
  /// The number of the ordering that a member has at a step.
  const PartonChannel& channel() const { return channel_; }
  /// Place of the ordering of an event among those of the channel.
  unsigned ordering(unsigned member, std::uint64_t step) const;
  /// Draws as the round has it from now on.
  void fit(const WarmUpRound& round);
  std::size_t cell_count() const { return shared_->cell_count(); }
  std::size_t histogram_cells() const { return shared_->histogram_cells(); }
  double unit() const { return unit_; }
  double square_unit() const { return square_unit_; }
  std::vector<HistogramSums> histogram_sums(std::span<const std::int64_t> cells) const;
  /// A row for each variation: its cross section, then, where histograms are varied, all their bins as cells have them.
  std::vector<std::vector<VariedSums>> varied_sums(std::span<const std::int64_t> cells) const;
  /// Units for weights of this mean modulus.
  void choose_units(double mean);
  /// The weight that events are unweighted by, pb; 0 before a warm-up has found it.
  double maximum() const { return maximum_; }
  /// Whether a warm-up is to find it.
  bool wants_maximum() const {
    return keeps_events(job_) && !job_.unweighting.weighted && job_.unweighting.maximum == 0;
  }
  /// From weights of events that pass the first cuts.
  void choose_maximum(std::vector<double> weights) {
    maximum_ = maximum_weight(std::move(weights), job_.unweighting.overflow);
  }

  /// All that is not the job's.
  void write(runs::Bytes& to) const;
  /// Throws std::runtime_error unless they may be what write() wrote.
  void read(std::span<const std::byte>& from);
  std::size_t bytes() const;

 private:
  std::size_t y_numbers() const;  ///< of AntennaTables::y_probability

  Job job_;
  PartonChannel channel_;
  std::size_t channel_number_;
  Cuts widest_;
  std::shared_ptr<const ProcessTables> shared_;
  std::vector<LuminosityTerm> luminosity_;
  OrderingList orderings_;
  std::optional<AntennaSampler> antenna_;
  JetSets jet_sets_;
  double unit_ = 1, square_unit_ = 1, maximum_ = 0;
};

}  // namespace diagc::collider
