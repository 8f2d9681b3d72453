// A run of the generator: rounds of events until it ends.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "physics/collider/generator/event_population.h"
#include "physics/collider/output/event_file.h"
#include "physics/collider/output/event_list.h"
#include "physics/collider/results/result.h"
#include "runs/parallel/ranks.h"

namespace diagc::collider {

struct RunOptions {
  unsigned threads = 1;
  std::optional<DeviceOptions> device = {};  ///< for kernels of target cuda
  bool bench = false;                        ///< of devices: measures a batch at the end
  runs::Ranks* ranks = nullptr;              ///< null: this process alone
  bool resume = false;
  /// Those of the process, where several runs share them; null: made anew.
  std::shared_ptr<const ProcessTables> tables = nullptr;
  std::function<void(const std::string&)> note = {};  ///< a checkpoint could not be written
};

/// The state of a run while it goes on.
struct Snapshot {
  std::string stage;         ///< "compiling", "warm-up", "sampling"
  double fraction = 0;       ///< of the way to the end
  double seconds_left = -1;  ///< negative: unknown
  Result so_far;
};

/// What a run gives.
struct Generated {
  Result result;
  EventList events;    ///< that were kept, on the first rank
  EventFileHead head;  ///< of a file of them; without version
};

/// With several ranks all call it, and the first one has the whole result and the events of all. Throws std::runtime_error where a checkpoint cannot be resumed
/// or written at its path.
Generated generate(const Process& process, const RunOptions& options,
                   const std::function<void(const Snapshot&)>& progress, std::stop_token stop = {});

}  // namespace diagc::collider
