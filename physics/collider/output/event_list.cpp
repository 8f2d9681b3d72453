#include "physics/collider/output/event_list.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "physics/collider/process/event_colours.h"
#include "physics/collider/tables.h"

namespace diagc::collider {

namespace {

/// Words of pick_call (phase_space/event.h).
enum : unsigned { channel_word = 1, flavour_word = 2, colour_word = 3 };

double product(const OutputParton& a, const OutputParton& b) {
  return std::abs(a.e * b.e - a.x * b.x - a.y * b.y - a.z * b.z);
}

/// 2 p·p of all pairs.
std::vector<double> invariants(const std::vector<OutputParton>& partons) {
  std::vector<double> all;
  for (const OutputParton& a : partons)
    for (const OutputParton& b : partons) all.push_back(2 * product(a, b));
  return all;
}

/// Parton 1 along +z, parton 2 and the jets, as they were drawn.
std::vector<OutputParton> momenta(const HostEvent& event, double beam) {
  std::vector<OutputParton> partons;
  partons.push_back({.e = event.x1 * beam, .z = event.x1 * beam});
  partons.push_back({.e = event.x2 * beam, .z = -event.x2 * beam});
  for (unsigned j = 0; j < event.jets; ++j) {
    partons.push_back({.e = 0.5 * (event.up[j] + event.down[j]),
                       .x = event.pt[j] * event.cosine[j],
                       .y = event.pt[j] * event.sine[j],
                       .z = 0.5 * (event.up[j] - event.down[j])});
  }
  return partons;
}

double xf(const PartonDensity& density, const OutputParton& parton, double x, double scale) {
  return density.xf(parton.id == gluon_id ? gluon : parton.id, x, scale);
}

/// The beams change places: parton 1 comes from the second one.
void mirror(OutputEvent& event) {
  for (OutputParton& parton : event.partons) parton.z = -parton.z;
  std::swap(event.partons[0], event.partons[1]);
  std::swap(event.x1, event.x2);
}

}  // namespace

EventList::EventList(const Process& process, std::vector<EventSource> sources, double scale)
    : jets_(static_cast<unsigned>(process.job.process.jets)),
      weighted_(process.job.unweighting.weighted),
      sampler_(process.job.run.sampler),
      fixed_scale_(process.job.couplings.scale),
      density_(process.density),
      coupling_(process.coupling),
      variations_(process.variations),
      sources_(std::move(sources)) {
  for (std::uint32_t i = 0; i < sources_.size(); ++i) {
    for (const runs::PickedRow& row : sources_[i].rows) add(i, row, scale);
    sources_[i].rows = {};
  }
  std::ranges::sort(entries_);
  add_up();
}

void EventList::keep_first(std::size_t count) {
  if (count >= entries_.size()) return;
  entries_.resize(count);
  add_up();
}

void EventList::add_up() {
  weight_ = overflow_ = largest_ = 0;
  overflows_ = 0;
  for (const Entry& entry : entries_) {
    const double weight = entry.row.value;
    weight_ += weight;
    largest_ = std::max(largest_, weight);
    if (weighted_ || weight <= 1) continue;
    overflow_ += weight;
    ++overflows_;
  }
}

void EventList::add(std::uint32_t number, runs::PickedRow row, double scale) {
  const EventSource& source = sources_[number];
  const double part = source.scale / scale;
  if (weighted_) {
    row.value *= part;
  } else if (part > 1) {
    row.value *= part;
  } else if (part < 1) {
    const EventTables tables = source.tables.pointers().events;
    if (pick_number(tables, jets_, row.member, row.step, channel_word) >= part) return;
  }
  const double order = static_cast<double>(row.step - source.first_step) /
                       static_cast<double>(source.end_step - source.first_step);
  entries_.push_back({order, number, row});
}

OutputEvent EventList::event(std::size_t i) const {
  const runs::PickedRow& row = entries_[i].row;
  const EventSource& source = sources_[entries_[i].source];
  const GeneratorTables tables = source.tables.pointers();
  const PartonChannel& channel = source.tables.channel();
  const Ordering& ordering = channel.orderings[source.tables.ordering(row.member, row.step)];
  const HostEvent drawn =
      draw_event(sampler_, jets_, tables.events, row.member, row.step, ordering.before);
  const auto random = [&](unsigned word) {
    return pick_number(tables.events, jets_, row.member, row.step, word);
  };
  OutputEvent event;
  event.number = i;
  event.weight = row.value;
  event.x1 = drawn.x1;
  event.x2 = drawn.x2;
  double sum = 0;
  for (unsigned j = 0; j < jets_; ++j) sum += drawn.pt[j];
  event.scale = fixed_scale_ > 0 ? fixed_scale_ : tables.scale_factor * sum;
  event.alpha_s = coupling_at(tables.coupling, std::log(event.scale));
  event.partons = momenta(drawn, tables.events.root_s / 2);
  const LineFlavours flavours =
      drawn_flavours(channel, *density_, drawn.x1, drawn.x2, event.scale, random(flavour_word));
  const std::vector<int> ids = parton_numbers(channel, ordering, flavours);
  const std::vector<ParticleColours> colours =
      colour_flow(channel, ordering, flavours, invariants(event.partons), random(colour_word));
  constexpr unsigned lines_before = 500;
  for (std::size_t k = 0; k < ids.size(); ++k) {
    OutputParton& parton = event.partons[k];
    parton.id = ids[k];
    if (colours[k].colour != 0) parton.colour = lines_before + colours[k].colour;
    if (colours[k].anticolour != 0) parton.anticolour = lines_before + colours[k].anticolour;
  }
  if (ordering.mirrored != 0) mirror(event);
  event.xf1 = xf(*density_, event.partons[0], event.x1, event.scale);
  event.xf2 = xf(*density_, event.partons[1], event.x2, event.scale);
  event.ratios = ratios(event);
  return event;
}

/// With the densities of the event's own flavours, which were drawn from their sum: on the average the ratio of the sums.
std::vector<double> EventList::ratios(const OutputEvent& event) const {
  std::vector<double> all;
  const double own = event.xf1 * event.xf2, alpha_s = coupling_->alpha_s(event.scale);
  for (const Variation& variation : variations_) {
    const PartonDensity& density = variation.density ? *variation.density : *density_;
    const double scale = variation.factorisation * event.scale;
    const double varied = xf(density, event.partons[0], event.x1, scale) *
                          xf(density, event.partons[1], event.x2, scale);
    const double coupled =
        variation.renormalisation == 1
            ? 1
            : std::pow(coupling_->alpha_s(variation.renormalisation * event.scale) / alpha_s,
                       jets_);
    all.push_back(own > 0 ? varied / own * coupled : 1);
  }
  return all;
}

}  // namespace diagc::collider
