#include "physics/series/exact/cluster_series.h"

#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace diagc::series::exact {

namespace {

using Eigen::ArrayXd, Eigen::MatrixXd;

/// Σ_k part[k] U^k with symmetric matrices or numbers for parts.
using MatrixSeries = std::vector<MatrixXd>;
using Series = std::vector<double>;

MatrixSeries square(const MatrixSeries& a) {
  MatrixSeries result(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    MatrixXd half = MatrixXd::Zero(a[0].rows(), a[0].cols());
    for (std::size_t i = 0; 2 * i < k; ++i) half.noalias() += a[i] * a[k - i];
    result[k] = half + half.transpose();
    if (k % 2 == 0) result[k].noalias() += a[k / 2] * a[k / 2];
  }
  return result;
}

/// e^(A + B U) with a diagonal B, by the Taylor series of the exponential of a small part of it and squaring.
MatrixSeries exponential(const MatrixXd& a, const ArrayXd& b, int order) {
  const auto parts = static_cast<std::size_t>(order) + 1;
  const double norm = a.cwiseAbs().rowwise().sum().maxCoeff();
  const int squarings =
      std::max(0, static_cast<int>(std::ceil(std::log2(std::max(norm, 1.0)))) + 2);
  const double scale = std::ldexp(1.0, -squarings);

  MatrixSeries sum(parts, MatrixXd::Zero(a.rows(), a.cols()));
  sum[0].setIdentity();
  MatrixSeries term = sum;
  // Terms fall by 4 a power at least, and by the factorial.
  for (int power = 1; power <= 22 + order; ++power) {
    MatrixSeries next(parts);
    for (std::size_t i = 0; i < parts; ++i) {
      next[i] = a * term[i];
      if (i > 0) next[i] += b.matrix().asDiagonal() * term[i - 1];
      next[i] *= scale / power;
      sum[i] += next[i];
    }
    term = std::move(next);
  }
  for (int i = 0; i < squarings; ++i) sum = square(sum);
  return sum;
}

/// All ways to put `particles` on `sites`, as bits.
std::vector<std::uint32_t> occupations(std::size_t sites, int particles) {
  std::vector<std::uint32_t> states;
  for (std::uint32_t bits = 0; bits < (1u << sites); ++bits) {
    if (std::popcount(bits) == particles) states.push_back(bits);
  }
  return states;
}

/// Σ_ab h_ab c†_a c_b between states of one flavour.
MatrixXd one_body(const std::vector<std::vector<double>>& h,
                  const std::vector<std::uint32_t>& states) {
  const auto size = static_cast<Eigen::Index>(states.size());
  MatrixXd matrix = MatrixXd::Zero(size, size);
  for (Eigen::Index column = 0; column < size; ++column) {
    const std::uint32_t state = states[static_cast<std::size_t>(column)];
    for (std::size_t b = 0; b < h.size(); ++b) {
      if (!(state >> b & 1)) continue;
      const std::uint32_t without = state & ~(1u << b);
      for (std::size_t a = 0; a < h.size(); ++a) {
        if (without >> a & 1) continue;
        const std::uint32_t image = without | 1u << a;
        const int passed =
            std::popcount(without & ((1u << a) - 1)) + std::popcount(without & ((1u << b) - 1));
        const auto row = std::ranges::lower_bound(states, image) - states.begin();
        matrix(row, column) += (passed % 2 == 0 ? 1 : -1) * h[a][b];
      }
    }
  }
  return matrix;
}

/// Tr e^(−βH), and the same with observables of the whole cluster as factors.
struct Traces {
  Series z, particles, staggered, pairs, one_body;

  explicit Traces(std::size_t parts)
      : z(parts), particles(parts), staggered(parts), pairs(parts), one_body(parts) {}
};

/// Adds the sector with these particle numbers, `ways` times, as a series in U − centre.
void add_sector(Traces& traces, const Cluster& cluster, const std::vector<int>& particles,
                int order, double centre, double ways) {
  std::vector<std::vector<std::uint32_t>> states;
  Eigen::Index size = 1;
  int total = 0;
  for (const int number : particles) {
    states.push_back(occupations(cluster.hopping.size(), number));
    size *= static_cast<Eigen::Index>(states.back().size());
    total += number;
  }
  // A state is one state a flavour, the first flavour counting fastest.
  MatrixXd hopping = MatrixXd::Zero(size, size);
  Eigen::Index stride = 1;
  for (const auto& own : states) {
    const MatrixXd h = one_body(cluster.hopping, own);
    const auto count = static_cast<Eigen::Index>(own.size());
    for (Eigen::Index column = 0; column < size; ++column) {
      const Eigen::Index from = column / stride % count;
      for (Eigen::Index to = 0; to < count; ++to) {
        hopping(column + (to - from) * stride, column) += h(to, from);
      }
    }
    stride *= count;
  }
  ArrayXd pairs = ArrayXd::Zero(size), staggered = ArrayXd::Zero(size);
  for (Eigen::Index i = 0; i < size; ++i) {
    for (std::size_t site = 0; site < cluster.hopping.size(); ++site) {
      int on_site = 0;
      Eigen::Index rest = i;
      for (const auto& own : states) {
        const auto count = static_cast<Eigen::Index>(own.size());
        on_site += own[static_cast<std::size_t>(rest % count)] >> site & 1;
        rest /= count;
      }
      pairs(i) += on_site * (on_site - 1) / 2;
      if (!cluster.signs.empty()) staggered(i) += cluster.signs[site] * on_site;
    }
  }
  const double beta = cluster.beta, shift = (cluster.flavours - 1) * cluster.alpha * total;
  const ArrayXd b = -beta * (pairs - shift);
  MatrixXd a = -beta * hopping;
  a.diagonal().array() += beta * cluster.mu * total + centre * b;
  const MatrixSeries weight = exponential(a, b, order);
  for (std::size_t k = 0; k < weight.size(); ++k) {
    const double trace = weight[k].trace();
    traces.z[k] += ways * trace;
    traces.particles[k] += ways * total * trace;
    traces.staggered[k] += ways * (weight[k].diagonal().array() * staggered).sum();
    traces.pairs[k] += ways * (weight[k].diagonal().array() * pairs).sum();
    traces.one_body[k] += ways * weight[k].cwiseProduct(hopping).sum();
  }
}

double permutations(const std::vector<int>& sorted) {
  double ways = std::tgamma(sorted.size() + 1.0);
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t end = i;
    while (end < sorted.size() && sorted[end] == sorted[i]) ++end;
    ways /= std::tgamma(end - i + 1.0);
    i = end;
  }
  return std::round(ways);
}

Traces traces_of(const Cluster& cluster, int order, double centre) {
  const auto sites = static_cast<int>(cluster.hopping.size());
  Traces traces(static_cast<std::size_t>(order) + 1);
  // Flavours are alike: particle numbers in ascending order stand for all their permutations.
  std::vector<int> particles(static_cast<std::size_t>(cluster.flavours), 0);
  for (;;) {
    add_sector(traces, cluster, particles, order, centre, permutations(particles));
    std::size_t next = particles.size();
    while (next > 0 && particles[next - 1] == sites) --next;
    if (next == 0) return traces;
    std::fill(particles.begin() + static_cast<std::ptrdiff_t>(next) - 1, particles.end(),
              particles[next - 1] + 1);
  }
}

/// above / (below · times)
Series quotient(const Series& above, const Series& below, double times) {
  Series result(above);
  for (std::size_t i = 0; i < result.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) result[i] -= result[j] * below[i - j];
    result[i] /= below[0];
  }
  for (double& value : result) value /= times;
  return result;
}

}  // namespace

ThermalSeries thermal_series(const Cluster& cluster, int order, double centre) {
  const Traces traces = traces_of(cluster, order, centre);
  const auto sites = static_cast<double>(cluster.hopping.size());
  const double pairs = cluster.flavours * (cluster.flavours - 1) / 2.0;
  const std::size_t size = traces.z.size();

  ThermalSeries result;
  // ∂ ln Z = ∂Z / Z.
  Series derivative(size - 1);
  for (std::size_t k = 1; k < size; ++k) derivative[k - 1] = static_cast<double>(k) * traces.z[k];
  result.log_z.assign(1, 0.0);
  for (const double slope : quotient(derivative, traces.z, sites)) {
    result.log_z.push_back(slope / static_cast<double>(result.log_z.size()));
  }
  result.density = quotient(traces.particles, traces.z, sites * cluster.flavours);
  result.staggered_density = quotient(traces.staggered, traces.z, sites * cluster.flavours);
  result.double_occupancy =
      pairs > 0 ? quotient(traces.pairs, traces.z, sites * pairs) : Series(size, 0.0);
  Series energy = traces.one_body;
  for (std::size_t k = 0; k < size; ++k) {
    energy[k] += centre * traces.pairs[k];
    if (k > 0) energy[k] += traces.pairs[k - 1];
  }
  result.energy = quotient(energy, traces.z, sites);
  return result;
}

std::vector<double> density_series(const Cluster& cluster, int order, double centre) {
  return thermal_series(cluster, order, centre).density;
}

std::vector<double> partition_series(const Cluster& cluster, int order, double centre) {
  return traces_of(cluster, order, centre).z;
}

}  // namespace diagc::series::exact
