#include "diagc/compile.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <new>
#include <variant>

#include "compiler/driver/compilation.h"
#include "compiler/driver/derivation.h"
#include "compiler/emit/cuda/part.h"
#include "compiler/emit/names.h"
#include "library/describe.h"
#include "library/diagnostics.h"
#include "library/gpu_tune.h"
#include "library/interpreter.h"
#include "library/machine_code.h"
#include "library/options.h"
#include "library/schedule_choice.h"
#include "runtime/cpu/evaluate.h"
#include "runtime/cuda/nvrtc.h"
#include "runtime/system/thread_pool.h"

namespace diagc {

namespace {

/// What expansion, passes and scheduling poll, set when the caller's token asks to stop.
class StopFlag {
 public:
  explicit StopFlag(const std::stop_token& token)
      : callback_(token, [this] { flag_.store(true, std::memory_order_relaxed); }) {}
  const std::atomic<bool>* address() const { return &flag_; }
  void check() const {
    if (flag_.load(std::memory_order_relaxed)) throw Stopped();
  }

 private:
  std::atomic<bool> flag_ = false;
  std::stop_callback<std::function<void()>> callback_;
};

/// One compilation, stage by stage.
class Compilation {
 public:
  Compilation(const CompileOptions& options, std::vector<std::string>& warnings)
      : options_(options), warnings_(warnings), stop_(options.stop) {}

  const std::string& stage() const { return stage_; }

  Kernel run(SourcePtr source) {
    begin("reading");
    const rules::Rules rules = read_rules(std::move(source), walk_named(options_.walk));
    const FrontOptions front_options = front_end_options(options_, stop_.address());
    begin("expanding");
    Front front = expand_and_simplify(rules, front_options);
    kernel_->times.expand = front.expand_seconds;
    kernel_->times.passes = front.passes_seconds;
    front.expansion = {};
    describe(front.graph, *kernel_);
    kernel_->precision = options_.precision;
    kernel_->target = options_.target;
    if (options_.target == Target::interpreter) {
      interpret_graph(std::move(front.graph));
    } else {
      graph_ = std::make_shared<const Graph>(std::move(front.graph));
      if (options_.target == Target::cuda) {
        compile_for_gpus(rules, front_options, *graph_);
      } else {
        compile_graph(rules, front_options, *graph_);
      }
    }
    kernel_->least_share = least_share(static_cast<double>(kernel_->figures.flops));
    return {std::move(kernel_), options_.threads};
  }

 private:
  void begin(const char* stage) {
    stage_ = stage;
    stop_.check();
    if (options_.progress) options_.progress(stage);
  }

  template <class Work>
  static auto timed(double& seconds, Work work) {
    const auto start = std::chrono::steady_clock::now();
    auto result = work();
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
  }

  void interpret_graph(Graph graph) {
    kernel_->figures = kernel_figures(graph);
    if (options_.precision == Precision::fp32) {
      kernel_->code = interpreter<float>(std::move(graph));
    } else {
      kernel_->code = interpreter<double>(std::move(graph));
    }
  }

  void compile_graph(const rules::Rules& rules, const FrontOptions& front_options,
                     const Graph& graph) {
    const toolchain::Cpu cpu = processor(options_.cpu);
    kernel_->cpu = options_.cpu;
    begin("scheduling");
    Schedule schedule = timed(kernel_->times.schedule,
                              [&] { return schedule_kernel(rules, front_options, graph); });
    const auto sweep = find_sweep(graph, schedule);
    kernel_->figures = sweep ? kernel_figures(graph, *sweep) : kernel_figures(graph, schedule);
    begin("emitting");
    const bool single = options_.precision == Precision::fp32;
    const CppOptions cpp{single, cpu.vector_bytes};
    kernel_->source = timed(kernel_->times.emit, [&] { return emit_cpp(graph, schedule, cpp); });
    kernel_->part = [graph = graph_, schedule = std::move(schedule), cpp](const std::string& name) {
      return emit_cpp_part(*graph, schedule, cpp, name);
    };
    if (single) kernel_->code = RangeFunction<float>();
    if (!options_.machine_code) return;
    begin("compiling");
    if (single) {
      load_code<float>(cpu);
    } else {
      load_code<double>(cpu);
    }
  }

  std::optional<Cache> open_cache() {
    if (!options_.use_cache) return std::nullopt;
    CacheOptions cache_options = cache_options_from_environment();
    cache_options.warn = [this](const std::string& warning) { warnings_.push_back(warning); };
    return Cache(std::move(cache_options));
  }

  void compile_for_gpus(const rules::Rules& rules, const FrontOptions& front_options,
                        const Graph& graph) {
    if (options_.precision == Precision::fp32) {
      compile_for_gpus_in<float>(rules, front_options, graph);
    } else {
      compile_for_gpus_in<double>(rules, front_options, graph);
    }
  }

  template <class T>
  void compile_for_gpus_in(const rules::Rules& rules, const FrontOptions& front_options,
                           const Graph& graph) {
    const std::optional<CudaCandidate> asked = asked_candidate(options_.cuda_schedule);
    const cuda::DeviceInfo gpu =
        cuda::Device(options_.devices.empty() ? 0 : options_.devices.front()).info();
    CudaOptions cuda;
    cuda.single_precision = options_.precision == Precision::fp32;
    cuda.device = cuda_device(gpu);
    GpuPlanner planner(rules, front_options, graph, cuda);
    std::optional<Cache> cache = open_cache();
    const GpuRequest request{.devices = options_.devices,
                             .threads = options_.threads,
                             .worker = options_.compile_worker,
                             .metadata = cache_metadata(*kernel_, "device", gpu.architecture),
                             .cache = cache ? &*cache : nullptr,
                             .stop = options_.stop};
    begin("scheduling");
    if (asked) {
      kernel_->schedule_choice = "requested";
      take(compile_plan<T>(planner.plan(*asked), request));
      return;
    }
    if (!(options_.tune_seconds > 0)) {
      kernel_->schedule_choice = "cost model";
      GpuPlan plan = modelled_plan(planner, compile_processes(), options_.run_seconds);
      kernel_->schedule_trials = untried(planner);
      take(compile_plan<T>(std::move(plan), request));
      return;
    }
    std::optional<CacheKey> key;
    if (cache) {
      key = choice_key(graph, options_.precision, gpu, cuda::driver_version(),
                       cuda::nvrtc().version());
      if (const std::optional<ScheduleChoice> known = find_choice(*cache, *key)) {
        kernel_->schedule_choice = "measured before";
        kernel_->schedule_trials = known->trials;
        take(compile_plan<T>(planner.plan(*cuda_candidate(known->schedule)), request));
        return;
      }
    }
    begin("compiling");
    const auto start = std::chrono::steady_clock::now();
    Tuned<T> tuned = tune<T>(
        planner, compile_processes(), request,
        {.least_seconds = options_.tune_seconds, .most_seconds = 10 * options_.tune_seconds});
    kernel_->schedule_choice = tuned.measured ? "measured" : "cost model";
    if (key && tuned.measured) {
      store_choice(*cache, *key, {to_string(tuned.plan.candidate), tuned.trials}, request.metadata);
    }
    kernel_->schedule_trials = std::move(tuned.trials);
    take(std::pair(std::move(tuned.plan), std::move(tuned.code)));
    const Kernel::Times& times = kernel_->times;
    kernel_->times.tune =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() -
        times.schedule - times.emit - times.compile - times.load;
  }

  /// Workers that compile kernels at once.
  unsigned compile_processes() const {
    return options_.compile_worker.empty() ? 1 : available_threads();
  }

  static std::vector<Kernel::ScheduleTrial> untried(GpuPlanner& planner) {
    std::vector<Kernel::ScheduleTrial> trials;
    for (const RankedCandidate& ranked : planner.ranked(1)) {
      Kernel::ScheduleTrial& trial = trials.emplace_back();
      trial.schedule = to_string(ranked.candidate);
      trial.predicted = 1 / ranked.estimate.seconds;
    }
    return trials;
  }

  template <class T>
  std::pair<GpuPlan, GpuCode<T>> compile_plan(GpuPlan plan, const GpuRequest& request) {
    begin("compiling");
    GpuCode<T> code(plan.program, *plan.graph, request);
    return {std::move(plan), std::move(code)};
  }

  template <class T>
  void take(std::pair<GpuPlan, GpuCode<T>> made) {
    auto& [plan, code] = made;
    describe(*plan.graph, *kernel_);
    kernel_->figures = kernel_figures(*plan.graph, plan.schedule);
    kernel_->schedule = to_string(plan.candidate);
    kernel_->source = plan.program.source();
    kernel_->times.schedule = plan.schedule_seconds;
    kernel_->times.emit = plan.emit_seconds;
    kernel_->times.compile = code.compile_seconds;
    kernel_->times.load = code.load_seconds;
    kernel_->from_cache = code.from_cache;
    kernel_->gpu_code = std::move(code.functions);
    // Slots would take the shared memory of the step around the part.
    const auto* straight = std::get_if<StraightOptions>(&plan.options.form);
    if (straight != nullptr && straight->shared == 0 && straight->warps == 0) {
      kernel_->part = [graph = graph_, schedule = std::move(plan.schedule),
                       options = plan.options](const std::string& name) {
        return emit_cuda_part(*graph, schedule, options, name);
      };
    }
    kernel_->code = std::move(code.kernel);
  }

  template <class T>
  void load_code(const toolchain::Cpu& cpu) {
    std::optional<Cache> cache = open_cache();
    MachineCode<T> code = machine_code<T>({
        .source = kernel_->source,
        .symbol = kernel_symbol(kernel_->name),
        .file_name = kernel_->name + ".cpp",
        .cpu = cpu,
        .metadata = cache_metadata(*kernel_, "cpu", options_.cpu),
        .cache = cache ? &*cache : nullptr,
        .stop = options_.stop,
    });
    kernel_->code = std::move(code.range);
    kernel_->code_bytes = code.code_bytes;
    kernel_->from_cache = code.from_cache;
    kernel_->times.key = code.key_seconds;
    kernel_->times.compile = code.compile_seconds;
    kernel_->times.load = code.load_seconds;
  }

  const CompileOptions& options_;
  std::vector<std::string>& warnings_;
  StopFlag stop_;
  std::string stage_;
  std::shared_ptr<const Graph> graph_;
  std::shared_ptr<Kernel::Implementation> kernel_ = std::make_shared<Kernel::Implementation>();
};

/// Runs the compilation of what `open` reads; everything that can be wrong with the input becomes a
/// diagnostic.
template <class Open>
Compiled compile(const std::string& path, const CompileOptions& options, Open open) {
  Compiled compiled;
  Compilation compilation(options, compiled.warnings);
  const auto fail = [&](const std::string& about, std::string message) {
    Diagnostic diagnostic{
        .code = Code::machine, .path = about, .position = {0, 0}, .message = std::move(message)};
    compiled.diagnostics.push_back(in_public(diagnostic));
  };
  const auto stopped = [&] {
    fail(path, "stopped while " + compilation.stage());
    compiled.diagnostics.back().code = "stopped";
  };
  try {
    compiled.kernel = compilation.run(open());
  } catch (const InputError& error) {
    compiled.diagnostics = in_public(error.diagnostics());
  } catch (const Stopped&) {
    stopped();
  } catch (const toolchain::Cancelled&) {
    stopped();
  } catch (const cuda::Cancelled&) {
    stopped();
  } catch (const std::bad_alloc&) {
    fail(path, "found no more memory while " + compilation.stage());
  } catch (const std::runtime_error& error) {
    fail("", error.what());
  }
  return compiled;
}

}  // namespace

Compiled compile_text(std::string text, const std::string& name, const CompileOptions& options) {
  return compile(name, options,
                 [&] { return std::make_shared<const Source>(name, std::move(text)); });
}

Compiled compile_file(const std::string& path, const CompileOptions& options) {
  return compile(path, options, [&] { return read_source(path); });
}

}  // namespace diagc
