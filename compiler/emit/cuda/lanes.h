// One lane a configuration: straight-line code, in one kernel or in one a chunk. `straight` and `chunked`, and the kernels of
// `cooperative` before and after its panels.
//
// The workspace of chunks is [block][slot][lane]: a slot is then at a distance from the first one that a load or store has room
// for in the instruction, which saves two additions for each.
#pragma once

#include <string>

#include "compiler/emit/cuda/text.h"
#include "compiler/emit/part.h"
#include "compiler/schedule/placement.h"

namespace diagc {

/// How such kernels lie on a multiprocessor.
struct LaneShape {
  unsigned threads = 128;   ///< of a block, one a configuration
  unsigned blocks = 0;      ///< of a multiprocessor, the second number of __launch_bounds__
  unsigned registers = 0;   ///< of a thread at most
  std::uint32_t slots = 0;  ///< of a thread in shared memory at most
};
/// Blocks are those of the options, or as many as live values leave registers for. With slots a block has 128 threads, or as many whole
/// warps as the slots leave room for.
LaneShape lane_shape(const Graph& graph, const Schedule& schedule, const CudaOptions& options);

/// Where the values of kernels with slots are, one placement a chunk; none without slots.
struct LanePlaces {
  std::vector<Placement> chunks = {};
  std::uint32_t rows = 0;  ///< of the workspace, for all chunks
};
LanePlaces lane_places(const Graph& graph, const Schedule& schedule, const CudaOptions& options);

class LaneText : protected CudaText {
 public:
  LaneText(const Graph& graph, const Schedule& schedule, const CudaOptions& options);

  /// Adds the kernel of a chunk, and its launch.
  void add_kernel(const std::string& function, const Chunk& chunk, CudaProgram& program);
  /// Comments, types and functions for all kernels of a program that is otherwise complete. `form` ends the title.
  std::string head(const char* form, const CudaProgram& program);
  /// See emit_cuda_part().
  Part part(const std::string& space);
  const std::string& name() const { return name_; }
  std::uint32_t rows() const { return places_.rows; }
  /// Whether blocks stay and go on to further configurations: straight kernels with slots.
  bool resident() const;

 protected:
  void placed_body(const Chunk& chunk, const Placement& placement);

  const char* if_there_ = "";  ///< before outputs are stored

 private:
  void add_resident_kernel(const std::string& function, const Chunk& chunk, CudaProgram& program);
  void body(const Chunk& chunk);
  void transfer(const Transfer& transfer, const std::string& declared);
  void store_outputs(const Chunk& chunk);
  void global_functions();
  std::string address(NodeId node, std::uint32_t part) const;
  std::string outside(NodeId node) const;
  void read(NodeId node);
  void keep(NodeId node);

  const char* input_read_ = "__ldg({})";
  const LaneShape shape_;
  const LanePlaces places_;
};

bool has_complex_values(const Graph& graph, const Schedule& schedule);

/// `straight` and `chunked`.
CudaProgram emit_cuda_lanes(const Graph& graph, const Schedule& schedule,
                            const CudaOptions& options);

}  // namespace diagc
