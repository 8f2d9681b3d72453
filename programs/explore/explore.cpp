#include "programs/explore/explore.h"

#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "compiler/driver/compilation.h"
#include "compiler/emit/cpp.h"
#include "compiler/emit/cuda/program.h"
#include "compiler/emit/names.h"
#include "library/gpu_plan.h"
#include "programs/bench/kernel_rates.h"
#include "programs/command/axis_lengths.h"
#include "programs/command/kernel_options.h"
#include "programs/command/option_values.h"
#include "programs/command/output.h"
#include "programs/command/progress.h"
#include "programs/command/rule_file.h"
#include "programs/command/values.h"
#include "programs/explore/page.h"
#include "programs/explore/page_data.h"
#include "runtime/system/thread_pool.h"
#include "toolchain/client/toolchain.h"

namespace diagc {

namespace {

using namespace explore;

struct ExploreArguments {
  RuleOptions rules;
  std::string output;
  std::string precision = "fp64", target = "cpu", cpu = "native", arch = "sm_90";
  bool measure = false, assembly = false;
  std::vector<std::string> params;
};

/// Vectors of the processor that code is for; where there is no LLVM to ask, those of AVX2.
int vector_bytes(const std::string& cpu) {
  if (!toolchain::why_unavailable().empty()) return 32;
  try {
    return toolchain::resolve_cpu(cpu).vector_bytes;
  } catch (const toolchain::Refused& refused) {
    throw Failure(fmt::format("error: {}", refused.what()));
  }
}

std::vector<std::string> names_of(const Graph& graph, const Schedule& schedule, Language language) {
  const Names names(graph, schedule, language);
  std::vector<std::string> list(graph.node_count());
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    if (schedule.role[node] != Role::unused) list[node] = names[node];
  }
  return list;
}

/// The kernel on one thread, beside what the machine could do. `expanded`: the graph before the passes.
bench::Rates measured(const ExploreArguments& options, const SourcePtr& source,
                      const rules::Rules& rules, const Graph& expanded, const StaticValues& statics,
                      Progress& progress) {
  KernelOptions kernel_options;
  kernel_options.precision = options.precision;
  kernel_options.cpu = options.cpu;
  const std::vector<ParamValue> params = parse_params(options.params, rules);
  const Kernel kernel =
      compile_kernel(source, compile_options(options.rules, kernel_options, statics), progress);
  check_params(params, kernel, rules);
  progress.stage("measuring " + to_string(statics));
  return bench::measure(kernel, expanded, params, this_machine(), 1);
}

std::string data_of(const ExploreArguments& options, const StaticValues& statics,
                    Progress& progress) {
  const SourcePtr source = open_rules(options.rules.file);
  const rules::Rules rules = read_rules(options.rules, source);
  if (has_cyclic_axes(rules)) {
    throw Failure(fmt::format(
        "{}: found cyclic axes, expected rules whose values are numbers: `diagc stats` and "
        "`diagc explain --plan` tell of these",
        source->path()));
  }
  FrontOptions front = front_options(options.rules, statics);
  progress.stage("expanding " + to_string(statics));
  PassSteps passes;
  const Graph expanded = expand(rules, front.expand).graph;
  passes.begin(expanded);
  if (options.target == "cuda") front.passes.disabled.emplace_back(cuda_disabled_pass);
  front.passes.after = [&](const PassRecord& record, const Graph& graph) {
    passes.after(record, graph);
  };
  const Front made = expand_and_simplify(rules, front);
  progress.stage("scheduling " + to_string(statics));
  const bool single = options.precision == "fp32";
  if (options.target == "cuda") {
    CudaOptions cuda;
    cuda.single_precision = single;
    cuda.device = *cuda_device(options.arch);
    GpuPlanner planner(rules, front, made.graph, cuda);
    const GpuPlan plan = modelled_plan(planner, available_threads());
    EmittedSource emitted{plan.program.source(),
                          names_of(*plan.graph, plan.schedule, Language::cuda), single};
    if (options.assembly) {
      progress.stage("compiling " + to_string(statics));
      emitted.assembly = device_assembly(emitted.text, plan.graph->signature().name, options.arch);
    }
    return page_data(*source, *plan.graph, passes.steps(), plan.schedule, emitted, {});
  }
  const Schedule schedule = schedule_kernel(rules, front, made.graph);
  std::optional<bench::Rates> rates;
  if (options.measure) rates = measured(options, source, rules, expanded, statics, progress);
  EmittedSource emitted{emit_cpp(made.graph, schedule, {single, vector_bytes(options.cpu)}),
                        names_of(made.graph, schedule, Language::cpp), single};
  if (options.assembly) {
    progress.stage("compiling " + to_string(statics));
    emitted.assembly = processor_assembly(emitted.text, made.graph.signature().name, options.cpu);
  }
  return page_data(*source, made.graph, passes.steps(), schedule, emitted, rates);
}

void run_explore(const ExploreArguments& options) {
  if (options.output.empty() || options.output == "-")
    refuse_terminal("a page", "-o FILE.html, or a pipe");
  if (options.measure && options.target == "cuda") {
    throw UsageError(
        "found --measure with --target cuda, expected --target cpu: `diagc bench --target cuda` "
        "measures devices");
  }
  if (!options.params.empty() && !options.measure)
    throw UsageError("found -p without --measure, expected both: nothing else takes params");
  const StaticValues statics = Definitions(options.rules.definitions).single("explore");
  Progress progress;
  const std::string data = data_of(options, statics, progress);
  const std::string values = to_string(statics);
  write_result(options.output, page(fmt::format("diagc: {}{}{}", options.rules.file,
                                                values.empty() ? "" : ", ", values),
                                    data));
}

}  // namespace

void add_explore(CLI::App& app, Action& action) {
  auto options = std::make_shared<ExploreArguments>();
  CLI::App* command = app.add_subcommand(
      "explore", "one page of HTML: rules, graph, passes, schedule and source, linked");
  add_rule_options(*command, options->rules);
  command->add_option("-o", options->output, "file to write, or - for standard output")
      ->type_name("FILE.html|-");
  take_one_of(command->add_option("--precision", options->precision, "of the source: fp32 or fp64")
                  ->capture_default_str(),
              {"fp32", "fp64"});
  take_one_of(command
                  ->add_option("--target", options->target,
                               "what schedule and source are for: cpu, or cuda as the cost model "
                               "chooses it, without any device")
                  ->capture_default_str(),
              {"cpu", "cuda"});
  command->add_option("--cpu", options->cpu, "processor: native, x86-64-v3 or x86-64-v4")
      ->type_name("CPU")
      ->capture_default_str();
  take_one_of(command->add_option("--arch", options->arch, "device of --target cuda")
                  ->capture_default_str(),
              {"sm_80", "sm_90"});
  command->add_flag(
      "--assembly", options->assembly,
      "compile the source, and show its machine code line by line beside it: assembly of the "
      "processor, or of a device SASS where nvdisasm is found, else PTX");
  command->add_flag("--measure", options->measure,
                    "measure the kernel on this machine, for the roofline; some seconds");
  command->add_option("-p", options->params, "with --measure: value of a param, as for `bench`")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->footer(
      "The page needs no network. Every node has a link of its own: its rule, terms, users, line "
      "of the source, step of the\n"
      "schedule, and how many diagrams pass through it.");
  command->callback([options, &action] { action = [options] { run_explore(*options); }; });
}

}  // namespace diagc
