#include "physics/dynamics/ranks/own_points.h"

#include <cstring>

namespace diagc::dynamics {

BlockRows rows_of_own_points(const PointShare& share, const BlockRows& all) {
  BlockRows own(share.count(), all.blocks(), all.rows(), all.columns());
  if (own.bytes() > 0) {
    std::memcpy(own.at(0, 0).re, all.at(share.first(), 0).re, own.bytes());
  }
  return own;
}

std::shared_ptr<const ImaginaryBranch> branch_of_own_points(const PointShare& share,
                                                            const ImaginaryBranch* branch) {
  if (!branch) return nullptr;
  auto own = std::make_shared<ImaginaryBranch>();
  own->beta = branch->beta;
  own->tau = branch->tau;
  own->weights = branch->weights;
  own->vertex = branch->vertex;
  own->vertices = branch->vertices;
  own->initial = rows_of_own_points(share, branch->initial);
  own->continuation = rows_of_own_points(share, branch->continuation);
  for (const BlockRows& field : branch->field_continuations)
    own->field_continuations.push_back(rows_of_own_points(share, field));
  return own;
}

TwoTime past_of_own_points(const PointShare& share, std::size_t bands, Collocation collocation,
                           std::span<const Complex> rho,
                           const std::shared_ptr<const ImaginaryBranch>& branch) {
  const std::size_t elements = bands * bands;
  return {share.count(), bands, std::move(collocation),
          rho.subspan(share.first() * elements, share.count() * elements),
          branch_of_own_points(share, branch.get())};
}

}  // namespace diagc::dynamics
