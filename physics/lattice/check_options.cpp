#include "physics/lattice/check_options.h"

#include <fmt/format.h>

#include <cmath>

#include "physics/lattice/geometry.h"
#include "physics/lattice/own_propagator.h"
#include "physics/lattice/sublattices.h"

namespace diagc::lattice {
namespace {

constexpr double most_cells = 1u << 22;
constexpr std::size_t most_cluster_sites = 256;
constexpr std::uint32_t highest_degree = 15;

template <typename... Arguments>
[[noreturn]] void wrong(const std::string& option, fmt::format_string<Arguments...> text,
                        Arguments&&... arguments) {
  throw WrongModel(option, fmt::format(text, std::forward<Arguments>(arguments)...));
}

void check_size(const ModelOptions& options) {
  const std::uint32_t dimensions = dimensions_of(options.lattice);
  // An own propagator says by its size how many coordinates its function takes.
  if (options.lattice == Lattice::own) {
    if (options.size.empty() || options.size.size() > 3) {
      wrong("size", "found {} extents, expected 1 to 3: one for each coordinate that g0 takes",
            options.size.size());
    }
  } else if (!options.size.empty() && options.size.size() != dimensions) {
    wrong("size", "found {} extent{}, expected {} for the {}", options.size.size(),
          options.size.size() == 1 ? "" : "s", dimensions, name_of(options.lattice));
  }
  double cells = 1;
  for (const std::uint32_t extent : options.size) {
    if (extent == 0) wrong("size", "found an extent of 0, expected at least 1");
    cells *= extent;
  }
  if (cells > most_cells) {
    wrong("size",
          "found {:.0f} cells, expected at most {:.0f}; a smaller lattice whose propagator has "
          "decayed gives the same",
          cells, most_cells);
  }
  if (options.size.empty() &&
      !(options.infinite_bound >= 1e-12 && options.infinite_bound <= 1e-2)) {
    wrong("infinite_bound", "found infinite_bound = {}, expected a number from 1e-12 to 0.01",
          options.infinite_bound);
  }
}

void check_cluster(const ModelOptions& options) {
  if (!options.size.empty()) {
    wrong("size",
          "found a size for a cluster, whose size is that of its hopping matrix; leave it out");
  }
  const auto& h = options.hopping;
  if (h.empty()) {
    wrong("hopping",
          "found no hopping matrix, expected one for a cluster: an atom is [[0]], a dimer "
          "[[0, -1], [-1, 0]]");
  }
  if (h.size() > most_cluster_sites) {
    wrong("hopping", "found a hopping matrix of {} sites, expected at most {}", h.size(),
          most_cluster_sites);
  }
  for (std::size_t a = 0; a < h.size(); ++a) {
    if (h[a].size() != h.size()) {
      wrong("hopping", "found a row of {} numbers in a hopping matrix of {} rows, expected {}",
            h[a].size(), h.size(), h.size());
    }
    for (std::size_t b = 0; b < h.size(); ++b) {
      if (!std::isfinite(h[a][b])) {
        wrong("hopping",
              "found {} in row {}, column {} of the hopping matrix, expected a finite number",
              h[a][b], a, b);
      }
    }
  }
  for (std::size_t a = 0; a < h.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (h[a][b] != h[b][a]) {
        wrong("hopping",
              "found {} in row {}, column {} of the hopping matrix but {} in row {}, column {}, "
              "expected "
              "the same: it must be symmetric",
              h[a][b], a, b, h[b][a], b, a);
      }
    }
  }
}

void check_filling(const ModelOptions& options) {
  if (options.lattice == Lattice::own) {
    if (options.mu) wrong("mu", "found mu, but an own propagator has one of its own; leave it out");
    if (options.filling) {
      wrong("filling", "found filling, but an own propagator has one of its own; leave it out");
    }
    return;
  }
  if (options.mu && options.filling) {
    wrong("filling", "found both mu and filling, expected one of them: the other follows from it");
  }
  if (!options.mu && !options.filling) {
    wrong("mu", "found neither mu nor filling, expected one of them: the other follows from it");
  }
  if (options.mu && !std::isfinite(*options.mu)) {
    wrong("mu", "found mu = {}, expected a finite number", *options.mu);
  }
  if (options.filling && !(*options.filling > 0 && *options.filling < 1)) {
    wrong("filling",
          "found filling = {}, expected a number between 0 and 1: particles per site and flavour",
          *options.filling);
  }
}

}  // namespace

void check_options(const ModelOptions& options) {
  const bool cluster = options.lattice == Lattice::cluster, own = options.lattice == Lattice::own;
  if (!(options.beta > 0) || !std::isfinite(options.beta)) {
    wrong("beta", "found beta = {}, expected a positive number: the inverse temperature",
          options.beta);
  }
  if (!std::isfinite(options.flavours)) {
    wrong("flavours", "found {} flavours, expected a finite number", options.flavours);
  }
  if (options.degree == 1 || options.degree > highest_degree) {
    wrong("degree", "found degree = {}, expected 2 to {}, or 0 for the usual one", options.degree,
          highest_degree);
  }
  if (!std::isfinite(options.t)) wrong("t", "found t = {}, expected a finite number", options.t);
  if (!std::isfinite(options.t_prime)) {
    wrong("t_prime", "found t_prime = {}, expected a finite number", options.t_prime);
  }
  if (options.t_prime != 0 && options.lattice != Lattice::square) {
    wrong("t_prime", "found t_prime = {} for the {}, expected none: only the square lattice has it",
          options.t_prime, name_of(options.lattice));
  }
  if (!cluster && !options.hopping.empty()) {
    wrong("hopping", "found a hopping matrix for the {}, expected none: only a cluster has one",
          name_of(options.lattice));
  }
  if (!own && !options.own_propagator.empty()) {
    wrong(own_propagator_option,
          "found an own propagator for the {}, expected none: choose the lattice \"own\"",
          name_of(options.lattice));
  }
  if (own && options.own_propagator.empty()) {
    wrong(own_propagator_option,
          "found no own propagator, expected the path of a header with the function g0");
  }
  cluster ? check_cluster(options) : check_size(options);
  check_sublattices(options);
  check_filling(options);
}

}  // namespace diagc::lattice
