// What a step of a plan is for a device: its axes in few pieces, and the form of the kernel that takes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "compiler/arrays/distribute/grid.h"
#include "compiler/arrays/network.h"
#include "compiler/arrays/plan.h"

namespace diagc::arrays {

/// Kinds of elements that kernels for devices are made for.
enum class DeviceElement : std::uint8_t { f32, f64, c64, c128, residue, tropical };

/// Bytes of an element in a device's memory.
std::uint64_t device_bytes(DeviceElement element);

/// The exponent field of floating-point numbers in [1, 2); 0 for elements that have no power of two.
int exponent_field_of_one(DeviceElement element);

/// What computes a step; texts of the kernels are in compiler/arrays/device/text.
enum class DeviceForm : std::uint8_t {
  grouped,   ///< small: a block takes many such steps one after the other, by tables of offsets
  tables,    ///< by tables of offsets, on all multiprocessors
  stream,    ///< few columns and summed values: a thread holds the sums of its rows in registers
  tiled,     ///< many of all: tiles of both operands in shared memory
  inner,     ///< few rows and columns, very many summed values: these across the threads
  products,  ///< very many of all: operands are copied to plain matrices, a library multiplies them, the result is copied to its places
  exchange,  ///< no step: pieces of a value go to other devices (rank_plan.h)
  fused,  ///< tile by tile with b in shared memory, most often with the steps before and after it (device_chain.h)
  sum,    ///< no step: adds a term to a sum over a loop
};

/// `group`, `by tables`, `stream`, `tiles`, `inner product`, `library`, `exchange`, `fused`, `sum`.
const char* name_of(DeviceForm form);

/// One of the pieces in which a step is launched, whose axes leave out the labels along which it is cut; offsets in its arrays.
struct StepPiece {
  std::uint64_t a = 0, b = 0, c = 0;
  std::uint64_t part = 0;  ///< of the parts of its sum, the first one
};

/// c[batch, row, column] = Σ over summed of a[batch, row, summed] · b[batch, column, summed]. Axes that lie next to each other in all arrays are
/// one; the last of a group varies fastest. In `grouped`, `tables` and `stream` the batch is part of the rows, whose axes then have strides in
/// b; the rows are at least as many as the columns.
struct DeviceStep {
  std::uint32_t a = 0, b = 0, c = 0;  ///< values of the plan
  std::size_t kernel = 0;             ///< of the plan, that it is
  DeviceForm form = DeviceForm::grouped;
  bool once = false;
  std::vector<PlanAxis> batch, rows, columns, summed;
  std::uint64_t parts = 1, part_sums = 1;  ///< of the sum, each taken by other blocks
  std::uint64_t parts_offset = 0;          ///< where they are held, in elements of the memory
  /// Of a step that reads what an exchange brings, where it begins with what has come: pieces in the order in which they come. All parts of the sum
  /// together are `parts`; a piece has parts / summed_pieces of them.
  std::vector<StepPiece> pieces;
  std::uint64_t summed_pieces = 1;
  std::size_t arrives = 0;         ///< then: the launch of the exchange
  std::size_t message_pieces = 1;  ///< of `exchange`: into how many each of its messages is cut
  bool is_local = false;  ///< of `exchange`: every device takes a share of what it has, none sends
  bool copies_b =
      false;  ///< of `tiled`: b is copied to plain matrices before, the columns fastest, which lie where the second of `packed` says
  std::uint64_t packed[3] =
      {};  ///< of `products`: where a, b and the library's result are held; the last is c where that lies as it should. Of `exchange` the first is where
           ///< pieces are held that leave
  std::size_t number =
      0;  ///< of `exchange`: of RankPlan::exchanges; its batch and rows are axes of a: those that cut it, and those of a piece
  std::uint64_t elements = 1;  ///< of c; of `sum` of one of its blocks
  /// Of `sum`: c has so many arrays one after the other, one for all values of the labels of these loops, the last one fastest. The first has the number of
  /// c, others are numbered from `first_block` on among those of all steps.
  std::uint64_t blocks = 1, first_block = 0;
  std::vector<std::size_t> block_loops;  ///< of DevicePlan::loops
  /// Of `sum`: an array as large as c has what rounding has taken from it so far, at this place in the memory.
  bool is_compensated = false;
  std::uint64_t compensation = 0;
  bool is_far = false;  ///< offsets do not fit 32 bits
  double products = 1;
  double seconds = 0;  ///< expected on a device of the plan's rates
};

/// Product of the extents.
std::uint64_t count_of(const std::vector<PlanAxis>& axes);

/// Which steps a library of matrix products takes.
enum class LibrarySteps : std::uint8_t { none, faster, all_matrices };

struct DeviceLimits {
  /// Steps of at most so many products are taken by groups, and by tables; others get kernels of their own.
  double grouped_products = 1 << 13, table_products = 1 << 20;
  LibrarySteps library = LibrarySteps::none;
  bool fuse = true;  ///< chains of steps in shared memory
  /// Exchanges that take so many seconds or more go in pieces, with which the next step begins; by default none.
  double least_exchange = std::numeric_limits<double>::infinity();
  /// Tiles of so many products or more have a small b copied to where they read whole lines of it.
  double copied_products = 1 << 26;
  DeviceRates rates = {};  ///< of the devices for which seconds are expected
};

/// Numbers of offsets that a step has in the tables; lanes in a, b and c, columns in b and c, summed values in a and b.
std::uint64_t table_entries(const DeviceStep& step);

/// The step that makes value `c` of the plan, without what depends on other steps.
/// Cut along `cut`, it is that of one piece, with the list of pieces, of which the last label of `cut` varies fastest.
DeviceStep device_step(const Network& network, const Plan& plan, const PlanStep& step,
                       DeviceElement element, const DeviceLimits& limits,
                       const std::vector<Label>& cut = {});

/// Of the kernels' blocks.
inline constexpr unsigned device_threads = 256;

/// Of that size, that a count fills in whole or in part.
constexpr std::uint64_t pieces(std::uint64_t count, std::uint64_t size) {
  return (count + size - 1) / size;
}

/// Summed values that most tiles in shared memory have.
inline constexpr std::uint64_t tile_depth = 8;

/// Tiles in shared memory of a block, of which one is multiplied while the others are on their way.
inline constexpr std::uint64_t tile_stages = 4;

/// How many sums a thread of a kernel holds.
struct HeldSums {
  std::uint64_t rows = 1, columns = 1;
  // Of `tiled`:
  std::uint64_t threads_of_rows = 1;  ///< threads of a block side by side along the rows
  std::uint64_t threads_of_sum = 1;   ///< groups of threads that take summed values in turns
  std::uint64_t depth = tile_depth;   ///< summed values of a tile in shared memory

  std::uint64_t threads_of_columns() const {
    return device_threads / threads_of_sum / threads_of_rows;
  }
  std::uint64_t tile_rows() const { return rows * threads_of_rows; }
  std::uint64_t tile_columns() const { return columns * threads_of_columns(); }
};
HeldSums held_sums(const DeviceStep& step, DeviceElement element);

/// Columns whose sums a thread of `stream` holds, at most.
std::uint64_t few_columns(DeviceElement element);

/// Summed values whose offsets are listed in shared memory.
inline constexpr std::uint64_t listed_sums = 1024;

}  // namespace diagc::arrays
