#include "physics/series/exact/cluster_series.h"

#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace diagc::series::exact {

namespace {

/// Σ_k part[k] U^k with matrices or numbers for parts.
using MatrixSeries = std::vector<Eigen::MatrixXd>;
using Series = std::vector<double>;

MatrixSeries product(const MatrixSeries& a, const MatrixSeries& b) {
  MatrixSeries result(a.size(), Eigen::MatrixXd::Zero(a[0].rows(), a[0].cols()));
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; i + j < a.size(); ++j) result[i + j].noalias() += a[i] * b[j];
  }
  return result;
}

/// Tr e^(A + B U), by the Taylor series of the exponential of a small part of it and squaring.
Series trace_of_exponential(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b, int order) {
  const auto parts = static_cast<std::size_t>(order) + 1;
  const double norm = a.cwiseAbs().rowwise().sum().maxCoeff();
  const int squarings =
      std::max(0, static_cast<int>(std::ceil(std::log2(std::max(norm, 1.0)))) + 2);
  const double scale = std::ldexp(1.0, -squarings);

  MatrixSeries sum(parts, Eigen::MatrixXd::Zero(a.rows(), a.cols()));
  sum[0].setIdentity();
  MatrixSeries term = sum;
  for (int power = 1; power <= 20 + order; ++power) {
    MatrixSeries next(parts);
    for (std::size_t i = 0; i < parts; ++i) {
      next[i] = a * term[i];
      if (i > 0) next[i].noalias() += b * term[i - 1];
      next[i] *= scale / power;
      sum[i] += next[i];
    }
    term = std::move(next);
  }
  for (int i = 0; i < squarings; ++i) sum = product(sum, sum);
  Series trace(parts);
  for (std::size_t i = 0; i < parts; ++i) trace[i] = sum[i].trace();
  return trace;
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
Eigen::MatrixXd one_body(const std::vector<std::vector<double>>& h,
                         const std::vector<std::uint32_t>& states) {
  const auto size = static_cast<Eigen::Index>(states.size());
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);
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

/// Z of the sector with these particle numbers, as a series in U − centre.
Series sector(const Cluster& cluster, const std::vector<int>& particles, int order, double centre) {
  std::vector<std::vector<std::uint32_t>> states;
  Eigen::Index size = 1;
  int total = 0;
  for (const int number : particles) {
    states.push_back(occupations(cluster.hopping.size(), number));
    size *= static_cast<Eigen::Index>(states.back().size());
    total += number;
  }
  // A state is one state a flavour, the first flavour counting fastest.
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(size, size), b = a;
  Eigen::Index stride = 1;
  for (const auto& own : states) {
    const Eigen::MatrixXd h = one_body(cluster.hopping, own);
    const auto count = static_cast<Eigen::Index>(own.size());
    for (Eigen::Index column = 0; column < size; ++column) {
      const Eigen::Index from = column / stride % count;
      for (Eigen::Index to = 0; to < count; ++to) {
        a(column + (to - from) * stride, column) -= cluster.beta * h(to, from);
      }
    }
    stride *= count;
  }
  for (Eigen::Index i = 0; i < size; ++i) {
    double pairs = 0;
    for (std::size_t site = 0; site < cluster.hopping.size(); ++site) {
      int on_site = 0;
      Eigen::Index rest = i;
      for (const auto& own : states) {
        const auto count = static_cast<Eigen::Index>(own.size());
        on_site += own[static_cast<std::size_t>(rest % count)] >> site & 1;
        rest /= count;
      }
      pairs += on_site * (on_site - 1) / 2.0;
    }
    a(i, i) += cluster.beta * cluster.mu * total;
    b(i, i) -= cluster.beta * (pairs - (cluster.flavours - 1) * cluster.alpha * total);
  }
  return trace_of_exponential(a + centre * b, b, order);
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

struct Parts {
  Series z, weighted;  // Tr e^(−βH), and the same with the density as a factor
};

Parts parts_of(const Cluster& cluster, int order, double centre) {
  const auto sites = static_cast<int>(cluster.hopping.size());
  const auto size = static_cast<std::size_t>(order) + 1;
  Parts parts{Series(size, 0), Series(size, 0)};
  // Flavours are alike: particle numbers in ascending order stand for all their permutations.
  std::vector<int> particles(static_cast<std::size_t>(cluster.flavours), 0);
  for (;;) {
    const Series part = sector(cluster, particles, order, centre);
    const double ways = permutations(particles);
    int total = 0;
    for (const int number : particles) total += number;
    for (std::size_t i = 0; i < size; ++i) {
      parts.z[i] += ways * part[i];
      parts.weighted[i] += ways * part[i] * total / (sites * cluster.flavours);
    }
    std::size_t next = particles.size();
    while (next > 0 && particles[next - 1] == sites) --next;
    if (next == 0) return parts;
    std::fill(particles.begin() + static_cast<std::ptrdiff_t>(next) - 1, particles.end(),
              particles[next - 1] + 1);
  }
}

}  // namespace

std::vector<double> partition_series(const Cluster& cluster, int order, double centre) {
  return parts_of(cluster, order, centre).z;
}

std::vector<double> density_series(const Cluster& cluster, int order, double centre) {
  const Parts parts = parts_of(cluster, order, centre);
  Series density(parts.z.size());
  for (std::size_t i = 0; i < density.size(); ++i) {
    double rest = parts.weighted[i];
    for (std::size_t j = 0; j < i; ++j) rest -= density[j] * parts.z[i - j];
    density[i] = rest / parts.z[0];
  }
  return density;
}

}  // namespace diagc::series::exact
