// Theories with products along the contour at imaginary times: products are products at Matsubara frequencies there.
#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

#include "physics/dynamics/blocks.h"
#include "physics/dynamics/fields/staged_theory.h"
#include "physics/dynamics/starts/lehmann_basis.h"

namespace diagc::dynamics {

class ImaginaryFields {
 public:
  /// All must outlive it. `vertices`: on the imaginary branch.
  ImaginaryFields(const LehmannBasis& basis, const StagedTheory& theory, std::size_t bands,
                  std::vector<double> vertices);

  /// Σ as poles, of each point [pole][(a, b)], from G.
  std::vector<Eigen::MatrixXcd> self_energy(const std::vector<Eigen::MatrixXcd>& green);

  /// ∫_0^β ℓ_i(s) X(s − τ_j) ds of the fields that are stored, as ImaginaryBranch has them, from the last self_energy().
  std::vector<BlockRows> continuations() const;

 private:
  void run_stage(std::size_t stage, std::vector<Eigen::MatrixXcd>& self_energy);
  void multiply(const arrays::TwoTimeStage& stage);

  const LehmannBasis& basis_;
  const StagedTheory& theory_;
  std::size_t bands_, points_;
  std::vector<double> vertices_;
  /// By field and point: coefficients of poles.
  std::vector<std::vector<Eigen::VectorXcd>> fields_;
};

}  // namespace diagc::dynamics
