#include "physics/collider/phase_space/antenna_tables.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <stdexcept>

#include <Eigen/LU>

namespace diagc::collider {

namespace {

constexpr unsigned pt_parts = pt_bin_count * 4;  // cells that marginals and shares have
constexpr unsigned cells_of_part = pt_cell_count / pt_parts;
constexpr double equal_part = 0.1;

/// Threshold and alias for each of the shares, whose sum is 1 (Walker 1977).
void alias_table(const double* shares, unsigned count, std::uint32_t* to) {
  std::vector<double> left(shares, shares + count);
  std::vector<unsigned> small, large;
  for (unsigned i = 0; i < count; ++i) {
    left[i] *= count;
    (left[i] < 1 ? small : large).push_back(i);
  }
  const auto put = [&](unsigned i, double part, unsigned alias) {
    to[2 * i] = static_cast<std::uint32_t>(std::min(std::ldexp(part, 32), 4294967295.0));
    to[2 * i + 1] = alias;
  };
  while (!small.empty() && !large.empty()) {
    const unsigned i = small.back(), j = large.back();
    small.pop_back();
    put(i, left[i], j);
    left[j] -= 1 - left[i];
    if (left[j] >= 1) continue;
    large.pop_back();
    small.push_back(j);
  }
  for (const unsigned i : small) put(i, 1, i);
  for (const unsigned i : large) put(i, 1, i);
}

void normalise(std::vector<double>& shares) {
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares)
    share = (1 - equal_part) * share / sum + equal_part / static_cast<double>(shares.size());
}

/// Largest r of gaps: the series of a wider one would need more terms.
constexpr double widest_gap = 1;

/// AntennaTables::gap for r² and core: a polynomial through points of the exact probability, lowered until it is nowhere above.
std::array<double, gap_terms> gap_polynomial(double least_square, double core) {
  const auto exact = [&](double square) {
    const double cosh_eta = std::cosh(std::sqrt(least_square - square)) + core;
    const double phi = std::sqrt(square), tanh_half = std::sqrt((cosh_eta - 1) / (cosh_eta + 1));
    return std::atan(std::tan(phi / 2) / tanh_half) / (std::numbers::pi * phi);
  };
  Eigen::Matrix<double, gap_terms, gap_terms> powers;
  Eigen::Matrix<double, gap_terms, 1> values;
  for (unsigned i = 0; i < gap_terms; ++i) {  // Chebyshev's points
    const double part = (1 + std::cos(std::numbers::pi * (i + 0.5) / gap_terms)) / 2;
    for (unsigned k = 0; k < gap_terms; ++k) powers(i, k) = std::pow(part, k);
    values(i) = exact(part * least_square);
  }
  const Eigen::Matrix<double, gap_terms, 1> found = powers.fullPivLu().solve(values);
  double above = 0;
  constexpr int points = 1000;
  for (int i = 1; i <= points; ++i) {
    const double part = static_cast<double>(i) / points;
    double sum = 0;
    for (unsigned k = gap_terms; k-- > 0;) sum = sum * part + found(k);
    above = std::max(above, sum - exact(part * least_square));
  }
  std::array<double, gap_terms> gap{};
  for (unsigned k = 0; k < gap_terms; ++k) gap[k] = found(k) / std::pow(least_square, k);
  gap[0] -= 1.01 * above + 1e-6;
  return gap;
}

}  // namespace

AntennaSampler::AntennaSampler(const AntennaOptions& options) : options_(options) {
  if (!(options.pt > 0 && 2 * options.pt < options.root_s))
    throw std::invalid_argument(
        "found a least pT that is not between 0 and half of the energy, which sampler \"antenna\" "
        "needs");
  if (!(options.eta > 0)) throw std::invalid_argument("found an η that is not positive");
  least_log_pt_ = std::log(options.pt);
  log_range_ = std::log(options.root_s / 2) - least_log_pt_;
  y_most_ = std::min(options.eta, std::acosh(options.root_s / (2 * options.pt)));
  core_ = std::clamp(options.dr * options.dr / 8, 1e-3, 1.0);
  if (options.dr > 0) {
    least_square_ = std::pow(std::min(options.dr, widest_gap), 2);
    gap_ = gap_polynomial(least_square_, core_);
  }
  u_.assign(y_cell_count, 1);
  // ∫ d²pT / pT², with an end that falls as densities do.
  std::vector<double> shares(pt_parts);
  for (unsigned i = 0; i < pt_parts; ++i)
    shares[i] = std::exp(-1.5 * log_range_ * (i + 0.5) / pt_parts);
  normalise(shares);
  build_pt(shares);
  build_y();
}

void AntennaSampler::build_pt(const std::vector<double>& shares) {
  pt_share_ = shares;
  // Bins of equal probability, whose ends are ends of cells; a bin takes no less than a cell.
  const double cell_width = log_range_ / pt_cell_count;
  std::vector<double> below(pt_cell_count + 1);
  for (unsigned i = 0; i < pt_cell_count; ++i)
    below[i + 1] = below[i] + shares[i / cells_of_part] / cells_of_part;
  pt_bins_.clear();
  pt_inverse_density_.assign(pt_cell_count, 0);
  unsigned first = 0;
  for (unsigned bin = 0; bin < pt_bin_count; ++bin) {
    unsigned end = first + 1;
    while (end < pt_cell_count - (pt_bin_count - 1 - bin) &&
           below[end] + below[end + 1] < 2 * (bin + 1.0) / pt_bin_count)
      ++end;
    if (bin + 1 == pt_bin_count) end = pt_cell_count;
    const double width = (end - first) * cell_width;
    pt_bins_.push_back(least_log_pt_ + first * cell_width);
    pt_bins_.push_back(width);
    std::fill(pt_inverse_density_.begin() + first, pt_inverse_density_.begin() + end,
              pt_bin_count * width);
    first = end;
  }
}

void AntennaSampler::build_y() {
  constexpr unsigned m = y_cell_count;
  const double width = 2 * y_most_ / m;
  const auto y = [&](unsigned cell) { return width * (cell + 0.5) - y_most_; };
  // A(Δy), the mean of all places in cells so far apart.
  std::vector<double> links(m);
  constexpr int points = 8;
  for (unsigned apart = 0; apart < m; ++apart) {
    for (int i = 0; i < points * points; ++i) {
      const double dy = width * (apart + (i / points - i % points) / double{points});
      const double cosh_eta = std::cosh(dy) + core_, square = least_square_ - dy * dy;
      double gap = 0;
      for (unsigned k = gap_terms; k-- > 0;) gap = gap * square + gap_[k];
      gap = square > 0 ? gap * std::sqrt(square) : 0;
      links[apart] += (1 - 2 * gap) / std::sqrt(cosh_eta * cosh_eta - 1) / (points * points);
    }
  }
  const auto link = [&](unsigned a, unsigned b) { return u_[b] * links[a < b ? b - a : a - b]; };
  // ahead[c]: weight of all that may follow in a chain with so many jets after cell c.
  std::vector<double> ahead(m);
  for (unsigned c = 0; c < m; ++c) ahead[c] = std::exp(-y(c));
  y_probability_.assign(std::size_t{options_.jets} * (m + 1) * m, 0);
  y_draws_.assign(2 * y_probability_.size(), 0);
  for (unsigned after = 0; after < options_.jets; ++after) {
    std::vector<double> next(m);
    for (unsigned before = 0; before <= m; ++before) {
      double* row = y_probability_.data() + (std::size_t{after} * (m + 1) + before) * m;
      double sum = 0;
      for (unsigned c = 0; c < m; ++c) {
        row[c] = (before == m ? u_[c] * std::exp(y(c)) : link(before, c)) * ahead[c];
        sum += row[c];
      }
      for (unsigned c = 0; c < m; ++c) row[c] = 0.95 * row[c] / sum + 0.05 / m;
      if (before < m) next[before] = sum;
      alias_table(row, m, y_draws_.data() + 2 * (row - y_probability_.data()));
    }
    const double largest = *std::max_element(next.begin(), next.end());
    for (unsigned c = 0; c < m; ++c) ahead[c] = next[c] / largest;
  }
}

AntennaTables AntennaSampler::tables() const {
  AntennaTables tables{.pt_bins = pt_bins_.data(),
                       .pt_inverse_density = pt_inverse_density_.data(),
                       .y_probability = y_probability_.data(),
                       .y_draws = y_draws_.data(),
                       .least_log_pt = least_log_pt_,
                       .pt_cells_per_log = pt_cell_count / log_range_,
                       .y_most = y_most_,
                       .core = core_,
                       .least_square = least_square_,
                       .gap = {}};
  std::copy(gap_.begin(), gap_.end(), tables.gap);
  return tables;
}

void AntennaSampler::Marginals::add(const AntennaSampler& sampler, double log_pt, double y_of_jet,
                                    double size) {
  const double part = (log_pt - sampler.least_log_pt_) / sampler.log_range_ * pt_parts;
  const double cell = (y_of_jet / sampler.y_most_ + 1) / 2 * y_cell_count;
  if (!(cell >= 0 && cell < y_cell_count)) return;
  y_drawn[static_cast<std::size_t>(cell)] += 1;
  if (!(part >= 0 && part < pt_parts) || !(size > 0)) return;
  pt[static_cast<std::size_t>(part)] += size;
  y[static_cast<std::size_t>(cell)] += size;
}

void AntennaSampler::fit(const Marginals& marginals) {
  const auto total = [](const std::vector<double>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0);
  };
  if (!(total(marginals.pt) > 0)) return;
  // Neighbours are averaged: few events stand in the end.
  std::vector<double> shares(pt_parts);
  for (unsigned i = 0; i < pt_parts; ++i) {
    const unsigned first = i < 2 ? 0 : i - 2, end = std::min(i + 3, pt_parts);
    for (unsigned j = first; j < end; ++j) shares[i] += marginals.pt[j] / (end - first);
  }
  normalise(shares);
  // Both signs of y are alike.
  const double all = total(marginals.y), drawn = total(marginals.y_drawn);
  for (unsigned c = 0; c < y_cell_count / 2; ++c) {
    const unsigned mirror = y_cell_count - 1 - c;
    const double has = (marginals.y[c] + marginals.y[mirror]) / all,
                 was = (marginals.y_drawn[c] + marginals.y_drawn[mirror]) / drawn;
    if (!(has > 0 && was > 0)) continue;
    u_[c] = u_[mirror] = std::clamp(u_[c] * std::clamp(has / was, 0.2, 5.0), 1e-4, 1e4);
  }
  build_pt(shares);
  build_y();
}

std::vector<double> AntennaSampler::parameters() const {
  std::vector<double> result = pt_share_;
  result.insert(result.end(), u_.begin(), u_.end());
  return result;
}

void AntennaSampler::set_parameters(const std::vector<double>& parameters) {
  if (parameters.size() != pt_parts + y_cell_count)
    throw std::invalid_argument("found distributions of another size");
  std::vector<double> shares(parameters.begin(), parameters.begin() + pt_parts),
      u(parameters.begin() + pt_parts, parameters.end());
  const auto in = [](double least, double most) {
    return [=](double x) { return x >= least && x <= most; };
  };
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  if (!std::all_of(shares.begin(), shares.end(), in(equal_part / pt_parts / 2, 1)) ||
      std::abs(sum - 1) > 1e-6 || !std::all_of(u.begin(), u.end(), in(1e-5, 1e5))) {
    throw std::invalid_argument("found distributions that cannot be");
  }
  u_ = std::move(u);
  build_pt(shares);
  build_y();
}

}  // namespace diagc::collider
