#include "physics/collider/generator/run_digest.h"

#include <fmt/format.h>

#include "physics/collider/generator/process_tables.h"

namespace diagc::collider {

std::string scale_text(const Job& job) {
  if (job.couplings.scale > 0) return fmt::format("{} GeV", job.couplings.scale);
  const double over = 1 / job.couplings.scale_factor;
  return over == 1 ? "HT" : fmt::format("HT/{}", over);
}

const char* sampler_name(const Job& job) {
  return job.run.sampler == Sampler::rambo ? "rambo" : "antenna";
}

const char* colour_name(Colour colour) { return colour == Colour::full ? "full" : "leading"; }

const char* precision_name(const Kernel& kernel) {
  return kernel.precision() == Precision::fp32 ? "fp32" : "fp64";
}

namespace {

std::string density_text(const Process& process) {
  const std::string read = process.density->digest();
  return fmt::format("{} {}", read.empty() ? process.job.pdf : runs::hash_text(read),
                     process.job.pdf_member);
}

std::string kept_text(const Job& job) {
  const Job::Unweighting& options = job.unweighting;
  if (options.weighted) return "weighted";
  return options.maximum > 0 ? fmt::format("unweighted by {} pb", options.maximum)
                             : fmt::format("unweighted, overflow {}", options.overflow);
}

}  // namespace

runs::Digest digest_of(const Process& process, const Subprocess& own, bool on_device) {
  const Job& job = process.job;
  runs::Digest digest;
  digest.add("process",
             fmt::format("{}, colour {}, {} flavours", job.process.quarks ? "qcd" : "gluons",
                         colour_name(job.process.colour), job.process.flavours));
  digest.add("jets", fmt::format("{}", job.process.jets));
  digest.add("rules", runs::hash_text(own.amplitude.source()));
  digest.add("energy", fmt::format("{}", job.energy));
  digest.add("densities", density_text(process));
  const std::string running =
      job.couplings.of_grid
          ? "of the grid"
          : fmt::format("{}, {} loops", job.couplings.alpha_s, job.couplings.loops);
  digest.add("couplings", fmt::format("{}, scale {}", running, scale_text(job)));
  for (std::size_t i = 0; i < job.cuts.size(); ++i) {
    const CutSet& cuts = job.cuts[i];
    digest.add(fmt::format("cuts {}", i + 1),
               fmt::format("pt {}, eta {}, dr {}, {}", cuts.pt, cuts.eta, cuts.dr,
                           cuts.radius > 0 ? fmt::format("anti-kt {}", cuts.radius) : "partons"));
  }
  for (std::size_t i = 0; i < job.histograms.size(); ++i) {
    const HistogramOptions& histogram = job.histograms[i];
    digest.add(fmt::format("histogram {}", i + 1),
               fmt::format("{}: {} bins from {} to {}, cuts {}", histogram.name, histogram.bins,
                           histogram.low, histogram.high, histogram.cuts + 1));
  }
  if (!process.variations.empty()) {
    std::string names, files;
    for (const Variation& variation : process.variations) {
      names += (names.empty() ? "" : ", ") + variation.name;
      if (variation.density) files += variation.density->digest() + "\n";
    }
    if (varies_histograms(process)) names += ", in histograms";
    digest.add("variations", names);
    if (!files.empty()) digest.add("densities of variations", runs::hash_text(files));
  }
  if (keeps_events(job)) digest.add("events", kept_text(job));
  // Events of a checkpoint are drawn again by what drew them.
  digest.add("sampler", job.run.sampler == Sampler::rambo ? "rambo" : "antenna, with gaps");
  digest.add("precision", precision_name(own.amplitude));
  digest.add("target", on_device ? "cuda" : "cpu");
  digest.add("seed", fmt::format("{}", job.run.seed));
  return digest;
}

}  // namespace diagc::collider
