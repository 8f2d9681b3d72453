// Schedule → readable CUDA C++ with a description of how to launch it.
//
// Every kernel of a program is `extern "C" __global__ void FUNCTION(const __grid_constant__ Batch batch)` with
//
//   struct InputRows {                  // row r of configuration c is data[r * row_stride + c * lane_stride]
//     const Real *data;
//     unsigned long long row_stride, lane_stride;   // the latter 1, or 0: all configurations share the input
//   };
//   struct OutputRows {
//     Real *data;
//     unsigned long long row_stride;
//   };
//   struct Batch {                      // natural C alignment; arrays of length 0 are left out
//     InputRows inputs[I];              // [leaf][configuration]; a complex leaf is two rows, real parts first
//     OutputRows outputs[O];
//     unsigned long long begin, end;    // configurations to evaluate
//     Real *work;                       // workspace in global memory, or null
//     const void *tables[T];            // CudaProgram::tables, read only
//     Real params[P];                   // scalars of the params, two for a complex one
//   };
//
// To evaluate a batch: for each slab of configurations, begin … end − 1, all launches in order, each with
// ⌈(end − begin) / configurations⌉ blocks. Launches of one slab follow each other on one stream; slabs that run at the same time
// need a workspace each. A resident launch (CudaLaunch) has as many blocks as the device holds at once. Rows of an input that nothing reads
// may be null. A kernel with more than 48 KB of dynamic shared memory needs that allowed (CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES).
//
// The sources mean what they say only with `cuda_compile_options`: products and sums are fused where the source says fma, and
// division and square root are IEEE's. So all but `windowed` give a configuration the same bits wherever it stands in a
// batch; `windowed` adds in whatever order its threads come.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "compiler/schedule/schedule.h"

namespace diagc {

/// How a graph is spread over the lanes, kernels and blocks of a device.
enum class CudaSchedule {
  /// One lane a configuration, the whole graph as straight-line code, values in registers.
  straight,
  /// One lane a configuration, one kernel a chunk; values that later chunks read go through a workspace in global memory.
  chunked,
  /// The method of Sturt and Kozik (arXiv:2501.00675), for any size: one block a configuration, a window of threads over the
  /// edges of a level, an atomic addition an edge, a barrier a level. Code of one size, the graph is in tables.
  windowed,
  /// Several warps share the configurations in their lanes; values in shared memory, the graph cut into panels that share templates of
  /// code (schedule/panels.h), fixed lists of tasks and no barriers. What does not fit panels runs in chunks before and after. Without panels
  /// (PackedOptions) the warps read any graph as packed records (emit/packed/plan.h), with barriers and no atomics, as
  /// products of matrices (MatrixOptions, emit/matrix/plan.h), as products of tiles (ProductOptions, emit/products/plan.h), or by unions of sets
  /// (UnionOptions, emit/unions/plan.h), by determinants (DeterminantOptions, emit/determinants/plan.h), or by rotations (RotationOptions,
  /// emit/rotations/plan.h).
  cooperative,
};
const char* to_string(CudaSchedule schedule);
std::optional<CudaSchedule> cuda_schedule(std::string_view name);

/// What emission needs to know of a device.
struct CudaDevice {
  std::string arch = "sm_90";
  unsigned multiprocessors = 132;
  std::size_t cache_bytes = 50 << 20;  ///< second-level
  std::size_t shared_bytes =
      227 << 10;  ///< that one block may have, and those of a multiprocessor together
  unsigned thread_registers = 255;     ///< that a thread may have
  double clock = 1.9e9;                ///< Hz, of the multiprocessors
  double memory_bytes_per_s = 4.4e12;  ///< read, from the device's memory

  /// What the system takes of a multiprocessor's shared memory for every block, beside what the block asks for.
  static constexpr std::size_t reserved_shared_bytes = 1024;
  /// Of each of so many blocks of a multiprocessor.
  std::size_t shared_bytes_of(unsigned blocks) const {
    return (shared_bytes + reserved_shared_bytes) / blocks - reserved_shared_bytes;
  }
};
/// "sm_80" (A100), "sm_90" (H100, H200); nothing for others.
std::optional<CudaDevice> cuda_device(std::string_view arch);

// Options of each schedule. 0, or an empty row: the emitter chooses or, by panels, a simulation.

struct StraightOptions {
  /// Second number of __launch_bounds__; 0: as many as the live values, and the slots, leave room for.
  unsigned blocks = 0;
  /// Real numbers of a thread in shared memory at most, where values that registers cannot hold have slots, and rows of the workspace where
  /// slots are too few (schedule/placement.h). 0: none, and the compiler spills what it must.
  unsigned shared = 0;
  /// Warps that share the statements of their configurations (schedule/supersteps.h); `shared` is then of a configuration, all that there
  /// is where it is 0. 0: every thread has a configuration of its own.
  unsigned warps = 0;
  /// With `shared`, without `warps`: operations between a load from a row of the workspace or of an input and its use, about. 0: 160 and 64.
  unsigned ahead = 0;
  bool operator==(const StraightOptions&) const = default;
};

struct ChunkedOptions {
  std::uint64_t operations = 0;  ///< of a chunk; 0: ScheduleOptions::gpu_chunk
  unsigned blocks = 0;           ///< as of StraightOptions
  unsigned shared = 0;           ///< likewise
  bool operator==(const ChunkedOptions&) const = default;
};

struct WindowedOptions {
  bool operator==(const WindowedOptions&) const = default;
};

/// `cooperative` by panels.
struct CooperativeOptions {
  PanelRule panels = {};
  /// Configurations of a group: 32, or fewer, 16, 8 or 4, with several panels side by side in a warp.
  unsigned lanes = 0;
  unsigned warps = 0;   ///< of a block
  unsigned blocks = 0;  ///< of a multiprocessor
  unsigned groups = 0;  ///< of a block
  unsigned stages = 0;  ///< groups whose inputs are in shared memory at once
  unsigned sums = 0;    ///< over columns, in registers at once
  double stagger = 0;   ///< part of a group that is done before the next begins

  bool operator==(const CooperativeOptions&) const = default;
};

/// `cooperative` without panels: the graph in records of edges, for any graph.
struct PackedOptions {
  unsigned lanes = 0;   ///< configurations of a block
  unsigned warps = 0;   ///< of a block
  unsigned blocks = 0;  ///< of a multiprocessor

  bool operator==(const PackedOptions&) const = default;
};

/// `cooperative` for recurrences over walks: matrices of inputs times columns of values on tensor cores, in double precision.
struct MatrixOptions {
  unsigned lanes = 0;   ///< configurations of a block: 1, 2 or 4
  unsigned warps = 0;   ///< of a block
  unsigned blocks = 0;  ///< of a multiprocessor

  bool operator==(const MatrixOptions&) const = default;
};

/// `cooperative` for sums over subsets: products of tiles of values, sets alike but for their low elements (schedule/product_panels.h).
struct ProductOptions {
  std::int64_t low = 0;
  unsigned lanes = 0;   ///< configurations of a block: 1 to 32, a power of two
  unsigned warps = 0;   ///< of a block
  unsigned blocks = 0;  ///< of a multiprocessor
  /// Pairs of tiles that a warp reads at once, so that one waits while the other is worked on; 0: one.
  unsigned steps = 0;

  bool operator==(const ProductOptions&) const = default;
};

/// `cooperative` for recurrences over two sets: units of values whose sets have one union (schedule/unions.h).
struct UnionOptions {
  unsigned lanes = 0;  ///< configurations of a group: 32, 16, 8 or 4
  unsigned warps = 0;  ///< of a block, which has a multiprocessor for itself

  bool operator==(const UnionOptions&) const = default;
};

/// `cooperative` for connected parts of powers of determinants (schedule/determinants.h), in double precision.
struct DeterminantOptions {
  unsigned lanes = 0;   ///< configurations of a block, 32 at most
  unsigned warps = 0;   ///< of a block
  unsigned blocks = 0;  ///< of a multiprocessor

  bool operator==(const DeterminantOptions&) const = default;
};

/// `cooperative` for the same, of 3, 4 or 6 vertices: lanes of a warp that share configurations, each with a rotation of the vertices.
struct RotationOptions {
  unsigned warps = 0;  ///< of a block, which has a multiprocessor for itself

  bool operator==(const RotationOptions&) const = default;
};

/// A schedule with its options.
using CudaForm = std::variant<StraightOptions, ChunkedOptions, WindowedOptions, CooperativeOptions,
                              PackedOptions, MatrixOptions, ProductOptions, UnionOptions,
                              DeterminantOptions, RotationOptions>;
CudaSchedule schedule_of(const CudaForm& form);

/// How the graph is to be scheduled for a form: `straight`, `windowed`, packed and matrix take one chunk, `chunked` any number, `cooperative`
/// one of panels between chunks.
ScheduleOptions schedule_options(const CudaForm& form);

struct CudaOptions {
  bool single_precision = true;
  CudaDevice device = {};
  /// Configurations of a slab, rounded up to whole blocks; 0: what keeps the workspace in the second-level cache and still fills the device.
  std::size_t slab = 0;
  CudaForm form = {};
};

struct CudaLaunch {
  std::string function;
  unsigned threads = 0;          ///< a block
  unsigned configurations = 0;   ///< a block
  std::size_t shared_bytes = 0;  ///< dynamic shared memory of a block
  /// The grid is as many blocks as the device holds at once, and they share the configurations out among themselves.
  bool resident = false;
};

struct CudaTable {
  std::string name;
  std::string bytes;  ///< never empty; aligned to 16 on the device
};

struct CudaProgram {
  CudaSchedule schedule = CudaSchedule::straight;
  std::string head;                  ///< types and functions that all kernels use
  std::vector<std::string> kernels;  ///< text, one a launch
  std::vector<CudaLaunch> launches;
  std::size_t workspace_bytes = 0;  ///< for each configuration of a slab
  std::size_t block_bytes =
      0;  ///< of the workspace for each block of a resident grid; where both are 0, `work` may be null
  std::size_t slab =
      0;  ///< configurations of one pass over the launches at most; 0: the whole batch
  std::vector<CudaTable> tables;
  std::string tail;  ///< comments that show what the tables hold; empty without tables

  /// Source of launch `i` alone, to be compiled by itself, and of all in one file, with the comments.
  std::string source(std::size_t i) const { return head + kernels[i]; }
  std::string source() const;
};

/// The pass that is left out for devices: a value that is shared holds a register until its last use, and registers are scarcer than
/// instructions (docs/performance.md).
inline constexpr const char* cuda_disabled_pass = "share";

/// For nvcc and NVRTC.
inline constexpr const char* cuda_compile_options[] = {"--fmad=false", "--prec-div=true",
                                                       "--prec-sqrt=true", "--ftz=false"};

}  // namespace diagc
