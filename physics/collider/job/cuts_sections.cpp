// [cuts] and [[histogram]]: which events count, and what is drawn of them.
#include <algorithm>
#include <charconv>
#include <numbers>

#include <fmt/format.h>

#include "physics/collider/jets/anti_kt.h"
#include "physics/collider/job/job_sections.h"

namespace diagc::collider {

using runs::Setting;

namespace {

/// "pt_3" → 2; 0 … 9.
bool read_rank(std::string_view name, std::string_view prefix, unsigned& rank) {
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), rank);
  if (error != std::errc{} || end != name.data() + name.size()) return false;
  if (rank < 1 || rank > most_jets) return false;
  --rank;
  return true;
}

void read_observable(const Setting& setting, HistogramOptions& histogram, int jets) {
  const std::string name = setting.text();
  histogram.name = name;
  if (name == "HT") {
    histogram.observable = Observable::scalar_sum;
  } else if (name == "min_dR") {
    histogram.observable = Observable::least_distance;
  } else if (name == "mass") {
    histogram.observable = Observable::mass;
  } else if (read_rank(name, "pt_", histogram.rank)) {
    histogram.observable = Observable::transverse_momentum;
  } else if (read_rank(name, "y_", histogram.rank)) {
    histogram.observable = Observable::rapidity;
  } else {
    setting.fail("HT, min_dR, mass, pt_K or y_K, K a jet's place by transverse momentum from 1 on");
  }
  if (histogram.rank >= static_cast<unsigned>(jets))
    setting.fail(fmt::format("one of {} jets", jets));
}

constexpr double default_radius = 0.4;

/// Cuts compare cosines of azimuths, which grow again beyond π.
double below_half_turn(const Setting& setting, double distance) {
  if (!(distance < std::numbers::pi)) setting.fail("a distance below pi");
  return distance;
}

void read_jets(const Setting& setting, CutSet& cuts) {
  if (setting.choice({"partons", "anti-kt"}) == 0) return;
  if (!has_fastjet())
    setting.fail("\"partons\": this diagc was built without FastJet (Debian: libfastjet-dev)");
  cuts.radius = default_radius;
}

}  // namespace

runs::Section cuts_section(Job& job) {
  return {
      .name = "cuts",
      .help =
          "Of every jet. Several tables [[cuts]] make several cross sections in one run; "
          "the first is the one that the run is about.",
      .keys =
          {{.name = "pt",
            .type = "number",
            .default_value = "20",
            .unit = "GeV",
            .help = "least transverse momentum",
            .shown = true,
            .read = [&job](const Setting& setting) { job.cuts.back().pt = setting.positive(); }},
           {.name = "eta",
            .type = "number",
            .default_value = "2.5",
            .help = "largest modulus of the pseudorapidity",
            .shown = true,
            .read = [&job](const Setting& setting) { job.cuts.back().eta = setting.positive(); }},
           {.name = "dr",
            .type = "number",
            .default_value = "0.4",
            .help =
                "least distance of two partons in pseudorapidity and azimuth, below pi; 0: none. "
                "Default for anti-kt: 0",
            .shown = true,
            .read =
                [&job](const Setting& setting) {
                  job.cuts.back().dr = below_half_turn(setting, setting.at_least(0));
                }},
           {.name = "jets",
            .type = "\"partons\" or \"anti-kt\"",
            .default_value = "\"partons\"",
            .help = "anti-kt: events must have as many jets as partons, found by FastJet; pt and "
                    "eta are "
                    "then those of jets as well",
            .read = [&job](const Setting& setting) { read_jets(setting, job.cuts.back()); }},
           {.name = "radius",
            .type = "number",
            .otherwise = "0.4 for anti-kt",
            .help = "of anti-k_t jets, in rapidity and azimuth, below pi",
            .example = "0.4",
            .read =
                [&job](const Setting& setting) {
                  job.cuts.back().radius = below_half_turn(setting, setting.positive());
                }}},
      .next = [&job] { job.cuts.emplace_back(); },
      .at_least_one = true};
}

runs::Section histogram_section(Job& job) {
  return {
      .name = "histogram",
      .help = "Any number of distributions of the cross section.",
      .keys =
          {
              {.name = "observable",
               .type = "name",
               .otherwise = "none: it has to be given",
               .help =
                   "HT: sum of transverse momenta, min_dR: least distance of two jets, mass: of "
                   "all jets together, pt_K and y_K: transverse momentum and rapidity of the jet "
                   "that has the K-th largest transverse momentum",
               .example = "\"HT\"",
               .shown = true,
               .read =
                   [&job](const Setting& setting) {
                     read_observable(setting, job.histograms.back(), job.process.jets);
                   }},
              {.name = "bins",
               .type = "integer",
               .default_value = "50",
               .help = "of equal width",
               .shown = true,
               .read =
                   [&job](const Setting& setting) {
                     job.histograms.back().bins =
                         static_cast<std::uint32_t>(setting.integer(1, 10'000));
                   }},
              {.name = "range",
               .type = "list of two numbers",
               .otherwise = "none: it has to be given",
               .unit = "GeV where the observable is a mass or a momentum",
               .help = "from where to where",
               .example = "[0, 2000]",
               .shown = true,
               .read =
                   [&job](const Setting& setting) {
                     const std::vector<double> ends = setting.number_or_list();
                     if (ends.size() != 2 || !(ends[0] < ends[1]))
                       setting.fail("two ends that ascend");
                     job.histograms.back().low = ends[0];
                     job.histograms.back().high = ends[1];
                   }},
              {.name = "cuts",
               .type = "integer",
               .default_value = "1",
               .help = "which table [[cuts]] its events pass",
               .read =
                   [&job](const Setting& setting) {
                     const auto most = static_cast<std::int64_t>(job.cuts.size());
                     job.histograms.back().cuts = static_cast<std::uint32_t>(
                         setting.integer(1, std::max<std::int64_t>(most, 1)) - 1);
                   }},
          },
      .next = [&job] { job.histograms.emplace_back(); }};
}

}  // namespace diagc::collider
