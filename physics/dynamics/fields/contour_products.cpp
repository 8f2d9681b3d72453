#include "physics/dynamics/fields/contour_products.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>

#include "physics/dynamics/fields/product_sums.h"
#include "physics/dynamics/fields/volterra.h"
#include "runtime/system/thread_pool.h"

namespace diagc::dynamics {

namespace {

void copy_sums(const BlockRows& from, const BlockRows& to, std::size_t k) {
  if (from.bytes() == 0) return;
  for (std::size_t block = 0; block < from.blocks(); ++block) {
    const Block source = from.at(0, block), target = to.at(k, block);
    const std::size_t numbers = from.rows() * source.stride;
    std::memcpy(target.re, source.re, numbers * sizeof(double));
    std::memcpy(target.im, source.im, numbers * sizeof(double));
  }
}

void negate(const BlockRows& rows) {
  if (rows.bytes() == 0) return;
  double* const numbers = rows.at(0, 0).re;
  for (std::size_t i = 0; i < rows.bytes() / sizeof(double); ++i) numbers[i] = -numbers[i];
}

}  // namespace

void contour_products(const arrays::TwoTimePlan& plan, const arrays::TwoTimeStage& stage,
                      const TwoTime& past, double length, FieldsOfPanel& fields, unsigned threads) {
  const std::vector<std::size_t> places = storage_places(plan);
  const std::size_t points = past.points();
  const std::size_t parts = std::min<std::size_t>(points, std::max(threads, 1U));
  const auto right_factor = [&](std::uint32_t field) {
    const arrays::TwoTimeField& own = plan.fields[field];
    return RightFactor{places[field], places[own.adjoint], own.sign,
                       own.bosonic,   &fields[field],      &fields[own.adjoint]};
  };
  ThreadPool::shared().run(threads, parts, [&](std::size_t part) {
    LeftFactor left(past);
    ProductSums sums(past);
    EquationSolver solver(past, length);
    for (std::size_t k = points * part / parts; k < points * (part + 1) / parts; ++k) {
      for (const arrays::TwoTimeProduct& product : stage.products) {
        const RightFactor right = right_factor(product.right);
        left.fill(past, length, fields[product.left], k);
        sums.clear();
        add_stored_columns(past, left, right, sums);
        add_own_columns(past, left, right, sums);
        add_rows_of_panel(past, left, right, sums);
        add_own_block(past, length, left, right, sums);
        sums.turn_back();
        const FieldRows& result = fields[product.result];
        if (product.sign < 0) {
          for (const BlockRows* part_of : {&sums.lesser, &sums.spectral, &sums.mixed})
            negate(*part_of);
        }
        copy_sums(sums.lesser, result.lesser, k);
        copy_sums(sums.spectral, result.spectral, k);
        copy_sums(sums.mixed, result.mixed, k);
      }
      for (const arrays::TwoTimeEquation& equation : stage.equations)
        solver.solve_columns(equation, fields, right_factor, k);
      for (const arrays::TwoTimeEquation& equation : stage.equations)
        solver.solve_own_block(equation, fields, right_factor, k);
      for (const arrays::TwoTimeEquation& equation : stage.equations)
        settle_own_blocks(plan, equation, fields, past.panels(), k);
    }
  });
}

}  // namespace diagc::dynamics
