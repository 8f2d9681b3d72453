#include "physics/dynamics/spectra.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/dynamics/gauss.h"
#include "runtime/system/thread_pool.h"

namespace diagc::dynamics {

namespace {

using Window = std::function<double(double)>;

/// ∫ ℓ_j(t') S(t') exp(−iωt') dt' over a panel, from its beginning up to `end`: [ω][node].
std::vector<Complex> weights_of_panel(const TwoTime& past, std::size_t panel, double end,
                                      const std::vector<double>& frequencies,
                                      const Window& window) {
  const Collocation& collocation = past.collocation();
  const double start = past.start(panel), length = past.length(panel), part = end - start;
  double highest = 0;
  for (const double omega : frequencies) highest = std::max(highest, std::abs(omega));
  const GaussRule rule =
      gauss_rule(collocation.order + 16 + static_cast<std::size_t>(std::ceil(highest * part)));
  std::vector<double> points;
  for (const double node : rule.nodes) points.push_back(part * node / length);
  const std::vector<double> values = interpolation(collocation.nodes, points);
  std::vector<Complex> weights(frequencies.size() * collocation.order);
  for (std::size_t w = 0; w < frequencies.size(); ++w) {
    for (std::size_t point = 0; point < points.size(); ++point) {
      const double time = start + length * points[point];
      const Complex factor =
          std::polar(part * rule.weights[point] * window(time), -frequencies[w] * time);
      for (std::size_t j = 0; j < collocation.order; ++j) {
        weights[w * collocation.order + j] += factor * values[point * collocation.order + j];
      }
    }
  }
  return weights;
}

std::size_t panel_of_time(const TwoTime& past, double time) {
  for (std::size_t panel = 0; panel < past.panels(); ++panel) {
    if (time >= past.start(panel) && time <= past.start(panel) + past.length(panel) * (1 + 1e-12)) {
      return panel;
    }
  }
  throw std::runtime_error(
      fmt::format("found the time {} of a spectrum, expected one from {} to {}, of which G is kept",
                  time, past.panels() == 0 ? 0.0 : past.start(0), past.end()));
}

Complex trace_of_pair(const Block& block, std::size_t bands, std::size_t row, std::size_t column) {
  Complex sum = 0;
  for (std::size_t a = 0; a < bands; ++a) sum += block.at(row * bands + a, column * bands + a);
  return sum;
}

}  // namespace

std::vector<double> spectral_function(const TwoTime& past, double time,
                                      const std::vector<double>& frequencies, unsigned threads) {
  const std::size_t order = past.collocation().order, bands = past.bands();
  const std::size_t count = frequencies.size(), last = panel_of_time(past, time);
  const double place[] = {(time - past.start(last)) / past.length(last)};
  const std::vector<double> of_row = interpolation(past.collocation().nodes, place);
  std::vector<std::vector<Complex>> weights;
  for (std::size_t panel = 0; panel <= last; ++panel) {
    const double end = panel == last ? time : past.start(panel) + past.length(panel);
    weights.push_back(weights_of_panel(past, panel, end, frequencies, [](double) { return 1.0; }));
  }
  std::vector<double> result(past.points() * count);
  ThreadPool::shared().run(threads, past.points(), [&](std::size_t k) {
    const BlockRows scratch(1, 1, past.block_size(), past.block_size());
    std::vector<Complex> sums(count);
    for (std::size_t panel = 0; panel <= last; ++panel) {
      const Block block = past.spectral_block(last, k, panel, scratch.at(0, 0));
      for (std::size_t j = 0; j < order; ++j) {
        Complex value = 0;
        for (std::size_t l = 0; l < order; ++l) {
          value += of_row[l] * trace_of_pair(block, bands, l, j);
        }
        for (std::size_t w = 0; w < count; ++w) sums[w] += weights[panel][w * order + j] * value;
      }
    }
    for (std::size_t w = 0; w < count; ++w) {
      result[k * count + w] =
          -(sums[w] * std::polar(1.0, frequencies[w] * time)).imag() / std::numbers::pi;
    }
  });
  return result;
}

std::vector<double> photoemission(const TwoTime& past, double time, double probe,
                                  const std::vector<double>& frequencies, unsigned threads) {
  constexpr double reach = 9;  // widths; beyond the probe is less than the last digit
  panel_of_time(past, time);
  const std::size_t order = past.collocation().order, bands = past.bands();
  const std::size_t count = frequencies.size();
  const Window window = [&](double t) {
    const double x = (t - time) / probe;
    return std::exp(-x * x / 2);
  };
  std::vector<std::size_t> panels;
  std::vector<std::vector<Complex>> weights;
  for (std::size_t panel = 0; panel < past.panels(); ++panel) {
    const double start = past.start(panel), end = start + past.length(panel);
    if (end < time - reach * probe || start > time + reach * probe) continue;
    panels.push_back(panel);
    weights.push_back(weights_of_panel(past, panel, end, frequencies, window));
  }
  const double scale = 1 / (2 * std::pow(std::numbers::pi, 1.5) * probe);
  std::vector<double> result(past.points() * count);
  ThreadPool::shared().run(threads, past.points(), [&](std::size_t k) {
    const BlockRows scratch(1, 1, past.block_size(), past.block_size());
    std::vector<Complex> traces(order * order);
    for (std::size_t p = 0; p < panels.size(); ++p) {
      for (std::size_t q = 0; q <= p; ++q) {
        const Block block = past.lesser_block(panels[p], k, panels[q], scratch.at(0, 0));
        for (std::size_t i = 0; i < order; ++i) {
          for (std::size_t j = 0; j < order; ++j) {
            traces[i * order + j] = Complex(0, -1) * trace_of_pair(block, bands, i, j);
          }
        }
        // The block above the diagonal is the adjoint, whose part of the sum is the conjugate.
        const double factor = q < p ? 2 : 1;
        for (std::size_t w = 0; w < count; ++w) {
          Complex sum = 0;
          for (std::size_t i = 0; i < order; ++i) {
            Complex of_row = 0;
            for (std::size_t j = 0; j < order; ++j) {
              of_row += traces[i * order + j] * weights[q][w * order + j];
            }
            sum += std::conj(weights[p][w * order + i]) * of_row;
          }
          result[k * count + w] += scale * factor * sum.real();
        }
      }
    }
  });
  return result;
}

}  // namespace diagc::dynamics
