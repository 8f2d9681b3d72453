// The value of a network: what comes of a plan in the chosen elements.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "compiler/arrays/plan.h"
#include "physics/networks/device_program.h"
#include "physics/networks/element.h"
#include "physics/networks/execute.h"
#include "physics/networks/planned.h"
#include "physics/networks/rank_run.h"
#include "physics/networks/slice_state.h"
#include "physics/networks/tensor_values.h"
#include "physics/networks/tile_code.h"

namespace diagc::networks {

/// A contraction that is taken slice by slice, and may be cut anywhere between two slices.
class Evaluation {
 public:
  /// Network, plan and values must outlive it. Throws std::runtime_error where the numbers do not fit the element: complex ones for a real one, others
  /// than whole ones for `count`, open axes for `count` and `tropical`.
  ///
  /// `count` is exact: computed modulo as many primes below 2^31 as the bound Π extents · Π max |tensor| on its magnitude demands, and put together
  /// by the Chinese remainder theorem. So is the number of maxima, whose bound is Π extents. A `modulus` below 2^31 makes `count` the
  /// remainder alone.
  Evaluation(const arrays::Network& network, const arrays::Plan& plan, const TensorValues& values,
             Element element, unsigned threads, std::uint32_t modulus = 0);

  /// From now on slices are taken on simulated ranks; the distribution must be of the plan's network and slices, and outlive it. So must links to
  /// other processes that have ranks of it: all of them call run() alike, and get the same.
  void distribute(const arrays::Distribution& distribution, RankLinks* links = nullptr) {
    distribution_ = &distribution;
    links_ = links;
  }
  /// From now on slices are taken on devices, several at once, or each of them by all devices where the contraction is distributed; the setup
  /// must outlive it. Null: on processors.
  void use(const DeviceSetup* device) { device_ = device; }
  /// From now on kernels have this code, which must be of the plan and outlive it; null: templates alone.
  void use(const TileCodes* codes) { codes_ = codes; }
  /// Of all slices that were taken on ranks of this process, and all primes.
  const RankCounts& rank_counts() const { return rank_counts_; }

  /// On ranks, in all slices and passes. On devices: what pieces go by, seconds of launches and exchanges, and of exchanges alone.
  struct RankTimes {
    std::string links;
    double busy = 0, exchanges = 0;
    /// That these, and a library of matrix products, took to begin.
    double links_begin = 0, library_begins = 0;
    /// By step of the distribution, the longest of all ranks of this process: of arithmetic, and of what moves its result.
    std::vector<double> steps, exchanges_after;
  };
  const RankTimes& rank_times() const { return rank_times_; }

  const SliceState& state() const { return state_; }
  /// Seconds of every kernel of the plan in the slices that were computed, all passes together, and the number of these slices.
  const std::vector<double>& kernel_seconds() const { return seconds_; }
  std::uint64_t slices_measured() const { return slices_measured_; }

  /// Goes on from what another run of the same contraction has done.
  void resume(SliceState state) { state_ = std::move(state); }

  /// Slices `begin` … `end` − 1 of every pass, without those that are there. After each it asks `goes_on`; false where that said no.
  /// The bits of the sums depend neither on the number of threads nor on where runs stop.
  bool run(std::uint64_t begin, std::uint64_t end, const std::function<bool()>& goes_on);

 private:
  template <class V, class Convert>
  bool run_pass(SliceState::Pass& pass, std::uint64_t begin, std::uint64_t end,
                const Convert& convert, const std::function<bool()>& goes_on);
  template <class V>
  bool take_on_ranks(SliceState::Pass& pass, std::uint64_t begin, std::uint64_t end,
                     const std::vector<ScaledArray<V>>& tensors,
                     const std::function<bool()>& goes_on);
  template <class V>
  bool take_on_devices(SliceState::Pass& pass, std::uint64_t begin, std::uint64_t end,
                       const std::vector<ScaledArray<V>>& tensors,
                       const std::function<bool()>& goes_on);
  void measure(const SliceState::Pass& pass, const std::vector<double>& seconds, bool is_first);
  template <class Execution>
  bool take_all(SliceState::Pass& pass, std::uint64_t begin, std::uint64_t end,
                Execution& execution, const std::function<bool()>& goes_on);
  template <class TakeSlice>
  static bool take_slices(SliceState::Pass& pass, std::uint64_t begin, std::uint64_t end,
                          const TakeSlice& take, const std::function<bool()>& goes_on);
  template <class V>
  bool run_floating(std::uint64_t begin, std::uint64_t end, const std::function<bool()>& goes_on);
  void check_numbers() const;

  const arrays::Network& network_;
  const arrays::Plan& plan_;
  const TensorValues& values_;
  unsigned threads_;
  SliceState state_;
  std::vector<double> seconds_;
  std::uint64_t slices_measured_ = 0;
  const arrays::Distribution* distribution_ = nullptr;
  RankLinks* links_ = nullptr;
  const DeviceSetup* device_ = nullptr;
  const TileCodes* codes_ = nullptr;
  RankCounts rank_counts_;
  RankTimes rank_times_;
};

/// All slices, and their value.
Value evaluate(const arrays::Network& network, const arrays::Plan& plan, const TensorValues& values,
               Element element, unsigned threads, std::uint32_t modulus = 0);

}  // namespace diagc::networks
