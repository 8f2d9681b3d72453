// Tables that all channels of a process read: densities and couplings, the run's own and those of variations, cuts and histograms. Tables of many
// members are large: what is equal stands once.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "physics/collider/generator/event_population.h"
#include "physics/collider/generator/generator_memory.h"
#include "physics/collider/tables.h"

namespace diagc::collider {

/// Tables as steps read them, in the memory of the host or of a device.
struct ProcessPointers {
  DensityTable density;
  CouplingCells coupling;
  const Cuts* cuts;
  const HistogramCells* histograms;
  const VariedWeight* varied;
  unsigned varied_count;
};

/// Whether histograms are filled with further weights.
inline bool varies_histograms(const Process& process) {
  return !process.variations.empty() && !process.job.histograms.empty() &&
         process.job.variations.histograms;
}

class ProcessTables {
 public:
  /// Made by so many threads.
  explicit ProcessTables(const Process& process, unsigned threads = 1);

  /// Valid while this stands.
  ProcessPointers pointers() const;
  std::span<const Cuts> cuts() const { return cuts_; }
  std::span<const HistogramCells> histograms() const { return histograms_; }
  std::span<const VariedWeight> varied() const { return varied_; }
  /// All numbers that pointers() leads to.
  std::vector<std::span<const double>> numbers() const;

  /// The place of a sum of flavours in all density tables; it is that of a channel.
  unsigned place(const FlavourSum& sum) const;
  /// Cells of all histograms, those of variations behind them.
  std::size_t cell_count() const { return cell_count_; }
  /// Of the histograms alone: two for each bin.
  std::size_t histogram_cells() const { return histogram_cells_; }

 private:
  std::vector<FlavourSum> sums_;
  std::vector<DensityCells> densities_;  ///< the run's own first
  std::vector<AlphaSCells> couplings_;   ///< the run's own first
  std::vector<Cuts> cuts_;
  std::vector<HistogramCells> histograms_;
  std::vector<VariedWeight> varied_;
  std::size_t histogram_cells_ = 0, cell_count_ = 0;
};

}  // namespace diagc::collider
