// A compiled grammar.
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diagc/array.h"
#include "diagc/element_shape.h"
#include "diagc/export.h"

namespace diagc {

class Stream;

enum class Precision { fp32, fp64 };

enum class Target {
  cpu,          ///< machine code for this processor
  interpreter,  ///< the graph node by node in double precision, rounded to the requested precision
                ///< at the end
  cuda,         ///< NVIDIA GPUs of this machine
};

/// Immutable; a copy is another handle of the same kernel. All functions may be called from many
/// threads at once.
class DIAGC_API Kernel {
 public:
  /// One index of a variable: first … last; last < first where it is empty.
  struct Range {
    std::int64_t first = 0;
    std::int64_t last = -1;
  };

  /// An input, param or output.
  struct Variable {
    std::string name;
    std::string doc;
    std::vector<Range> ranges;                  ///< of its indices; none for a single value
    ElementShape shape = ElementShape::scalar;  ///< of an element, which is so many leaves
    bool complex = false;                       ///< of outputs: whether any element is
    bool needed = true;      ///< of inputs and params: whether any output depends on it
    std::size_t leaves = 1;  ///< numbers of one configuration
  };

  /// What the kernel does for one configuration, and what it consists of.
  struct Figures {
    std::size_t nodes = 0;  ///< of the graph, after the passes
    std::size_t edges = 0;
    std::uint64_t flops = 0;  ///< of the emitted code; a fused multiply-add counts 2, all else 1
    std::uint64_t multiplications = 0;
    std::uint64_t additions = 0;
    std::uint64_t fused = 0;
    std::uint64_t divisions = 0;
    std::uint64_t functions = 0;
    std::uint64_t loads = 0;
    std::uint64_t stores = 0;
    std::size_t max_live = 0;  ///< values alive at once, in the order of evaluation
    std::size_t chunks = 0;    ///< functions that the code is cut into
    std::size_t slots = 0;     ///< values that pass between chunks
    std::string order;         ///< of evaluation, in words
  };

  /// One function of a kernel on a device, as the compiler of the device's code and its driver report it.
  struct GpuCode {
    std::string function;
    int registers = 0;  ///< a thread
    std::size_t spill_bytes =
        0;  ///< stored and loaded for want of registers, a thread, over the text
    std::size_t local_bytes = 0;   ///< a thread's memory for spilled registers and stack
    std::size_t shared_bytes = 0;  ///< a block, static and dynamic
    std::size_t code_bytes = 0;
    unsigned threads = 0;  ///< a block
    int blocks = 0;        ///< on a multiprocessor at once
  };

  /// A schedule that was considered for a device.
  struct ScheduleTrial {
    std::string schedule;  ///< as CompileOptions::cuda_schedule takes it
    double predicted = 0;  ///< evaluations per second, by the cost model
    double measured = 0;   ///< on the first device; 0: not measured
    std::string skipped;   ///< why not; empty where it was, or never came into question
  };

  /// Seconds that the stages of compiling took.
  struct Times {
    double expand = 0;
    double passes = 0;
    double schedule = 0;
    double emit = 0;
    double tune =
        0;           ///< choosing the schedule for a device, compiling what was not chosen included
    double key = 0;  ///< hashing what names the object in the cache
    double compile = 0;  ///< Clang and LLVM; 0 when the object came from the cache
    double load =
        0;  ///< object to callable code; from key to callable code when it came from the cache
  };

  const std::string& name() const;  ///< of the grammar
  const std::string& doc() const;
  const std::vector<std::pair<std::string, std::string>>& statics() const;  ///< name, value
  const std::vector<Variable>& inputs() const;                              ///< in declared order
  const std::vector<Variable>& params() const;
  const std::vector<Variable>& outputs() const;  ///< the requested ones
  Precision precision() const;
  Target target() const;
  const std::string& cpu()
      const;  ///< as requested: "native", "x86-64-v3", …; empty for the interpreter
  unsigned threads() const;
  bool from_cache() const;
  const Figures& figures() const;
  const Times& times() const;
  const std::string& source() const;  ///< the emitted C++ or CUDA C++; empty for the interpreter
  /// On devices, as CompileOptions::cuda_schedule takes it to make the same kernel again: "straight", "chunked:operations=3500", …
  const std::string& schedule() const;
  /// How that was chosen: "requested", "measured", "measured before" (from the cache), "cost model".
  const std::string& schedule_choice() const;
  const std::vector<ScheduleTrial>& schedule_trials() const;  ///< best prediction first
  const std::vector<GpuCode>& gpu_code() const;  ///< on the first device, in the order of launches
  std::vector<std::string> gpus() const;  ///< names of the devices, as in CompileOptions::devices

  /// The same kernel with another number of threads for a batch; 0: one a core. On devices it stays the same.
  Kernel with_threads(unsigned threads) const;

  /// Evaluates `configurations` configurations. Every needed input and param must be given; outputs
  /// that are not requested are not stored. Arrays of outputs overlap no other array. Results do not
  /// depend on the number of threads. Throws std::invalid_argument where names, shapes or kinds are
  /// wrong, before anything is written, and std::bad_alloc.
  void evaluate(std::size_t configurations, const std::vector<InputArray>& inputs,
                const std::vector<ParamValue>& params,
                const std::vector<OutputArray>& outputs) const;

  /// The same on rows in the kernel's own form and precision; for the cpu target without any copy and
  /// without allocation after a thread's first call. All outputs are stored.
  void evaluate(const RowBatch<float>& batch) const;
  void evaluate(const RowBatch<double>& batch) const;

  /// The same on rows in the memory of a device; `gpu` is its index in gpus(). Nothing is copied; batch.params is on the host. Returns when
  /// it is done. Throws std::invalid_argument where target() is not cuda.
  void evaluate_on_gpu(const RowBatch<float>& batch, std::size_t gpu = 0) const;
  void evaluate_on_gpu(const RowBatch<double>& batch, std::size_t gpu = 0) const;

  /// The same without waiting: puts the evaluation into the stream (diagc/stream.h), after what is there, and returns. The rows stay
  /// until it is done; what `batch` itself points to, the params included, may go at once. Errors of the device come from
  /// stream.synchronize(). Throws std::invalid_argument as evaluate_on_gpu() does and where the stream is of a device that the kernel is not on,
  /// std::runtime_error where the device has no memory for a workspace.
  void enqueue(const RowBatch<float>& batch, Stream& stream) const;
  void enqueue(const RowBatch<double>& batch, Stream& stream) const;

  /// Params as RowBatch::params wants them: the numbers of all params in declared order, two for a
  /// complex one. Throws std::invalid_argument as evaluate() does.
  std::vector<double> param_numbers(const std::vector<ParamValue>& params) const;

  class Implementation;
  struct Access;  ///< the library's own way to the implementation
  Kernel(std::shared_ptr<const Implementation> implementation, unsigned threads);

 private:
  std::shared_ptr<const Implementation> implementation_;
  unsigned threads_;
};

}  // namespace diagc
