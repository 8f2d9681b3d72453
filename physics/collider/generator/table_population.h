// What populations of events have in common, whatever they run on: tables that their steps read, and the shape that follows from them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "physics/collider/generator/event_population.h"
#include "physics/collider/generator/generator_tables.h"
#include "physics/collider/generator/generator_text.h"

namespace diagc::collider {

class TablePopulation : public EventPopulation {
 public:
  const runs::PopulationShape& shape() const final { return shape_; }
  std::size_t counter_of_broken() const final { return step_.cut_sets; }
  const OwnTables& own_tables() const final { return tables_; }
  std::vector<HistogramSums> histograms(std::span<const std::int64_t> cells) const final {
    return tables_.histogram_sums(cells);
  }
  runs::Bytes tables() const final;
  void configure(std::span<const std::byte> tables) final;
  void start(std::size_t, std::uint64_t) final {}

 protected:
  /// `members`: of a group.
  TablePopulation(const Process& process, std::size_t channel,
                  std::shared_ptr<const ProcessTables> shared, std::vector<std::uint32_t> groups,
                  std::uint32_t members);
  /// Steps read tables_ as they are now.
  virtual void place_tables() = 0;

  std::size_t orderings() const { return tables_.channel().orderings.size(); }

  std::vector<std::uint32_t> groups_;
  GeneratorShape step_;
  OwnTables tables_;

 private:
  runs::PopulationShape shape_;
};

}  // namespace diagc::collider
