// A compiled kernel as a part of a larger one: its source as inline functions of rows and a lane, for a step of one's own around it
// that makes the inputs and takes the outputs where they are.
//
//   const diagc::KernelPart part = diagc::kernel_part(kernel, "density");
//   const diagc::LoadedCode code(part.source + R"(
//       extern "C" double sum(density::Rows &rows, density::Size vectors) { …  density::evaluate(rows, at);  … }
//   )");
//   auto* const sum = code.function<double(Rows&, std::size_t)>("sum");
//
// examples/embed is such a program.
//
// The source is one namespace, of the name that the caller gives, and includes nothing:
//
//   typedef … Real;                     // float or double, the kernel's precision
//   typedef … Size;                     // an unsigned integer of 64 bits
//   enum : Size { lanes = … };          // configurations of one call: those of a vector on processors, 1 on devices
//   enum : Size { input_count = …, output_count = …, param_count = … };
//   struct InputRows {                  // InputRows<T> of diagc/rows.h: row r of configuration c is data[r * row_stride + c * lane_stride];
//     const Real *data;                 // null where the input is not needed
//     Size row_stride, lane_stride;     // on processors a lane stride is 1, on devices 1, or 0 where all configurations share the input
//   };
//   struct OutputRows {
//     Real *data;
//     Size row_stride;
//   };
//   struct Rows {                       // natural alignment of C; arrays of length 0 have one element
//     InputRows inputs[input_count];    // a real leaf is one row, a complex one two, real parts first
//     OutputRows outputs[output_count];
//     Real params[param_count];         // as Kernel::param_numbers gives them
//     Real *work;                       // processors only: KernelPart::work_bytes bytes, aligned to 64, of the calling thread
//   };
//   void evaluate(const Rows &rows, Size at);                // configurations at … at + lanes − 1
//   void evaluate(const Rows &rows, Size begin, Size end);   // processors only: vector after vector from begin on, before end
//
// On processors there is also `Vec`, a vector of `lanes` numbers (Clang's ext_vector_type: + − * / and comparisons lane by lane), with
// splat(x), fma(a, b, c), load(row) and store(row, x). On devices evaluate() is `__device__ __forceinline__`: a thread is a lane.
//
// What a step may count on:
// – Results have the bits of the kernel alone, whatever stands around it, where it is compiled with KernelPart::options: products and
//   sums are fused where the text says fma and nowhere else. (The text turns contraction off for all that follows it on processors.)
// – Inputs are read by plain loads, not through a device's read-only cache: the thread that calls may have written them just before.
// – Rows need no alignment beyond that of their numbers. They lie in any memory that the code can address, shared memory included.
// – Nothing is kept between calls, nothing but outputs and work is written, and there are no barriers: on devices any set of the threads
//   of a block may call.
// – Of a kernel in one piece (work_bytes is 0) all inputs of the configurations at hand are read before any output is written.
// What a step must see to:
// – Whole vectors are read and written: rows need room for them.
// – Outputs do not overlap inputs, except as the last point above allows.
// – On devices, step and kernel share the registers and the shared memory of a block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "diagc/export.h"
#include "diagc/kernel.h"

namespace diagc {

struct KernelPart {
  enum class Language {
    cpp,   ///< C++20 for Clang: what LoadedCode compiles
    cuda,  ///< CUDA C++ for NVRTC or nvcc
  };
  /// An input, param or output, in the order of Kernel::inputs(), params() and outputs().
  struct Variable {
    std::string name;
    std::size_t rows = 1;  ///< of params: numbers
    bool needed = true;    ///< as Kernel::Variable::needed
  };
  /// What the kernel alone takes; a step around it takes more.
  struct Resources {
    std::size_t live_values = 0;  ///< at once, in the order of evaluation
    std::uint64_t flops = 0;      ///< of one configuration, as Kernel::Figures counts them
    int registers = 0;            ///< devices: a thread
    unsigned threads = 0;         ///< devices: a block
    unsigned blocks =
        0;  ///< devices: of a multiprocessor at once, that the kernel was made for (the second number of __launch_bounds__)
    std::size_t code_bytes = 0;  ///< of machine code
  };

  Language language = Language::cpp;
  std::string source;
  std::string name;      ///< of its namespace
  std::string function;  ///< "density::evaluate"
  Precision precision = Precision::fp64;
  std::size_t lanes = 1;
  /// Processors: vectors that evaluate(rows, begin, end) takes through a piece of the code before the next piece. Larger than 1 where the
  /// code is in pieces: ranges of so many vectors, or a multiple, are then faster than single ones.
  std::size_t vectors = 1;
  std::size_t work_bytes = 0;
  std::vector<std::string>
      options;  ///< of the compiler, with which the bits are those of the kernel
  std::vector<Variable> inputs, params, outputs;
  Resources resources;
};

/// The part of a kernel of target cpu, or of target cuda with schedule "straight". `name`: of the namespace; empty: the kernel's.
/// Throws std::invalid_argument, with the reason, for other kernels and for a name that a namespace cannot have.
DIAGC_API KernelPart kernel_part(const Kernel& kernel, const std::string& name = "");

struct LoadedCodeOptions {
  std::string file_name = "step.cpp";                ///< as messages shall show it
  std::string cpu = "native";                        ///< that of the kernels in it: Kernel::cpu()
  bool use_cache = true;                             ///< see CompileOptions::use_cache
  std::map<std::string, std::string> metadata = {};  ///< for the cache's listing
  std::stop_token stop = {};
};

/// Source around parts as machine code of this process, made by the Clang that makes kernels: C++20 that includes nothing, without
/// exceptions. Immutable; copies share the code, which is freed with the last of them; all functions may be called from many threads.
class DIAGC_API LoadedCode {
 public:
  /// Throws std::invalid_argument with the errors and the numbered lines where Clang refuses the source, and
  /// std::runtime_error where there is no Clang, or the token stopped it.
  explicit LoadedCode(const std::string& source, const LoadedCodeOptions& options = {});

  /// The address of an `extern "C"` function or variable. Throws std::invalid_argument where there is none.
  void* symbol(const std::string& name) const;
  template <class Function>
  Function* function(const std::string& name) const {
    return reinterpret_cast<Function*>(symbol(name));
  }

 private:
  struct Module;
  std::shared_ptr<const Module> module_;
};

}  // namespace diagc
