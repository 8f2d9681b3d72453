#include "physics/dynamics/fields/volterra.h"

namespace diagc::dynamics {

namespace {

Eigen::Index index_of(std::size_t place) { return static_cast<Eigen::Index>(place); }

}  // namespace

EquationSolver::EquationSolver(const TwoTime& past, double length) : past_(past), length_(length) {}

/// 1 − Δ (A_lm − b_m) L^D_ij(l, m) over (i, l) and (j, m).
Eigen::MatrixXcd EquationSolver::within(const arrays::TwoTimeEquation& equation,
                                        const FieldsOfPanel& fields, std::size_t k,
                                        const double* subtracted) const {
  const Collocation& collocation = past_.collocation();
  const std::size_t order = collocation.order, size = order * equation.unknowns.size();
  Eigen::MatrixXcd matrix = Eigen::MatrixXcd::Identity(index_of(size), index_of(size));
  for (const arrays::TwoTimeEquation::Left& left : equation.left) {
    const Block own = fields[left.field].spectral.at(k, past_.panels());
    for (std::size_t l = 0; l < order; ++l) {
      for (std::size_t m = 0; m < order; ++m) {
        const double weight =
            length_ * (collocation.integral(l, m) - (subtracted ? subtracted[m] : 0));
        matrix(index_of(left.row * order + l), index_of(left.column * order + m)) -=
            weight * own.at(l, m);
      }
    }
  }
  return matrix;
}

void EquationSolver::add_left(const arrays::TwoTimeEquation& equation, FieldsOfPanel& fields,
                              std::size_t k) {
  while (left_.size() < equation.left.size()) left_.emplace_back(past_);
  while (sums_.size() < equation.unknowns.size()) sums_.emplace_back(past_);
  for (std::size_t i = 0; i < equation.left.size(); ++i)
    left_[i].fill(past_, length_, fields[equation.left[i].field], k);
  for (std::size_t i = 0; i < equation.unknowns.size(); ++i) sums_[i].clear();
}

void EquationSolver::solve_columns(const arrays::TwoTimeEquation& equation, FieldsOfPanel& fields,
                                   const RightFactors& right, std::size_t k) {
  const std::size_t order = past_.collocation().order, count = equation.unknowns.size();
  add_left(equation, fields, k);
  for (std::size_t i = 0; i < equation.left.size(); ++i) {
    const arrays::TwoTimeEquation::Left& left = equation.left[i];
    add_stored_columns(past_, left_[i], right(equation.unknowns[left.column]), sums_[left.row]);
  }
  for (std::size_t i = 0; i < count; ++i) sums_[i].turn_back();
  const Eigen::PartialPivLU<Eigen::MatrixXcd> lu(within(equation, fields, k, nullptr));
  const auto solve = [&](BlockRows FieldRows::* rows, BlockRows ProductSums::* sums,
                         std::size_t block, std::size_t columns) {
    Eigen::MatrixXcd values(index_of(order * count), index_of(columns));
    for (std::size_t i = 0; i < count; ++i) {
      const Block rest = (fields[equation.rests[i]].*rows).at(k, block);
      const Block sum = (sums_[i].*sums).at(0, block);
      for (std::size_t l = 0; l < order; ++l) {
        for (std::size_t column = 0; column < columns; ++column)
          values(index_of(i * order + l), index_of(column)) =
              rest.at(l, column) + sum.at(l, column);
      }
    }
    const Eigen::MatrixXcd solution = lu.solve(values);
    for (std::size_t i = 0; i < count; ++i) {
      const Block to = (fields[equation.unknowns[i]].*rows).at(k, block);
      for (std::size_t l = 0; l < order; ++l) {
        for (std::size_t column = 0; column < columns; ++column)
          to.set(l, column, solution(index_of(i * order + l), index_of(column)));
      }
    }
  };
  for (std::size_t block = 0; block < past_.panels(); ++block) {
    solve(&FieldRows::lesser, &ProductSums::lesser, block, order);
    solve(&FieldRows::spectral, &ProductSums::spectral, block, order);
  }
  if (past_.branch()) solve(&FieldRows::mixed, &ProductSums::mixed, 0, past_.branch()->nodes());
}

void EquationSolver::solve_own_block(const arrays::TwoTimeEquation& equation, FieldsOfPanel& fields,
                                     const RightFactors& right, std::size_t k) {
  const Collocation& collocation = past_.collocation();
  const std::size_t order = collocation.order, count = equation.unknowns.size();
  const std::size_t own = past_.panels();
  // T^D, a column at a time: its integrals begin at the time of the column.
  for (std::size_t j = 0; j < order; ++j) {
    std::vector<double> to_column;
    for (std::size_t m = 0; m < order; ++m) to_column.push_back(collocation.integral(j, m));
    Eigen::VectorXcd values(index_of(order * count));
    for (std::size_t i = 0; i < count; ++i) {
      const Block rest = fields[equation.rests[i]].spectral.at(k, own);
      for (std::size_t l = 0; l < order; ++l) values(index_of(i * order + l)) = rest.at(l, j);
    }
    const Eigen::VectorXcd solution =
        within(equation, fields, k, to_column.data()).partialPivLu().solve(values);
    for (std::size_t i = 0; i < count; ++i) {
      const Block to = fields[equation.unknowns[i]].spectral.at(k, own);
      for (std::size_t l = 0; l < order; ++l) to.set(l, j, solution(index_of(i * order + l)));
    }
  }
  add_left(equation, fields, k);
  for (std::size_t i = 0; i < equation.left.size(); ++i) {
    const arrays::TwoTimeEquation::Left& left = equation.left[i];
    const RightFactor factor = right(equation.unknowns[left.column]);
    add_own_columns(past_, left_[i], factor, sums_[left.row]);
    add_own_block(past_, length_, left_[i], factor, sums_[left.row]);
  }
  for (std::size_t i = 0; i < count; ++i) sums_[i].turn_back();
  Eigen::MatrixXcd values(index_of(order * count), index_of(order));
  for (std::size_t i = 0; i < count; ++i) {
    const Block rest = fields[equation.rests[i]].lesser.at(k, own);
    const Block sum = sums_[i].lesser.at(0, own);
    for (std::size_t l = 0; l < order; ++l) {
      for (std::size_t j = 0; j < order; ++j)
        values(index_of(i * order + l), index_of(j)) = rest.at(l, j) + sum.at(l, j);
    }
  }
  const Eigen::MatrixXcd solution =
      within(equation, fields, k, nullptr).partialPivLu().solve(values);
  for (std::size_t i = 0; i < count; ++i) {
    const Block to = fields[equation.unknowns[i]].lesser.at(k, own);
    for (std::size_t l = 0; l < order; ++l) {
      for (std::size_t j = 0; j < order; ++j)
        to.set(l, j, solution(index_of(i * order + l), index_of(j)));
    }
  }
}

void settle_own_blocks(const arrays::TwoTimePlan& plan, const arrays::TwoTimeEquation& equation,
                       FieldsOfPanel& fields, std::size_t own, std::size_t k) {
  for (const std::uint32_t unknown : equation.unknowns) {
    const std::uint32_t adjoint = plan.fields[unknown].adjoint;
    if (adjoint < unknown) continue;
    const double sign = plan.fields[unknown].sign;
    for (BlockRows FieldRows::* rows : {&FieldRows::lesser, &FieldRows::spectral}) {
      const Block one = (fields[unknown].*rows).at(k, own);
      const Block other = (fields[adjoint].*rows).at(k, own);
      const std::size_t order = (fields[unknown].*rows).rows();
      for (std::size_t l = 0; l < order; ++l) {
        for (std::size_t j = adjoint == unknown ? l : 0; j < order; ++j) {
          const Complex half = (one.at(l, j) - sign * std::conj(other.at(j, l))) / 2.0;
          one.set(l, j, half);
          other.set(j, l, -sign * std::conj(half));
        }
      }
    }
  }
}

}  // namespace diagc::dynamics
