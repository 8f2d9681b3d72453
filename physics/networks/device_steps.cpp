#include "physics/networks/device_steps.h"

#include <complex>
#include <stdexcept>

#include "compiler/arrays/device/device_copy.h"
#include "physics/networks/device_parameters.h"

namespace diagc::networks {

namespace {

using arrays::DeviceForm;
using arrays::DeviceLaunch;
using arrays::DeviceStep;

class Launcher {
 public:
  explicit Launcher(const DeviceArrays& arrays) : on_(arrays) {}

  void take(std::size_t l) const {
    const DeviceLaunch& own = on_.plan.launches[l];
    if (is_by_tables(own.form)) {
      TasksParameter tasks{on_.at(0),
                           on_.at(on_.layout.tasks),
                           on_.at(on_.layout.waves),
                           on_.at(on_.layout.ends + on_.first_ends[l] * sizeof(std::uint32_t)),
                           on_.at(on_.layout.tables),
                           on_.at(on_.layout.starts),
                           on_.at(on_.layout.most),
                           on_.first_by_tables[l],
                           on_.prime};
      return launch(on_.code.calls[l], &tasks);
    }
    if (own.form == DeviceForm::fused) return take_chain(own, on_.code.calls[l]);
    const DeviceStep& step = on_.plan.steps[own.first];
    if (own.form == DeviceForm::products)
      return take_products(step, on_.code.calls[l], on_.code.further[l]);
    const bool is_cut = step.parts > 1;
    const DevicePointer result = on_.element(on_.plan.offsets[step.c]),
                        sums = is_cut ? on_.element(step.parts_offset) : result;
    ArraysParameter arrays{on_.element(on_.plan.offsets[step.a]),
                           on_.element(on_.plan.offsets[step.b]),
                           sums,
                           on_.start(step.a),
                           on_.start(step.b),
                           on_.most_of(step.a),
                           on_.most_of(step.b),
                           is_cut ? DevicePointer{0} : on_.most_of(step.c),
                           on_.prime};
    if (step.copies_b) {
      // With the powers of two of both operands.
      ArraysParameter copy{arrays.b,       0, on_.element(step.packed[1]),
                           arrays.start_b, 0, arrays.most_b,
                           arrays.most_a,  0, on_.prime};
      launch(on_.code.further[l].back(), &copy);
      arrays.b = copy.c;
      arrays.start_b = on_.nothing();
    }
    if (step.pieces.empty()) launch(on_.code.calls[l], &arrays);
    for (std::size_t k = 0; k < step.pieces.size(); ++k) {
      const arrays::StepPiece& piece = step.pieces[k];
      on_.stream.wait_for(on_.arrivals[step.arrives][k]);
      arrays.a = on_.element(on_.plan.offsets[step.a] + piece.a);
      arrays.b = on_.element(on_.plan.offsets[step.b] + piece.b);
      arrays.c = sums + (piece.part * step.elements + piece.c) * on_.element_bytes;
      launch(on_.code.calls[l], &arrays);
    }
    if (is_cut) take_parts(step, on_.code.further[l].front());
  }

  /// Adds the parts of a sum.
  void take_parts(const DeviceStep& step, const DeviceCode::Call& call) const {
    ArraysParameter arrays{on_.element(step.parts_offset),
                           0,
                           on_.element(on_.plan.offsets[step.c]),
                           on_.nothing(),
                           on_.nothing(),
                           on_.nothing(),
                           on_.nothing(),
                           on_.most_of(step.c),
                           on_.prime};
    launch(call, &arrays);
  }

  void take_chain(const DeviceLaunch& own, const DeviceCode::Call& call) const {
    const std::uint32_t from = on_.plan.steps[own.first].a,
                        to = on_.plan.steps[own.first + own.count - 1].c;
    ChainParameter chain{on_.element(on_.plan.offsets[from]),
                         on_.element(on_.plan.offsets[to]),
                         on_.start(from),
                         on_.most_of(from),
                         on_.most_of(to),
                         on_.prime,
                         {},
                         {},
                         {}};
    for (std::size_t s = 0; s < own.count; ++s) {
      const std::uint32_t other = on_.plan.steps[own.first + s].b;
      chain.b[s] = on_.element(on_.plan.offsets[other]);
      chain.start_b[s] = on_.start(other);
      chain.most_b[s] = on_.most_of(other);
    }
    launch(call, &chain);
  }

  /// An array that is brought near 1 as it is copied, or the library's result to its places.
  void take_copy(const DeviceCode::Call& call, DevicePointer from, DevicePointer to,
                 DevicePointer start, DevicePointer most_read, DevicePointer most_written) const {
    ArraysParameter arrays{from,         0,        to, start, 0, most_read, on_.nothing(),
                           most_written, on_.prime};
    launch(call, &arrays);
  }

  void take_products(const DeviceStep& step, const DeviceCode::Call& copy_a,
                     const std::vector<DeviceCode::Call>& others) const {
    if (step.pieces.empty()) {
      copy_operand(step, copy_a, 0, 0);
      copy_operand(step, others[0], 1, 0);
      take_product(step, others[1], {});
      return;
    }
    // What is there already is copied before the first piece comes.
    const bool a_comes = on_.plan.steps[on_.plan.launches[step.arrives].first].c == step.a;
    const std::size_t comes = a_comes ? 0 : 1, is_there = 1 - comes;
    const DeviceCode::Call* const copies[] = {&copy_a, &others[0]};
    const auto start_of = [&](std::size_t k) {
      return a_comes ? step.pieces[k].b : step.pieces[k].a;
    };
    for (std::size_t k = 0; k < step.pieces.size(); ++k) {
      const arrays::StepPiece& piece = step.pieces[k];
      if (k == 0 || start_of(k) != start_of(k - 1))
        copy_operand(step, *copies[is_there], is_there, start_of(k));
      on_.stream.wait_for(on_.arrivals[step.arrives][k]);
      copy_operand(step, *copies[comes], comes, a_comes ? piece.a : piece.b);
      take_product(step, others[1], piece);
    }
    if (step.parts > 1) take_parts(step, others[2]);
  }

  /// To where the library wants it, from so many elements on.
  void copy_operand(const DeviceStep& step, const DeviceCode::Call& call, std::size_t which,
                    std::uint64_t from) const {
    const std::uint32_t value = which == 0 ? step.a : step.b;
    take_copy(call, on_.element(on_.plan.offsets[value] + from), on_.element(step.packed[which]),
              on_.start(value), on_.most_of(value), 0);
  }

  void take_product(const DeviceStep& step, const DeviceCode::Call& copy_c,
                    const arrays::StepPiece& piece) const {
    const bool is_cut = step.parts > 1;
    const std::uint64_t offset = piece.part * step.elements + piece.c;
    const DevicePointer to =
        on_.element((is_cut ? step.parts_offset : on_.plan.offsets[step.c]) + offset);
    // A result that lies as it should is written there.
    const bool moves = product_copies(step, on_.plan.element).c.moves;
    const DevicePointer a = on_.element(step.packed[0]), b = on_.element(step.packed[1]),
                        c = moves ? on_.element(step.packed[2]) : to;
    multiply(step, a, b, c, whole);
    if (moves || !is_cut)
      take_copy(copy_c, c, to, on_.nothing(), on_.nothing(),
                is_cut ? DevicePointer{0} : on_.most_of(step.c));
  }

  void take_corner(const DeviceStep& step) const {
    // The result goes where it is held before it is copied, or where no other array is yet.
    const DevicePointer c =
        on_.element(product_copies(step, on_.plan.element).c.moves ? step.packed[2]
                    : step.parts > 1                               ? step.parts_offset
                                                                   : on_.plan.offsets[step.c]);
    multiply(step, on_.element(step.packed[0]), on_.element(step.packed[1]), c,
             {.batch = 2, .side = 2048, .summed = 1024});
  }

 private:
  /// What is taken of matrices, at most.
  struct Corner {
    std::uint64_t batch, side, summed;
  };
  static constexpr Corner whole = {~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}};

  void multiply(const DeviceStep& step, DevicePointer a, DevicePointer b, DevicePointer c,
                const Corner& most) const {
    switch (on_.plan.element) {
      case arrays::DeviceElement::f32:
        return multiply_as<float>(step, a, b, c, most);
      case arrays::DeviceElement::f64:
        return multiply_as<double>(step, a, b, c, most);
      case arrays::DeviceElement::c64:
        return multiply_as<std::complex<float>>(step, a, b, c, most);
      case arrays::DeviceElement::c128:
        return multiply_as<std::complex<double>>(step, a, b, c, most);
      default:
        throw std::logic_error("device plan: found a library for remainders or maxima");
    }
  }

  template <class Value>
  void multiply_as(const DeviceStep& step, DevicePointer a, DevicePointer b, DevicePointer c,
                   const Corner& most) const {
    const arrays::ProductCopies own = product_copies(step, on_.plan.element);
    const std::uint64_t batch = std::min(count_of(step.batch), most.batch),
                        rows = std::min(count_of(step.rows), most.side),
                        columns = std::min(count_of(step.columns), most.side),
                        summed = std::min(count_of(step.summed), most.summed);
    const auto matrix = [](DevicePointer address) {
      // NOLINTNEXTLINE(performance-no-int-to-ptr): the driver's addresses are numbers
      return reinterpret_cast<Value*>(address);
    };
    // A result whose rows are fastest is the product of the transposed matrices.
    if (own.c_by_column) {
      on_.cublas->multiply({batch, rows, columns, summed, !own.a_by_sum, own.b_by_sum}, matrix(a),
                           matrix(b), matrix(c));
    } else {
      on_.cublas->multiply({batch, columns, rows, summed, !own.b_by_sum, own.a_by_sum}, matrix(b),
                           matrix(a), matrix(c));
    }
  }

  void launch(const DeviceCode::Call& call, void* parameter) const {
    call.launch(on_.stream, parameter);
  }

  const DeviceArrays& on_;
};

}  // namespace

void take_launch(const DeviceArrays& arrays, std::size_t launch) { Launcher(arrays).take(launch); }

void take_corners(const DeviceArrays& arrays) {
  for (const arrays::DeviceLaunch& launch : arrays.plan.launches)
    if (launch.form == DeviceForm::products)
      Launcher(arrays).take_corner(arrays.plan.steps[launch.first]);
}

void add_parts(const DeviceArrays& arrays, std::size_t launch) {
  const DeviceStep& step = arrays.plan.steps[arrays.plan.launches[launch].first];
  if (step.parts > 1) Launcher(arrays).take_parts(step, arrays.code.further[launch].front());
}

}  // namespace diagc::networks
