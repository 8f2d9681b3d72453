#include "physics/collider/results/result_file.h"

#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "runs/records/record_file.h"

namespace diagc::collider {

namespace {

using runs::field;
using runs::Fields;
using runs::group;
using runs::list;
using runs::rows;

Fields cut_fields() {
  using Row = CutResult;
  return {
      field({.name = "pt", .unit = "GeV", .doc = "least transverse momentum"}, &Row::pt),
      field({.name = "eta", .doc = "largest modulus of the pseudorapidity"}, &Row::eta),
      field({.name = "dr", .doc = "least distance of two partons; 0: none"}, &Row::dr),
      field({.name = "jets", .doc = "partons or anti-kt"}, &Row::jets),
      field({.name = "radius", .doc = "of anti-kt jets"}, &Row::radius),
      field({.name = "cross_section", .unit = "pb", .doc = "of events that pass"},
            &Row::cross_section),
      field({.name = "error", .unit = "pb", .doc = "one standard deviation of it"}, &Row::error),
      field({.name = "passed", .doc = "events"}, &Row::passed),
      field({.name = "efficiency", .doc = "passed over generated"}, &Row::efficiency),
      field({.name = "relative_variance", .doc = "error^2 times generated over cross_section^2"},
            &Row::relative_variance),
      field({.name = "largest_share", .doc = "of one event in the cross section"},
            &Row::largest_share),
  };
}

Fields channel_fields() {
  using Row = ChannelResult;
  return {
      field({.name = "name", .doc = "partons in and out; Q is of another flavour than q"},
            &Row::name),
      field({.name = "colour", .doc = "how its colours are summed: leading or full"}, &Row::colour),
      field({.name = "cross_section", .unit = "pb", .doc = "within the first set of cuts"},
            &Row::cross_section),
      field({.name = "error", .unit = "pb", .doc = "one standard deviation of it"}, &Row::error),
      field({.name = "generated", .doc = "phase-space points"}, &Row::generated),
      field({.name = "passed", .doc = "of them, those that pass the first set of cuts"},
            &Row::passed),
      field({.name = "efficiency", .doc = "passed over generated"}, &Row::efficiency),
      field({.name = "relative_variance", .doc = "error^2 times generated over cross_section^2"},
            &Row::relative_variance),
  };
}

Fields histogram_fields() {
  using Row = HistogramResult;
  return {
      field({.name = "observable", .doc = "as the job has it"}, &Row::observable),
      field({.name = "cuts", .doc = "set of cuts that its events pass, from 1"}, &Row::cuts),
      field({.name = "bins", .doc = "of equal width"}, &Row::bins),
      field({.name = "low", .doc = "where the range begins"}, &Row::low),
      field({.name = "high", .doc = "where it ends"}, &Row::high),
      field({.name = "below", .unit = "pb", .doc = "cross section below the range"}, &Row::below),
      field({.name = "above", .unit = "pb", .doc = "cross section above the range"}, &Row::above),
  };
}

Fields bin_fields() {
  using Row = BinResult;
  return {
      field({.name = "histogram", .doc = "row of the table histograms, from 0"}, &Row::histogram),
      field({.name = "low", .doc = "where the bin begins"}, &Row::low),
      field({.name = "high", .doc = "where it ends"}, &Row::high),
      field({.name = "cross_section", .unit = "pb", .doc = "in the bin"}, &Row::cross_section),
      field({.name = "error", .unit = "pb", .doc = "one standard deviation of it"}, &Row::error),
  };
}

Fields variation_fields() {
  using Row = VariationResult;
  return {
      field({.name = "name", .doc = "of the weight"}, &Row::name),
      field({.name = "renormalisation", .doc = "factor of the scale"}, &Row::renormalisation),
      field({.name = "factorisation", .doc = "factor of the scale"}, &Row::factorisation),
      field({.name = "member", .doc = "of the parton densities"}, &Row::member),
      field({.name = "cross_section", .unit = "pb", .doc = "of the first set of cuts"},
            &Row::cross_section),
      field({.name = "error", .unit = "pb", .doc = "one standard deviation of it"}, &Row::error),
      field({.name = "ratio", .doc = "to the cross section"}, &Row::ratio),
      field({.name = "ratio_error", .doc = "one standard deviation, correlations included"},
            &Row::ratio_error),
  };
}

Fields uncertainty_fields() {
  using Row = UncertaintyResult;
  return {
      field({.name = "source", .doc = "scales or densities"}, &Row::source),
      field({.name = "combined", .doc = "envelope, hessian, symmhessian or replicas"},
            &Row::combined),
      field({.name = "confidence", .unit = "%", .doc = "of densities; 0: none"}, &Row::confidence),
      field({.name = "centre", .unit = "pb", .doc = "cross section in the middle"}, &Row::centre),
      field({.name = "minus", .unit = "pb", .doc = "below it"}, &Row::minus),
      field({.name = "plus", .unit = "pb", .doc = "above it"}, &Row::plus),
  };
}

Fields varied_bin_fields() {
  using Row = VariedBinResult;
  return {
      field({.name = "variation", .doc = "row of the table variations, from 0"}, &Row::variation),
      field({.name = "histogram", .doc = "row of the table histograms, from 0"}, &Row::histogram),
      field({.name = "low", .doc = "where the bin begins"}, &Row::low),
      field({.name = "high", .doc = "where it ends"}, &Row::high),
      field({.name = "cross_section", .unit = "pb", .doc = "in the bin"}, &Row::cross_section),
      field({.name = "error", .unit = "pb", .doc = "one standard deviation of it"}, &Row::error),
      field({.name = "ratio", .doc = "to the cross section of the bin; 0: it is empty"},
            &Row::ratio),
      field({.name = "ratio_error", .doc = "one standard deviation, correlations included"},
            &Row::ratio_error),
  };
}

Fields band_fields() {
  using Row = BandResult;
  return {
      field({.name = "histogram", .doc = "row of the table histograms, from 0"}, &Row::histogram),
      field({.name = "low", .doc = "where the bin begins"}, &Row::low),
      field({.name = "high", .doc = "where it ends"}, &Row::high),
      field({.name = "source", .doc = "scales or densities, combined as in uncertainties"},
            &Row::source),
      field({.name = "centre", .unit = "pb", .doc = "in the middle"}, &Row::centre),
      field({.name = "minus", .unit = "pb", .doc = "below it"}, &Row::minus),
      field({.name = "plus", .unit = "pb", .doc = "above it"}, &Row::plus),
  };
}

Fields events_fields() {
  using Row = EventsResult;
  return {
      field({.name = "count", .doc = "events of the file"}, &Row::count),
      field(
          {.name = "kept", .doc = "events that the run kept: more where it ended by their number"},
          &Row::kept),
      field(
          {.name = "weights", .doc = "1: unweighted, cross section: in pb; empty: none were kept"},
          &Row::weights),
      field({.name = "maximum", .unit = "pb", .doc = "weight that they were unweighted by"},
            &Row::maximum),
      field({.name = "efficiency", .doc = "kept over passed"}, &Row::efficiency),
      field({.name = "overflows", .doc = "of those kept, with a weight above the maximum"},
            &Row::overflows),
      field({.name = "overflow_share", .doc = "part of the cross section that these have"},
            &Row::overflow_share),
      field({.name = "write_seconds",
             .unit = "s",
             .doc = "that their file took; 0: none was written"},
            &Row::write_seconds),
  };
}

Fields bench_fields() {
  using Row = BenchResult;
  return {
      field({.name = "name", .doc = "of the channel"}, &Row::name),
      field({.name = "schedule", .doc = "of the amplitude's kernels"}, &Row::schedule),
      field({.name = "generated", .doc = "phase-space points of the batch"}, &Row::generated),
      field({.name = "passed", .doc = "of them, those whose amplitude was evaluated"},
            &Row::passed),
      field({.name = "draw", .unit = "s", .doc = "phase space, cuts, densities, inputs"},
            &Row::draw),
      field({.name = "amplitude", .unit = "s", .doc = "of those that passed"}, &Row::amplitude),
      field({.name = "add", .unit = "s", .doc = "sums and histograms"}, &Row::add),
      field({.name = "evaluations_per_s", .unit = "1/s", .doc = "of the amplitude's kernels alone"},
            &Row::evaluations_per_s),
      field({.name = "passed_per_s", .unit = "1/s", .doc = "events of the batch that passed"},
            &Row::passed_per_s),
      field({.name = "share", .doc = "passed_per_s over evaluations_per_s"}, &Row::share),
  };
}

Fields run_fields() {
  using Run = RunResult;
  return {
      field({.name = "seed", .doc = "of all random numbers"}, &Run::seed),
      field({.name = "seconds",
             .unit = "s",
             .doc = "from every start or resumption to its end, together"},
            &Run::seconds),
      field({.name = "events_per_s", .unit = "1/s", .doc = "phase-space points, while sampling"},
            &Run::events_per_s),
      field({.name = "threads", .doc = "of a rank"}, &Run::threads),
      field({.name = "ranks", .doc = "processes, or devices of one"}, &Run::ranks),
      list({.name = "devices", .doc = "names of the devices; empty: none", .optional = true},
           &Run::devices),
      field({.name = "sampler", .doc = "antenna or rambo"}, &Run::sampler),
      field({.name = "precision", .doc = "of the amplitude"}, &Run::precision),
      field({.name = "ended_by",
             .doc = "events, unweighted events, target error, time limit or interrupt"},
            &Run::ended_by),
      field({.name = "version", .doc = "of diagc"}, &Run::version),
      field({.name = "commit", .doc = "of diagc"}, &Run::commit),
  };
}

Fields result_fields() {
  using R = Result;
  return {
      field({.name = "cross_section", .unit = "pb", .doc = "of the first set of cuts"},
            &R::cross_section),
      field({.name = "error", .unit = "pb", .doc = "one standard deviation of it"}, &R::error),
      field({.name = "generated", .doc = "phase-space points"}, &R::generated),
      field({.name = "passed", .doc = "of them, those that pass the first set of cuts"},
            &R::passed),
      field({.name = "events_per_s", .unit = "1/s", .doc = "generated, while sampling"},
            &R::events_per_s),
      field({.name = "efficiency", .doc = "passed over generated"}, &R::efficiency),
      field({.name = "trustworthy", .doc = "whether the error is"}, &R::trustworthy),
      field({.name = "warning", .doc = "why it is not"}, &R::warning),
      field({.name = "partons", .doc = "that take part"}, &R::partons),
      field({.name = "colour", .doc = "how colours are summed"}, &R::colour),
      field({.name = "flavours", .doc = "of quarks"}, &R::flavours),
      field({.name = "quark_lines", .doc = "in a channel, at most"}, &R::quark_lines),
      field({.name = "jets", .doc = "outgoing partons"}, &R::jets),
      field({.name = "energy", .unit = "GeV", .doc = "of both beams"}, &R::energy),
      field({.name = "pdf", .doc = "parton densities"}, &R::pdf),
      field({.name = "alpha_s", .doc = "at the mass of the Z"}, &R::alpha_s),
      field({.name = "scale", .doc = "of renormalisation and factorisation"}, &R::scale),
      rows({.name = "cuts", .doc = "cross sections, one row a set of cuts"}, &R::cuts,
           cut_fields()),
      rows({.name = "channels", .doc = "partonic channels, within the first set of cuts"},
           &R::channels, channel_fields()),
      rows({.name = "histograms", .doc = "distributions, one row each"}, &R::histograms,
           histogram_fields()),
      rows({.name = "bins", .doc = "of all histograms, one after the other"}, &R::bins,
           bin_fields()),
      rows({.name = "variations", .doc = "cross sections with other scales or densities"},
           &R::variations, variation_fields()),
      rows({.name = "uncertainties", .doc = "what variations say of the cross section"},
           &R::uncertainties, uncertainty_fields()),
      rows({.name = "varied_bins",
            .doc = "bins with other scales or densities, variations one after the other",
            .optional = true},
           &R::varied_bins, varied_bin_fields()),
      rows({.name = "bands", .doc = "what variations say of bins", .optional = true}, &R::bands,
           band_fields()),
      group({.name = "events", .doc = "that were kept"}, &R::events, events_fields()),
      rows({.name = "bench", .doc = "batches on a device, measured", .optional = true}, &R::bench,
           bench_fields()),
      group({.name = "run", .doc = "how the numbers were made"}, &R::run, run_fields()),
      field({.name = "job", .doc = "text of the job file"}, &R::job),
      field({.name = "grammar", .doc = "of the amplitudes"}, &R::grammar),
      field({.name = "rules", .doc = "text of their rule files"}, &R::rules),
  };
}

}  // namespace

const runs::RecordKind& result_kind() {
  static const runs::RecordKind kind{.format = "diagc-events",
                                     .version = 1,
                                     .conventions =
                                         "Cross sections at leading order, in pb; of a bin those "
                                         "in it, not over its width. Momenta "
                                         "and masses in GeV. Errors are one standard deviation.",
                                     .records = "runs",
                                     .records_doc = "one group a run",
                                     .what = "result of events",
                                     .program = "diagc events",
                                     .worker = result_worker_name,
                                     .fields = result_fields()};
  return kind;
}

void write_result(const std::string& path, const Result& result) {
  runs::write_records(path, result_kind(), std::vector{result});
}

Result read_result(const std::string& path) {
  std::vector<Result> results = runs::read_records<Result>(path, result_kind());
  if (results.size() != 1)
    throw std::runtime_error(fmt::format("{}: found {} runs, expected one", path, results.size()));
  return std::move(results.front());
}

std::string to_json(const Result& result) {
  const auto file = nlohmann::ordered_json::parse(
      runs::to_bytes(runs::FileFormat::json, result_kind(), std::vector{result}));
  return file.at("runs").at(0).dump(2) + "\n";
}

int result_worker(const std::vector<std::string>& arguments) {
  return runs::hdf5_worker<Result>(result_kind(), arguments);
}

}  // namespace diagc::collider
