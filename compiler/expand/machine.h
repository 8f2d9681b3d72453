// Runs bytecode: partial evaluation by demand, memoised, on stacks of its own.
#pragma once

#include <atomic>
#include <span>
#include <vector>

#include "compiler/expand/arithmetic.h"
#include "compiler/expand/axes.h"
#include "compiler/expand/bytecode.h"
#include "compiler/expand/contour.h"
#include "compiler/expand/memo.h"
#include "compiler/expand/operators.h"
#include "compiler/graph/signature.h"

namespace diagc::expansion {

struct Limits {
  std::uint64_t nodes = 0;
  std::uint64_t steps = 0;
  const std::atomic<bool>* stop = nullptr;
};

/// What the limit of steps counts.
struct Progress {
  std::uint64_t static_calls = 0;
  std::uint64_t function_calls = 0;
  std::uint64_t iterations = 0;
  std::uint64_t steps() const { return static_calls + function_calls + iterations; }
};

/// A body that is being run.
struct Frame {
  const Body* body = nullptr;
  const Instruction* at = nullptr;  ///< under way; in every frame below the top one a call
  std::size_t base = 0;             ///< of its slots in the value stack, arguments first
  Memo::Entry entry = Memo::none;   ///< of a call whose value is kept
  std::size_t outer_levels = 0;     ///< see Axes::enter
};

class Machine {
 public:
  Machine(Program& program, Numbers& numbers, GraphBuilder& builder, const Signature& signature,
          const Limits& limits);

  /// Value of a body, settled. After a Failure the frames stay as they were, until the next body.
  Value evaluate(const Body& body, std::span<const Value> arguments);
  /// Gives a static its value.
  void define_static(std::uint32_t index, Value value);
  Value evaluate_static(std::uint32_t index);

  /// Calls whose values are dynamic, in the order of completion.
  const std::vector<Memo::Entry>& completed() const { return completed_; }

  const Memo& memo() const { return memo_; }
  Arithmetic& arithmetic() { return arithmetic_; }
  Axes& axes() { return axes_; }
  const Derivatives& derivatives() const { return derivatives_; }
  Contour& contour() { return contour_; }
  Numbers& numbers() { return numbers_; }
  const std::vector<Frame>& frames() const { return frames_; }
  const Value* slots(const Frame& frame) const { return stack_.data() + frame.base; }
  const Program& program() const { return program_; }
  const Progress& progress() const { return progress_; }
  const Limits& limits() const { return limits_; }
  const std::vector<std::uint64_t>& function_calls() const { return function_calls_; }

 private:
  Value run();
  void prepare(std::span<const Value> arguments);
  void enter(const Body& body, Memo::Entry entry);
  bool call_family(const Body& body, std::uint32_t family);
  void call_function(const Body& function);
  void finish(const Frame& frame, Value value);
  void input(const Instruction& instruction);
  std::int64_t element_of_input(const Instruction& instruction);
  void input_element(const Instruction& instruction);
  void bind_variables(const Instruction& instruction, Value& slot);
  void refuse_two_times(const Instruction& instruction);
  void close(const Instruction& instruction, Value variables);
  void axes_of(const Instruction& instruction);
  void refuse_axes(const Frame& frame, Value value);
  void begin_range();
  bool next(Value& slot);
  void count_step();
  void check_nodes();
  void check_limits();
  void collect();

  Program& program_;
  GraphBuilder& builder_;
  const Signature& signature_;
  Limits limits_;
  Numbers& numbers_;
  Arithmetic arithmetic_;
  Derivatives derivatives_;
  Operators operators_;
  Axes axes_;
  Contour contour_;
  Memo memo_;
  std::vector<Value> stack_;
  Value* top_ = nullptr;  ///< one past the operand on top
  std::vector<Frame> frames_;
  std::vector<Memo::Entry> completed_;
  std::vector<std::uint64_t> function_calls_;  ///< by fn
  Progress progress_;
  std::uint64_t ticks_ = 0;
};

/// The text and chain of calls of a failure in the machine's present state.
Diagnostic explain(Machine& machine, const Source& source, const Failure& failure);

/// These throw a Failure that names the cycle, or says how far expansion got and which family grows.
[[noreturn]] void fail_recursion(Machine& machine, Memo::Entry entry);
[[noreturn]] void fail_nodes(Machine& machine);
[[noreturn]] void fail_steps(Machine& machine);

}  // namespace diagc::expansion
