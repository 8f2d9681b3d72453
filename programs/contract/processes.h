// Processes of mpirun that share the ranks of a contraction.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "physics/networks/rank_links.h"
#include "physics/networks/rank_run.h"
#include "runs/parallel/ranks.h"

namespace diagc::contract {

class Processes {
 public:
  /// All that were started together, or this one alone. Throws std::runtime_error where there is no MPI for them.
  Processes();
  ~Processes();

  std::uint32_t size() const;
  bool is_first() const;  ///< it plans, prints and writes files

  /// Null for a process alone.
  networks::RankLinks* links() { return links_.get(); }

  /// What the first process has, on every one.
  std::string of_first(const std::string& bytes);

  /// The least number of all processes, on every one.
  std::uint64_t least(std::uint64_t own);

  /// Of all ranks, on every process.
  networks::RankCounts total(const networks::RankCounts& own);

  /// After an error: others may wait for this one for ever. A process that ends without having told MPI makes mpirun end them.
  void leave() noexcept;

 private:
  class Links;
  std::unique_ptr<runs::Ranks> ranks_;
  std::unique_ptr<networks::RankLinks> links_;
};

}  // namespace diagc::contract
