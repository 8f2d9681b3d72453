// Kernels for a propagation on a device: shapes of blocks, sources, compiled and loaded code.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "physics/dynamics/interaction.h"
#include "runtime/cache/cache.h"
#include "runtime/cuda/compile.h"
#include "runtime/cuda/module.h"
#include "runtime/cuda/stream.h"

namespace diagc::dynamics {

/// How kernels cut blocks of a panel's nodes with their bands: text/numbers.cuh.
struct DeviceShape {
  /// `shared`: bytes of shared memory that a block of threads may have, of which a multiprocessor has one KiB more. Throws std::runtime_error where
  /// blocks are larger than kernels are made for.
  DeviceShape(std::size_t order, std::size_t bands, std::size_t shared = std::size_t{227} << 10U);

  std::size_t order, bands;
  std::size_t size;                ///< rows of a block
  std::size_t padded;              ///< to what kernels take
  std::size_t width;               ///< columns of a group
  std::size_t strip = 1;           ///< groups of columns that a block of threads has at once
  std::size_t history_blocks = 1;  ///< blocks of threads on a multiprocessor
  std::size_t slots = 2;           ///< sets of rows' sums in shared memory
  bool staged_factor = false;      ///< whether left factors come to shared memory with their rows
  bool staged_solver =
      false;  ///< whether what rows are solved with stands there (text/solved_columns.cuh)
  /// Stages of rows where warps have roles (text/history_by_roles.cuh); 0: they all do the same (text/history.cuh).
  std::size_t ring = 0;

  std::size_t pieces() const { return padded / width; }
  std::size_t group() const { return padded * width; }    ///< numbers of a function in a group
  std::size_t factor() const { return padded * padded; }  ///< of a left factor
  std::size_t edge_group() const { return (bands + 1) / 2 * 2 * width; }  ///< of one of T⁺
  unsigned history_threads() const {
    return static_cast<unsigned>(
        (ring > 0 ? warps_of_columns + pieces() * pieces() : strip * pieces()) * 32);
  }
  std::size_t history_shared(std::size_t number_bytes) const;
  /// Of a block that makes a point's solver and has the panel's own columns, of one function or of both, with all that it reads where blocks are small:
  /// text/own_columns.cuh.
  std::size_t own_shared() const;
  static constexpr std::size_t own_threads = 128;
  /// Of one that continues integrals of a function of a point: text/rows.cuh.
  std::size_t continuing_shared() const;
  static constexpr std::size_t continuing_threads = 64;
  std::size_t equal_shared() const;
  /// Points that a block of threads takes at equal times.
  std::size_t equal_points() const { return equal_threads / (bands * bands); }
  static constexpr std::size_t equal_threads = 128;

 private:
  static constexpr std::size_t warps_of_columns = 4;
  void plan_history(std::size_t shared);
  bool plan_roles(std::size_t shared);
  std::size_t stage_bytes(std::size_t number_bytes) const;
  std::size_t strip_factor_bytes() const;

 public:
  /// Where a number of a function in a group stands: its real part, in numbers of 8 bytes; the imaginary part at the place with bit 2 turned.
  std::size_t place(std::size_t row, std::size_t column) const {
    return (row / 2 * (width / 2) + column / 2) * 8 + row / 2 % 2 * 4 + row % 2 * 2 + column % 2;
  }
  Complex get(const Complex* function, std::size_t row, std::size_t column) const {
    const auto* const numbers = reinterpret_cast<const double*>(function);
    const std::size_t at = place(row, column);
    return {numbers[at], numbers[at ^ 4U]};
  }
  void set(Complex* function, std::size_t row, std::size_t column, Complex value) const {
    auto* const numbers = reinterpret_cast<double*>(function);
    const std::size_t at = place(row, column);
    numbers[at] = value.real();
    numbers[at ^ 4U] = value.imag();
  }
};

/// Bytes of shared memory that a theory takes; of `numbers` alone where its arrays stand elsewhere.
std::size_t theory_shared(const CyclicText& text, bool with_arrays);

struct DeviceSettings {
  std::vector<int> devices = {0};  ///< as CUDA counts
  std::shared_ptr<Cache> cache = {};
  /// The history by products of cuBLAS also where the device has kernels of its own for it (history_products.h).
  bool history_by_cublas = false;
  /// The program and the argument that make it compile beside itself (runtime/cuda/workers.h); empty: it compiles alone.
  std::vector<std::string> compile_worker = {};
};

/// A kernel of a source, and the name that it is launched by.
struct KernelName {
  KernelName(const char* own) : in_source(own), name(own) {}  // NOLINT: a name stands for both
  KernelName(const char* own, std::string launched) : in_source(own), name(std::move(launched)) {}
  const char* in_source;
  std::string name;
};
/// By source.
using KernelNames = std::vector<std::vector<KernelName>>;

/// All sources: those of rows and equal times, of collisions, of the history in double and single precision, and of the theory, which is left out where
/// there is none. `shared`: bytes of shared memory that a block of threads may have. `with_branch`: those of the imaginary branch, too;
/// `by_products`: those that the history by products of cuBLAS takes, in place of its own (history_products.h).
std::vector<cuda::Source> device_sources(const DeviceShape& shape, const DeviceTheory* theory,
                                         std::size_t shared, bool with_branch = false,
                                         bool by_products = false);
/// Their kernels; a launch takes those of stages by "stage_0", "mixed_stage_0" and so on. Perhaps more than there are sources.
KernelNames device_kernels(const DeviceTheory* theory, bool with_branch, bool by_products);

/// Those of products along the contour, and of equations, of a theory in stages; the shape is that of one band.
std::vector<cuda::Source> field_sources(const DeviceShape& shape, bool by_products);
KernelNames field_kernels(bool by_products);

/// Sources and kernels of steps on a uniform grid of times, those of the theory last.
std::vector<cuda::Source> uniform_grid_sources(std::size_t bands, const DeviceTheory* theory,
                                               std::size_t shared);
KernelNames uniform_grid_kernels();

/// Kernels on a device.
class DeviceCode {
 public:
  /// Of sources that may be fewer than `kernels` has names for. Throws what runtime/cuda throws, std::logic_error where NVRTC refuses a source.
  DeviceCode(const cuda::Device& device, const std::vector<cuda::Source>& sources,
             const KernelNames& kernels, const DeviceSettings& settings);
  /// Those of panels. Sums of strips of stored rows are those of `history`, or `history_single` for rows in single precision.
  DeviceCode(const cuda::Device& device, const DeviceShape& shape, const DeviceTheory* theory,
             const DeviceSettings& settings, bool with_branch = false);

  /// One launch of a kernel whose parameter is `parameter`, a struct of text/.
  template <class Parameter>
  void launch(const char* kernel, std::size_t blocks, std::size_t threads, std::size_t shared,
              Parameter parameter, const cuda::Stream& stream) const {
    launch(kernel, blocks, threads, shared, static_cast<void*>(&parameter), stream);
  }
  /// The same where blocks wait for each other: there are no more of them than run at once.
  template <class Parameter>
  void launch_together(const char* kernel, std::size_t blocks, std::size_t threads,
                       std::size_t shared, Parameter parameter, const cuda::Stream& stream) const {
    launch(kernel, blocks, threads, shared, static_cast<void*>(&parameter), stream, true);
  }
  const cuda::Function& function(const std::string& name) const;
  /// Lets the kernels of the history, or one of a theory, have the shared memory that they take.
  void allow_history(const DeviceShape& shape) const;
  void allow_theory(const std::string& name, const CyclicText& text) const;

 private:
  void launch(const char* kernel, std::size_t blocks, std::size_t threads, std::size_t shared,
              void* parameter, const cuda::Stream& stream, bool together = false) const;

  cuda::Device device_;
  std::vector<cuda::Module> modules_;
  std::vector<std::pair<std::string, cuda::Function>> functions_;  ///< by the names of launches
};

}  // namespace diagc::dynamics
