// What the numbers of a run depend on, and the words for it that results share.
#pragma once

#include <string>

#include "physics/collider/generator/event_population.h"
#include "runs/checkpoint/digest.h"

namespace diagc::collider {

std::string scale_text(const Job& job);
const char* sampler_name(const Job& job);
const char* colour_name(Colour colour);
const char* precision_name(const Kernel& kernel);

/// Of a channel. Files of densities by the bytes that were read from them.
runs::Digest digest_of(const Process& process, const Subprocess& own, bool on_device);

}  // namespace diagc::collider
