// The state of a run between two rounds, as a file: appears whole or not at all, and is refused where it is damaged or of
// another plan.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "physics/series/sampling/order_run.h"
#include "runs/parallel/ranks.h"

namespace diagc::integrate {

struct RunClock {
  std::uint64_t rounds = 0;
  double seconds = 0;  ///< of running, up to this state
};

/// What walkers and statistics were between two rounds, to go back to. The walkers remember their places.
class Remembered {
 public:
  Remembered() = default;
  explicit Remembered(const std::vector<OrderRun>& runs);
  void restore(std::vector<OrderRun>& runs) const;

 private:
  struct Order {
    std::uint64_t next_step = 0, stretches = 0;
    std::vector<BlockStatistics> given;
    Estimate estimate;
  };
  std::vector<Order> orders_;
};

/// Called by all ranks; rank 0 writes. `fingerprint` names the plan. Throws std::runtime_error on every rank when the file cannot be
/// written.
void write_checkpoint(const std::filesystem::path& path, const std::string& fingerprint,
                      const RunClock& clock, const std::vector<OrderRun>& runs, Ranks& ranks);

/// Fills what a fresh run of the same plan has not: plans, places, statistics, counts; walkers are refreshed. Every rank reads the
/// file and takes the blocks it owns, whatever number of ranks wrote it. Throws std::runtime_error.
RunClock read_checkpoint(const std::filesystem::path& path, const std::string& fingerprint,
                         std::vector<OrderRun>& runs);

}  // namespace diagc::integrate
