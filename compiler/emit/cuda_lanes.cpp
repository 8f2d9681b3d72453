// One lane a configuration: straight-line code, in one kernel or in one a chunk.
//
// The workspace of chunks is [block][slot][lane]: a slot is then at a distance from the first one that a load or store has room
// for in the instruction, which saves two additions for each.
#include <algorithm>
#include <numeric>

#include <stdexcept>

#include "compiler/emit/cuda_text.h"
#include "compiler/emit/part.h"
#include "compiler/emit/prelude.h"

namespace diagc {

namespace {

constexpr unsigned threads = 128;
constexpr unsigned registers = 65'536;  // of a multiprocessor

/// Copies from global to shared memory that run while the thread computes. A thread copies what it reads itself, so that
/// no barrier is needed. Elsewhere than on a device the copy is made at once: the source is good C++ for tests, too.
constexpr const char* copies = R"(
extern "C" __shared__ __align__(16) unsigned char diagc_shared[];

__device__ inline void copy_ahead(Real *to, const Real *from) {
#if defined(__CUDA_ARCH__)
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;"
               :: "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from), "n"(sizeof(Real)) : "memory");
#else
  *to = *from;
#endif
}
// Ends a group of copies.
__device__ inline void copies_end() {
#if defined(__CUDA_ARCH__)
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
// Waits until at most `pending` groups, the newest, are still on their way.
template <int pending>
__device__ inline void copies_wait() {
#if defined(__CUDA_ARCH__)
  asm volatile("cp.async.wait_group %0;" :: "n"(pending) : "memory");
#endif
}
)";

class LaneEmitter : CudaText {
 public:
  LaneEmitter(const Graph& graph, const Schedule& schedule, const CudaOptions& options)
      : CudaText(graph, schedule, options),
        chunked_(options.schedule != CudaSchedule::straight),
        staged_(options.schedule == CudaSchedule::chunked && options.reads == CudaReads::staged) {
    blocks_ = lane_blocks(graph, schedule, options);
    program_.schedule = options.schedule;
    if (schedule.chunked()) {
      program_.workspace_bytes = schedule.slots * real_bytes();
      program_.slab =
          options.slab > 0 ? (options.slab + threads - 1) / threads * threads : slab_in_cache();
    }
  }

  CudaProgram emit() {
    for (std::size_t c = 0; c < schedule_.chunks.size(); ++c) {
      const Chunk& chunk = schedule_.chunks[c];
      if (schedule_.cooperation && schedule_.cooperation->chunk == c) {
        add_cooperative_kernel(graph_, schedule_, options_, name_ + "_units", program_);
        continue;
      }
      CudaLaunch launch;
      launch.function = chunked_ ? fmt::format("{}_chunk{}", name_, c) : name_ + "_straight";
      launch.threads = launch.configurations = threads;
      if (staged_) {
        stage(chunk);
        launch.shared_bytes = ring_ * group_rows_ * threads * real_bytes();
      }
      kernel(launch.function, chunk);
      program_.launches.push_back(launch);
      program_.kernels.push_back(take_text());
    }
    if (schedule_.cooperation) program_.slab = slab_of_blocks();
    title(fmt::format(
        "CUDA for {}, {}", options_.device.arch,
        schedule_.cooperation ? "warps that share configurations" : "one lane a configuration"));
    plan();
    launches(program_);
    prelude(program_.tables.size());
    if (staged_) text_ += copies;
    if (schedule_.cooperation) text_ += cooperative_functions();
    program_.head = take_text();
    return std::move(program_);
  }

  Part part(const std::string& space) {
    const Chunk& chunk = schedule_.chunks.front();
    rows_ = "rows";
    input_read_ = "*({})";  // the caller may have written the rows in the same launch
    title(fmt::format("CUDA for {}, one lane a configuration, a part of a larger kernel",
                      options_.device.arch));
    plan();
    line("// To be compiled with {}.", fmt::join(cuda_compile_options, " "));
    line("namespace {} {{", space);
    global_functions();
    types();
    line("enum : Size {{ lanes = 1 }};");
    part_rows(false);
    line("static __device__ __forceinline__ void evaluate(const Rows &rows, const Size at) {{");
    body(chunk);
    line("}}");
    line("}}  // namespace {}", space);
    return {.source = take_text(), .threads = threads, .blocks = blocks_};
  }

 private:
  /// A value on its way through shared memory: its group, and its row within the group.
  struct Staged {
    KernelText::Read read;
    std::size_t group;
    std::uint32_t row;
  };

  /// As many configurations as keep workspace and inputs in three fifths of the cache, but one block of 255 registers a
  /// thread for every half of a multiprocessor's registers.
  std::size_t slab_in_cache() const {
    const std::size_t wave = std::size_t{options_.device.multiprocessors} * 2 * threads;
    const std::size_t bytes = (schedule_.slots + rows(signature_.inputs)) * real_bytes();
    const std::size_t fitting = options_.device.cache_bytes * 3 / 5 / bytes;
    return std::max(fitting / wave, std::size_t{1}) * wave;
  }

  /// Whole blocks of all kernels, enough of them that few multiprocessors wait at the end.
  std::size_t slab_of_blocks() const {
    std::size_t unit = 1, largest = 1;
    for (const CudaLaunch& launch : program_.launches) {
      unit = std::lcm(unit, std::size_t{launch.configurations});
      largest = std::max(largest, std::size_t{launch.configurations});
    }
    constexpr std::size_t waves = 8;
    const std::size_t wanted =
        options_.slab > 0 ? options_.slab : options_.device.multiprocessors * largest * waves;
    return (wanted + unit - 1) / unit * unit;
  }

  /// Divides what a chunk reads into groups, and shared memory, half a multiprocessor's at most, into a ring of groups.
  void stage(const Chunk& chunk) {
    group_rows_ = std::max(options_.staged_group, 2u);
    stages_.clear();
    std::size_t group = 0;
    std::uint32_t row = 0;
    for (const Read& read : first_reads(chunk)) {
      const auto width = static_cast<std::uint32_t>(rows_of(graph_[read.node].type));
      if (row + width > group_rows_) {
        ++group;
        row = 0;
      }
      stages_.push_back({read, group, row});
      row += width;
    }
    groups_ = stages_.empty() ? 0 : group + 1;
    constexpr std::size_t reserved = 1024;  // by the system, a block
    const std::size_t room =
        (options_.device.shared_bytes / 2 - reserved) / (threads * group_rows_ * real_bytes());
    ring_ = std::min(
        {groups_, std::max<std::size_t>(room, 1), std::max<std::size_t>(options_.staged_ahead, 1)});
  }

  void kernel(const std::string& function, const Chunk& chunk) {
    kernel_begin(function, threads, blocks_);
    line("  const Size at = batch.begin + blockIdx.x * {}ull + threadIdx.x;", threads);
    line("  if (at >= batch.end) return;");
    if (schedule_.chunked()) {
      line("  Real *const work = batch.work + blockIdx.x * {}ull * {} + threadIdx.x;",
           schedule_.slots, threads);
    }
    body(chunk);
    line("}}");
  }

  /// Those of complex numbers, which are the namespace's own, would hide them.
  void global_functions() {
    const PreludeNeeds needs(graph_, schedule_);
    if (needs.complex) line("using ::fma;");
    for (const auto& [kind, type] : needs.functions) {
      if (type == Type::complex) line("using ::{};", to_string(kind));
    }
  }

  void body(const Chunk& chunk) {
    uniforms(chunk, fmt::format("{}.params", rows_).c_str());
    if (staged_ && groups_ > 0) {
      line("  Real *const staged = (Real *)diagc_shared + threadIdx.x;");
      for (std::size_t group = 0; group < ring_; ++group) copy(group);
    }
    std::size_t next_stage = 0;
    statements(
        chunk, "  ",
        [&](NodeId node) { staged_ ? read_staged(stages_[next_stage++]) : read_global(node); },
        [&](NodeId node) { keep(node); });
    for (std::uint32_t output : chunk.outputs) {
      const RowPlace place = place_of(signature_.outputs, output);
      for (const auto& [row, value] : output_values(output)) {
        line("  {} + at] = {};", output_row(place.variable, row), value);
      }
    }
  }

  /// Address of a row from outside, for this lane.
  std::string address(NodeId node, std::uint32_t part) const {
    if (graph_[node].kind != Kind::input) {
      return fmt::format("work + {} * {}", schedule_.slot[node] + part, threads);
    }
    const RowPlace place = place_of(signature_.inputs, graph_[node].payload);
    return input_row(place.variable, place.row + part) + " + at";
  }

  template <class Row>
  void define(NodeId node, Row row) {
    if (graph_[node].type == Type::complex) {
      line("  const Complex {}{{{}, {}}};", names_[node], row(0), row(1));
    } else {
      line("  const Real {} = {};", names_[node], row(0));
    }
  }

  void read_global(NodeId node) {
    // A row of the workspace may hold another value before the kernel ends, so that only inputs are read-only.
    const char* read = graph_[node].kind == Kind::input ? input_read_ : "*({})";
    define(node, [&](std::uint32_t part) {
      return fmt::format(fmt::runtime(read), address(node, part));
    });
  }

  void copy(std::size_t group) {
    for (const Staged& stage : stages_) {
      if (stage.group != group) continue;
      const NodeId node = stage.read.node;
      for (std::uint32_t part = 0; part < static_cast<std::uint32_t>(rows_of(graph_[node].type));
           ++part) {
        line("  copy_ahead(staged + {} * {}, {});  // {}", place_in_ring(stage) + part, threads,
             address(node, part), names_[node]);
      }
    }
    line("  copies_end();");
  }

  std::size_t place_in_ring(const Staged& stage) const {
    return stage.group % ring_ * group_rows_ + stage.row;
  }

  void read_staged(const Staged& stage) {
    if (stage.row == 0) {
      // All of the group before have been read: its place is free.
      if (stage.group > 0) copy(stage.group - 1 + ring_);
      line("  copies_wait<{}>();", ring_ - 1);
    }
    define(stage.read.node, [&](std::uint32_t part) {
      return fmt::format("staged[{} * {}]", place_in_ring(stage) + part, threads);
    });
  }

  /// Stores what later chunks read.
  void keep(NodeId node) {
    const Slot slot = schedule_.slot[node];
    if (slot == no_slot) return;
    if (graph_[node].type == Type::complex) {
      line("  work[{0} * {3}] = {1}.re, work[{2} * {3}] = {1}.im;", slot, names_[node], slot + 1,
           threads);
    } else {
      line("  work[{} * {}] = {};", slot, threads, names_[node]);
    }
  }

  bool chunked_, staged_;
  const char* input_read_ = "__ldg({})";
  unsigned blocks_ = 0;
  CudaProgram program_;
  std::vector<Staged> stages_;  // of the chunk at hand, in the order of use
  std::size_t groups_ = 0, ring_ = 0;
  std::uint32_t group_rows_ = 0;
};

}  // namespace

bool has_complex_values(const Graph& graph, const Schedule& schedule) {
  return std::ranges::any_of(schedule.chunks, [&](const Chunk& chunk) {
    return std::ranges::any_of(chunk.statements, [&](const Statement& statement) {
      return graph[statement.node].type == Type::complex;
    });
  });
}

unsigned lane_blocks(const Graph& graph, const Schedule& schedule, const CudaOptions& options) {
  if (options.blocks_per_multiprocessor > 0) return options.blocks_per_multiprocessor;
  // Beside live values: addresses, loads on their way, the running sum.
  constexpr std::size_t more = 36;
  const std::size_t words =
      (options.single_precision ? 1 : 2) * (has_complex_values(graph, schedule) ? 2 : 1);
  const std::size_t wanted = schedule.max_live * words + more;
  for (const unsigned blocks : {8u, 6u, 5u, 4u, 3u}) {
    if (options.schedule == CudaSchedule::straight &&
        wanted <= registers / (threads * blocks) / 8 * 8) {
      return blocks;
    }
  }
  return 2;
}

CudaProgram emit_cuda_lanes(const Graph& graph, const Schedule& schedule,
                            const CudaOptions& options) {
  return LaneEmitter(graph, schedule, options).emit();
}

Part emit_cuda_part(const Graph& graph, const Schedule& schedule, const CudaOptions& options,
                    const std::string& space) {
  if (options.schedule != CudaSchedule::straight || schedule.chunked()) {
    throw std::logic_error("a part of a CUDA kernel takes the schedule `straight` of one chunk");
  }
  return LaneEmitter(graph, schedule, options).part(space);
}

}  // namespace diagc
