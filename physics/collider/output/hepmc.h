// Text of HepMC3 files, as its WriterAscii writes it to the last byte, without building its events.
#pragma once

#include <string>

#include "physics/collider/output/event_file.h"

namespace diagc::collider {

/// Protons (status 4) go into a vertex each with an incoming parton (status 21) coming out; these make the jets (status 1). Remnants of protons
/// are no part of an event. Weights are OutputEvent::weight times 1 and the ratios.
std::string hepmc_head(const EventFileHead& head);
void append_hepmc(std::string& text, const EventFileHead& head, const OutputEvent& event);
std::string hepmc_end();

}  // namespace diagc::collider
