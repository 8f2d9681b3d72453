#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <random>

#include "physics/lattice/model.h"
#include "physics/series/sampling/tree/tree_shapes.h"
#include "physics/series/sampling/tree/tree_weight.h"
#include "tests/series_sampling/plans.h"

using namespace diagc;
using namespace diagc::series;

namespace {

/// The parent of each of 1 … m in every tree that is rooted in 0, by trying all choices of parents.
std::vector<std::vector<std::uint32_t>> all_trees(std::uint32_t m) {
  std::vector<std::vector<std::uint32_t>> trees;
  std::vector<std::uint32_t> parent(m + 1);
  const std::function<void(std::uint32_t)> choose = [&](std::uint32_t v) {
    if (v <= m) {
      for (parent[v] = 0; parent[v] <= m; ++parent[v]) {
        if (parent[v] != v) choose(v + 1);
      }
      return;
    }
    for (std::uint32_t start = 1; start <= m; ++start) {
      std::uint32_t at = start, steps = 0;
      while (at != 0 && steps++ <= m) at = parent[at];
      if (at != 0) return;
    }
    trees.push_back(parent);
  };
  choose(1);
  return trees;
}

LinkMatrix random_links(std::uint32_t m, std::mt19937& random) {
  std::lognormal_distribution<double> number(0, 3);
  LinkMatrix links(m);
  for (std::uint32_t u = 0; u <= m; ++u) {
    for (std::uint32_t v = 1; v <= m; ++v) {
      if (u != v) links(u, v) = number(random);
    }
  }
  return links;
}

double weight_of_tree(const std::vector<std::uint32_t>& parent, const LinkMatrix& links,
                      double alpha) {
  double product = 1;
  for (std::uint32_t v = 1; v <= links.m(); ++v)
    product *= (parent[v] == 0 ? alpha : 1) * links(parent[v], v);
  return product;
}

/// Subtrees in brackets, in order: the same for all trees of a shape.
std::string shape_name(const std::vector<std::uint32_t>& parent, std::uint32_t vertex) {
  std::vector<std::string> children;
  for (std::uint32_t v = 1; v < parent.size(); ++v) {
    if (parent[v] == vertex) children.push_back(shape_name(parent, v));
  }
  std::ranges::sort(children);
  return "(" + std::accumulate(children.begin(), children.end(), std::string()) + ")";
}

std::vector<std::uint32_t> with_root(const TreeShape& shape) {
  std::vector<std::uint32_t> parent(1);
  parent.insert(parent.end(), shape.parents.begin(), shape.parents.end());
  return parent;
}

/// Cells of links between places of a space, times in units of β.
struct Cells {
  const lattice::Space& space;
  const LinkClasses& classes;
  std::vector<std::uint32_t> sites;
  std::vector<double> times;
  std::uint32_t operator()(std::uint32_t u, std::uint32_t v) const {
    const double tau = times[v] - times[u];
    const auto bin = static_cast<std::uint32_t>((tau - std::floor(tau)) * classes.bins);
    return classes.class_of[space.displacement(sites[u], sites[v])] * classes.bins + bin;
  }
};

LinkMatrix densities(const Cells& cells, const TreeLinks& links) {
  const auto m = static_cast<std::uint32_t>(cells.sites.size() - 1);
  LinkMatrix matrix(m);
  for (std::uint32_t u = 0; u <= m; ++u) {
    for (std::uint32_t v = 1; v <= m; ++v) {
      if (u != v) matrix(u, v) = (u == 0 ? links.root : links.other).density[cells(u, v)];
    }
  }
  return matrix;
}

std::vector<double> random_cells(const LinkClasses& classes, std::mt19937& random) {
  std::uniform_real_distribution<double> number(0.05, 1);
  std::vector<double> weights(classes.cells());
  for (double& weight : weights) weight = number(random);
  return weights;
}

TreeLinks random_tree_links(const LinkClasses& classes, double alpha, std::mt19937& random) {
  const auto one = [&] {
    const std::vector<double> weights = random_cells(classes, random);
    return link_distribution(classes, weights, weights, 0);
  };
  return {.root = one(), .other = one(), .alpha = alpha};
}

}  // namespace

TEST_CASE("the tree weight and its edges are sums over all spanning trees") {
  std::mt19937 random(1);
  for (std::uint32_t m = 0; m <= 4; ++m) {
    const auto trees = all_trees(m);
    REQUIRE(static_cast<double>(trees.size()) == Approx(tree_count(m, 1)));
    for (const double alpha : {0.3, 1.0, 4.0}) {
      for (int sample = 0; sample < 20; ++sample) {
        const LinkMatrix links = random_links(m, random);
        double sum = 0, count = 0;
        LinkMatrix edges(m);
        for (const auto& parent : trees) {
          const double weight = weight_of_tree(parent, links, alpha);
          sum += weight;
          count += std::pow(alpha, std::count(parent.begin() + 1, parent.end(), 0U));
          for (std::uint32_t v = 1; v <= m; ++v) edges(parent[v], v) += weight;
        }
        CHECK(tree_count(m, alpha) == Approx(count).epsilon(1e-13));
        CHECK(tree_weight(links, alpha) == Approx(sum / count).epsilon(1e-13));
        const LinkMatrix shares = edge_shares(links, alpha);
        for (std::uint32_t v = 1; v <= m; ++v) {
          double all = 0;
          for (std::uint32_t u = 0; u <= m; ++u) {
            if (u == v) continue;
            CHECK(shares(u, v) == Approx(edges(u, v) / sum).epsilon(1e-7).margin(1e-9));
            all += shares(u, v);
          }
          CHECK(all == Approx(1));
        }
      }
    }
  }
}

TEST_CASE("a tree weight keeps its digits where the root is far from everything") {
  // Three vertices close together, 10³⁰ times less likely to hang on the root: elimination with subtractions would leave nothing.
  LinkMatrix links(3);
  for (std::uint32_t v = 1; v <= 3; ++v) {
    for (std::uint32_t u = 0; u <= 3; ++u) {
      if (u != v) links(u, v) = u == 0 ? 1e-30 : 1;
    }
  }
  // 16 trees, 9 of them with one edge at the root.
  CHECK(tree_weight(links, 1) == Approx(9e-30 / 16).epsilon(1e-14));
}

TEST_CASE("shapes of trees stand for all labelled trees") {
  const std::vector<std::size_t> counts = {1, 1, 2, 4, 9, 20, 48, 115, 286, 719};
  for (std::uint32_t m = 0; m < counts.size(); ++m) {
    const auto shapes = tree_shapes(m);
    CHECK(shapes.size() == counts[m]);
    for (const double alpha : {0.4, 1.0, 2.5}) {
      double sum = 0;
      for (const TreeShape& shape : shapes)
        sum += shape.labellings * std::pow(alpha, shape.root_degree);
      CHECK(sum == Approx(tree_count(m, alpha)).epsilon(1e-13));
    }
  }
  for (std::uint32_t m = 1; m <= 5; ++m) {
    std::map<std::string, double> labelled, drawn;
    for (const auto& parent : all_trees(m)) labelled[shape_name(parent, 0)] += 1;
    for (const TreeShape& shape : tree_shapes(m)) {
      for (std::uint32_t v = 1; v <= m; ++v) CHECK(shape.parents[v - 1] < v);
      CHECK(shape.root_degree == std::ranges::count(shape.parents, 0));
      drawn[shape_name(with_root(shape), 0)] += shape.labellings;
    }
    CHECK(drawn == labelled);
  }
}

TEST_CASE("the tree weight is normalised over sites and times") {
  const lattice::Model model = lattice::make_model(cluster_options({{0, -1}, {-1, 0.5}}, 0.2, 2));
  const std::uint32_t bins = 4, sites = model.space.sites;
  const LinkClasses classes = link_classes(model.space, pair_rows(model.space), bins);
  std::mt19937 random(3);
  for (const std::uint32_t m : {1U, 2U, 3U}) {
    for (const std::uint32_t root : {0U, 1U}) {
      const TreeLinks links = random_tree_links(classes, 0.6, random);
      // Bins of time differences follow from the bin of each time and from which of the times are further within their bins; that of vertex 0
      // is at the beginning of one.
      std::vector<std::uint32_t> rank(m);
      std::iota(rank.begin(), rank.end(), 1);
      double sum = 0, orders = 0;
      do {
        ++orders;
        const auto points = static_cast<std::uint32_t>(std::lround(std::pow(sites * bins, m)));
        for (std::uint32_t point = 0; point < points; ++point) {
          Cells cells{model.space, classes, {root}, {0}};
          std::uint32_t rest = point;
          for (std::uint32_t v = 0; v < m; ++v, rest /= sites * bins) {
            cells.sites.push_back(rest % sites);
            cells.times.push_back((rest / sites % bins + rank[v] / (m + 1.0)) / bins);
          }
          sum += tree_weight(densities(cells, links), links.alpha);
        }
      } while (std::ranges::next_permutation(rank).found);
      CHECK(sum / orders / std::pow(bins, m) == Approx(1).epsilon(1e-12));
    }
  }
}

TEST_CASE("learning makes configurations more probable") {
  lattice::ModelOptions options;
  options.lattice = lattice::Lattice::honeycomb;
  options.size = {3, 3};
  options.mu = 0.3;
  options.beta = 2;
  const lattice::Model model = lattice::make_model(options);
  const LinkClasses classes = link_classes(model.space, pair_rows(model.space), 8);
  std::mt19937 random(4);
  for (const bool alike : {false, true}) {
    for (const std::uint32_t m : {1U, 2U, 4U}) {
      std::vector<Cells> configurations;
      std::vector<double> weights;
      std::uniform_real_distribution<double> uniform;
      for (int i = 0; i < 200; ++i) {
        Cells cells{model.space, classes, {0}, {0}};
        for (std::uint32_t v = 1; v <= m; ++v) {
          cells.sites.push_back(static_cast<std::uint32_t>(random() % model.space.sites));
          cells.times.push_back(std::pow(uniform(random), 2));
        }
        configurations.push_back(cells);
        weights.push_back(uniform(random));
      }
      TreeLinks links = random_tree_links(classes, alike ? 1 : 0.7, random);
      if (alike) links.root = links.other;
      double before = -1e300;
      for (int step = 0; step < 6; ++step) {
        double likelihood = 0;
        std::vector<std::int64_t> counts(TreeCounts::numbers(classes));
        for (std::size_t i = 0; i < configurations.size(); ++i) {
          const LinkMatrix matrix = densities(configurations[i], links);
          likelihood += weights[i] * std::log(tree_weight(matrix, links.alpha));
          TreeCounts::add(classes, edge_shares(matrix, links.alpha), configurations[i], weights[i],
                          counts);
        }
        INFO(m << " vertices, step " << step << ", α = " << links.alpha);
        CHECK(likelihood > before - 1e-3);
        if (step == 1) CHECK(likelihood > before + 10);
        before = likelihood;
        links = learned_links(
            classes, counts,
            {.m = m, .alike = alike, .background = std::vector<double>(classes.cells(), 1)});
      }
      CHECK((links.alpha == 1) == (alike || m == 1));
    }
  }
}
