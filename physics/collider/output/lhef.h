// Text of Les Houches event files.
#pragma once

#include <string>

#include "physics/collider/output/event_file.h"

namespace diagc::collider {

/// Strategy 4 (IDWTUP): weights in pb, whose mean over the file is the cross section.
std::string lhef_head(const EventFileHead& head);
void append_lhef(std::string& text, const EventFileHead& head, const OutputEvent& event);
std::string lhef_end();

}  // namespace diagc::collider
