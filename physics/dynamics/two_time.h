// What is kept of the past: L = G< and D = G> − G< at all pairs of nodes, the lower block triangle alone.
//
// Both are smooth across equal times and anti-Hermitian, X(t, t') = −X(t', t)†. A block holds two panels' nodes with their bands: row and column
// are (node, band), node slowest. Besides, there is the row of T⁺, the time that the next panel begins at, after a kick where there is one: a node
// of weight 0 in quadratures, so that jumps are exact.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "physics/dynamics/blocks.h"
#include "physics/dynamics/history_code.h"
#include "physics/dynamics/imaginary_branch.h"
#include "physics/dynamics/panel_times.h"

namespace diagc::dynamics {

/// A function besides G, a number for each pair of nodes and point: X<, X> − X< and X^⌉ as those of G with one band, without a column of T⁺.
struct FieldRows {
  BlockRows lesser, spectral, mixed;
};

/// The functions on the rows of one panel.
struct PanelRows {
  BlockRows lesser, spectral;
  BlockRows mixed =
      {};  ///< G^⌉: of each k one block, columns (τ, band); empty without an imaginary branch
  std::vector<FieldRows> fields = {};  ///< that the theory stores besides G
};

class TwoTime {
 public:
  /// ρ at T⁺ = 0: [k][a][b].
  TwoTime(std::size_t points, std::size_t bands, Collocation collocation,
          std::span<const Complex> rho, std::shared_ptr<const ImaginaryBranch> branch = nullptr);

  /// What sums over stored rows go by: of G, and of fields besides it. For any shape until they are set.
  const HistoryCode& history_code() const { return history_code_; }
  const HistoryCode& field_code() const { return field_code_; }
  void set_history_code(HistoryCode of_g, HistoryCode of_fields);

  /// None where the start has no correlations.
  const ImaginaryBranch* branch() const { return branch_.get(); }
  std::size_t points() const { return points_; }
  std::size_t bands() const { return bands_; }
  const PanelTimes& panel_times() const { return times_; }
  const Collocation& collocation() const { return times_.collocation(); }
  std::size_t panels() const { return rows_.size(); }
  std::size_t forgotten() const { return times_.forgotten(); }
  std::size_t nodes() const { return panels() * collocation().order; }
  /// Rows and columns of a block.
  std::size_t block_size() const { return collocation().order * bands_; }

  double end() const { return times_.end(); }  ///< T
  double start(std::size_t panel) const { return times_.start(panel); }
  double length(std::size_t panel) const { return times_.length(panel); }
  const std::vector<double>& times() const { return times_.nodes(); }  ///< of all nodes

  /// Rows of a panel: blocks 0 … panel. Of panels in single precision G^⌉ alone: see lesser_block() and doubles_of().
  const PanelRows& rows(std::size_t panel) const { return rows_[panel]; }
  /// A stored block; of a panel in single precision it is read into `scratch`, a block of the same shape.
  Block lesser_block(std::size_t panel, std::size_t point, std::size_t block,
                     const Block& scratch) const;
  Block spectral_block(std::size_t panel, std::size_t point, std::size_t block,
                       const Block& scratch) const;
  /// The same of a field that is stored besides G.
  Block lesser_of_field(std::size_t field, std::size_t panel, std::size_t point, std::size_t block,
                        const Block& scratch) const;
  Block spectral_of_field(std::size_t field, std::size_t panel, std::size_t point,
                          std::size_t block, const Block& scratch) const;
  /// A copy of the rows of a panel in double precision.
  PanelRows doubles_of(std::size_t panel) const;
  /// The rows of T⁺: blocks 0 … panels() − 1, and block panels(), whose first columns are the pair (T⁺, T⁺).
  const PanelRows& edge() const { return edge_; }

  /// ρ at T⁺: [k][a][b].
  std::vector<Complex> edge_density() const;

  /// G → K G K† on the row and the column of T⁺; K is [a][b].
  void kick(std::span<const Complex> matrix);

  /// Takes over rows of the panel [T, end]. They have the blocks of edge(), and then the panel's own one.
  void append(const PanelRows& panel, double end);

  /// Takes over rows of the panel [start, end] as append() left them: of blocks 0 … panels(), of panels that are kept.
  void restore(PanelRows rows, double start, double end, std::size_t forgotten);

  /// Drops the first panels, rows and columns.
  void forget(std::size_t count);

  /// Keeps L and D of the first panels, those that are not yet, in single precision.
  void compact(std::size_t count);
  std::size_t compacted() const { return singles_.size(); }
  /// Bytes of the functions that are kept.
  double bytes() const;

  /// Bytes of the functions at so many panels; `imaginary`: nodes of the imaginary branch, `fields`: stored besides G.
  static double bytes(std::size_t points, std::size_t bands, std::size_t order, std::size_t panels,
                      std::size_t imaginary = 0, std::size_t fields = 0);

 private:
  void take(PanelRows rows, double end);

  std::size_t points_, bands_;
  HistoryCode history_code_, field_code_;
  PanelTimes times_;
  std::shared_ptr<const ImaginaryBranch> branch_;
  struct Singles {
    SingleRows lesser, spectral;
    std::vector<Singles> fields = {};
  };
  std::vector<Singles> singles_;  ///< of the first panels
  std::vector<PanelRows> rows_;
  PanelRows edge_;
};

}  // namespace diagc::dynamics
