#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

// Clang, LLVM and ORC for the rest of diagc: compile, load and inspect C++ source. The library that
// holds them, libdiagc_toolchain, is opened when one of these functions is first used; all of them
// throw Unavailable when that fails and may be called from any thread.
namespace diagc::toolchain {

/// The library cannot be opened; the message says where it was looked for and what to do.
struct Unavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The input was wrong: the compiler's errors with the numbered source lines, an unknown processor,
/// no object file, …
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The stop token asked for it.
struct Cancelled : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Empty where the library can be opened, else what Unavailable would say.
std::string why_unavailable();

/// "19.1.7", and a line that differs between any two builds of LLVM, Clang and the toolchain
/// library: for cache keys.
std::string llvm_version();
std::string identity();

/// A processor to make code for.
struct Cpu {
  std::string name;      // as LLVM knows it
  std::string features;  // "+avx2,-xop"; empty: those that the name implies
  int vector_bytes = 16;
  bool runs_here = false;  // whether this machine can execute such code
};

/// "native", on x86-64 also "x86-64-v3" and "x86-64-v4"; throws Refused, naming those, for anything
/// else.
Cpu resolve_cpu(const std::string& name);

/// C++20 that includes nothing. It is compiled without exceptions and run-time types, position
/// independent, with -ffp-contract=on, -fno-math-errno and vectors of the processor's full width.
struct Source {
  std::string_view text;
  std::string file_name;  // as messages shall show it
  Cpu cpu;
  int opt_level =
      1;  // as in -O1: on straight-line kernels -O3 takes twice as long and gains nothing
  int* line = nullptr;  // told which line is being read, where not null; see check_function()
};

/// With lines: `.loc FILE LINE …` stands before the instructions of each line of the source, where what was inlined belongs to
/// the line of the outermost call.
enum class Product { object, llvm_ir, assembly, assembly_with_lines };

/// The bytes of an object file, or the text of the optimised IR or assembly. Stops some time after
/// the token asks for it.
std::string compile(const Source& source, Product product, std::stop_token stop = {});

/// Machine code in this process, freed with the last copy of this handle. May be called from many
/// threads.
class Module {
 public:
  /// Links an object that compile() made, perhaps in another process. The caller sees to it that
  /// Cpu::runs_here holds.
  static Module load(std::string_view object);

  /// The address of an `extern "C"` function or variable; throws std::logic_error where there is
  /// none.
  void* symbol(const std::string& name) const;

  template <typename Function>
  Function* function(const std::string& name) const {
    return reinterpret_cast<Function*>(symbol(name));
  }

 private:
  explicit Module(std::shared_ptr<void> handle) : handle_(std::move(handle)) {}
  std::shared_ptr<void> handle_;
};

/// What a function must be that somebody else wrote and that is to run inside kernels.
struct FunctionRule {
  std::string name;                  // "g0"
  std::string type;                  // as Clang writes it: "float (int, int, float)"
  std::string declarations;          // C++ text in front of the source: what else it may call
  std::vector<std::string> headers;  // that it may include, which then count as empty: "cmath"
  bool required = true;              // a source without the function is refused
};

/// Throws Refused, with every error at its line of the source, unless the source defines the function
/// outside of namespaces and holds nothing but arithmetic: functions, structures, arrays and constants
/// of its own and the functions of the declarations. What is not on the list of toolchain/allowed.h is
/// refused: pointers, attributes, labels, assembly, destructors, headers, state and much else. Leaves
/// the line of the function in *source.line, 0 where there is none and none is required. Clang itself may die of what it reads: foreign source is
/// checked in a process of its own (client/apart.h for inspect(), and own propagators).
void check_function(const Source& source, const FunctionRule& rule);

/// What one externally visible function does. Operations are counted over the text, once for each
/// place, however often a loop may run it; calls of functions that the file defines count what those
/// contain. Values are floating point numbers, vectors of them and structs of these; integers and
/// pointers are not counted.
struct FunctionReport {
  std::string name;
  uint64_t multiplications = 0;
  uint64_t additions = 0;  // and subtractions
  uint64_t fused = 0;      // fma, fms, fnma, fnms on numbers or vectors
  uint64_t divisions = 0;
  uint64_t negations = 0;
  uint64_t loads =
      0;  // vectors read by a subscript or through a pointer; a struct of two vectors counts two
  uint64_t stores = 0;  // the same, written
  uint64_t scalar_loads = 0;
  uint64_t scalar_stores = 0;
  uint64_t locals = 0;      // local variables that hold a value, of this function alone
  uint64_t max_live = 0;    // the largest number of those still to be read, at any place
  uint64_t code_bytes = 0;  // of machine code, of this function alone with what was inlined into it
  std::map<std::string, uint64_t> calls;  // of functions that the file does not define, by name
};

/// In the order of the file; `inline` and `static` functions are not listed on their own.
std::vector<FunctionReport> inspect(const Source& source, std::stop_token stop = {});

}  // namespace diagc::toolchain
