#include "programs/events/report.h"

#include <algorithm>

#include <fmt/format.h>

#include "runs/report/number_text.h"

namespace diagc::events {

std::string title_of(const collider::Job& job) {
  return fmt::format("PP -> {} jets of {} at {} GeV, {} colour, parton densities {}, {} sampler",
                     job.process.jets, job.process.quarks ? "quarks and gluons" : "gluons",
                     job.energy, job.process.colour == collider::Colour::full ? "full" : "leading",
                     job.pdf, job.run.sampler == collider::Sampler::rambo ? "rambo" : "antenna");
}

namespace {

std::string channels_text(const collider::Result& result) {
  std::size_t width = 24;
  for (const collider::ChannelResult& row : result.channels)
    width = std::max(width, row.name.size() + 2);
  std::string text =
      fmt::format("\n  {:<{}}cross section [pb]   generated  rel. variance\n", "channel", width);
  for (const collider::ChannelResult& row : result.channels) {
    text += fmt::format("  {:<{}}{}{:>11}{:>15}\n", row.name, width,
                        runs::left_aligned(runs::with_error(row.cross_section, row.error), 19),
                        fmt::format("{:.3g}", static_cast<double>(row.generated)),
                        fmt::format("{:.3g}", row.relative_variance));
  }
  if (result.quark_lines == 1)
    text += "channels with two quark lines are left out beyond three jets\n";
  return text + "\n";
}

}  // namespace

std::string result_text(const collider::Result& result) {
  std::string text =
      "  p_T >  |eta| <  dR >  cross section [pb]   passed/generated  rel. variance\n";
  for (const collider::CutResult& row : result.cuts) {
    text += fmt::format("{:>7}{:>9}{:>6}  {}{:>18}{:>15}\n", row.pt, row.eta, row.dr,
                        runs::left_aligned(runs::with_error(row.cross_section, row.error), 19),
                        fmt::format("{:.4g}", row.efficiency),
                        fmt::format("{:.3g}", row.relative_variance));
  }
  if (result.channels.size() > 1) text += channels_text(result);
  text += fmt::format("{} events generated, {} a second; largest share of one event {:.2g}\n",
                      result.generated, runs::rounded(result.events_per_s),
                      result.cuts.front().largest_share);
  for (const collider::VariationResult& row : result.variations) {
    if (row.renormalisation == 1 && row.factorisation == 1) continue;  // densities: their sum below
    text += fmt::format("  {:<20}{}  ratio {}\n", row.name,
                        runs::left_aligned(runs::with_error(row.cross_section, row.error), 19),
                        runs::with_error(row.ratio, row.ratio_error));
  }
  for (const collider::UncertaintyResult& row : result.uncertainties)
    text += fmt::format("{}: {:.5g} pb +{:.2f} % -{:.2f} % ({})\n", row.source, row.centre,
                        100 * row.plus / row.centre, 100 * row.minus / row.centre, row.combined);
  if (result.events.weights == "1") {
    text += fmt::format(
        "{} unweighted events, {:.3g} of those that passed; {} above the maximum of {:.4g} pb, "
        "with "
        "{:.2g} of the cross section\n",
        result.events.count, result.events.efficiency, result.events.overflows,
        result.events.maximum, result.events.overflow_share);
  } else if (!result.events.weights.empty()) {
    text += fmt::format("{} weighted events\n", result.events.count);
  }
  for (const collider::BenchResult& row : result.bench) {
    text += fmt::format(
        "{}, a batch of {} events on a device, {:.3g} of them pass: draw {:.3g} us, amplitude "
        "{:.3g} us, "
        "add {:.3g} us; {} events that pass a second are {:.3g} of the {} evaluations of the "
        "kernel alone ({})\n",
        row.name, row.generated,
        static_cast<double>(row.passed) / static_cast<double>(row.generated), 1e6 * row.draw,
        1e6 * row.amplitude, 1e6 * row.add, runs::rounded(row.passed_per_s), row.share,
        runs::rounded(row.evaluations_per_s), row.schedule);
  }
  if (const double seconds = result.events.write_seconds; seconds > 0) {
    text += fmt::format("written in {:.3g} s, {} a second\n", seconds,
                        runs::rounded(static_cast<double>(result.events.count) / seconds));
  }
  if (!result.trustworthy) text += fmt::format("warning: {}\n", result.warning);
  return text;
}

void RunTable::show(const collider::Snapshot& snapshot) {
  const collider::Result& result = snapshot.so_far;
  std::string line = runs::progress_line(snapshot.stage, snapshot.fraction, result.events_per_s,
                                         "events", snapshot.seconds_left);
  if (result.generated > 0)
    line += fmt::format(": {} pb", runs::with_error(result.cross_section, result.error));
  text_.show(snapshot.stage, snapshot.fraction, line);
}

}  // namespace diagc::events
