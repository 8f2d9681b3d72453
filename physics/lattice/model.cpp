#include "physics/lattice/model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "physics/lattice/check_options.h"
#include "physics/lattice/filling.h"
#include "physics/lattice/geometry.h"
#include "physics/lattice/infinite.h"
#include "physics/lattice/line_tables.h"
#include "physics/lattice/own_table.h"
#include "physics/lattice/spectrum.h"
#include "physics/lattice/sublattices.h"
#include "physics/lattice/tabulate.h"
#include "runtime/system/ask_worker.h"

namespace diagc::lattice {
namespace {

double error_bound(Precision precision) { return precision == Precision::fp32 ? 1e-7 : 1e-11; }

std::uint32_t degree_of(const ModelOptions& options) {
  if (options.degree != 0) return options.degree;
  return options.precision == Precision::fp32 ? 3 : 7;
}

std::unique_ptr<Spectrum> place_lattice(const ModelOptions& options, Model& model) {
  const Geometry geometry = geometry_of(options, options.t, options.t_prime);
  std::array<std::uint32_t, 3> lengths{1, 1, 1};
  if (options.size.empty()) {
    const InfiniteSize size =
        infinite_size(geometry, options.beta, options.mu, options.filling, options.infinite_bound);
    std::fill_n(lengths.begin(), geometry.dimensions, size.extent);
    model.finite_size_error = size.error;
  } else {
    std::ranges::copy(options.size, lengths.begin());
    // Pairs lie along the shortest direction; these lattices have equal ones.
    if (geometry.paired) std::ranges::sort(lengths.begin(), lengths.begin() + geometry.dimensions);
  }
  model.space = lattice_space(geometry, geometry.extents_of(lengths));
  return lattice_spectrum(geometry, model.space);
}

void make_own_model(const ModelOptions& options, Model& model) {
  Geometry geometry;
  geometry.dimensions = static_cast<std::uint32_t>(options.size.size());
  for (std::uint32_t i = 0; i < geometry.dimensions; ++i) {
    Hop hop{{}, 1};
    hop.step.cells[i] = 1;
    geometry.hops.push_back(hop);
  }
  std::array<std::uint32_t, 3> extents{1, 1, 1};
  std::ranges::copy(options.size, extents.begin());
  model.space = lattice_space(geometry, extents);
  for (Neighbour& neighbour : model.space.neighbours) neighbour.hopping = 0;
  const std::uint32_t degree = degree_of(options);
  OwnTables tables = is_own_table(options.own_propagator)
                         ? read_own_tables(options, degree)
                         : own_tables(read_own_propagator(options), degree, foreign_code_limits());
  model.table = std::move(tables.table);
  if (options.derivative == Derivative::mu) model.derivative = std::move(tables.derivative);
  model.filling = model.table.equal_time[0];
  model.mu = model.dn_dmu = model.energy = std::numeric_limits<double>::quiet_NaN();
  make_lines(options, degree, error_bound(options.precision), nullptr, model);
}

double staggered_density(const Model& model) {
  const Space& space = model.space;
  double sum = 0;
  for (std::size_t i = 0; i < space.roots.size() && !space.signs.empty(); ++i) {
    const std::uint32_t root = space.roots[i];
    sum +=
        space.root_weights[i] * space.signs[root] * model.table.equal_time[space.row(root, root)];
  }
  return sum;
}

void make_free_model(const ModelOptions& options, Model& model) {
  std::unique_ptr<Spectrum> spectrum;
  if (options.lattice == Lattice::cluster) {
    const auto hopping = hopping_in_field(options);
    model.space = cluster_space(
        hopping, has_sublattices(options) ? sublattice_signs(hopping) : std::vector<int>{});
    spectrum = cluster_spectrum(hopping, model.space);
  } else {
    spectrum = place_lattice(options, model);
  }
  model.mu = options.mu ? *options.mu : mu_at(spectrum->levels(), options.beta, *options.filling);
  model.filling = filling_at(spectrum->levels(), options.beta, model.mu);
  model.dn_dmu = filling_slope(spectrum->levels(), options.beta, model.mu);
  model.energy = energy_at(spectrum->levels(), options.beta, model.mu);
  const PropagatorsAt propagators = [&](double tau, std::span<double> rows) {
    spectrum->propagators(options.beta, model.mu, tau, rows);
  };
  const std::uint32_t rows = row_count(model.space), degree = degree_of(options);
  const double bound = error_bound(options.precision);
  model.table = tabulate(rows, options.beta, degree, bound, propagators);
  model.staggered_density = staggered_density(model);
  make_lines(options, degree, bound, spectrum.get(), model);
  if (options.derivative == Derivative::none) return;
  const bool of_energy = options.derivative == Derivative::energy;
  const auto derivatives_of = of_energy ? &Spectrum::heat_derivatives
                              : options.derivative == Derivative::staggered
                                  ? &Spectrum::staggered_derivatives
                                  : &Spectrum::derivatives;
  const PropagatorsAt derivatives = [&](double tau, std::span<double> values) {
    ((*spectrum).*derivatives_of)(options.beta, model.mu, tau, values);
  };
  // ∂G0/∂μ is β times as large as G0, as is the one by a field, and ε times that where it is the energy's.
  const double scale = of_energy ? 0.5 + options.beta * largest_energy(*spectrum) : options.beta;
  model.derivative = tabulate(rows, options.beta, degree, scale * bound, derivatives);
  const std::uint32_t intervals = std::max(model.table.intervals, model.derivative->intervals);
  if (model.table.intervals < intervals)
    model.table = tabulate_with(rows, options.beta, degree, intervals, propagators);
  if (model.derivative->intervals < intervals)
    model.derivative = tabulate_with(rows, options.beta, degree, intervals, derivatives);
}

void shift_diagonal(Model& model) {
  model.hartree_alpha = model.filling;
  // Where sites are alike the difference is 0. What rounding leaves of it would be sampled as if it were physics.
  const double rounding = 16 * std::numeric_limits<double>::epsilon() * model.filling;
  std::vector<bool> shifted(model.table.rows, false);
  for (std::uint32_t site = 0; site < model.space.cell_sites; ++site) {
    const std::uint32_t row = model.space.row(site, site);
    if (shifted[row]) continue;
    double& diagonal = model.table.equal_time[row];
    diagonal -= model.hartree_alpha;
    if (std::abs(diagonal) <= rounding) diagonal = 0;
    shifted[row] = true;
  }
}

std::string described(const ModelOptions& options, const Model& model) {
  std::string text;
  if (options.lattice == Lattice::cluster) {
    text =
        fmt::format("cluster of {} site{}", model.space.sites, model.space.sites == 1 ? "" : "s");
  } else {
    std::array<std::uint32_t, 3> lengths = model.space.extents;
    if (has_sublattices(options)) lengths = geometry_of(options, 1, 0).lengths_of(lengths);
    const std::span used(lengths.data(), dimensions_of(options.lattice));
    text = fmt::format("{} {}", name_of(options.lattice), fmt::join(used, " × "));
    if (options.size.empty()) text += fmt::format(" (infinite to {:.1e})", model.finite_size_error);
    text += fmt::format(", t = {:g}", options.t);
    if (options.t_prime != 0) text += fmt::format(", t' = {:g}", options.t_prime);
  }
  text += fmt::format(", β = {:g}, μ = {:g}, filling {:g}", model.beta, model.mu, model.filling);
  if (options.staggered != 0) text += fmt::format(", staggered field {:g}", options.staggered);
  if (options.hartree_shift) text += ", Hartree shift";
  return text;
}

}  // namespace

Model make_model(const ModelOptions& options) {
  check_options(options);
  Model model;
  model.flavours = options.flavours;
  model.beta = options.beta;
  options.lattice == Lattice::own ? make_own_model(options, model)
                                  : make_free_model(options, model);
  if (options.hartree_shift) shift_diagonal(model);
  for (LineTable& line : model.lines) {
    if (line.kind == LineKind::propagator) line.table.equal_time = model.table.equal_time;
  }
  model.description = described(options, model);
  return model;
}

}  // namespace diagc::lattice
