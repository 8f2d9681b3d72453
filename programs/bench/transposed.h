// The baseline of contractions: operands are transposed until a step is a batch of plain matrix products, which a BLAS library takes.
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <memory>
#include <vector>

#include "compiler/arrays/network.h"
#include "compiler/arrays/order.h"
#include "compiler/arrays/plan.h"
#include "runtime/linear/arena.h"
#include "runtime/linear/blas.h"

namespace diagc::bench {

/// Which axes come first in arrays that are made.
enum class ArrayOrder : std::uint8_t {
  as_made,  ///< operands become [batch | rows | summed] and [batch | summed | columns] for each step, results stay as they were made
  by_lifetime,  ///< the paper's: results are written with the axes that live longest first, operands become [retained | reduced]
};

/// The first slice of a network, in the order of a plan's steps. Each is taken once, and counts as often as the plan runs it in a slice.
template <class Value>
class Transposed {
 public:
  /// `tensors`: elements in C order, all slices.
  Transposed(const arrays::Network& network, const arrays::Order& order, const arrays::Plan& plan,
             const std::vector<std::vector<Value>>& tensors,
             ArrayOrder array_order = ArrayOrder::as_made);

  struct Times {
    double all = 0, products = 0;  ///< seconds; products: in the library alone
    double transposes = 0;         ///< seconds
    double transposed_bytes = 0;   ///< read and written
  };
  Times run(const linear::Blas& blas);

  /// Of the last run, divided by its largest magnitude; empty where there are more than 2^16 elements.
  const std::vector<Value>& result() const { return result_; }

 private:
  /// Memory that is kept from run to run.
  struct Block {
    std::uint64_t elements;
    std::unique_ptr<linear::Arena<Value>> memory;
  };
  struct Array {
    std::vector<arrays::Label> axes;
    std::uint64_t elements = 0;
    Block block;
  };
  Block take(std::uint64_t elements);
  void give_back(Block block);
  /// The array with these axes; `made` holds it where it had others.
  const Value* in_order(const Array& array, const std::vector<arrays::Label>& axes, Block& made,
                        Times& times);
  /// The order of axes in which every value is wanted, from the last step to the first.
  void find_wanted();
  void step(std::uint32_t a, std::uint32_t b, std::uint32_t c, const linear::Blas& blas,
            Times& times);
  /// Numbers of small results are brought near 1, so that none leaves the range; no time counts that.
  static void scale_if_small(Array& array);

  const arrays::Network& network_;
  ArrayOrder array_order_;
  std::uint32_t tensors_;
  std::vector<std::vector<arrays::Label>> labels_;
  std::vector<std::array<std::uint32_t, 3>> steps_;
  std::vector<double> runs_;  ///< by step, in a slice
  std::vector<Array> values_;
  std::vector<std::vector<arrays::Label>> wanted_;  ///< by value, of by_lifetime
  std::vector<Block> free_;
  std::vector<Value> result_;
};

}  // namespace diagc::bench
