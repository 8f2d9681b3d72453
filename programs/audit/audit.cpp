// diagc audit: precisions and grammars side by side, on the same configurations.
#include "programs/audit/audit.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "compiler/theory/derive.h"
#include "programs/audit/agreement.h"
#include "programs/audit/cyclic_audit.h"
#include "programs/audit/errors.h"
#include "programs/audit/files.h"
#include "programs/audit/labellings.h"
#include "programs/audit/table.h"
#include "programs/bench/kernel_rates.h"
#include "programs/bench/row_arrays.h"
#include "programs/command/axis_lengths.h"
#include "programs/command/kernel_options.h"
#include "programs/command/option_values.h"
#include "programs/command/output.h"
#include "programs/command/progress.h"
#include "programs/command/result_rows.h"
#include "programs/command/rule_file.h"
#include "programs/command/values.h"
#include "runtime/system/checked.h"

namespace diagc {

namespace {

using namespace audit;

std::vector<ParamValue> rounded(std::vector<ParamValue> params) {
  for (ParamValue& param : params) {
    for (auto& value : param.values) value = std::complex<double>(std::complex<float>(value));
  }
  return params;
}

double load_average() {
  double load = 0;
  return getloadavg(&load, 1) == 1 ? load : 0;
}

class Audit {
 public:
  explicit Audit(const AuditOptions& options)
      : options_(options),
        definitions_(options.rules.definitions),
        stands_for_(options.stands_for),
        input_files_(parse_files("-i", options.inputs)) {
    if (!options.inputs.empty()) definitions_.single("-i");
    check_files(input_files_, {});
    files_ = open_files(options);
    right_when_summed_ = std::ranges::any_of(
        files_, [](const File& file) { return theory::is_right_when_summed(file.rules); });
    if (!options.symmetrise.empty() && stands_for_.empty() && !right_when_summed_) {
      throw UsageError(
          "found --symmetrise without --stands-for, expected --stands-for with the grammar whose "
          "evaluations count for several labellings");
    }
    std::vector<std::string> grammars;
    for (const File& file : files_) grammars.push_back(file.rules.file->name);
    stands_for_.check_names(grammars);
    arrays_.emplace(input_files_, files_[0].rules);
  }

  void run() {
    ResultRows rows(columns(shape()), options_.json);
    definitions_.for_each([&](const StaticValues& statics) { add_rows(statics, rows); });
    rows.finish();
    if (!disagreements_.empty()) throw Failure(disagreements_);
  }

 private:
  TableShape shape() const {
    TableShape shape{.grammars = {}, .statics = {}, .labelled = !stands_for_.empty()};
    for (const File& file : files_) shape.grammars.push_back(file.rules.file->name);
    for (const std::string& name : definitions_.names()) shape.statics.push_back(name);
    return shape;
  }

  Subject compile(std::size_t i, const StaticValues& statics) {
    const File& file = files_[i];
    std::vector<std::string> texts;
    for (const auto& [name, value] : statics) texts.push_back(fmt::format("{}={}", name, value));
    const StaticValues own =
        Definitions(texts_for(texts, "-D", files_, &rules::Rules::statics, i)).single("audit");
    const auto kernel = [&](const char* precision) {
      KernelOptions options = options_.kernel;
      options.precision = precision;
      return compile_kernel(file.source, compile_options(file.options, options, own), progress_);
    };
    Subject subject{file.path, kernel("fp32"), kernel("fp64"),
                    expand(file.rules, front_options(options_.rules, own).expand).graph,
                    file.params};
    check_params(subject.params, subject.fp64, file.rules);
    return subject;
  }

  Configurations configurations_for(const Subject& first) {
    const auto& inputs = first.fp64.inputs();
    const auto addressable = [&](std::size_t count) {
      const std::size_t numbers =
          bench::row_count(inputs) + 2 * bench::row_count(first.fp64.outputs());
      return checked_product({count, std::max<std::size_t>(numbers, 1), sizeof(double)})
          .has_value();
    };
    const char* const too_many = "more numbers than this machine addresses";
    if (options_.inputs.empty()) {
      if (!addressable(options_.configurations)) {
        throw Failure(fmt::format("error: found --configurations {}, {}, expected fewer",
                                  options_.configurations, too_many));
      }
      return Configurations::random(inputs, options_.configurations, options_.seed);
    }
    const std::size_t batch = arrays_->check(first.fp64);
    if (batch == 0) throw Failure("error: found an empty batch, expected configurations to audit");
    if (!addressable(batch))
      throw Failure(fmt::format("error: found a batch of {}, {}", batch, too_many));
    return Configurations::from_files(inputs, *arrays_, batch);
  }

  void print_heading(std::size_t count) {
    if (options_.json || heading_printed_) return;
    heading_printed_ = true;
    const std::string inputs = options_.inputs.empty()
                                   ? fmt::format("uniform in (-1, 1), seed {}", options_.seed)
                                   : fmt::format("{}", fmt::join(options_.inputs, ", "));
    Progress::clear_line();
    write_out(
        fmt::format("{} configurations: {}; load average {:.2f}\n", count, inputs, load_average()));
  }

  void add_rows(const StaticValues& statics, ResultRows& rows) {
    std::vector<Subject> subjects;
    std::vector<std::optional<double>> labellings;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      subjects.push_back(compile(i, statics));
      check_inputs(subjects.front(), subjects.back());
      check_outputs(subjects.front(), subjects.back());
      labellings.push_back(
          stands_for_.labellings(subjects[i].fp64.name(), subjects[i].fp64.statics()));
    }
    const Subject& first = subjects.front();
    std::optional<Labels> labels;
    if (!options_.symmetrise.empty()) {
      labels = label_range(options_.symmetrise, first.fp64.statics());
      check_labels(first.fp64.inputs(), *labels);
      check_labels(first.fp64.outputs(), *labels);
    }
    const Configurations given = configurations_for(first);
    const Configurations batch = given.rounded();
    print_heading(batch.count());
    progress_.stage("timing " + to_string(statics));
    const double load = load_average();
    const std::vector<double> rates = rates_of(subjects);
    const TableShape table = shape();

    progress_.stage("comparing " + to_string(statics));
    Outcome expected;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      const Subject& subject = subjects[i];
      Outcome fp64 = outcome(subject, rounded(subject.params), batch);
      const SingleErrors errors =
          single_errors(evaluate(subject.fp32, subject.params, batch), fp64.values, fp64.sizes);
      Agreement agreement;
      if (i > 0 && right_when_summed_) {
        agreement = compare_summed(first, subject, labels, labellings[i].value_or(1), batch);
      } else if (i > 0 && !labellings[i]) {
        agreement = compare(first, expected, subject, fp64, batch.count());
      } else if (i > 0 && labels) {
        agreement = compare_permuted(first, subject, *labels, *labellings[i], batch);
      }
      warn_of_not_finite(subject, statics, errors);
      note_disagreement(subject, statics, agreement);
      rows.add(cells(table,
                     {.file = subject.file,
                      .grammar = subject.fp64.name(),
                      .statics = statics,
                      .configurations = batch.count(),
                      .seed = options_.inputs.empty() ? std::optional(options_.seed) : std::nullopt,
                      .errors = errors,
                      .exact = exact_errors(subject, given),
                      .agreement = agreement,
                      .rates = {rates[2 * i], rates[2 * i + 1]},
                      .first_rates = {rates[0], rates[1]},
                      .labellings = labellings[i].value_or(1),
                      .worth = worth(first, i == 0 ? fp64 : expected, subject, fp64,
                                     labellings[i].value_or(1), batch.count()),
                      .load_average = load}));
      if (i == 0) expected = std::move(fp64);
    }
    progress_.stage("");
  }

  /// Where values hold when summed over labellings alone, means over them are compared; without labels nothing is.
  Agreement compare_summed(const Subject& first, const Subject& subject,
                           const std::optional<Labels>& labels, double labellings,
                           const Configurations& batch) {
    if (labels) return compare_means(first, subject, *labels, labellings, batch);
    if (!summed_note_) {
      Progress::clear_line();
      write_note(
          "note: values here are right when summed over the labellings of the vertices, and are "
          "not "
          "compared one by one: --symmetrise RANGE compares their means");
    }
    summed_note_ = true;
    return {};
  }

  /// In single and double precision, subject by subject.
  std::vector<double> rates_of(const std::vector<Subject>& subjects) const {
    std::vector<bench::TimedKernel> kernels;
    for (const Subject& subject : subjects) {
      kernels.push_back({subject.fp32, subject.params});
      kernels.push_back({subject.fp64, subject.params});
    }
    return bench::evaluations_in_turn(kernels, machine_);
  }

  static void warn_of_not_finite(const Subject& subject, const StaticValues& statics,
                                 const SingleErrors& errors) {
    if (errors.not_finite_fp32 + errors.not_finite_fp64 == 0) return;
    Progress::clear_line();
    write_note(fmt::format(
        "warning: {}: of {} values {} are not finite in fp32 and {} in fp64; they are left "
        "out of the errors",
        place(subject, statics), errors.values, errors.not_finite_fp32, errors.not_finite_fp64));
  }

  void note_disagreement(const Subject& subject, const StaticValues& statics,
                         const Agreement& agreement) {
    if (agreement.agrees.value_or(true)) return;
    disagreements_ += fmt::format("{}error: {}: {}", disagreements_.empty() ? "" : "\n",
                                  place(subject, statics), agreement.message);
  }

  static std::string place(const Subject& subject, const StaticValues& statics) {
    return statics.empty() ? subject.file
                           : fmt::format("{} at {}", subject.file, to_string(statics));
  }

  const AuditOptions& options_;
  Definitions definitions_;
  StandsFor stands_for_;
  std::vector<NamedFile> input_files_;
  std::vector<File> files_;
  std::optional<InputFiles> arrays_;
  const Machine machine_ = this_machine();
  Progress progress_;
  bool heading_printed_ = false;
  bool right_when_summed_ = false;  ///< values of some file, see theory::is_right_when_summed
  bool summed_note_ = false;
  std::string disagreements_;
};

void run_audit(const AuditOptions& options) {
  const std::vector<File> files = open_files(options);
  if (std::ranges::none_of(files, [](const File& file) { return has_cyclic_axes(file.rules); }))
    return Audit(options).run();
  std::vector<CyclicFile> cyclic;
  for (const File& file : files) {
    if (!has_cyclic_axes(file.rules)) {
      throw Failure(fmt::format("{}: found no cyclic axis, expected one as the other files have it",
                                file.path));
    }
    cyclic.push_back({file.path, file.rules});
  }
  audit_cyclic(cyclic, options.rules, options.kernel, options.seed, options.json);
}

}  // namespace

void add_audit(CLI::App& app, Action& action) {
  auto options = std::make_shared<AuditOptions>();
  CLI::App* command = app.add_subcommand(
      "audit", "compare precisions and rule files: errors, rates, agreement on one batch");
  command
      ->add_option("FILE", options->files,
                   std::string(rule_file_help) + "; the first is what others are compared with")
      ->required();
  add_front_options(*command, options->rules);
  command
      ->add_option(
          "-p", options->params,
          "value of a param, for the files that declare it: N=2, h=1/10, z=1+2i, k=1,0,0,1")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  CLI::Option* inputs =
      command
          ->add_option("-i", options->inputs,
                       "array of an input, as for `eval`; without any, inputs are random numbers")
          ->type_name("INPUT=FILE.npy")
          ->allow_extra_args(false);
  take_whole_number(
      command->add_option("--configurations", options->configurations, "random configurations")
          ->capture_default_str()
          ->excludes(inputs),
      1, 1'000'000'000);
  take_whole_number(
      command->add_option("--seed", options->seed, "of the random numbers, uniform in (-1, 1)")
          ->capture_default_str()
          ->excludes(inputs),
      0, std::numeric_limits<std::uint32_t>::max());
  command
      ->add_option("--stands-for", options->stands_for,
                   "one evaluation of GRAMMAR counts for EXPR of the first file's; EXPR is of the "
                   "rule language, in the statics: 'prod(i in 1..n) i'")
      ->type_name("GRAMMAR=EXPR")
      ->allow_extra_args(false);
  command
      ->add_option(
          "--symmetrise", options->symmetrise,
          "index values that number what a labelling labels: 1..n. A grammar of "
          "--stands-for agrees where it is EXPR times the mean of the first file over all "
          "their permutations; values that are right when summed over labellings, as those "
          "of skeletons, by the means of both")
      ->type_name("RANGE");
  command->add_flag("--json", options->json, "one JSON array, an object for each row");
  add_code_options(*command, options->kernel);
  command->footer(
      "Errors of fp32 are those of its arithmetic: inputs and params of both precisions are "
      "rounded to single precision first.\n"
      "median, 99 %, max  |fp32 - fp64| / |fp64| over the batch\n"
      "rms                root mean square of fp32 - fp64 over that of fp64\n"
      "max/A              largest |fp32 - fp64| / A, A the value with every term made absolute\n"
      "fp64               largest |fp64 - exact| / |exact| on 8 configurations, where exact "
      "fractions can tell\n"
      "fp32/s, fp64/s     evaluations per second on one core, all kernels in turn as `bench` does, "
      "on random numbers\n"
      "agrees             with the first file in outputs of the same name, to rounding in fp64 (- "
      "for the first itself, and\n"
      "                   where that could hide a thousandth of every value); with --symmetrise "
      "for at most 5040 "
      "permutations, on 4 configurations,\n"
      "                   the labels renamed in all indices of inputs and outputs that range over "
      "them\n"
      "lab/s              evaluations * EXPR, the rate at equal statistical error where labellings "
      "of one configuration\n"
      "                   are as good as independent ones\n"
      "worth              how many of the first file's evaluations one is worth on this batch, by "
      "the variances of both\n"
      "                   (EXPR if labellings are independent)\n"
      "ratio              lab/s over the first file's\n"
      "Files must have the same inputs. --json has more: errors by A, counts of what is not "
      "finite, differences, loads.\n"
      "Files with cyclic axes have columns of their own: error is the largest difference between "
      "sums "
      "by transforms and direct sums, difference that\n"
      "from the first file's output of the same name, both of the largest value, on random "
      "numbers; --axis gives the lengths.\n"
      "A disagreement ends with exit code 1, after the table.");
  command->callback([options, &action] { action = [options] { run_audit(*options); }; });
}

}  // namespace diagc
