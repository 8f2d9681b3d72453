#include "programs/bench/dynamics_rates.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "physics/dynamics/collision.h"
#include "physics/dynamics/compiled_interaction.h"
#include "physics/dynamics/history.h"
#include "physics/dynamics/two_band_second_born.h"
#include "programs/bench/dynamics_runs.h"
#include "programs/bench/machine_loops.h"
#include "programs/command/rule_file.h"
#include "runtime/linear/blas.h"
#include "runtime/system/elapsed.h"
#include "runtime/system/freed_memory.h"

namespace diagc::bench {

namespace {

using dynamics::Complex;

/// G≷ at a pair of times: [k][a][b].
struct PairOfTimes {
  std::vector<Complex> lesser, greater;
};

PairOfTimes random_pair(std::size_t points) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1, 1);
  PairOfTimes pair;
  for (std::vector<Complex>* values : {&pair.lesser, &pair.greater}) {
    for (std::size_t i = 0; i < 4 * points; ++i)
      values->emplace_back(number(random), number(random));
  }
  return pair;
}

/// Real and imaginary parts of the four elements of G at a pair of times, two periods of k one after the other.
struct SplitPair {
  std::vector<double> re[4], im[4];
  explicit SplitPair(const std::vector<Complex>& x) {
    for (std::size_t period = 0; period < 2; ++period) {
      for (std::size_t at = 0; at < x.size(); ++at) {
        re[at % 4].push_back(x[at].real());
        im[at % 4].push_back(x[at].imag());
      }
    }
  }
};

/// Σ_y x(y) conj(z(y + shift)).
Complex correlation(const SplitPair& x, std::size_t i, const SplitPair& z, std::size_t j,
                    std::size_t shift, std::size_t points) {
  constexpr std::size_t lanes = 8;
  double re[lanes] = {}, im[lanes] = {};
  const double *a = x.re[i].data(), *b = x.im[i].data();
  const double *c = z.re[j].data() + shift, *d = z.im[j].data() + shift;
  std::size_t y = 0;
  for (; y + lanes <= points; y += lanes) {
    for (std::size_t v = 0; v < lanes; ++v) {
      re[v] += a[y + v] * c[y + v] + b[y + v] * d[y + v];
      im[v] += b[y + v] * c[y + v] - a[y + v] * d[y + v];
    }
  }
  for (; y < points; ++y) {
    re[0] += a[y] * c[y] + b[y] * d[y];
    im[0] += b[y] * c[y] - a[y] * d[y];
  }
  Complex sum;
  for (std::size_t v = 0; v < lanes; ++v) sum += Complex(re[v], im[v]);
  return sum;
}

/// Both terms of one component at one k of a chain, as sums over two k points, by vectors.
void sum_at(const SplitPair& x, const SplitPair& opposite, std::size_t k, std::size_t points,
            Complex* result) {
  std::fill(result, result + 4, Complex(0));
  const auto at = [](const SplitPair& pair, std::size_t element, std::size_t point) {
    return Complex(pair.re[element][point], pair.im[element][point]);
  };
  for (std::size_t q = 0; q < points; ++q) {
    for (std::size_t j = 0; j < 2; ++j) {
      const std::size_t oj = 1 - j;
      for (std::size_t m = 0; m < 2; ++m) {
        const std::size_t om = 1 - m;
        // At exchanged times: −conj of the transposed.
        const Complex bubble =
            std::conj(correlation(opposite, 2 * oj + om, x, 2 * oj + om, q, points));
        result[2 * j + m] -= bubble * at(x, 2 * j + m, (k + points - q) % points);
        const Complex exchange =
            correlation(x, 2 * j + om, opposite, 2 * oj + om, (q + points - k) % points, points);
        result[2 * j + m] += exchange * at(x, 2 * oj + m, q);
      }
    }
  }
  for (std::size_t i = 0; i < 4; ++i) {
    result[i] /= static_cast<double>(points) * static_cast<double>(points);
  }
}

DynamicsRate self_energy_rate(std::size_t points) {
  const dynamics::TwoBand theory({points}, dynamics::Approximation::second_born);
  const PairOfTimes pair = random_pair(points);
  const std::size_t pairs = theory.pairs();
  dynamics::PairValues lesser{nullptr, 2, pairs, theory.distance()}, greater = lesser;
  const dynamics::Numbers memory_l(2 * lesser.size()), memory_g(2 * lesser.size());
  lesser.numbers = reinterpret_cast<Complex*>(memory_l.data());
  greater.numbers = reinterpret_cast<Complex*>(memory_g.data());
  const std::vector<double> vertices(pairs, 1);
  const auto fill = [&] {
    for (std::size_t each = 0; each < pairs; ++each) {
      for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t k = 0; k < points; ++k) {
          lesser.at(i / 2, i % 2, each)[k] = pair.lesser[4 * k + i];
          greater.at(i / 2, i % 2, each)[k] = pair.greater[4 * k + i];
        }
      }
    }
  };
  // The calls that are timed make zeros of zeros, which takes as long: values would leave the range of numbers in repeated calls.
  const double rate = rates_in_turn({[&] { theory.self_energy(vertices, lesser, greater); }})[0];
  fill();
  theory.self_energy(vertices, lesser, greater);
  const std::size_t k = points / 3;
  Complex of_lesser[4], of_greater[4];
  const SplitPair split_lesser(pair.lesser), split_greater(pair.greater);
  const auto begin = std::chrono::steady_clock::now();
  sum_at(split_lesser, split_greater, k, points, of_lesser);
  sum_at(split_greater, split_lesser, k, points, of_greater);
  const double sums = seconds_since(begin) * static_cast<double>(points);
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    difference = std::max({difference, std::abs(lesser.at(i / 2, i % 2, 0)[k] - of_lesser[i]),
                           std::abs(greater.at(i / 2, i % 2, 0)[k] - of_greater[i])});
    size = std::max({size, std::abs(of_lesser[i]), std::abs(of_greater[i])});
  }
  DynamicsRate result;
  result.measured = "self-energy, a pair of times";
  result.points = points;
  result.seconds = 1 / (rate * static_cast<double>(pairs));
  result.error = difference / size;
  result.beside = "sums";
  result.beside_seconds = sums;
  result.ratio = sums / result.seconds;
  return result;
}

/// G≷ of the pairs that a theory takes at once.
class PairMemory {
 public:
  explicit PairMemory(const dynamics::Interaction& theory)
      : lesser_{nullptr, theory.bands(), theory.pairs(), theory.distance()},
        greater_(lesser_),
        of_lesser_(2 * lesser_.size()),
        of_greater_(2 * lesser_.size()) {
    lesser_.numbers = reinterpret_cast<Complex*>(of_lesser_.data());
    greater_.numbers = reinterpret_cast<Complex*>(of_greater_.data());
  }
  void fill(const PairOfTimes& pair, std::size_t points) const {
    const std::size_t bands = lesser_.bands;
    for (std::size_t each = 0; each < lesser_.pairs; ++each) {
      for (std::size_t i = 0; i < bands * bands; ++i) {
        for (std::size_t k = 0; k < points; ++k) {
          lesser_.at(i / bands, i % bands, each)[k] = pair.lesser[bands * bands * k + i];
          greater_.at(i / bands, i % bands, each)[k] = pair.greater[bands * bands * k + i];
        }
      }
    }
  }
  void evaluate(const dynamics::Interaction& theory) const {
    const std::vector<double> vertices(lesser_.pairs, 1);
    theory.self_energy(vertices, lesser_, greater_);
  }
  const dynamics::PairValues& lesser() const { return lesser_; }

 private:
  dynamics::PairValues lesser_, greater_;
  dynamics::Numbers of_lesser_, of_greater_;
};

DynamicsRate rules_rate(std::size_t points) {
  const dynamics::TwoBand own({points}, dynamics::Approximation::second_born);
  const dynamics::CompiledInteraction rules(open_rules("two_band_second_born"), {points});
  const PairMemory of_own(own), of_rules(rules);
  const auto rates =
      rates_in_turn({[&] { of_rules.evaluate(rules); }, [&] { of_own.evaluate(own); }});
  const PairOfTimes pair = random_pair(points);
  of_own.fill(pair, points);
  of_rules.fill(pair, points);
  of_own.evaluate(own);
  of_rules.evaluate(rules);
  DynamicsRate result;
  result.measured = "self-energy from rules";
  result.points = points;
  result.seconds = 1 / (rates[0] * static_cast<double>(rules.pairs()));
  result.error = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t k = 0; k < points; ++k) {
      result.error = std::max(*result.error, std::abs(of_rules.lesser().at(i / 2, i % 2, 0)[k] -
                                                      of_own.lesser().at(i / 2, i % 2, 0)[k]));
    }
  }
  result.beside = "written by hand";
  result.beside_seconds = 1 / (rates[1] * static_cast<double>(own.pairs()));
  result.ratio = *result.beside_seconds / result.seconds;
  return result;
}

void fill_random(const dynamics::PanelRows& rows, std::uint64_t& state) {
  for (const dynamics::BlockRows* each : {&rows.lesser, &rows.spectral}) {
    double* const first = each->at(0, 0).re;
    for (std::size_t i = 0; i < each->bytes() / sizeof(double); ++i) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      first[i] = static_cast<double>(state >> 40U) / static_cast<double>(1U << 24U) - 0.5;
    }
  }
}

dynamics::PanelRows random_rows(std::size_t points, std::size_t blocks, std::size_t size,
                                std::uint64_t& state) {
  dynamics::PanelRows rows{dynamics::BlockRows(points, blocks, size, size),
                           dynamics::BlockRows(points, blocks, size, size)};
  fill_random(rows, state);
  return rows;
}

void history_rates(const std::function<void(const DynamicsRate&)>& found) {
  constexpr std::size_t points = 8, panels = 50, order = 8, bands = 2, size = order * bands;
  constexpr std::size_t nodes = panels * order, full = nodes * bands;
  std::uint64_t state = 1;
  dynamics::TwoTime past(points, bands, dynamics::radau(order),
                         std::vector<Complex>(points * bands * bands));
  for (std::size_t p = 0; p < panels; ++p) {
    past.append(random_rows(points, p + 2, size, state), static_cast<double>(p + 1));
  }
  const dynamics::HistoryCode of_panels(size, size), of_rows(bands, size);
  const auto panel = random_rows(points, panels + 2, size, state);
  const auto sigma = random_rows(points, panels + 2, size, state);
  auto work = random_rows(points, panels + 2, size, state);
  const auto collide_once = [&] {
    // Integrals take the place of the self-energy.
    std::memcpy(work.lesser.at(0, 0).re, sigma.lesser.at(0, 0).re, sigma.lesser.bytes());
    std::memcpy(work.spectral.at(0, 0).re, sigma.spectral.at(0, 0).re, sigma.spectral.bytes());
    past.set_history_code(of_panels, {});
    dynamics::collide(past, 1, panel, work, 1);
  };
  dynamics::WeightedSelfEnergy of_row(past, bands);
  dynamics::HistorySums row_sums(past, bands);
  const auto one_row_once = [&] {
    past.set_history_code(of_rows, {});
    for (std::size_t k = 0; k < points; ++k) {
      row_sums.clear();
      of_row.fill(past, sigma, k);
      dynamics::add_history(past, k, of_row, panel, row_sums);
    }
  };
  const PeakLoop peak(sizeof(double));
  std::vector<std::function<void()>> functions = {collide_once, [&] { peak.run(); }, one_row_once};
  const linear::Blas* blas = linear::Blas::shared();
  constexpr std::size_t squares = 3, product = 1024;
  std::vector<Complex> matrices,
      left(std::max(bands * full, product * product), Complex(0.5, 0.25)), sums(left.size());
  if (blas) {
    matrices.assign(std::max(squares * full * full, product * product), Complex(0.25, 0.5));
    functions.emplace_back([&] {
      for (std::size_t square = 0; square < squares; ++square) {
        blas->multiply(bands, full, full, {left.data(), full, false},
                       {matrices.data() + square * full * full, full, false}, false, sums.data(),
                       full);
      }
    });
    functions.emplace_back([&] {
      blas->multiply(product, product, product, {left.data(), product, false},
                     {matrices.data(), product, false}, false, sums.data(), product);
    });
  }
  const auto rates = rates_in_turn(functions);
  const double operations = dynamics::history_operations(panels, size, size) * points;
  DynamicsRate result;
  result.measured = "history, a row and k";
  result.points = points;
  result.nodes = nodes;
  result.seconds = 1 / (rates[0] * points * order);
  result.flops = operations * rates[0];
  result.peak_share = *result.flops / (rates[1] * peak.flops());
  result.beside = "one row, same kernel";
  result.beside_seconds = 1 / (rates[2] * points);
  result.ratio = *result.beside_seconds / result.seconds;
  found(result);
  result.beside_seconds.reset();
  result.ratio.reset();
  result.beside = "one row, OpenBLAS";
  if (blas) {
    result.beside_seconds = 1 / rates[3];
    result.ratio = *result.beside_seconds / result.seconds;
  }
  found(result);
  result.beside = "rate of zgemm 1024^3";
  if (blas) {
    const double product_flops = 8 * std::pow(static_cast<double>(product), 3) * rates[4];
    result.beside_seconds = operations / (points * order) / product_flops;
    result.ratio = *result.beside_seconds / result.seconds;
  }
  found(result);
}

}  // namespace

void measure_dynamics(const std::function<void(const DynamicsRate&)>& found) {
  keep_freed_memory();
  DynamicsRate pair;
  for (const std::size_t points : {64, 256, 1024}) {
    pair = self_energy_rate(points);
    found(pair);
  }
  for (const std::size_t points : {8, 64, 1024}) found(rules_rate(points));
  history_rates(found);
  measure_runs(*pair.beside_seconds, pair.seconds, found);
}

}  // namespace diagc::bench
