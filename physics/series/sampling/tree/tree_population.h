// Samples of one order from the weight w of all spanning trees.
//
// Independent: a step of a member is a sample of its own, x = f / w. The integral of f is the average of x, because that of w is 1.
// Markov chains: a step gives f/p and λw/p, p = |f| + λw being what is sampled; the integral is λ times the ratio of their averages.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "diagc/kernel.h"
#include "physics/lattice/model.h"
#include "physics/series/sampling/integrand_form.h"
#include "physics/series/sampling/order_population.h"
#include "physics/series/sampling/sampled_order.h"
#include "physics/series/sampling/tree/tree_tables.h"

namespace diagc::series {

constexpr std::uint32_t tree_bins = 64;  ///< of the time difference of a link

/// What is integrated.
struct TreeIntegrand {
  Kernel kernel;
  IntegrandForm form;
  std::uint32_t order = 1;  ///< in U
  bool alike = true;        ///< vertex 0 is like the others
  /// The same in single precision, where `kernel` has double precision: independent samples are of mixed precision (step/tree_mixed.inc).
  std::optional<Kernel> single = {};
};

class TreePopulation : public SampledOrder {
 public:
  static constexpr std::uint32_t block_members = 128;
  /// x, |x|, x²; of Markov chains f/p, |f|/p, λw/p.
  enum Quantity : std::size_t { integrand, magnitude, square, quantities, weight = square };
  /// Samples or proposals whose integrand was no finite number; proposals that were accepted.
  enum Counter : std::size_t { broken, accepted, counters };

  const runs::PopulationShape& shape() const final { return shape_; }
  std::uint32_t stretch() const final { return stretch_; }
  runs::Bytes tables() const final;
  void configure(std::span<const std::byte> tables) final;
  void start(std::size_t /*part*/, std::uint64_t /*step*/) override {}
  runs::Estimate estimate(std::span<const runs::GroupStatistics> groups) const final;
  double unit() const final { return walks() ? plan_.normalisation : 1; }
  std::string sampling() const final { return walks() ? "tree" : "independent"; }
  std::string draws() const final { return plan_.sobol ? "sobol" : "random"; }
  void describe(const runs::Sums& total, OrderResult& result) const final;

  /// Whether these are Markov chains, and whether they can be.
  bool walks() const { return plan_.normalisation > 0; }
  bool can_walk() const { return walker_bytes_ > 0; }
  bool symmetric() const { return symmetric_; }
  /// Whether samples can be drawn by points of Sobol's sequence.
  bool can_take_sobol() const { return numbers_.group_bits > 0; }
  /// Whether samples of the group of that number are counted, which takes longer than to make them: of the first ones.
  bool counts_group(std::uint32_t group) const { return is_counted(group * group_blocks_); }
  const TreePlan& plan() const { return plan_; }
  /// Members of Markov chains stay where they are.
  void set_plan(const TreePlan& plan) {
    plan_ = plan;
    shape_.state_bytes = walks() ? walker_bytes_ : 0;
    take_plan();
  }
  // Where advance() is given a histogram, it may leave out groups that are not counted, and their rows.

 protected:
  /// `stretch`: in steps.
  TreePopulation(const TreeIntegrand& integrand, std::uint32_t stretch, const OrderOptions& options,
                 const LinkClasses& classes, const lattice::Space& space,
                 std::size_t walker_bytes = 0);
  /// There is a new plan().
  virtual void take_plan() = 0;

  std::uint32_t block_number(std::size_t block) const {
    return groups_[block / group_blocks_] * group_blocks_ +
           static_cast<std::uint32_t>(block % group_blocks_);
  }
  std::size_t block_count() const { return groups_.size() * group_blocks_; }
  /// The same of a block.
  static bool is_counted(std::uint32_t number) { return number < 32; }
  /// What a block gave in so many steps.
  void add(runs::Sums& to, const TreeSums& sums, std::uint64_t steps) const;
  /// Adds so many samples to TreeCounts: rows of f and w, and of times, codes and anchors of all vertices, `stride` apart.
  template <class T>
  void count_places(const SharedTables<T>& shared, std::size_t members, const T* f,
                    const std::uint32_t* places, std::span<std::int64_t> counts,
                    std::size_t stride = 0) const {
    if (stride == 0) stride = members;
    const std::size_t vertices = m_ + 1,
                      anchors = shared.codes().one_code() ? vertices : 2 * vertices;
    for (std::size_t member = 0; member < members; ++member) {
      const auto row = [&](std::size_t i) { return places[i * stride + member]; };
      // Where there is one site, nobody writes codes.
      const auto code = [&](std::size_t i) { return space_.sites == 1 ? 0 : row(i); };
      const auto cell = [&](std::uint32_t u, std::uint32_t v) {
        return shared.cell(code(anchors + u), code(vertices + v), row(v) - row(u));
      };
      count(cell, static_cast<double>(f[member] / f[stride + member]), counts);
    }
  }

  std::uint32_t m_;
  bool alike_;
  std::uint32_t group_blocks_;
  std::vector<std::uint32_t> groups_;
  std::vector<std::uint8_t> moves_;
  TreeNumbers numbers_;
  TreePlan plan_;

 private:
  /// A sample, in units of plan().size. `cell(u, v)`: of the link from u to v.
  template <class Cell>
  void count(const Cell& cell, double x, std::span<std::int64_t> counts) const {
    if (!(plan_.size > 0) || !(std::abs(x) > 0) || !std::isfinite(x)) return;
    LinkMatrix links(m_);
    for (std::uint32_t v = 1; v <= m_; ++v) {
      for (std::uint32_t u = 0; u <= m_; ++u) {
        if (u != v)
          links(u, v) = (u == 0 ? plan_.links.root : plan_.links.other).density[cell(u, v)];
      }
    }
    TreeCounts::add(classes_, edge_shares(links, plan_.links.alpha), cell, std::abs(x) / plan_.size,
                    counts);
  }

  const LinkClasses& classes_;
  const lattice::Space& space_;
  std::uint32_t stretch_;
  bool symmetric_;
  std::size_t walker_bytes_;  ///< of the members of a group, where they walk
  runs::PopulationShape shape_;
};

/// What the orders of a job have in common, in the precision of their kernels.
class SharedTreeTables {
 public:
  virtual ~SharedTreeTables() = default;
  virtual const LinkClasses& classes() const = 0;
  /// Members around this kernel. These tables must live as long.
  virtual std::unique_ptr<TreePopulation> make(const TreeIntegrand& integrand,
                                               const OrderOptions& options) const = 0;
  /// See SharedWalkerTables::source.
  virtual std::string source(const TreeIntegrand& integrand, int device) const = 0;
};

/// `derivative`: whether integrands take Model::derivative.
std::unique_ptr<SharedTreeTables> shared_tree_tables(const lattice::Model& model,
                                                     diagc::Precision precision, bool derivative);

}  // namespace diagc::series
