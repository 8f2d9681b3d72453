// Files of events: Les Houches event files 3.0 (J. R. Andersen et al., arXiv:1405.1067) and HepMC3 (A. Buckley et al., Comput. Phys. Commun.
// 260, 107310 (2021)), both as text, which gzip may have compressed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "physics/collider/output/event_list.h"

namespace diagc::collider {

/// Whether a path ends as one of these files does: .lhe, .hepmc, .lhe.gz, .hepmc.gz.
bool is_event_path(std::string_view path);

/// Another weight of every event.
struct WeightName {
  std::string id;       ///< "muR0.5_muF1", "member_12"
  std::string group;    ///< of what varies
  std::string combine;  ///< what the group is combined as: "envelope", "hessian", …
  double renormalisation = 1, factorisation = 1;  ///< factors of the scale
  int member = 0;                                 ///< of the densities
  double cross_section = 0, error = 0;            ///< pb, with these weights
};

/// What stands before the events.
struct EventFileHead {
  double beam = 7000;                   ///< energy of each beam, GeV
  double cross_section = 0, error = 0;  ///< pb
  double unit =
      1;  ///< pb: events have this times OutputEvent::weight as their weight, whose mean is σ
  double largest = 0;                       ///< of OutputEvent::weight
  std::uint64_t generated = 0, passed = 0;  ///< points of phase space
  std::vector<WeightName> weights;
  std::string version;  ///< of diagc
  std::string job;      ///< its text
};

/// Appears whole or not at all. Several threads make the text, and compress its pieces where the path ends in .gz. Throws
/// std::runtime_error that begins with the path: a full disk.
void write_events(const std::string& path, const EventFileHead& head, const EventList& events,
                  unsigned threads);

/// Of an event in such a file, with so many threads: measured on these events.
double seconds_of_event(const std::string& path, const EventFileHead& head, const EventList& events,
                        unsigned threads);

}  // namespace diagc::collider
