// diagc eval: batches from .npy files through a kernel to .npy files.
#include "programs/diagc/eval.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "programs/command/axis_lengths.h"
#include "programs/command/input_files.h"
#include "programs/command/kernel_options.h"
#include "programs/command/option_values.h"
#include "programs/command/output.h"
#include "programs/command/progress.h"
#include "programs/command/rule_file.h"
#include "programs/command/values.h"
#include "programs/diagc/cyclic_eval.h"
#include "runtime/batch/npy.h"

namespace diagc {

namespace {

struct EvalArguments {
  RuleOptions rules;
  KernelOptions kernel;
  unsigned threads = 0;
  std::vector<std::string> params, inputs, outputs;
  bool verbose = false;
};

/// What computes, on standard error: results may go to standard output.
void tell(const Kernel& kernel) {
  std::string text = fmt::format("{} for {}, {}", kernel.name(),
                                 kernel.target() == Target::cuda  ? kernel.gpus().front()
                                 : kernel.target() == Target::cpu ? kernel.cpu()
                                                                  : "the interpreter",
                                 kernel.precision() == Precision::fp32 ? "fp32" : "fp64");
  if (!kernel.schedule().empty()) {
    text += fmt::format(", schedule {} ({})", kernel.schedule(), kernel.schedule_choice());
  }
  if (kernel.target() != Target::interpreter) {
    text += kernel.from_cache() ? ", from the cache"
                                : fmt::format(", compiled in {:.3g} s", kernel.times().compile);
  }
  write_note(text);
}

/// The results of one output.
class Result {
 public:
  Result(const Kernel::Variable& output, Precision precision, std::size_t batch)
      : name_(output.name), shape_(shape_of(output, batch)) {
    type_ = precision == Precision::fp32 ? element_type<float>(output.complex)
                                         : element_type<double>(output.complex);
    const auto bytes = array_bytes(type_, shape_);
    if (!bytes) {
      throw Failure(
          fmt::format("error: found a batch of {}, with which the output {} has the shape {}: more "
                      "than this machine addresses",
                      batch, diagc::quoted(name_), shape_text(shape_)));
    }
    elements_ = *bytes / element_size(type_);
    bytes_.resize(*bytes);
  }

  OutputArray view() { return {name_, element_of(type_), bytes_.data(), elements_}; }
  const std::string& name() const { return name_; }

  /// To a file, or to standard output where that is "-".
  void write(const std::string& path) const {
    if (path == "-") {
      write_out(npy_file_start(type_, shape_));
      write_out({reinterpret_cast<const char*>(bytes_.data()), bytes_.size()});
      return flush_out();
    }
    const HoldSignals hold(path);
    write_npy(path, type_, shape_, bytes_);
  }

  std::string summary() const {
    constexpr std::size_t most = 6;
    std::string values;
    for (std::size_t i = 0; i < std::min(elements_, most); ++i) {
      values += fmt::format("{}{}", i > 0 ? ", " : "",
                            is_complex(type_) ? complex_text(i) : number_text(i));
    }
    return fmt::format("{}: {} {}\n  {}{}\n", name_, diagc::name(type_), shape_text(shape_), values,
                       elements_ > most ? ", …" : "");
  }

  /// Empty where all values are finite.
  std::string not_finite() const {
    std::size_t nans = 0, infinities = 0;
    for (std::size_t i = 0; i < elements_; ++i) {
      const double real = component(is_complex(type_) ? 2 * i : i);
      const double imaginary = is_complex(type_) ? component(2 * i + 1) : 0;
      if (std::isnan(real) || std::isnan(imaginary)) {
        ++nans;
      } else if (std::isinf(real) || std::isinf(imaginary)) {
        ++infinities;
      }
    }
    if (nans + infinities == 0) return "";
    return fmt::format("warning: {}: {} NaN and {} infinite of {} values\n", name_, nans,
                       infinities, elements_);
  }

 private:
  /// Shortest text that reads back as the same number of its own precision.
  std::string number_text(std::size_t i) const {
    return component_size(type_) == 4 ? fmt::format("{}", static_cast<float>(component(i)))
                                      : fmt::format("{}", component(i));
  }
  std::string complex_text(std::size_t i) const {
    const std::string imaginary = number_text(2 * i + 1);
    return fmt::format("{}{}{}i", number_text(2 * i), imaginary.starts_with('-') ? "" : "+",
                       imaginary);
  }
  double component(std::size_t i) const {
    if (component_size(type_) == 4) return reinterpret_cast<const float*>(bytes_.data())[i];
    return reinterpret_cast<const double*>(bytes_.data())[i];
  }

  std::string name_;
  std::vector<std::size_t> shape_;
  ElementType type_ = ElementType::float64;
  std::size_t elements_ = 0;
  std::vector<std::byte> bytes_;
};

void run_eval(const EvalArguments& options) {
  const StaticValues statics = Definitions(options.rules.definitions).single("eval");
  const std::vector<NamedFile> input_files = parse_files("-i", options.inputs);
  const std::vector<NamedFile> output_files = parse_files("-o", options.outputs);
  check_files(input_files, output_files);
  for (const NamedFile& file : output_files) {
    if (file.path == "-")
      refuse_terminal(fmt::format("the array {}", diagc::quoted(file.name)),
                      fmt::format("-o {}=FILE.npy, or a pipe", file.name));
  }
  const SourcePtr source = open_rules(options.rules.file);
  const rules::Rules rules = read_rules(options.rules, source);
  const std::vector<ParamValue> params = parse_params(options.params, rules);
  if (has_cyclic_axes(rules)) {
    return evaluate_cyclic(
        {options.rules, options.kernel, statics, params, input_files, output_files}, rules);
  }
  const InputFiles inputs(input_files, rules);

  CompileOptions compile = compile_options(options.rules, options.kernel, statics);
  compile.threads = options.threads;
  for (const NamedFile& file : output_files) compile.outputs.push_back(file.name);
  Progress progress;
  const Kernel kernel = compile_kernel(source, compile, progress);
  if (options.verbose) {
    Progress::clear_line();
    tell(kernel);
  }
  check_params(params, kernel, rules);
  const std::size_t batch = inputs.check(kernel);

  progress.stage("evaluating");
  std::vector<Result> results;
  for (const Kernel::Variable& output : kernel.outputs())
    results.emplace_back(output, kernel.precision(), batch);
  std::vector<OutputArray> views;
  for (Result& result : results) views.push_back(result.view());
  kernel.evaluate(batch, inputs.views(batch), params, views);

  progress.stage("writing");
  for (const NamedFile& file : output_files) {
    const auto result = std::find_if(results.begin(), results.end(),
                                     [&](const Result& r) { return r.name() == file.name; });
    result->write(file.path);
  }
  Progress::clear_line();
  for (const Result& result : results) {
    if (output_files.empty()) write_out(result.summary());
    std::fputs(result.not_finite().c_str(), stderr);
  }
}

}  // namespace

void add_eval(CLI::App& app, Action& action) {
  auto options = std::make_shared<EvalArguments>();
  CLI::App* command =
      app.add_subcommand("eval", "evaluate a batch of configurations from .npy files");
  add_rule_options(*command, options->rules);
  command->add_option("-p", options->params, "value of a param: N=2, h=1/10, z=1+2i, k=1,0,0,1")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command
      ->add_option("-i", options->inputs,
                   "array of an input: the batch first, then its ranges, then 4 for a vector; a "
                   "batch of 1 goes with any; - for standard input")
      ->type_name("INPUT=FILE.npy")
      ->allow_extra_args(false);
  command
      ->add_option("-o", options->outputs,
                   "file for an output, - for standard output; outputs without are not computed, "
                   "with none at all the first values are shown")
      ->type_name("OUTPUT=FILE.npy")
      ->allow_extra_args(false);
  take_whole_number(command->add_option("--threads", options->threads, "threads; 0: one a core")
                        ->capture_default_str(),
                    0, 65536);
  command->add_flag("-v,--verbose", options->verbose,
                    "say what computes: target, and on devices the schedule and how it was chosen");
  add_kernel_options(*command, options->kernel);
  add_target_options(*command, options->kernel);
  command->callback([options, &action] { action = [options] { run_eval(*options); }; });
}

}  // namespace diagc
