// The events of a file: each is its number and its weight, and all else is made from these again.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "physics/collider/generator/generator_tables.h"
#include "physics/collider/output/output_event.h"
#include "runs/population/population.h"

namespace diagc::collider {

/// Events of one channel, which were drawn from these tables in steps from first_step to before end_step.
struct EventSource {
  OwnTables tables;
  double scale = 1;  ///< pb that a row with the value 1 stands for
  std::uint64_t first_step = 0, end_step = 0;
  std::vector<runs::PickedRow> rows;
};

class EventList {
 public:
  EventList() = default;
  /// `scale`: pb that an event with the weight 1 stands for. Unweighted events of sources with a smaller one are dropped by chance, others
  /// weigh more. Events stand in the order of the parts of their sources' steps, so that channels are mixed throughout.
  EventList(const Process& process, std::vector<EventSource> sources, double scale);

  /// Leaves out all events behind so many.
  void keep_first(std::size_t count);

  std::size_t size() const { return entries_.size(); }
  /// May be called from many threads. Momenta are those of the step to the last bits.
  OutputEvent event(std::size_t i) const;
  /// Σ of weights as events have them, and Σ and number of those above 1.
  double weight() const { return weight_; }
  double overflow() const { return overflow_; }
  std::uint64_t overflows() const { return overflows_; }
  double largest() const { return largest_; }

 private:
  struct Entry {
    double order;  ///< part of the steps of the source that are before it
    std::uint32_t source;
    runs::PickedRow row;  ///< with its weight in the file
    auto operator<=>(const Entry&) const = default;
  };
  std::vector<double> ratios(const OutputEvent& event) const;
  void add_up();
  void add(std::uint32_t source, runs::PickedRow row, double scale);

  unsigned jets_ = 0;
  bool weighted_ = false;
  Sampler sampler_ = Sampler::antenna;
  double fixed_scale_ = 0;  ///< GeV
  std::shared_ptr<const PartonDensity> density_;
  std::shared_ptr<const Coupling> coupling_;
  std::vector<Variation> variations_;
  std::vector<EventSource> sources_;  ///< without their rows
  std::vector<Entry> entries_;
  double weight_ = 0, overflow_ = 0, largest_ = 0;
  std::uint64_t overflows_ = 0;
};

}  // namespace diagc::collider
