// The orders of a run: those that are sampled, each a channel of the sampler, and those that are exact.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "physics/series/sampling/integrate.h"
#include "physics/series/sampling/order_run.h"
#include "physics/series/sampling/points/point_population.h"
#include "physics/series/sampling/tree/tree_population.h"
#include "physics/series/sampling/tree/tree_warm_up.h"
#include "physics/series/sampling/warm_up.h"
#include "runs/population/channel.h"

namespace diagc::series {

TreeIntegrand tree_integrand(const Term& term);

class Orders {
 public:
  /// `plan`, `ranks` and `workers` must live as long. Throws what compiling a step throws. Orders whose steps are not compiled in half of
  /// the time limit are left out, with those above them, but for the lowest one, where `plan.left_out` is there.
  Orders(const Plan& plan, runs::Ranks& ranks, const runs::Workers& workers);
  Orders(const Orders&) = delete;

  std::vector<runs::Channel>& channels() { return channels_; }
  const std::vector<runs::Channel>& channels() const { return channels_; }

  /// Brings these channels to where they may begin. False: a stop was requested.
  bool warm_up(const std::vector<runs::Channel*>& fresh,
               const std::function<void(double fraction)>& progress);

  /// Of all terms that were not left out, in their order.
  std::vector<OrderResult> results() const;
  /// Of the terms that measure several components, each of them; empty where none does.
  std::vector<Component> components() const;
  /// d(result) / dρ of each channel, from d(result) / d(coefficient) of each term.
  std::vector<double> slopes(const std::vector<double>& of_terms) const;

 private:
  struct Entry {
    bool is_exact = false;  ///< there is nothing to integrate
    OrderResult exact;
    OrderRun run;
    std::shared_ptr<const PointForm> points;
    std::vector<double> exact_components;  ///< where `points` has so few that nothing is sampled
  };
  void sample(const Term& term, Entry& entry, const std::stop_token& stop);
  bool sample_in_time(const Term& term, Entry& entry, const std::stop_token& deadline);
  void leave_out(const Term& first);
  OrderResult component_of(const Entry& entry, std::size_t component) const;
  std::unique_ptr<SampledOrder> population(const Term& term, runs::Channel& channel,
                                           const OrderOptions& options);

  const Plan& plan_;
  runs::Ranks& ranks_;
  const runs::Workers& workers_;
  std::unique_ptr<SharedWalkerTables> chain_tables_;
  std::unique_ptr<SharedPointTables> point_tables_;
  std::map<bool, std::unique_ptr<SharedTreeTables>> tree_tables_;  ///< with a derivative or without
  std::vector<runs::Channel> channels_;
  std::vector<Entry> entries_;  ///< of the terms
  std::vector<Chains> chains_, point_chains_;
  std::map<bool, std::vector<TreeRun>> trees_;  ///< as tree_tables_
};

}  // namespace diagc::series
