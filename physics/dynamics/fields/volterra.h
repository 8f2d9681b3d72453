// Equations T_i = X_i + Σ_j L_ij @ T_j on the rows of a panel at one k point: linear, solved by elimination.
#pragma once

#include <functional>
#include <vector>

#include <Eigen/LU>

#include "physics/dynamics/fields/product_sums.h"
#include "physics/dynamics/fields/staged_theory.h"

namespace diagc::dynamics {

class EquationSolver {
 public:
  using RightFactors = std::function<RightFactor(std::uint32_t field)>;

  EquationSolver(const TwoTime& past, double length);

  /// The rows of the unknowns at stored columns and imaginary times.
  void solve_columns(const arrays::TwoTimeEquation& equation, FieldsOfPanel& fields,
                     const RightFactors& right, std::size_t k);
  /// The panel's own block, when all rows of it are known at stored columns, the adjoints', too.
  void solve_own_block(const arrays::TwoTimeEquation& equation, FieldsOfPanel& fields,
                       const RightFactors& right, std::size_t k);

 private:
  Eigen::MatrixXcd within(const arrays::TwoTimeEquation& equation, const FieldsOfPanel& fields,
                          std::size_t k, const double* subtracted) const;
  void add_left(const arrays::TwoTimeEquation& equation, FieldsOfPanel& fields, std::size_t k);

  const TwoTime& past_;
  double length_;
  std::vector<LeftFactor> left_;
  std::vector<ProductSums> sums_;
};

/// Half the sum of each own block and its adjoint's adjoint, which are equal but for errors of quadratures.
void settle_own_blocks(const arrays::TwoTimePlan& plan, const arrays::TwoTimeEquation& equation,
                       FieldsOfPanel& fields, std::size_t own, std::size_t k);

}  // namespace diagc::dynamics
