// PP → gluon jets on one processor, for tests: the text of events around gluon_current, double precision.
#pragma once

#include <cmath>
#include <ctime>
#include <fstream>
#include <functional>
#include <numbers>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "diagc/diagc.h"
#include "physics/collider/event_text.h"
#include "physics/collider/phase_space/antenna_tables.h"
#include "physics/collider/phase_space/event.h"
#include "physics/collider/phase_space/warm_up.h"
#include "physics/collider/tables.h"
#include "tests/collider/random_words.h"

namespace diagc::collider {

class GluonEvents {
 public:
  static constexpr double root_s = 14000, scale = 91.188, alpha_s = 0.130;
  static constexpr Cuts cuts{20, 2.5, 0.4};
  static constexpr unsigned members = 4096, list = 32;

  GluonEvents(unsigned jets, const PartonDensity& density, unsigned seed)
      : jets_(jets),
        sampler_({.jets = jets, .root_s = root_s, .pt = cuts.pt, .eta = cuts.eta, .dr = cuts.dr}),
        orderings_(gluon_mirrors(jets), list),
        densities_(density, std::vector<int>{gluon}, std::pow(jets * cuts.pt / root_s, 2),
                   {scale, scale}),
        seed_(seed) {
    const std::string path = DIAGC_SOURCE_DIR "/grammars/gluons/gluon_current.diag";
    const Compiled compiled =
        compile_file(path, {.statics = {{"n", std::to_string(jets + 2)}}, .machine_code = false});
    if (!compiled.kernel) throw std::runtime_error(compiled.diagnostics.at(0).rendered);
    const KernelPart part = kernel_part(*compiled.kernel, "gluons");
    std::ostringstream step;
    step << std::ifstream(DIAGC_SOURCE_DIR "/tests/collider/gluon_step.inc").rdbuf();
    code_.emplace(part.source + "using namespace gluons;\n" + event_memory() + "namespace {\n" +
                  event_constants(jets) + "constexpr unsigned partons = jets + 2;\n" +
                  cpu_event_lanes({.single_precision = false,
                                   .lanes = static_cast<std::uint32_t>(part.lanes)}) +
                  event_body() + "}\n" + step.str());
    work_.resize(part.work_bytes / 8 + 16);
    run_ = code_->function<Events>("events");
  }

  struct Result {
    explicit Result(unsigned jets) : by_ordering(jets + 1), round(jets + 1) {}
    Mean value;
    double passed = 0, largest = 0;
    double seconds = 0;  ///< of this core, for the events alone
    std::vector<Mean> by_ordering;
    WarmUpRound round;
  };

  /// An event that passed, with its value, pb.
  struct Passed {
    unsigned member, before;
    unsigned long long step;
    double value;
  };

  /// So many steps of all members; `seen`: whoever wants to look at what passed.
  Result run(Sampler kind, unsigned steps, const std::function<void(const Passed&)>& seen = {}) {
    const EventTables t = tables();
    const DensityTable table = densities_.table();
    const unsigned n = jets_ + 2;
    // In units of the least pT amplitudes lose pT^(4 − n).
    const double factor = gluon_factor(n) * std::pow(4 * std::numbers::pi * alpha_s, n - 2) *
                          std::pow(cuts.pt, 2 * (4 - static_cast<int>(n)));
    std::vector<double> values(members), pts(members * jets_), ys(members * jets_);
    Result result(jets_);
    void* const work =
        reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(work_.data()) + 63) / 64 * 64);
    for (unsigned i = 0; i < steps; ++i, ++step_) {
      const std::clock_t begin = std::clock();
      run_(&t, &table, &cuts, factor, kind == Sampler::antenna, step_, 0, members, work,
           values.data(), pts.data(), ys.data());
      result.seconds += static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
      for (unsigned k = 0; k < members; ++k) {
        result.value.add(values[k]);
        const unsigned before =
            t.ordering.orderings[(k / ordering_block + step_) % t.ordering.length];
        result.by_ordering[before].add(values[k]);
        result.passed += values[k] > 0;
        result.largest = std::max(result.largest, values[k]);
        if (seen && values[k] > 0)
          seen({.member = k, .before = before, .step = step_, .value = values[k]});
        std::vector<double> pt, y;
        for (unsigned j = 0; j < jets_; ++j) {
          pt.push_back(pts[j * members + k]);
          y.push_back(ys[j * members + k]);
        }
        result.round.add(sampler_, before, values[k], pt, y);
      }
    }
    return result;
  }

  /// Draws as the integrand has it.
  void fit(const Result& result) { result.round.fit(sampler_, orderings_); }

  /// x1 and x2 of an event.
  std::pair<double, double> momentum_fractions(const Passed& event) const {
    const HostEvent drawn =
        draw_event(Sampler::antenna, jets_, tables(), event.member, event.step, event.before);
    return {drawn.x1, drawn.x2};
  }

  /// What the same point, ordering and polarisations are worth where points are flat and orderings equally many.
  double flat_value(const Passed& event) const {
    const EventTables t = tables();
    const HostEvent drawn =
        draw_event(Sampler::antenna, jets_, t, event.member, event.step, event.before);
    const double root_tau = std::sqrt(drawn.x1 * drawn.x2), most = t.rambo.most,
                 s_hat = std::pow(root_tau * root_s, 2);
    const double range = -4 * std::log(root_tau) * (most - 1) * root_tau;
    const double weight =
        flat_volume(jets_) * std::pow(s_hat, jets_ - 2.0) * range / (2 * s_hat) * picobarn;
    return event.value * weight / drawn.weight * (jets_ + 1) /
           t.ordering.inverse_share[event.before];
  }

 private:
  EventTables tables() const {
    EventTables t{};
    t.key[0] = seed_;
    t.root_s = root_s;
    t.rambo.most = root_s / (jets_ * cuts.pt);
    t.antenna = sampler_.tables();
    t.ordering = orderings_.table();
    return t;
  }

  using Events = void(const EventTables*, const DensityTable*, const Cuts*, double, int,
                      unsigned long long, unsigned, unsigned, void*, double*, double*, double*);
  unsigned jets_;
  AntennaSampler sampler_;
  OrderingList orderings_;
  DensityCells densities_;
  std::optional<LoadedCode> code_;
  std::vector<double> work_;
  Events* run_ = nullptr;
  unsigned seed_;
  unsigned long long step_ = 0;
};

}  // namespace diagc::collider
