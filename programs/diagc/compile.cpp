// diagc compile: a rule file in any of its forms, from canonical rules to machine code.
#include "programs/diagc/compile.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "compiler/emit/cuda/program.h"
#include "compiler/graph/dot.h"
#include "compiler/graph/json.h"
#include "compiler/graph/text.h"
#include "compiler/syntax/print.h"
#include "library/gpu_plan.h"
#include "library/options.h"
#include "programs/command/kernel_options.h"
#include "programs/command/option_values.h"
#include "programs/command/output.h"
#include "programs/command/progress.h"
#include "programs/command/rule_file.h"
#include "runtime/cuda/compile.h"
#include "runtime/cuda/disassemble.h"
#include "runtime/system/thread_pool.h"
#include "toolchain/client/toolchain.h"

namespace diagc {

namespace {

struct CompileArguments {
  RuleOptions rules;
  KernelOptions kernel;
  std::string emit;
  std::string arch = "sm_90";
  std::string output;
  std::vector<std::string> print_after;
  bool time_passes = false;
};

constexpr std::string_view gpu_forms[] = {"cuda", "ptx", "cubin", "sass"};

constexpr const char* expansion = "expand";  // as a name for --print-after: before any pass

void check_print_after(const std::vector<std::string>& names) {
  std::vector<std::string> passes = names;
  std::erase(passes, expansion);
  check_pass_names(passes);
}

/// What --print-after and --time-passes show: on standard output, unless that carries what --emit
/// asks for.
class PassLog {
 public:
  explicit PassLog(const CompileArguments& options)
      : options_(options),
        to_stderr_(!options.emit.empty() && (options.output.empty() || options.output == "-")) {}

  bool wanted() const { return options_.time_passes || !options_.print_after.empty(); }

  void expanded(const Graph& graph) { print_graph(expansion, graph); }
  void after(const PassRecord& record, const Graph& graph) {
    print_graph(record.name, graph);
    if (options_.time_passes) records_.push_back(record);
  }
  void summary(double expand_seconds) {
    if (!options_.time_passes) return;
    std::string text = fmt::format("{:<12}{:>10}{:>22}{:>22}{:>22}\n", "pass", "seconds", "nodes",
                                   "edges", "cost");
    text += fmt::format("{:<12}{:>10.4f}\n", expansion, expand_seconds);
    double total = expand_seconds;
    for (const PassRecord& record : records_) {
      const auto change = [&](std::uint64_t before, std::uint64_t after) {
        return before == after ? std::to_string(after) : fmt::format("{} → {}", before, after);
      };
      text += fmt::format("{:<12}{:>10.4f}{:>22}{:>22}{:>22}{}\n", record.name, record.seconds,
                          change(record.nodes_before, record.nodes_after),
                          change(record.edges_before, record.edges_after),
                          change(record.cost_before, record.cost_after),
                          record.changed ? "" : "  unchanged");
      total += record.seconds;
    }
    write(text + fmt::format("{:<12}{:>10.4f}\n", "total", total));
  }

 private:
  void print_graph(std::string_view name, const Graph& graph) {
    if (std::find(options_.print_after.begin(), options_.print_after.end(), name) ==
        options_.print_after.end()) {
      return;
    }
    write(fmt::format("# after {}\n{}", name, to_text(graph)));
  }
  void write(const std::string& text) {
    if (to_stderr_) {
      std::fputs(text.c_str(), stderr);
    } else {
      write_out(text);
    }
  }

  const CompileArguments& options_;
  bool to_stderr_;
  std::vector<PassRecord> records_;
};

Front make_front(const rules::Rules& rules, const FrontOptions& options, PassLog& log) {
  FrontOptions observed = options;
  observed.passes.after = [&](const PassRecord& record, const Graph& graph) {
    log.after(record, graph);
  };
  Front front = expand_and_simplify(rules, observed);
  log.expanded(front.expansion.graph);
  log.summary(front.expand_seconds);
  return front;
}

std::string emit_machine(const std::string& cpp, const CompileArguments& options,
                         const toolchain::Cpu& cpu, const std::string& name) {
  using toolchain::Product;
  const Product product = options.emit == "object" ? Product::object
                          : options.emit == "asm"  ? Product::assembly
                                                   : Product::llvm_ir;
  try {
    return toolchain::compile({cpp, name + ".cpp", cpu}, product);
  } catch (const toolchain::Refused& refused) {
    throw std::logic_error(fmt::format("Clang refuses an emitted source: {}", refused.what()));
  }
}

std::string emit_gpu(const rules::Rules& rules, const FrontOptions& front_end, const Graph& graph,
                     const CompileArguments& options) {
  CudaOptions cuda;
  cuda.single_precision = options.kernel.precision == "fp32";
  cuda.device = *cuda_device(options.arch);
  GpuPlanner planner(rules, front_end, graph, cuda);
  const std::optional<CudaCandidate> asked = asked_candidate(options.kernel.schedule);
  const CudaProgram program =
      (asked ? planner.plan(*asked) : modelled_plan(planner, available_threads())).program;
  if (options.emit == "cuda") return program.source();
  const cuda::Product product = options.emit == "ptx" ? cuda::Product::ptx : cuda::Product::cubin;
  std::string code;
  try {
    code = cuda::compile({graph.signature().name + ".cu", program.source()},
                         {.architecture = options.arch, .product = product})
               .bytes;
  } catch (const cuda::Refused& refused) {
    throw std::logic_error(fmt::format("NVRTC refuses an emitted source: {}", refused.what()));
  }
  return options.emit == "sass" ? cuda::disassemble(code) : code;
}

toolchain::Cpu cpu_of(const std::string& name) {
  try {
    return toolchain::resolve_cpu(name);
  } catch (const toolchain::Refused& refused) {
    throw Failure(fmt::format("error: {}", refused.what()));
  }
}

std::string emitted(const CompileArguments& options, const StaticValues& statics) {
  Progress progress;
  SourcePtr source = open_rules(options.rules.file);
  const rules::Rules rules = read_rules(options.rules, std::move(source));
  if (options.emit == "rules") return syntax::print(*rules.file);
  PassLog log(options);
  const bool for_gpu = std::ranges::count(gpu_forms, options.emit) > 0;
  CompileOptions compile = compile_options(options.rules, options.kernel, statics);
  if (for_gpu) compile.target = Target::cuda;
  const FrontOptions front_end = front_end_options(compile, nullptr);
  progress.stage("expanding " + to_string(statics));
  Front front = make_front(rules, front_end, log);
  front.expansion = {};
  if (options.emit == "graph") return to_text(front.graph);
  if (options.emit == "dot") return to_dot(front.graph);
  if (options.emit == "json") return to_json(front.graph);
  if (for_gpu) {
    progress.stage("scheduling " + to_string(statics));
    return emit_gpu(rules, front_end, front.graph, options);
  }
  const toolchain::Cpu cpu = cpu_of(options.kernel.cpu);
  const CppOptions cpp_options{options.kernel.precision == "fp32", cpu.vector_bytes};
  if (options.emit == "header") return emit_header(front.graph, cpp_options);
  progress.stage("scheduling " + to_string(statics));
  const Schedule schedule = schedule_kernel(rules, front_end, front.graph);
  std::string cpp = emit_cpp(front.graph, schedule, cpp_options);
  if (options.emit == "cpp") return cpp;
  progress.stage("compiling " + to_string(statics));
  return emit_machine(cpp, options, cpu, front.graph.signature().name);
}

std::string shape_of(const Kernel::Variable& variable) {
  std::string shape;
  for (const auto& range : variable.ranges) {
    shape += fmt::format("{}{}..{}", shape.empty() ? "[" : ", ", range.first, range.last);
  }
  if (!shape.empty()) shape += "]";
  return fmt::format("{}{} : {}", variable.name, shape,
                     full_type_name(variable.shape, variable.complex));
}

std::string summary(const Kernel& kernel) {
  std::string text = kernel.name();
  for (const auto& [name, value] : kernel.statics()) text += fmt::format(" {}={}", name, value);
  text += "\n";
  const auto line = [&](const char* what, const std::string& value) {
    text += fmt::format("  {:<10}{}\n", what, value);
  };
  const auto list = [&](const char* what, const std::vector<Kernel::Variable>& variables) {
    for (const Kernel::Variable& variable : variables) {
      line(what, shape_of(variable) + (variable.needed ? "" : "  (not needed)"));
      what = "";
    }
  };
  list("inputs", kernel.inputs());
  list("params", kernel.params());
  list("outputs", kernel.outputs());
  const Kernel::Figures& figures = kernel.figures();
  line("graph", fmt::format("{} nodes, {} edges after the passes", figures.nodes, figures.edges));
  line("flops", fmt::format("{} a configuration: {} fused, {} multiplications, {} additions, {} "
                            "divisions, {} functions",
                            figures.flops, figures.fused, figures.multiplications,
                            figures.additions, figures.divisions, figures.functions));
  const bool in_rows = figures.max_live == 0 && figures.slots > 0;  // a sweep over determinants
  line("order", in_rows
                    ? fmt::format("{}; values in {} rows", figures.order, figures.slots)
                    : fmt::format("{}; {} values live at most", figures.order, figures.max_live));
  line("code",
       fmt::format("{} for {}, {} chunk{}{}",
                   kernel.precision() == Precision::fp32 ? "fp32" : "fp64",
                   kernel.target() == Target::cuda ? kernel.gpus().front() : kernel.cpu(),
                   figures.chunks, figures.chunks == 1 ? "" : "s",
                   in_rows ? "" : fmt::format(", {} values between chunks", figures.slots)));
  if (!kernel.schedule().empty()) {
    line("schedule", fmt::format("{} ({})", kernel.schedule(), kernel.schedule_choice()));
  }
  for (const Kernel::ScheduleTrial& trial : kernel.schedule_trials()) {
    const std::string measured =
        trial.measured > 0 ? fmt::format("{:.3g} a second", trial.measured)
        : trial.skipped.empty()
            ? std::string("not measured")
            : "not measured: " + trial.skipped.substr(0, trial.skipped.find('\n'));
    line("", fmt::format("{}: expected {:.3g} evaluations a second, {}", trial.schedule,
                         trial.predicted, measured));
  }
  for (const Kernel::GpuCode& each : kernel.gpu_code()) {
    line(
        "",
        fmt::format(
            "{}: {} registers, {} bytes spilled, {} bytes of code, {} threads a block, {} blocks a "
            "multiprocessor",
            each.function, each.registers, each.spill_bytes, each.code_bytes, each.threads,
            each.blocks));
  }
  const Kernel::Times& times = kernel.times();
  line("seconds",
       fmt::format("expand {:.3g}, passes {:.3g}, schedule {:.3g}, emit {:.3g}, {}load {:.3g}",
                   times.expand, times.passes, times.schedule, times.emit,
                   kernel.from_cache() ? "" : fmt::format("compile {:.3g}, ", times.compile),
                   times.load));
  line("cache", kernel.from_cache() ? "found there" : "compiled anew");
  return text;
}

void compile_and_summarise(const CompileArguments& options) {
  const SourcePtr source = open_rules(options.rules.file);
  const rules::Rules rules = read_rules(options.rules, source);
  Definitions(options.rules.definitions).for_each([&](const StaticValues& statics) {
    PassLog log(options);
    if (log.wanted()) make_front(rules, front_options(options.rules, statics), log);
    Progress progress;
    const Kernel kernel =
        compile_kernel(source, compile_options(options.rules, options.kernel, statics), progress);
    write_out(summary(kernel));
    flush_out();
  });
}

void run_compile(const CompileArguments& options) {
  check_print_after(options.print_after);
  if (options.emit.empty()) {
    if (!options.output.empty())
      throw UsageError("found -o without --emit, expected --emit with what the file shall hold");
    return compile_and_summarise(options);
  }
  const bool binary = options.emit == "object" || options.emit == "cubin";
  if (binary && (options.output.empty() || options.output == "-"))
    refuse_terminal(options.emit == "cubin" ? "a CUBIN" : "an object file", "-o PATH, or a pipe");
  write_result(options.output,
               emitted(options, Definitions(options.rules.definitions).single("--emit")));
}

}  // namespace

void add_compile(CLI::App& app, Action& action) {
  auto options = std::make_shared<CompileArguments>();
  CLI::App* command =
      app.add_subcommand("compile", "compile a rule file, or print one of the forms on its way");
  add_rule_options(*command, options->rules);
  add_kernel_options(*command, options->kernel);
  add_target_options(*command, options->kernel);
  take_one_of(command->add_option("--emit", options->emit,
                                  "what to print; without it, a summary, and the cache is filled"),
              {"rules", "graph", "dot", "json", "cpp", "header", "llvm-ir", "asm", "object", "cuda",
               "ptx", "cubin", "sass"});
  take_one_of(command
                  ->add_option("--arch", options->arch,
                               "device that --emit cuda, ptx, cubin and sass write for")
                  ->capture_default_str(),
              {"sm_80", "sm_90"});
  command->add_option("-o", options->output, "file for what is emitted; - is standard output")
      ->type_name("PATH|-");
  command
      ->add_option("--print-after", options->print_after,
                   "print the graph after a pass, or after `expand`; on standard error where "
                   "standard output "
                   "carries what --emit asks for")
      ->type_name("PASS")
      ->allow_extra_args(false);
  command->add_flag("--time-passes", options->time_passes,
                    "print what every pass did and how long it took, likewise");
  command->callback([options, &action] { action = [options] { run_compile(*options); }; });
}

}  // namespace diagc
