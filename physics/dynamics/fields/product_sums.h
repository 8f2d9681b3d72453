// The parts of a product along the contour at one k point.
#pragma once

#include "physics/dynamics/fields/field_rows.h"

namespace diagc::dynamics {

/// A left factor's rows times the weights of quadratures, of stored panels and of the panel itself.
struct LeftFactor {
  BlockRows spectral, lesser;                ///< with weights of full panels
  BlockRows lesser_turned, spectral_turned;  ///< transposed: of lesser, of −spectral
  BlockRows within;                          ///< Δ A_lm A^D(l, m)
  BlockRows mixed_turned;                    ///< −i w A^⌉, transposed, τ backwards
  const FieldRows* rows = nullptr;
  std::size_t point = 0;

  explicit LeftFactor(const TwoTime& past);
  void fill(const TwoTime& past, double length, const FieldRows& of, std::size_t k);
};

/// A right factor: its rows, and those of its adjoint, stored and of the panel.
struct RightFactor {
  std::size_t place = 0, adjoint_place = 0;  ///< in storage
  int sign = 1;                              ///< of the adjoint
  bool bosonic = false;
  const FieldRows* rows = nullptr;
  const FieldRows* adjoint_rows = nullptr;
};

/// Sums for the columns of stored panels, blocks 0 … panels − 1, and of the panel itself, block panels, and at imaginary times.
struct ProductSums {
  BlockRows lesser, spectral, mixed;
  BlockRows turned, turned_negative;  ///< parts of lesser, transposed; the second one with a minus

  explicit ProductSums(const TwoTime& past);
  void clear();
  /// Adds what is transposed to lesser.
  void turn_back();
};

/// What stored rows give to columns of stored panels and imaginary times.
void add_stored_columns(const TwoTime& past, const LeftFactor& left, const RightFactor& right,
                        ProductSums& sums);
/// What the right factor's rows on the panel give to these columns.
void add_rows_of_panel(const TwoTime& past, const LeftFactor& left, const RightFactor& right,
                       ProductSums& sums);
/// What stored rows, by way of the adjoint's rows on the panel, and the imaginary branch give to the panel's own columns.
void add_own_columns(const TwoTime& past, const LeftFactor& left, const RightFactor& right,
                     ProductSums& sums);
/// What the panel's own block gives to its own columns by integrals to the time of the column.
void add_own_block(const TwoTime& past, double length, const LeftFactor& left,
                   const RightFactor& right, ProductSums& sums);

}  // namespace diagc::dynamics
