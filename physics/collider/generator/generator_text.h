// Steps of the generator as source text around the part of an amplitude's kernel: physics/collider/event_text.h, and the files of step/, which
// the program carries.
#pragma once

#include <cstdint>
#include <string>

#include "diagc/embed.h"
#include "physics/collider/phase_space/event.h"

namespace diagc::collider {

/// All that the text depends on; everything else is in the tables that steps read.
struct GeneratorShape {
  unsigned jets = 2;
  Sampler sampler = Sampler::antenna;
  unsigned cut_sets = 1, histograms = 0;
  bool summed = false;             ///< PartonChannel::summed
  unsigned amplitude_rows = 1;     ///< numbers that the kernel gives
  double most_dr = 0;              ///< of all cut sets
  bool picks = false;              ///< whether events may be picked
  bool varies = false;             ///< whether they have further weights
  bool varied_histograms = false;  ///< of which histograms are filled, too
};

/// Members that are drawn together on processors, of one colour ordering.
inline constexpr unsigned block_members = ordering_block;

/// What text for processors and devices knows of a shape.
std::string generator_constants(const GeneratorShape& shape);

/// C++ text around a part of target cpu with the inputs and the output of a channel's kernel (process/parton_channel.h).
std::string generator_source(const KernelPart& part, const GeneratorShape& shape);

}  // namespace diagc::collider
