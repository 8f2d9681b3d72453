#pragma once

// What runs on a device for one batch: code, and launches of its kernels in order.
//
// All kernels have one parameter, by value, with numbers of type Real:
//
//   struct InputRows {                 // row r of configuration c: data[r * row_stride + c * lane_stride]
//     const Real *data;                // null: not needed
//     unsigned long long row_stride, lane_stride;   // the latter 1, or 0 for all configurations alike
//   };
//   struct OutputRows { Real *data; unsigned long long row_stride; };
//   struct Batch {                     // natural alignment of C; arrays of length 0 are left out
//     InputRows inputs[I];             // a complex leaf is two rows, real parts first
//     OutputRows outputs[O];
//     unsigned long long begin, end;   // configurations to evaluate, columns of the rows
//     Real *work;                      // workspace in global memory, or null
//     const void *tables[T];           // read-only tables, uploaded once a device
//     Real params[P];                  // scalars of the params, two for a complex one
//   };
//   extern "C" __global__ void NAME(const __grid_constant__ Batch batch);
//
// A batch is evaluated in passes of consecutive configurations; each goes through all launches
// before the next begins, and all passes have the same workspace. A kernel sees one pass as begin …
// end − 1. Results must not depend on where a configuration stands in a pass.

#include <cstddef>
#include <string>
#include <vector>

#include "runtime/cuda/compile.h"

namespace diagc::cuda {

struct Launch {
  std::string function;
  unsigned threads = 128;            ///< a block
  std::size_t configurations = 128;  ///< a block evaluates; the grid has as many blocks as it takes
  std::size_t shared_bytes = 0;      ///< dynamic shared memory, a block
  /// The grid is no larger than what the device holds at once, and every block strides over the pass:
  /// block b evaluates the stretches b, b + gridDim.x, … of so many configurations.
  bool resident = false;
};

/// Bytes of Batch::work. `per_configuration` for every configuration of the pass, their number
/// rounded up to whole blocks of every launch; behind these `per_block` for every block of the
/// largest grid. It begins at a multiple of 256 bytes.
struct Workspace {
  std::size_t per_configuration = 0;
  std::size_t per_block = 0;
};

struct Program {
  std::string name;                       ///< for messages
  std::vector<Source> sources = {};       ///< compiled for the device at hand
  std::vector<std::string> options = {};  ///< of NVRTC, besides nvrtc_options()
  std::vector<std::string> cubins = {};   ///< that are there already, made for the device at hand
  std::size_t inputs = 0;                 ///< I, O and P of Batch; T is the number of tables
  std::size_t outputs = 0;
  std::size_t params = 0;
  std::vector<std::string> tables = {};  ///< their bytes
  std::vector<Launch> launches = {};     ///< in order, of functions in any of the sources
  Workspace workspace = {};
  /// Configurations of a pass, so that the workspace stays in the second-level cache; 0: the whole
  /// batch, or what the device's memory takes.
  std::size_t slab = 0;
};

}  // namespace diagc::cuda
