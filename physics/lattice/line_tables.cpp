#include "physics/lattice/line_tables.h"

#include <algorithm>
#include <cmath>

#include "physics/lattice/sublattices.h"
#include "physics/lattice/tabulate.h"

namespace diagc::lattice {

namespace {

/// How often hopping leads from a to each other site, along nearest neighbours.
Space neighbours_of_lattice(const ModelOptions& options, const Space& space) {
  if (options.lattice == Lattice::cluster) return cluster_space(options.hopping);
  return lattice_space(geometry_of(options, 1, 0), space.extents);
}

PropagatorsAt line_at(const ModelOptions& options, LineKind kind, Spectrum* spectrum,
                      const Model& model) {
  switch (kind) {
    case LineKind::propagator:
    case LineKind::up:
    case LineKind::down: {
      const double shift = kind == LineKind::up     ? options.field / 2
                           : kind == LineKind::down ? -options.field / 2
                                                    : 0;
      if (spectrum == nullptr) {
        if (kind != LineKind::propagator)
          throw WrongModel(
              "lattice",
              "found lattice = \"own\" with propagators of up and down spins, expected "
              "another lattice: its propagator holds for all flavours");
        return [&model](double tau, std::span<double> rows) {
          const PropagatorTable& table = model.table;
          const std::size_t of_row = std::size_t{table.intervals} * (table.degree + 1);
          for (std::uint32_t row = 0; row < rows.size(); ++row)  // at τ = 0 the value at 0⁺
            rows[row] = tau == 0 ? table.coefficients[row * of_row] : value(table, row, tau);
        };
      }
      return [&model, spectrum, shift](double tau, std::span<double> rows) {
        spectrum->propagators(model.beta, model.mu + shift, tau, rows);
      };
    }
    case LineKind::phonon:
      if (!(options.omega0 > 0))
        throw WrongModel("omega0",
                         "found a frequency of phonons that is not above 0, expected one that is");
      return [&options, &model](double tau, std::span<double> rows) {
        std::ranges::fill(rows, 0);
        const double value = phonon(options.omega0, options.g, model.beta, tau);
        for (std::uint32_t site = 0; site < model.space.cell_sites; ++site)
          rows[model.space.row(site, site)] = value;
      };
    case LineKind::beta:
      if (spectrum == nullptr)
        throw WrongModel("lattice",
                         "found lattice = \"own\" with the derivative of the energy, expected "
                         "another lattice: levels tell how its propagator depends on beta");
      return [&model, spectrum](double tau, std::span<double> rows) {
        spectrum->heat_derivatives(model.beta, model.mu, tau, rows);
      };
    case LineKind::interaction:
      break;
  }
  return [values = interaction_rows(options, model.space)](double, std::span<double> rows) {
    std::ranges::copy(values, rows.begin());
  };
}

}  // namespace

std::string_view name_of(LineKind kind) {
  constexpr std::string_view names[] = {"propagator", "propagator:up", "propagator:down",
                                        "phonon",     "interaction",   "propagator:beta"};
  return names[static_cast<std::size_t>(kind)];
}

std::vector<double> interaction_rows(const ModelOptions& options, const Space& space) {
  std::vector<double> rows(row_count(space), 0);
  if (options.interaction[1] != 0) {
    if (options.lattice == Lattice::own)
      throw WrongModel("interaction",
                       "found an interaction between neighbours with lattice = \"own\", expected "
                       "another lattice: which sites are neighbours is not known");
    const Space hopping = neighbours_of_lattice(options, space);
    for (std::uint32_t site = 0; site < space.cell_sites; ++site) {
      for (const Neighbour& neighbour : hopping.neighbours_of(site)) {
        const double bonds = options.lattice == Lattice::cluster ? 1 : -neighbour.hopping;
        rows[space.row(site, neighbour.site)] = bonds * options.interaction[1];
      }
    }
  }
  for (std::uint32_t site = 0; site < space.cell_sites; ++site)
    rows[space.row(site, site)] += options.interaction[0];
  return rows;
}

double phonon(double omega0, double g, double beta, double tau) {
  return g * g * (std::exp(-omega0 * tau) + std::exp(-omega0 * (beta - tau))) /
         -std::expm1(-omega0 * beta);
}

double largest_energy(const Spectrum& spectrum) {
  double largest = 0;
  for (const Level& level : spectrum.levels()) largest = std::max(largest, std::abs(level.energy));
  return largest;
}

void make_lines(const ModelOptions& options, std::uint32_t degree, double bound, Spectrum* spectrum,
                Model& model) {
  const std::uint32_t rows = row_count(model.space);
  std::uint32_t intervals = model.table.intervals;
  const auto scale = [&](LineKind kind) {
    if (kind == LineKind::phonon)
      return std::max(1.0, phonon(options.omega0, options.g, model.beta, 0));
    return kind == LineKind::beta ? 0.5 + model.beta * largest_energy(*spectrum) : 1.0;
  };
  const auto made = [&](LineKind kind, const PropagatorTable& table) {
    LineTable line{kind, table};
    // Tables give values at τ → 0⁻ of what is antiperiodic.
    if (!line.is_fermion()) {
      for (double& value : line.table.equal_time) value = -value;
    }
    return line;
  };
  for (const LineKind kind : options.lines) {
    const PropagatorsAt at = line_at(options, kind, spectrum, model);
    model.lines.push_back(
        made(kind, kind == LineKind::propagator
                       ? model.table
                       : tabulate(rows, model.beta, degree, scale(kind) * bound, at)));
    intervals = std::max(intervals, model.lines.back().table.intervals);
  }
  for (LineTable& line : model.lines) {
    if (line.table.intervals == intervals) continue;
    line = made(line.kind, tabulate_with(rows, model.beta, degree, intervals,
                                         line_at(options, line.kind, spectrum, model)));
  }
}

}  // namespace diagc::lattice
