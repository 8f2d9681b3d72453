// Which schedule a graph has on a device, kept on disk once it has been measured.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/graph/graph.h"
#include "diagc/kernel.h"
#include "runtime/cache/cache.h"
#include "runtime/cuda/device.h"

namespace diagc {

struct ScheduleChoice {
  std::string schedule;                       ///< as to_string(CudaCandidate) names it
  std::vector<Kernel::ScheduleTrial> trials;  ///< what it was chosen from
};

/// Of the graph, precision, device (name and architecture), versions of driver and NVRTC, the schedules there are, and of diagc.
CacheKey choice_key(const Graph& graph, Precision precision, const cuda::DeviceInfo& gpu,
                    int driver_version, const std::string& nvrtc_version);

/// Nothing where the cache has none, or a damaged one, or one that names no candidate.
std::optional<ScheduleChoice> find_choice(const Cache& cache, const CacheKey& key);
void store_choice(Cache& cache, const CacheKey& key, const ScheduleChoice& choice,
                  std::map<std::string, std::string> metadata);

/// The entry's payload, and back; nothing where the text is not of this form.
std::string choice_text(const ScheduleChoice& choice);
std::optional<ScheduleChoice> choice_from(const std::string& text);

}  // namespace diagc
