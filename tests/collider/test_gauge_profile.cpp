// Gauge invariance in profile: with its momentum in place of one polarisation an amplitude vanishes, to rounding. By how much it does not, over
// the amplitude's size, against the weight of the event. SHOW=1 prints the table of docs/events.md; EVENTS, JETS.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "diagc/compile.h"
#include "physics/collider/pdf/analytic.h"
#include "physics/collider/phase_space/antenna_tables.h"
#include "physics/collider/phase_space/event.h"
#include "tests/collider/random_words.h"

using namespace diagc;
using namespace diagc::collider;

namespace {

/// gluon_current of many configurations: momenta and polarisations as HostPartons has them.
template <class T>
std::vector<double> amplitudes(unsigned gluons, const std::vector<HostPartons>& all) {
  const Compiled compiled =
      compile_file(DIAGC_SOURCE_DIR "/grammars/gluons/gluon_current.diag",
                   {.statics = {{"n", std::to_string(gluons)}},
                    .precision = sizeof(T) == 4 ? Precision::fp32 : Precision::fp64});
  if (!compiled.kernel) throw std::runtime_error(compiled.diagnostics.at(0).rendered);
  const std::size_t rows = 4 * std::size_t{gluons}, count = all.size();
  std::vector<T> p(rows * count), e(rows * count), result(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t r = 0; r < rows; ++r) {
      p[r * count + i] = static_cast<T>(all[i].p[r]);
      e[r * count + i] = static_cast<T>(all[i].e[r]);
    }
  }
  const InputRows<T> inputs[] = {{p.data(), count}, {e.data(), count}};
  const OutputRows<T> outputs[] = {{result.data(), count}};
  compiled.kernel->evaluate(RowBatch<T>{count, inputs, outputs, {}});
  return {result.begin(), result.end()};
}

unsigned setting(const char* name, unsigned otherwise) {
  const char* given = std::getenv(name);
  return given ? static_cast<unsigned>(std::atoi(given)) : otherwise;
}

double quantile(std::vector<double> values, double part) {
  std::ranges::sort(values);
  return values.empty() ? 0 : values[static_cast<std::size_t>(part * (values.size() - 1))];
}

}  // namespace

TEST_CASE("gauge invariance in single and double precision against the weight of events") {
  const unsigned seed = test_seed(), jets = setting("JETS", 4), events = setting("EVENTS", 20'000);
  INFO("DIAGC_TEST_SEED=" << seed);
  const double root_s = 14000, pt = 20;
  const Cuts cuts{pt, 2.5, 0.4};
  const AntennaSampler sampler({.jets = jets, .root_s = root_s, .pt = pt, .eta = 2.5, .dr = 0.4});
  const AnalyticDensity density;
  EventTables t{};
  t.key[0] = seed;
  t.root_s = root_s;
  t.antenna = sampler.tables();
  constexpr std::uint64_t sets = 8;  // of polarisations, whose rms is the amplitude's size
  std::vector<HostPartons> plain, with_momentum;
  std::vector<double> factors;
  for (std::uint32_t i = 0; i < events; ++i) {
    const unsigned before = i % (jets + 1);
    const HostEvent event = draw_event(Sampler::antenna, jets, t, i, 0, before);
    if (event.weight <= 0 || !passes(event, cuts)) continue;
    factors.push_back(event.weight * density.xf(gluon, event.x1, 91.188) *
                      density.xf(gluon, event.x2, 91.188));
    for (std::uint64_t set = 0; set < sets; ++set)
      plain.push_back(partons(event, t, i, set, before, 1 / 64.0));
    HostPartons changed = plain[plain.size() - sets];
    const std::size_t gluon_at = 4 * (i % (jets + 2));  // every place in turn
    const double energy = changed.p[gluon_at];
    for (std::size_t k = 0; k < 4; ++k) changed.e[gluon_at + k] = changed.p[gluon_at + k] / energy;
    with_momentum.push_back(std::move(changed));
  }
  const std::size_t count = factors.size();
  REQUIRE(count > events / 4);
  const std::vector<double> exact = amplitudes<double>(jets + 2, plain),
                            single = amplitudes<float>(jets + 2, plain),
                            gauge = amplitudes<double>(jets + 2, with_momentum),
                            gauge_single = amplitudes<float>(jets + 2, with_momentum);
  struct Row {
    std::vector<double> fp64, fp32, error;
  };
  std::vector<Row> rows(6);  // weights over their mean: below 0.001, …, above 10
  std::vector<double> sizes, weights;
  for (std::size_t i = 0; i < count; ++i) {
    double square = 0;
    for (std::size_t set = 0; set < sets; ++set)
      square += exact[i * sets + set] * exact[i * sets + set] / sets;
    sizes.push_back(std::sqrt(square));
    weights.push_back(factors[i] * square);
  }
  const double mean =
      std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double decade = std::floor(std::log10(weights[i] / mean)) + 4;
    Row& row = rows[static_cast<std::size_t>(std::clamp(decade, 0.0, 5.0))];
    row.fp64.push_back(std::abs(gauge[i]) / sizes[i]);
    row.fp32.push_back(std::abs(gauge_single[i]) / sizes[i]);
    row.error.push_back(std::abs(single[i * sets] - exact[i * sets]) / sizes[i]);
  }
  if (std::getenv("SHOW"))
    std::puts(
        "w / mean >=  events  |m|/size fp32: median  99 %  largest  fp64: largest  error of m "
        "fp32: median  99 %");
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Row& row = rows[k];
    if (row.fp32.empty()) continue;
    if (std::getenv("SHOW"))
      std::printf("%10.3g  %7zu  %.1e  %.1e  %.1e  %.1e  %.1e  %.1e\n",
                  k == 0 ? 0 : std::pow(10, static_cast<double>(k) - 4), row.fp32.size(),
                  quantile(row.fp32, 0.5), quantile(row.fp32, 0.99), quantile(row.fp32, 1),
                  quantile(row.fp64, 1), quantile(row.error, 0.5), quantile(row.error, 0.99));
    if (row.fp32.size() < 100) continue;
    CAPTURE(k, row.fp32.size());
    CHECK(quantile(row.fp32, 0.5) < 1e-4);
    CHECK(quantile(row.fp32, 0.5) > 1e-8);  // it is single precision that is looked at
    CHECK(quantile(row.fp64, 0.5) < 1e-13);
    CHECK(quantile(row.error, 0.5) < 1e-4);
  }
}
