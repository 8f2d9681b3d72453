// diagc resum: sums the series of a result file again.
#include "programs/integrate/resum.h"

#include <limits>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "physics/series/results/result_file.h"
#include "physics/series/resummation/couplings.h"
#include "programs/command/option_values.h"
#include "programs/command/output.h"
#include "programs/integrate/report.h"
#include "runs/jobs/file_uses.h"
#include "runs/report/picture.h"

namespace diagc {

namespace {

using namespace integrate;

struct ResumArguments {
  std::string file, couplings = "0..4", plot;
  int resamples = 1000;
  int last_order = -1;
  bool json = false;
};

void run_resum(const ResumArguments& options) {
  const auto couplings = series::parse_couplings(options.couplings);
  if (!couplings || couplings->front() * couplings->back() < 0) {
    throw UsageError(fmt::format(
        "found --U {}, expected ascending values of one sign, as in 2, 0,1,2.5, 0..6 or 0..6:0.5",
        options.couplings));
  }
  runs::FileUses uses;
  uses.claim(options.file, "the result that is read");
  if (options.plot != "-" && uses.claim(options.plot, "the picture")) {
    throw UsageError(
        fmt::format("found --plot {}, which is the result that is read, expected a file of its own",
                    options.plot));
  }
  if (!options.plot.empty() && options.plot != "-") {
    try {
      runs::plot::check_picture_path(options.plot);
    } catch (const std::runtime_error& error) {
      throw UsageError(fmt::format("--plot {}", error.what()));
    }
  }
  const series::Results results = [&] {
    try {
      return series::read_results(options.file);
    } catch (const std::runtime_error& error) {
      throw Failure(error.what());
    }
  }();
  const Report report = [&] {
    try {
      return Report(results, *couplings, options.resamples, couplings->back(), options.last_order);
    } catch (const std::runtime_error& error) {
      throw Failure(fmt::format("{}: {}", options.file, error.what()));
    }
  }();
  write_out(options.json ? report.json() : report.text());
  if (options.plot.empty()) return;
  try {
    report.write_picture(options.plot);
  } catch (const std::runtime_error& error) {
    throw Failure(error.what());
  }
}

}  // namespace

void add_resum(CLI::App& app, Action& action) {
  auto options = std::make_shared<ResumArguments>();
  CLI::App* command =
      app.add_subcommand("resum", "sum the series of a result file: partial sums, Padé, Dlog-Padé");
  command->add_option("FILE", options->file, "result of `diagc integrate`, .h5 or .json")
      ->type_name("FILE")
      ->required();
  command->add_option("--U", options->couplings, "couplings: 2, 0,1,2.5, 0..6 (24 steps), 0..6:0.5")
      ->type_name("RANGE")
      ->capture_default_str();
  take_whole_number(
      command->add_option("--order", options->last_order, "highest order to use; default: all")
          ->type_name("ORDER"),
      0, std::numeric_limits<int>::max());
  take_whole_number(command
                        ->add_option("--resamples", options->resamples,
                                     "draws of the coefficients within their errors")
                        ->type_name("NUMBER")
                        ->capture_default_str(),
                    1, 1'000'000);
  command
      ->add_option("--plot", options->plot,
                   "picture: .svg, .png or .pdf; its numbers stand beside it as .csv")
      ->type_name("FILE");
  command->add_flag("--json", options->json, "everything, as JSON on standard output");
  command->callback([options, &action] { action = [options] { run_resum(*options); }; });
}

}  // namespace diagc
