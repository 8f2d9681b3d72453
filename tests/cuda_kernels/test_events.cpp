// Events that a device makes against cross sections of processors, and against themselves.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "diagc/compile.h"
#include "physics/collider/generator/generate.h"
#include "programs/command/rule_file.h"
#include "runtime/system/temporary_folder.h"
#include "tests/cuda_kernels/worker.h"

using namespace diagc;
using namespace diagc::collider;

namespace {

Generated generated(const std::string& text, const std::string& schedule = "auto",
                    bool screens = true) {
  const TemporaryFolder folder;
  const Job job = read_job(std::make_shared<const Source>(
      "job.toml", text + "[checkpoint]\npath = \"" + (folder / "checkpoint").string() + "\"\n"));
  Process process{.job = job,
                  .channels = {},
                  .density = read_density(job.pdf),
                  .coupling = running_coupling({.alpha_s_mz = job.couplings.alpha_s}),
                  .variations = read_variations(job)};
  for (PartonChannel& channel : parton_channels(process_options(job))) {
    const SourcePtr rules = open_rules(channel.grammar);
    CompileOptions options;
    for (const auto& [name, value] : channel.statics) options.statics[name] = value;
    options.precision = job.run.single_precision ? Precision::fp32 : Precision::fp64;
    options.target = Target::cuda;
    options.cuda_schedule = schedule;
    options.tune_seconds = 0;
    options.compile_worker = {"/proc/self/exe", compile_worker_mode};
    const Compiled compiled = compile_text(std::string(rules->text()), channel.grammar, options);
    REQUIRE(compiled.kernel);
    process.channels.push_back(
        {.channel = std::move(channel), .amplitude = *compiled.kernel, .rules = ""});
  }
  RunOptions options;
  options.threads = 4;
  options.device = DeviceOptions{.screens = screens};
  return generate(process, options, {});
}

Result run(const std::string& text, const std::string& schedule = "auto", bool screens = true) {
  return generated(text, schedule, screens).result;
}

std::string job_text(int jets, const std::string& sampler, const std::string& precision,
                     double events) {
  return "[process]\njets = " + std::to_string(jets) +
         "\n[couplings]\nscale = 91.188\n[run]\nsampler = \"" + sampler + "\"\nprecision = \"" +
         precision + "\"\nevents = " + std::to_string(events) + "\n";
}

}  // namespace

TEST_CASE("a device: cross sections of events are those of processors", "[events]") {
  // diagc events, target = "cpu", 2e8 events, seed 7, by sampler "antenna".
  struct Known {
    int jets;
    double value, error;
  };
  for (const Known& known : {Known{2, 58085985, 5.2e+03}, Known{3, 6270327.1, 1e+03},
                             Known{4, 1692492.5, 4.4e+02}, Known{5, 500645.78, 274}}) {
    for (const char* const sampler : {"antenna", "rambo"}) {
      for (const char* const precision : {"fp32", "fp64"}) {
        // The largest weights of "rambo" are too rare for its error to be known.
        if (known.jets == 5 && *sampler == 'r') continue;
        CAPTURE(known.jets, sampler, precision);
        const Result result = run(job_text(known.jets, sampler, precision, 1e9));
        CAPTURE(result.cross_section, result.error, known.value, known.error);
        CHECK(std::abs(result.cross_section - known.value) <
              4 * std::hypot(result.error, known.error));
        if (std::getenv("SHOW"))
          std::printf("  %d jets, %s, %s: %.6g +- %.2g, processors %.6g +- %.2g\n", known.jets,
                      sampler, precision, result.cross_section, result.error, known.value,
                      known.error);
      }
    }
  }
}

TEST_CASE("a device: histograms add up to the cross section, whatever the amplitude's schedule",
          "[events]") {
  const std::string text = job_text(3, "antenna", "fp64", 1e8) +
                           "[[histogram]]\nobservable = \"HT\"\nbins = 30\nrange = [60, 660]\n";
  const Result one = run(text), again = run(text), other = run(text, "chunked:operations=200");
  CHECK(one.bins == again.bins);
  CHECK(one.cuts == again.cuts);
  CHECK(other.cross_section == Approx(one.cross_section).epsilon(1e-9));
  for (const Result& result : {one, other}) {
    double sum = result.histograms.front().below + result.histograms.front().above;
    for (const BinResult& bin : result.bins) sum += bin.cross_section;
    CHECK(sum == Approx(result.cross_section).epsilon(1e-6));
  }
}

TEST_CASE("a device: screening in single precision loses no event", "[events]") {
  for (const int jets : {7, 8, 10}) {
    CAPTURE(jets);
    const std::string text = job_text(jets, "antenna", "fp32", 2e8);
    const Result screened = run(text), whole = run(text, "auto", false);
    CHECK(screened.generated == whole.generated);
    CHECK(screened.passed == whole.passed);
    // What is clear of the cuts has kinematics of single precision.
    CHECK(screened.cross_section == Approx(whole.cross_section).epsilon(1e-5));
    CHECK(screened.error == Approx(whole.error).epsilon(1e-3));
    if (std::getenv("SHOW"))
      std::printf("  %d jets: %.9g +- %.2g, without screening %.9g +- %.2g\n", jets,
                  screened.cross_section, screened.error, whole.cross_section, whole.error);
  }
}

TEST_CASE("a device: kept events add up to the cross section, and to varied ones", "[events]") {
  for (const int jets : {2, 5}) {
    CAPTURE(jets);
    const Generated kept = generated(job_text(jets, "antenna", "fp32", 1e8) +
                                     "[output]\nevents = \"x.lhe\"\n[variations]\nscales = true\n"
                                     "[[histogram]]\nobservable = \"y_1\"\nbins = 10\n"
                                     "range = [-2.5, 2.5]\n");
    const Result& result = kept.result;
    REQUIRE(kept.events.size() > 10'000);
    CHECK(result.events.overflow_share < 0.01);
    const std::size_t some = std::min<std::size_t>(kept.events.size(), 200'000);
    std::vector<double> varied(result.variations.size());
    double sum = 0, squares = 0;
    for (std::size_t i = 0; i < some; ++i) {
      const OutputEvent event = kept.events.event(i);
      sum += event.weight;
      squares += event.weight * event.weight;
      for (std::size_t v = 0; v < varied.size(); ++v) varied[v] += event.weight * event.ratios[v];
    }
    const double unit = kept.head.unit, error = std::sqrt(squares) / sum;
    CHECK(kept.events.weight() * unit / static_cast<double>(kept.events.size()) ==
          Approx(result.cross_section).epsilon(5 * error));
    for (std::size_t v = 0; v < varied.size(); ++v)
      CHECK(varied[v] / sum == Approx(result.variations[v].ratio).epsilon(5 * error));
    // At one scale another one of renormalisation is one factor for all events.
    const auto coupling = running_coupling({.alpha_s_mz = 0.118});
    for (const VariationResult& row : result.variations) {
      if (row.factorisation != 1) continue;
      const double ratio =
          coupling->alpha_s(row.renormalisation * 91.188) / coupling->alpha_s(91.188);
      CHECK(row.ratio == Approx(std::pow(ratio, jets)).epsilon(1e-5));
    }
    // Bins of a histogram that has all events add up to what was varied.
    for (std::uint32_t v = 0; v < varied.size(); ++v) {
      double bins = 0;
      for (const VariedBinResult& bin : result.varied_bins)
        if (bin.variation == v) bins += bin.cross_section;
      CHECK(bins == Approx(result.variations[v].cross_section).epsilon(1e-9));
    }
  }
}

TEST_CASE("a device: anti-k_t jets are partons farther apart than the radius", "[events]") {
  const Result result =
      run(job_text(4, "antenna", "fp32", 1e8) +
          "[[cuts]]\njets = \"anti-kt\"\nradius = 0.6\n[[cuts]]\ndr = 0.6\n[[cuts]]\ndr = 0.3\n");
  CHECK(result.cuts[0].passed == result.cuts[1].passed);
  CHECK(result.cuts[0].cross_section == result.cuts[1].cross_section);
  CHECK(result.cuts[0].passed < result.cuts[2].passed);
}
