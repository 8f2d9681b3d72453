// What a run of the generator gives: cross sections and distributions with their errors, and how they were made.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace diagc::collider {

/// Of the events that pass one set of cuts. Cross sections are in pb, errors one standard deviation.
struct CutResult {
  double pt = 0, eta = 0, dr = 0;
  std::string jets = "partons";  ///< or "anti-kt"
  double radius = 0;             ///< of these
  double cross_section = 0, error = 0;
  std::uint64_t passed = 0;
  double efficiency = 0;         ///< passed over generated
  double relative_variance = 0;  ///< error² · generated / cross_section²
  double largest_share = 0;      ///< of one event in the cross section

  bool operator==(const CutResult&) const = default;
};

/// A partonic channel, within the first cut set.
struct ChannelResult {
  std::string name;    ///< "q g -> q g g"
  std::string colour;  ///< "leading" or "full"
  double cross_section = 0, error = 0;
  std::uint64_t generated = 0, passed = 0;
  double efficiency = 0;
  double relative_variance = 0;  ///< error² · generated / cross_section²

  bool operator==(const ChannelResult&) const = default;
};

struct HistogramResult {
  std::string observable;  ///< as the job has it
  std::uint32_t cuts = 1;  ///< which set its events pass, from 1
  std::uint32_t bins = 0;
  double low = 0, high = 0;
  double below = 0, above = 0;  ///< pb outside of the range

  bool operator==(const HistogramResult&) const = default;
};

/// A bin of a histogram: pb, not pb over the bin's width.
struct BinResult {
  std::uint32_t histogram = 0;  ///< from 0
  double low = 0, high = 0;
  double cross_section = 0, error = 0;

  bool operator==(const BinResult&) const = default;
};

/// Events that were kept.
struct EventsResult {
  std::uint64_t count = 0;  ///< in the file
  std::uint64_t kept = 0;   ///< of the run: what follows is of these
  std::string weights;      ///< "1": unweighted, "cross section": in pb; empty: no events were kept
  double maximum = 0;       ///< weight in pb that they were unweighted by
  double efficiency = 0;    ///< kept over passed, the first cut set's
  std::uint64_t overflows = 0;  ///< of them, those with a weight above the maximum
  double overflow_share = 0;    ///< part of the cross section that these have
  double write_seconds = 0;     ///< that their file took; 0: none was written

  bool operator==(const EventsResult&) const = default;
};

/// A batch of a channel on a device, measured.
struct BenchResult {
  std::string name, schedule;               ///< of the channel; of the amplitude's kernels
  std::uint64_t generated = 0, passed = 0;  ///< events of the batch
  double draw = 0, amplitude = 0, add = 0;  ///< seconds of its parts
  double evaluations_per_s = 0;             ///< of the amplitude's kernels alone
  double passed_per_s = 0;                  ///< of the batch
  double share = 0;                         ///< the second of these over the first

  bool operator==(const BenchResult&) const = default;
};

/// The cross section of the first cut set with other scales or densities, from the same events.
struct VariationResult {
  std::string name;
  double renormalisation = 1, factorisation = 1;  ///< factors of the scale
  std::int32_t member = 0;                        ///< of the densities
  double cross_section = 0, error = 0;
  double ratio = 0, ratio_error = 0;  ///< to the cross section, whose errors are nearly the same

  bool operator==(const VariationResult&) const = default;
};

/// What variations say of the cross section.
struct UncertaintyResult {
  std::string source;     ///< "scales", "densities"
  std::string combined;   ///< how: "envelope", "hessian", "symmhessian", "replicas"
  double confidence = 0;  ///< per cent, of densities; 0: none
  double centre = 0, minus = 0, plus = 0;  ///< pb: from centre − minus to centre + plus

  bool operator==(const UncertaintyResult&) const = default;
};

/// A bin of a histogram with other scales or densities, from the same events.
struct VariedBinResult {
  std::uint32_t variation = 0;  ///< row of the variations, from 0
  std::uint32_t histogram = 0;  ///< from 0
  double low = 0, high = 0;
  double cross_section = 0, error = 0;
  double ratio = 0, ratio_error = 0;  ///< to that of the bin, correlations included; 0: it is empty

  bool operator==(const VariedBinResult&) const = default;
};

/// What variations say of a bin.
struct BandResult {
  std::uint32_t histogram = 0;  ///< from 0
  double low = 0, high = 0;
  std::string source;                      ///< as UncertaintyResult has it
  double centre = 0, minus = 0, plus = 0;  ///< pb: from centre − minus to centre + plus

  bool operator==(const BandResult&) const = default;
};

struct RunResult {
  std::uint64_t seed = 0;
  double seconds = 0;
  double events_per_s = 0;  ///< phase-space points a second while sampling
  std::uint32_t threads = 1, ranks = 1;
  std::vector<std::string> devices;  ///< names of the devices; empty: processors
  std::string sampler, precision,
      ended_by;  ///< "events", "unweighted events", "target error", "time limit", "interrupt"
  std::string version, commit;

  bool operator==(const RunResult&) const = default;
};

struct Result {
  std::string partons;  ///< "gluons" or "qcd"
  std::string colour;   ///< "leading" or "full"
  std::uint32_t jets = 0;
  std::uint32_t flavours = 0;     ///< of quarks; 0: gluons alone
  std::uint32_t quark_lines = 0;  ///< at most, in a channel
  double energy = 0;              ///< GeV
  std::string pdf;
  double alpha_s = 0;
  std::string scale;                    ///< "91.188 GeV", "HT/2"
  double cross_section = 0, error = 0;  ///< of the first cut set
  std::uint64_t generated = 0, passed = 0;
  double events_per_s = 0, efficiency = 0;
  bool trustworthy = true;
  std::string warning;
  std::vector<CutResult> cuts;
  std::vector<ChannelResult> channels;
  std::vector<HistogramResult> histograms;
  std::vector<BinResult> bins;
  std::vector<VariationResult> variations;
  std::vector<UncertaintyResult> uncertainties;
  std::vector<VariedBinResult> varied_bins;  ///< of variations, then of histograms
  std::vector<BandResult> bands;             ///< of histograms, then of bins, a row a source
  EventsResult events;
  std::vector<BenchResult> bench;  ///< where it was wanted
  RunResult run;
  std::string job, grammar,
      rules;  ///< texts of the job file and of all rule files, names of the grammars

  bool operator==(const Result&) const = default;
};

}  // namespace diagc::collider
