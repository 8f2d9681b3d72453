#include "physics/collider/process/parton_channel.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "physics/collider/phase_space/formulas.h"

namespace diagc::collider {

namespace {

/// Legs with this number are equal partons.
using Kinds = std::vector<unsigned>;

/// Orderings that mirror each other, around the ring or with the beams exchanged, are equally large. Jets are numbered along both chains from
/// parton 1 on: chains change places.
std::vector<unsigned> alike_of(const std::vector<Ordering>& orderings, const Kinds& kinds,
                               unsigned jets) {
  std::map<std::vector<unsigned>, unsigned> first;
  std::vector<unsigned> alike;
  for (unsigned k = 0; k < orderings.size(); ++k) {
    std::vector<unsigned> there{orderings[k].before}, back{jets - orderings[k].before};
    for (unsigned j = 0; j < jets; ++j) {
      there.push_back(kinds[orderings[k].jets[j]]);
      back.push_back(kinds[orderings[k].jets[(orderings[k].before + j) % jets]]);
    }
    alike.push_back(first.emplace(std::min(there, back), k).first->second);
  }
  return alike;
}

/// Each ordering also with the beams exchanged.
void add_mirrored(std::vector<Ordering>& orderings) {
  const std::size_t count = orderings.size();
  for (std::size_t k = 0; k < count; ++k) {
    orderings.push_back(orderings[k]);
    orderings.back().mirrored = 1;
  }
}

/// All rings; leg 0 is parton 2, legs 1 … are the jets.
std::vector<Ordering> all_rings(const Kinds& kinds, unsigned jets) {
  std::vector<Ordering> orderings;
  for (unsigned before = 0; before <= jets; ++before) {
    Kinds order(kinds.begin() + 1, kinds.begin() + 1 + jets);
    std::sort(order.begin(), order.end());
    do {
      Ordering ordering{.before = before, .mirrored = 0, .second = 0, .jets = {}};
      std::vector<bool> taken(jets + 1);
      for (unsigned j = 0; j < jets; ++j) {
        unsigned leg = 1;
        while (taken[leg] || kinds[leg] != order[j]) ++leg;
        taken[leg] = true;
        ordering.jets[j] = leg;
      }
      orderings.push_back(ordering);
    } while (std::next_permutation(order.begin(), order.end()));
  }
  return orderings;
}

/// Of a kernel whose legs stand in cyclic order: all places of parton 2 that have what it is.
std::vector<Ordering> cyclic_orderings(const std::vector<Leg>& legs, Leg second, unsigned jets) {
  std::vector<Ordering> orderings;
  for (unsigned before = 0; before <= jets; ++before) {
    if (legs[before] != second) continue;
    Ordering ordering{.before = before, .mirrored = 0, .second = before, .jets = {}};
    for (unsigned j = 0; j < jets; ++j) ordering.jets[j] = j < before ? j : jets - (j - before);
    orderings.push_back(ordering);
  }
  return orderings;
}

bool is_quark_line(Leg leg) { return leg != Leg::gluon; }

/// 1 / (colours · helicities) of a parton that comes in.
double average(Leg leg) { return is_quark_line(leg) ? 1.0 / 6 : 1.0 / 16; }

/// Where the first leg of this kind is, as statics count legs.
std::string place(const std::vector<Leg>& legs, Leg kind) {
  const auto at = std::find(legs.begin(), legs.end(), kind);
  return std::to_string(at - legs.begin() + 1);
}

class Channels {
 public:
  explicit Channels(const ProcessOptions& options)
      : jets_(options.jets), n_(options.jets + 2), options_(options) {}

  std::vector<PartonChannel> make() {
    add_gluons();
    if (!options_.quarks) return std::move(channels_);
    using enum Leg;
    add_line("g g -> q qbar", gluon, gluon, {quark, antiquark});
    add_line("q g -> q", antiquark, gluon, {quark});
    add_line("q qbar ->", antiquark, quark, {});
    if (jets_ <= most_jets_of_two_lines) add_two_lines();
    return std::move(channels_);
  }

 private:
  bool is_full() const { return options_.colour == Colour::full; }

  std::string with_gluons(std::string name, std::size_t jets_there) const {
    for (std::size_t j = jets_there; j < jets_; ++j) name += " g";
    return name;
  }

  /// Parton 2, jets, gluons, parton 1.
  std::vector<Leg> legs_of(Leg first, Leg second, const std::vector<Leg>& jets) const {
    std::vector<Leg> legs{second};
    legs.insert(legs.end(), jets.begin(), jets.end());
    legs.resize(n_ - 1, Leg::gluon);
    legs.push_back(first);
    return legs;
  }

  void add_gluons() {
    PartonChannel channel;
    channel.name = with_gluons("g g ->", 0);
    channel.legs.assign(n_, Leg::gluon);
    channel.flavours = {{}};
    channel.statics = {{"n", std::to_string(n_)}};
    if (is_full()) {
      channel.grammar = "gluon_colour_sum";
      channel.factor = average(Leg::gluon) * average(Leg::gluon);
      finish_summed(std::move(channel), false);
    } else {
      channel.grammar = "gluon_light_cone";
      channel.factor = gluon_factor(n_);
      finish_cyclic(std::move(channel), Leg::gluon);
    }
  }

  /// All flavours of one line, and of its antiparticles where they are another process: two quarks that go out have both labellings.
  std::vector<LineFlavours> flavours_of_line(bool antiparticles) const {
    std::vector<LineFlavours> all;
    for (int q = 1; q <= options_.flavours; ++q) {
      all.push_back({q, 0});
      if (antiparticles) all.push_back({-q, 0});
    }
    return all;
  }

  void add_line(const std::string& name, Leg first, Leg second, const std::vector<Leg>& jets) {
    PartonChannel channel;
    channel.name = with_gluons(name, jets.size());
    channel.flavours = flavours_of_line(is_quark_line(first));
    if (is_full()) {
      channel.grammar = "quark_line_colour_sum";
      channel.legs = legs_of(first, second, jets);
      channel.statics = {{"n", std::to_string(n_)},
                         {"quark", place(channel.legs, Leg::quark)},
                         {"antiquark", place(channel.legs, Leg::antiquark)}};
      channel.factor = average(first) * average(second);
      return finish_summed(std::move(channel), first != second && !is_quark_line(second));
    }
    channel.grammar = "quark_line";
    channel.factor = line_factor(n_) * average(first) * average(second);
    // The quark stands before the antiquark; parton 1 is the last leg. Of two gluons that collide, a ring read backwards is that of the
    // antiparticles, so that half of the places are enough.
    const unsigned places = first == Leg::gluon ? (n_ + 1) / 2 : n_;
    for (unsigned antiquark = 1; antiquark <= places; ++antiquark) {
      PartonChannel one = channel;
      one.legs.assign(n_, Leg::gluon);
      one.legs[antiquark - 1] = Leg::antiquark;
      one.legs[antiquark == 1 ? n_ - 1 : antiquark - 2] = Leg::quark;
      if (one.legs.back() != first) continue;
      one.statics = {{"n", std::to_string(n_)}, {"antiquark", std::to_string(antiquark)}};
      if (first == Leg::gluon) {
        one.part = "antiquark " + std::to_string(antiquark);
        one.flavours = flavours_of_line(2 * antiquark != n_ + 1);
      }
      finish_cyclic(std::move(one), second);
    }
  }

  /// All flavours of two lines, and of their antiparticles: a pair that goes out has both labellings, as those of gluons.
  std::vector<LineFlavours> flavours_of_lines(bool same) const {
    std::vector<LineFlavours> all;
    for (int q = 1; q <= options_.flavours; ++q) {
      if (same) all.insert(all.end(), {{q, q}, {-q, -q}});
      for (int other = 1; other <= options_.flavours; ++other) {
        if (same || other == q) continue;
        all.insert(all.end(), {{q, other}, {-q, -other}});
      }
    }
    return all;
  }

  void add_two_lines() {
    using enum Leg;
    const std::vector<Leg> both{quark, other_quark}, pair{other_quark, other_antiquark};
    add_lines("q Q -> q Q", antiquark, other_antiquark, both, false);
    add_lines("q Qbar -> q Qbar", antiquark, other_quark, {quark, other_antiquark}, false);
    add_lines("q q -> q q", antiquark, other_antiquark, both, true);
    add_lines("q qbar -> q qbar", antiquark, quark, pair, true);
    add_lines("q qbar -> Q Qbar", antiquark, quark, pair, false);
    if (jets_ < 3) return;
    const std::vector<Leg> three{quark, other_quark, other_antiquark};
    add_lines("q g -> q Q Qbar", antiquark, gluon, three, false);
    add_lines("q g -> q q qbar", antiquark, gluon, three, true);
  }

  void add_lines(const std::string& name, Leg first, Leg second, const std::vector<Leg>& jets,
                 bool same) {
    PartonChannel channel;
    channel.flavours = flavours_of_lines(same);
    if (channel.flavours.empty()) return;
    channel.name = with_gluons(name, jets.size());
    channel.grammar = "two_quark_lines_colour_sum";
    channel.legs = legs_of(first, second, jets);
    channel.statics = {{"n", std::to_string(n_)},
                       {"quark", place(channel.legs, Leg::quark)},
                       {"antiquark", place(channel.legs, Leg::antiquark)},
                       {"other_quark", place(channel.legs, Leg::other_quark)},
                       {"other_antiquark", place(channel.legs, Leg::other_antiquark)},
                       {"same", same ? "true" : "false"}};
    channel.factor = average(first) * average(second);
    finish_summed(std::move(channel), second == Leg::gluon);
  }

  Kinds kinds_of(const PartonChannel& channel) const {
    const bool same = channel.flavours.front().line == channel.flavours.front().other;
    Kinds kinds;
    for (const Leg leg : channel.legs) {
      const auto kind = static_cast<unsigned>(leg);
      kinds.push_back(same && kind > 2 ? kind - 2 : kind);
    }
    return kinds;
  }

  void finish(PartonChannel channel, bool mirror) {
    if (mirror) add_mirrored(channel.orderings);
    channel.alike = alike_of(channel.orderings, kinds_of(channel), jets_);
    channels_.push_back(std::move(channel));
  }

  void finish_summed(PartonChannel channel, bool mirror) {
    channel.summed = true;
    channel.orderings = all_rings(kinds_of(channel), jets_);
    finish(std::move(channel), mirror);
  }

  void finish_cyclic(PartonChannel channel, Leg second) {
    channel.orderings = cyclic_orderings(channel.legs, second, jets_);
    const bool mirror = is_quark_line(channel.legs.back()) && second == Leg::gluon;
    if (!channel.orderings.empty()) finish(std::move(channel), mirror);
  }

  unsigned jets_, n_;
  ProcessOptions options_;
  std::vector<PartonChannel> channels_;
};

/// Of a leg, outgoing.
int number_of(Leg leg, const LineFlavours& flavours) {
  switch (leg) {
    case Leg::gluon:
      return 21;
    case Leg::quark:
      return flavours.line;
    case Leg::antiquark:
      return -flavours.line;
    case Leg::other_quark:
      return flavours.other;
    default:
      return -flavours.other;
  }
}

int incoming(int number) { return number == 21 ? 21 : -number; }

}  // namespace

std::vector<PartonChannel> parton_channels(const ProcessOptions& options) {
  if (options.jets < least_jets || options.jets > most_jets ||
      (options.colour == Colour::full && options.jets > most_jets_of_colour_sums))
    throw std::logic_error("a process that there is not");
  return Channels(options).make();
}

std::vector<int> parton_numbers(const PartonChannel& channel, const Ordering& ordering,
                                const LineFlavours& flavours) {
  std::vector<int> numbers{incoming(number_of(channel.legs.back(), flavours)),
                           incoming(number_of(channel.legs[ordering.second], flavours))};
  for (std::size_t j = 0; j + 2 < channel.legs.size(); ++j)
    numbers.push_back(number_of(channel.legs[ordering.jets[j]], flavours));
  return numbers;
}

}  // namespace diagc::collider
