// The plan of a kernel: in which order, in which chunks, and where each value lives.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "compiler/schedule/order.h"
#include "compiler/schedule/statement.h"
#include "compiler/schedule/templates.h"

namespace diagc {

struct ScheduleOptions {
  /// On CPUs about 8 bytes of code an operation: 3,500 fill two thirds of a 64 KB instruction cache (docs/performance.md).
  static constexpr std::uint64_t cpu_chunk = 3500;
  /// On GPUs 16 to 28 bytes, with what is read and stored: 5,000 were fastest at n = 8 (docs/performance.md).
  static constexpr std::uint64_t gpu_chunk = 5000;
  static constexpr std::uint64_t one_chunk = std::uint64_t{1} << 60;

  /// Rows that a chunk reads and writes, at most, about. Clang's time for a function grows with the square of that where one chain of
  /// operations goes through it: with this limit 20,000 inputs compile in seconds.
  static constexpr std::uint64_t chunk_rows = 1500;

  /// Operations of a chunk at most. A graph of at most 1.5 times this, and of chunk_rows, stays whole.
  std::uint64_t chunk_operations = cpu_chunk;
  const OrderRule* hint = nullptr;  ///< see find_order
  /// Makes one chunk of all panels, between chunks of what comes before and after them.
  std::optional<PanelRule> panels;
  const std::atomic<bool>* stop = nullptr;  ///< polled; scheduling then throws Stopped
};

/// Workspace row that a value keeps while later chunks still read it.
using Slot = std::uint32_t;
inline constexpr Slot no_slot = 0xffffffffu;

/// A stretch of the order that becomes one function with one loop over configurations.
struct Chunk {
  std::vector<Statement> statements;
  std::vector<NodeId> leaves;   ///< inputs that it reads, in the order of first use
  std::vector<NodeId> imports;  ///< values of earlier chunks that it reads, likewise
  std::vector<NodeId>
      uniforms;  ///< uniform nodes that it needs, operands first, params and constants included
  std::vector<Statement> uniform_statements;  ///< of those that are computed
  std::vector<std::uint32_t> outputs;         ///< output scalars that it stores
  Work
      work;  ///< of its text: one vector of configurations, loads and stores, uniform values included
};

/// A chunk whose statements many workers compute together, panel by panel, in whatever order suits them.
struct Cooperation {
  std::size_t chunk = 0;
  Panels panels;
  Templates templates;
};

/// One chunk: inputs are read from the caller's rows, outputs written to them. Several chunks: a block of configurations
/// is first copied to a tile [vector][leaf], then each chunk runs over the whole block, and values that later
/// chunks read are kept in a workspace [vector][slot].
struct Schedule {
  OrderRule order;
  std::vector<Chunk> chunks;
  std::vector<Slot> slot;   ///< by node: its first workspace row (a complex value takes two)
  std::uint32_t slots = 0;  ///< workspace rows of one vector
  std::size_t max_live = 0;
  Work work;                                       ///< of all chunks
  Coefficients coefficients;                       ///< of the statements
  std::vector<Role> role;                          ///< by node
  std::shared_ptr<const Cooperation> cooperation;  ///< with ScheduleOptions::panels

  bool chunked() const { return chunks.size() > 1; }
};

/// Throws std::runtime_error where `options.panels` finds no panels.
Schedule make_schedule(const Graph& graph, const ScheduleOptions& options = {});

}  // namespace diagc
