// diagc eval: batches from .npy files through a kernel to .npy files.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <set>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "programs/diagc/kernel_options.h"
#include "programs/diagc/output.h"
#include "programs/diagc/progress.h"
#include "programs/diagc/rule_file.h"
#include "programs/diagc/values.h"
#include "runtime/batch/npy.h"

namespace diagc {

namespace {

struct Options {
  RuleOptions rules;
  KernelOptions kernel;
  std::string target = "cpu";
  unsigned threads = 0;
  std::vector<std::string> params, inputs, outputs;
};

struct NamedFile {
  std::string name;
  std::string path;
};

/// The shape of a variable over a batch: the batch, the ranges, 4 for a vector.
std::vector<std::size_t> shape_of(const Kernel::Variable& variable, std::size_t batch) {
  std::vector<std::size_t> shape{batch};
  for (const auto& range : variable.ranges) {
    shape.push_back(
        range.last < range.first ? 0 : static_cast<std::size_t>(range.last - range.first) + 1);
  }
  if (variable.lorentz) shape.push_back(4);
  return shape;
}

Element element_of(ElementType type) {
  switch (type) {
    case ElementType::float32:
      return Element::fp32;
    case ElementType::float64:
      return Element::fp64;
    case ElementType::complex64:
      return Element::complex_fp32;
    case ElementType::complex128:
      break;
  }
  return Element::complex_fp64;
}

std::vector<NamedFile> parse_files(const std::string& option,
                                   const std::vector<std::string>& texts) {
  std::vector<NamedFile> files;
  std::set<std::string> names;
  for (const std::string& text : texts) {
    auto [name, path] = name_and_value(option, text);
    if (!names.insert(name).second)
      throw UsageError(fmt::format("found {} {} twice, expected one file for it", option, name));
    files.push_back({name, path});
  }
  return files;
}

/// The arrays of a command line, checked against the kernel.
class Inputs {
 public:
  Inputs(const std::vector<NamedFile>& files, const rules::Rules& rules)
      : files_(files), rules_(rules) {
    for (const NamedFile& file : files_) {
      if (!find_declaration(rules.inputs, file.name)) {
        throw InputError(make_diagnostic(
            Code::definition, *rules.file->source, rules.file->name_span,
            fmt::format("found -i {}={}, expected the name of an input: {}", file.name, file.path,
                        existing_names("input", rules.inputs))));
      }
    }
    for (const NamedFile& file : files_) arrays_.push_back(read_npy(file.path));
  }

  /// Throws Failure or InputError; returns the number of configurations.
  std::size_t check(const Kernel& kernel) const {
    check_missing(kernel);
    std::size_t batch = 1;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      const NpyArray& array = arrays_[i];
      check_shape(files_[i], array, variable(kernel, files_[i].name));
      if (i > 0 && array.shape[0] != batch) {
        throw Failure(fmt::format("{}: found a batch of {}, expected {} as in {}", files_[i].path,
                                  array.shape[0], batch, files_[0].path));
      }
      batch = array.shape[0];
    }
    return batch;
  }

  std::vector<InputArray> views() const {
    std::vector<InputArray> views;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      views.emplace_back(files_[i].name, element_of(arrays_[i].type), arrays_[i].data.get(),
                         arrays_[i].elements);
    }
    return views;
  }

 private:
  static const Kernel::Variable& variable(const Kernel& kernel, const std::string& name) {
    return *std::find_if(kernel.inputs().begin(), kernel.inputs().end(),
                         [&](const Kernel::Variable& input) { return input.name == name; });
  }

  void check_missing(const Kernel& kernel) const {
    std::vector<Diagnostic> missing;
    for (const Kernel::Variable& input : kernel.inputs()) {
      const bool given = std::any_of(files_.begin(), files_.end(), [&](const NamedFile& file) {
        return file.name == input.name;
      });
      if (given || !input.needed) continue;
      const syntax::Decl* decl = find_declaration(rules_.inputs, input.name);
      missing.push_back(make_diagnostic(
          Code::definition, *rules_.file->source, decl->name_span,
          fmt::format("found no array for the input {}, expected -i {}=FILE.npy; {}",
                      diagc::quoted(input.name), input.name,
                      existing_names("input", rules_.inputs))));
    }
    if (missing.empty()) return;
    sort_diagnostics(missing);
    throw InputError(std::move(missing));
  }

  static void check_shape(const NamedFile& file, const NpyArray& array,
                          const Kernel::Variable& input) {
    if (is_complex(array.type) && !input.complex) {
      throw Failure(
          fmt::format("{}: found {} numbers for the input {}, expected real ones (float32 or "
                      "float64), or --type "
                      "{}={} to read it as complex",
                      file.path, name(array.type), diagc::quoted(input.name), input.name,
                      input.lorentz ? "lorentz<complex>" : "complex"));
    }
    const std::vector<std::size_t> wanted = shape_of(input, 0);
    const bool fits = array.shape.size() == wanted.size() &&
                      std::equal(wanted.begin() + 1, wanted.end(), array.shape.begin() + 1);
    if (fits) return;
    std::string expected = "(batch";
    for (std::size_t i = 1; i < wanted.size(); ++i) expected += fmt::format(", {}", wanted[i]);
    throw Failure(fmt::format("{}: found the shape {} for the input {}, expected {}{}", file.path,
                              shape_text(array.shape), diagc::quoted(input.name), expected,
                              wanted.size() == 1 ? ",)" : ")"));
  }

  const std::vector<NamedFile>& files_;
  const rules::Rules& rules_;
  std::vector<NpyArray> arrays_;
};

/// The results of one output.
class Result {
 public:
  Result(const Kernel::Variable& output, Precision precision, std::size_t batch)
      : name_(output.name), shape_(shape_of(output, batch)) {
    type_ = precision == Precision::fp32 ? element_type<float>(output.complex)
                                         : element_type<double>(output.complex);
    elements_ = batch * output.leaves;
    bytes_.resize(elements_ * element_size(type_));
  }

  OutputArray view() { return {name_, element_of(type_), bytes_.data(), elements_}; }
  const std::string& name() const { return name_; }

  void write(const std::string& path) const {
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

void run(const Options& options) {
  const StaticValues statics = Definitions(options.rules.definitions).single("eval");
  const std::vector<NamedFile> input_files = parse_files("-i", options.inputs);
  const std::vector<NamedFile> output_files = parse_files("-o", options.outputs);
  const SourcePtr source = open_rules(options.rules.file);
  const rules::Rules rules = read_rules(source);
  const std::vector<ParamValue> params = parse_params(options.params, rules);
  const Inputs inputs(input_files, rules);

  CompileOptions compile = compile_options(options.rules, options.kernel, statics);
  compile.target = options.target == "cpu" ? Target::cpu : Target::interpreter;
  compile.threads = options.threads;
  for (const NamedFile& file : output_files) compile.outputs.push_back(file.name);
  Progress progress;
  const Kernel kernel = compile_kernel(source, compile, progress);
  check_params(params, kernel, rules);
  const std::size_t batch = inputs.check(kernel);

  progress.stage("evaluating");
  std::vector<Result> results;
  for (const Kernel::Variable& output : kernel.outputs())
    results.emplace_back(output, kernel.precision(), batch);
  std::vector<OutputArray> views;
  for (Result& result : results) views.push_back(result.view());
  kernel.evaluate(batch, inputs.views(), params, views);

  progress.stage("writing");
  for (const NamedFile& file : output_files) {
    const auto result = std::find_if(results.begin(), results.end(),
                                     [&](const Result& r) { return r.name() == file.name; });
    result->write(file.path);
  }
  Progress::clear_line();
  for (const Result& result : results) {
    if (output_files.empty()) write_out(result.summary());
    fmt::print(stderr, "{}", result.not_finite());
  }
}

}  // namespace

void add_eval(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("eval", "evaluate a batch of configurations from .npy files");
  add_rule_options(*command, options->rules);
  command->add_option("-p", options->params, "value of a param: N=2, z=1+2i, k=1,0,0,1")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command
      ->add_option("-i", options->inputs,
                   "array of an input: the batch first, then its ranges, then 4 for a vector")
      ->type_name("INPUT=FILE.npy")
      ->allow_extra_args(false);
  command
      ->add_option("-o", options->outputs,
                   "file for an output; outputs without are not computed, with none at all the "
                   "first values are shown")
      ->type_name("OUTPUT=FILE.npy")
      ->allow_extra_args(false);
  command->add_option("--target", options->target, "what computes: cpu or interpreter")
      ->check(CLI::IsMember({"cpu", "interpreter"}))
      ->type_name("cpu|interpreter")
      ->capture_default_str();
  command->add_option("--threads", options->threads, "threads; 0: one a core")
      ->capture_default_str();
  add_kernel_options(*command, options->kernel);
  command->callback([options, &action] { action = [options] { run(*options); }; });
}

}  // namespace diagc
