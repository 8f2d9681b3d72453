// Machine code for a row of stored blocks, made for exactly the shape of blocks (text/stored_row.inc): extents and strides are constants of its source, sums
// stay in registers. One code serves G and, with one band, the fields that theories with products along the contour store besides.
#pragma once

#include <optional>
#include <string>

#include "diagc/embed.h"
#include "physics/dynamics/blocks.h"

namespace diagc::dynamics {

/// Blocks of the stored row P at a column Q, what they are multiplied by, and the sums that they are added to. Those of the next columns follow each
/// in memory, but of the factor and of the turned sums, which are those of P. X is L or D, X̄ the adjoint field, of G itself again X.
struct StoredRow {
  Block lesser, spectral;                  ///< X(P, Q): [size][size]
  Block lesser_adjoint, spectral_adjoint;  ///< X̄(P, Q)
  Block factor;                            ///< Σ^D(P): [row][size]
  Block spectral_turned, lesser_turned;    ///< of Q, as WeightedSelfEnergy has them: [size][row]
  Block lesser_sums, spectral_sums;        ///< of Q: [row][size]
  Block turned_sums;                       ///< of P: [size][row]
};

class HistoryCode {
 public:
  /// For blocks of any shape, by add_product().
  HistoryCode() = default;
  /// Compiled for a processor that runs here, or from the cache; by add_product(), too, where there is no compiler.
  HistoryCode(std::size_t rows, std::size_t size, const std::string& cpu = "native");

  bool compiled() const { return add_ != nullptr; }

  /// For so many columns Q, with the numbers of rows of the panel and of a stored block:
  ///
  ///   lesser_sums += factor L      spectral_sums += factor D      turned_sums += conj(L̄) spectral_turned + conj(D̄) lesser_turned.
  ///
  /// Shapes that it was not compiled for go by add_product().
  void add(const StoredRow& row, std::size_t rows, std::size_t size, std::size_t count) const;

 private:
  /// As the source has it.
  struct Pointers {
    const double *lesser, *spectral, *lesser_adjoint, *spectral_adjoint;
    const double *factor, *spectral_turned, *lesser_turned;
    double *lesser_sums, *spectral_sums, *turned_sums;
  };
  std::size_t rows_ = 0, size_ = 0;
  std::optional<LoadedCode> code_;
  void (*add_)(Pointers, long) = nullptr;
};

/// The source of that code for vectors of so many bytes.
std::string history_source(std::size_t rows, std::size_t size, int vector_bytes);

}  // namespace diagc::dynamics
