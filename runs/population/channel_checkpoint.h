// The state of a run between two rounds, as a checkpoint file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "runs/parallel/ranks.h"
#include "runs/population/channel.h"

namespace diagc::runs {

/// What a run is besides its channels.
struct RunState {
  std::uint64_t rounds = 0;
  double seconds = 0;          ///< of running, up to this state
  double rows_per_second = 0;  ///< when it was last sampled
  std::string ended_by;        ///< what the run ended by, where it has ended
  std::string ends;            ///< what it was to end by then
};

/// Called by all ranks; the first one writes, and collects the states of the others piece by piece. Returns, on that rank, why it could not be
/// written; empty where it was.
std::string write_checkpoint(const std::filesystem::path& path, const RunState& state,
                             const std::vector<Channel>& channels, Ranks& ranks);

struct Resumed {
  RunState state;
  std::vector<Channel*> fresh;  ///< channels that are not in the file
};

/// Fills channels that are in the file: tables, states, statistics, counts; the estimates are made anew. Every rank reads the file and takes
/// the groups it owns, whatever number of ranks wrote it. A file that cannot be read, is damaged, has a channel that is not among these, or
/// one of another digest, is refused: std::runtime_error. No value of it is used before it is known to be one that a run may have.
Resumed read_checkpoint(const std::filesystem::path& path, std::vector<Channel>& channels,
                        Ranks& ranks);

/// A line of the digest of the file's first channel, read before the rest is looked at; empty where there is no such line or no such
/// file.
std::string line_of_checkpoint(const std::filesystem::path& path, std::string_view name);

}  // namespace diagc::runs
