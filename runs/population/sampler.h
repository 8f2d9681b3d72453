// Rounds of work on all channels, until something ends the run.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "runs/parallel/ranks.h"
#include "runs/population/channel.h"
#include "runs/population/channel_checkpoint.h"

namespace diagc::runs {

/// The first of these ends a run, but not before every channel has been sampled.
struct Ends {
  std::optional<double> rows;          ///< of all channels together
  std::optional<double> picked = {};   ///< rows that were picked, of all channels together
  std::optional<double> target_error;  ///< of the result
  std::optional<double> seconds;       ///< since SamplerOptions::began
};

struct SamplerOptions {
  using Clock = std::chrono::steady_clock;

  Ends ends;
  Ranks& ranks;
  Workers workers;
  std::filesystem::path checkpoint;  ///< empty: none
  double checkpoint_seconds = 60;
  bool resume = false;  ///< from `checkpoint`
  /// A run that is resumed and that ended by the same ends is left as it is.
  bool keep_finished = false;

  /// Brings channels that have no samples yet to where they may begin: tunes tables, starts members, sets first_step. False: a stop
  /// was requested.
  std::function<bool(const std::vector<Channel*>&)> prepare;
  /// d(result) / d(estimate.ratio) of each channel, from all estimates: what the time is split for. Called with equal arguments on every
  /// rank; must be a pure function.
  std::function<std::vector<double>()> slopes;
  bool histograms = false;  ///< whether to fill them
  /// How many rows count for Ends::picked, from what all ranks know alike. Empty: all that were picked.
  std::function<double()> picked = {};
  /// Seconds that a row which counts for Ends::picked takes after the run, as far as is known; Ends::seconds holds for these, too. Called on
  /// the first rank. Empty: none.
  std::function<double()> seconds_of_picked = {};
  Clock::time_point began = Clock::now();  ///< when the user's time began to run

  std::function<void()> progress = {};  ///< called between rounds, on every rank
  /// Called once, on the first rank, when a checkpoint cannot be written; the run goes on.
  std::function<void(const std::string&)> note = {};
};

class Sampler {
 public:
  /// Channels have their populations and digests. Throws std::runtime_error where a checkpoint cannot be written at its path, or is to be
  /// resumed and cannot be.
  Sampler(std::vector<Channel>& channels, SamplerOptions options);

  /// Returns why it ended: "steps", "picked", "target error", "time limit" or "interrupt". On an interrupt the round that is under way is given
  /// up. A checkpoint is written at the end where anything was sampled.
  std::string run();

  std::uint64_t rows() const;  ///< of all channels of all ranks
  double picked() const;       ///< rows that count for Ends::picked
  double rows_per_second()
      const;               ///< where nothing was sampled yet, as the run that is resumed had it
  double seconds() const;  ///< of this run and of those that it resumes
  /// The part, 0 … 1, of the way to the first end that applies, and the seconds that are left until then; negative: not known.
  std::pair<double, double> progress() const;

 private:
  using Clock = SamplerOptions::Clock;

  void check_path();
  bool is_finished() const;
  std::string sample();
  bool do_round();
  void advance(Channel& channel, std::size_t part, std::uint64_t stretches);
  bool any_stop();
  std::optional<std::string> end_reached();
  double done_cost() const;
  double next_cost() const;
  double seconds_after(double next_cost) const;
  double result_error() const;
  std::string ends_text() const;
  void save(const std::string& ended_by);
  void save_now_and_then();

  std::vector<Channel>& channels_;
  SamplerOptions options_;
  RunState state_;
  std::vector<Channel*> fresh_;
  Clock::time_point sampling_began_ = Clock::now(), last_saved_ = sampling_began_;
  double earlier_seconds_ = 0, round_seconds_per_cost_ = 1;
  std::uint64_t rows_before_ = 0;
  bool noted_ = false;
};

}  // namespace diagc::runs
