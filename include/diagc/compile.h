// Rule text → kernel.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "diagc/export.h"
#include "diagc/kernel.h"

namespace diagc {

struct CompileOptions {
  /// Values of the statics by their names, as text: "6", "true".
  std::map<std::string, std::string> statics = {};
  /// Name of an input → "complex", "lorentz<complex>", … in place of its declared type.
  std::map<std::string, std::string> input_types = {};
  /// Names of the outputs to compute, gradients among them; empty: all.
  std::vector<std::string> outputs = {};
  /// Derivatives of outputs by inputs and params, as further outputs: "density:G,N" adds d_density_G[a,b], the derivative of `density` by G[a,b], and
  /// d_density_N; "density" alone stands for all inputs and params. Indices of the output stand in front of those of the input. They cost about
  /// twice the output, whatever their number. By a complex number z the derivative is ∂/∂z = (∂/∂(re z) − i ∂/∂(im z)) / 2, the ordinary one
  /// where the output is holomorphic in z; by a vector, the vector of derivatives by its components as they stand. Outputs that are vectors
  /// have none.
  std::vector<std::string> gradients = {};
  /// Of a theory (docs/theory.md): "line", "trail" or "lowest", which leg is contracted next, in place of what makes the smallest graph. Empty: that.
  std::string walk = {};
  Precision precision = Precision::fp64;
  Target target = Target::cpu;
  std::string cpu = "native";  ///< or "x86-64-v3", "x86-64-v4"
  unsigned threads = 0;        ///< for one batch; 0: one a core
  /// On devices: "straight", "chunked", "windowed", "cooperative" (docs/architecture.md), with options as in "chunked:operations=3500"; or "auto": what
  /// was measured to be fastest on this device, now or before.
  std::string cuda_schedule = "auto";
  /// How long "auto" may take for compiling further candidates than the one that its cost model puts first, so as to measure them: as
  /// long as that one took, but this at least, and ten times this at most. 0: nothing is measured, the first is taken.
  double tune_seconds = 3;
  /// With tune_seconds = 0: how long the kernel is wanted for, compiling included. Of the cost model's candidates the one is taken that evaluates most
  /// in that time; 0: the fastest one, however long it takes to compile.
  double run_seconds = 0;
  std::vector<int> devices = {0};  ///< as CUDA counts them; batches are shared among them
  /// A command that passes all further arguments to diagc::cuda_compile_worker(), such as {"/proc/self/exe", "nvrtc-worker"}:
  /// large kernels for devices are then compiled in several processes at once. Empty: in this one.
  std::vector<std::string> compile_worker = {};
  /// For processors: whether the kernel is compiled. One that serves as a part alone (diagc/embed.h) need not be; its evaluate() throws
  /// std::invalid_argument, and the size of its code is not known.
  bool machine_code = true;
  /// Whether compiled objects are looked up and kept in $DIAGC_CACHE_DIR, else diagc in the XDG cache folder.
  bool use_cache = true;
  std::vector<std::string> disabled_passes = {};  ///< by name, as in docs/architecture.md
  std::uint64_t max_nodes = 50'000'000;           ///< of the expanded graph; more is a diagnostic
  std::uint64_t max_steps = 2'000'000'000;        ///< of the expansion; more is a diagnostic
  std::stop_token stop = {};  ///< ends compiling early, with the diagnostic "stopped"
  /// Called with what is about to be done: "reading", "expanding" (passes included), "scheduling", "emitting", "compiling".
  std::function<void(std::string_view)> progress = {};
};

/// A kernel, or what is wrong.
struct Compiled {
  struct Diagnostic {
    std::string code;  ///< kind of error: "syntax", "unknown-name", "arity", "kind", "index", …
    std::string path;  ///< empty: no position is known
    std::uint32_t line = 0;               ///< from 1; 0: the file as a whole
    std::uint32_t column = 0;             ///< from 1, in code points
    std::string message;                  ///< what was found, what was expected
    std::string source_line;              ///< the line, clipped around the place where it is long
    std::vector<std::string> call_chain;  ///< the calls that led there, innermost first
    std::string
        rendered;  ///< all of that as `diagc` prints it, in lines without a newline at the end
  };

  std::optional<Kernel> kernel;
  std::vector<Diagnostic>
      diagnostics;  ///< not empty exactly when there is no kernel; sorted by position
  /// What did not keep the kernel from being made: a cache folder that cannot be written, told to the first
  /// compilation of this process that meets it.
  std::vector<std::string> warnings;
};

/// What a process started by CompileOptions::compile_worker does; returns its exit code.
DIAGC_API int cuda_compile_worker(const std::vector<std::string>& arguments);

/// Compiles the text of a rule file, or a file. `name` stands for the path in messages. What is wrong with rules, options or files comes back as
/// diagnostics; std::bad_alloc and std::logic_error (a fault of diagc) are thrown.
DIAGC_API Compiled compile_text(std::string text, const std::string& name,
                                const CompileOptions& options = {});
DIAGC_API Compiled compile_file(const std::string& path, const CompileOptions& options = {});

}  // namespace diagc
