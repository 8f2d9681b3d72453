// One lane a configuration: straight-line code, in one kernel or in one a chunk. `straight` and `chunked`, and the kernels of
// `cooperative` before and after its panels.
//
// The workspace of chunks is [block][slot][lane]: a slot is then at a distance from the first one that a load or store has room
// for in the instruction, which saves two additions for each.
#pragma once

#include <string>

#include "compiler/emit/cuda/text.h"
#include "compiler/emit/part.h"

namespace diagc {

class LaneText : CudaText {
 public:
  LaneText(const Graph& graph, const Schedule& schedule, const CudaOptions& options);

  /// Adds the kernel of a chunk, and its launch.
  void add_kernel(const std::string& function, const Chunk& chunk, CudaProgram& program);
  /// Comments, types and functions for all kernels of a program that is otherwise complete. `form` ends the title.
  std::string head(const char* form, const CudaProgram& program);
  /// See emit_cuda_part().
  Part part(const std::string& space);
  const std::string& name() const { return name_; }

 private:
  void body(const Chunk& chunk);
  void global_functions();
  std::string address(NodeId node, std::uint32_t part) const;
  void read(NodeId node);
  void keep(NodeId node);

  const char* input_read_ = "__ldg({})";
  unsigned blocks_;
};

/// Configurations of a block of such kernels.
inline constexpr unsigned lane_threads = 128;

bool has_complex_values(const Graph& graph, const Schedule& schedule);
/// Second number of the __launch_bounds__ of such kernels: that of the options, or as many blocks as live values leave registers
/// for.
unsigned lane_blocks(const Graph& graph, const Schedule& schedule, const CudaOptions& options);

/// `straight` and `chunked`.
CudaProgram emit_cuda_lanes(const Graph& graph, const Schedule& schedule,
                            const CudaOptions& options);

}  // namespace diagc
