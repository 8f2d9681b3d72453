// Options that several subcommands share, and what they mean for the compiler.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/compilation.h"
#include "diagc/compile.h"
#include "programs/command/command.h"
#include "programs/command/definitions.h"

namespace diagc {

class Progress;

/// FILE, -D, --gradient, --walk, --disable and the limits.
struct RuleOptions {
  std::string file;
  std::vector<std::string> definitions;
  std::vector<std::string> input_types;
  std::vector<std::string> disabled_passes;
  std::vector<std::string> gradients;
  std::string walk;               ///< of theories; empty: what makes the smallest graph
  std::vector<std::string> axes;  ///< lengths of cyclic axes, see axis_lengths.h
  std::uint64_t max_nodes = 50'000'000;
  std::uint64_t max_steps = 2'000'000'000;
};
void add_rule_options(CLI::App& app, RuleOptions& options);
void add_walk_option(CLI::App& app, std::string& walk);
/// The same without FILE.
void add_front_options(CLI::App& app, RuleOptions& options);

/// First argument of a process that compiles for devices beside this one; not for people.
inline constexpr const char* nvrtc_worker = "nvrtc-worker";

/// How a kernel is made.
struct KernelOptions {
  std::string precision = "fp64";
  std::string target = "cpu";
  std::string cpu = "native";
  std::string schedule = "auto";  ///< on devices
  double tune_seconds = 3;
  std::vector<int> devices = {0};
  bool no_cache = false;
};
void add_kernel_options(CLI::App& app, KernelOptions& options);
/// The same without --precision.
void add_code_options(CLI::App& app, KernelOptions& options);
/// --target, and what concerns devices.
void add_target_options(CLI::App& app, KernelOptions& options);
/// The same without --target.
void add_gpu_options(CLI::App& app, KernelOptions& options);

/// The rules of FILE. Throws InputError, and Failure where there is no such file.
rules::Rules read_rules(const RuleOptions& options, SourcePtr source);
rules::Rules read_rules(const RuleOptions& options);

/// Throws UsageError where an option is malformed, InputError where a name is not known.
FrontOptions front_options(const RuleOptions& options, const StaticValues& statics);
CompileOptions compile_options(const RuleOptions& rules, const KernelOptions& kernel,
                               const StaticValues& statics);

/// Throws InputError as the library reports it; warnings go to standard error.
Kernel compile_kernel(const SourcePtr& source, const CompileOptions& options, Progress& progress);

/// The diagnostics of the library, one below the other.
struct LibraryErrors : Failure {
  explicit LibraryErrors(const std::vector<Compiled::Diagnostic>& diagnostics);
  std::string message;  ///< of the first, without its place
};

}  // namespace diagc
