// The machines whose time the search makes small, from the numbers that plans are made with.
#pragma once

#include <cstdint>

#include "compiler/arrays/distribute/grid.h"
#include "compiler/arrays/place.h"
#include "compiler/arrays/search/step_times.h"

namespace diagc::arrays {

/// One core, as place() takes it (processor_model.h). place() knows the whole order and cuts it into kernels of several steps; a step alone says how many
/// share one: so many as a tile has room for axes that they touch. Steps are of the kinds that place() has: in tiles, products in packed panels
/// where `options` allow them, panels.
StepTimes processor_times(const PlaceOptions& options);

/// So many devices of one node, as plans for devices and distribute() take them: operations or bytes, whichever take longer, and a launch.
/// Arrays are shared by all devices.
StepTimes device_times(const DeviceModel& model, std::uint64_t element_bytes, bool is_complex,
                       std::uint32_t devices);

}  // namespace diagc::arrays
