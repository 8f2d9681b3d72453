#include "compiler/schedule/product_phases.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace diagc {

namespace {

class Phases {
 public:
  Phases(const Panels& panels, const ProductTemplates& templates)
      : panels_(panels), templates_(templates), reads_(panels.panels.size()) {
    for (PanelId panel = 0; panel < reads_.size(); ++panel) {
      if (!is_copy(panel)) reads_[panel] = tiles_read_by(templates_.uses[panel]);
    }
  }

  std::vector<std::uint32_t> levels() const {
    const std::size_t count = panels_.panels.size();
    std::vector<std::uint32_t> level(count, 0);
    std::uint32_t last = 0;
    for (const std::set<std::uint32_t>& phase : phases()) {
      const std::uint32_t before = last;
      for (PanelId panel = 0; panel < count; ++panel) {
        if (is_copy(panel) || !phase.contains(family(panel))) continue;
        level[panel] = before + 1;
        for (const TileId tile : reads_[panel]) {
          level[panel] = std::max(level[panel], level[panels_.tiles[tile].panel] + 1);
        }
        last = std::max(last, level[panel]);
      }
    }
    return level;
  }

 private:
  bool is_copy(PanelId panel) const { return panels_.panels[panel].copies > 0; }

  std::uint32_t family(PanelId panel) const {
    return templates_.templates[templates_.uses[panel].index].family;
  }

  /// Families in an order of few rows.
  std::vector<std::set<std::uint32_t>> phases() const {
    std::map<std::uint32_t, std::set<std::uint32_t>>
        reads;  // of families, directly or by way of others
    for (PanelId panel = 0; panel < panels_.panels.size(); ++panel) {
      if (is_copy(panel)) continue;
      auto& of = reads[family(panel)];
      for (const TileId tile : reads_[panel]) {
        if (!is_copy(panels_.tiles[tile].panel)) of.insert(family(panels_.tiles[tile].panel));
      }
    }
    const auto direct = reads;
    for (const auto& [middle, unused] : direct) {
      for (auto& [one, of] : reads) {
        if (of.contains(middle)) of.insert(reads[middle].begin(), reads[middle].end());
      }
    }
    std::vector<std::set<std::uint32_t>> parts;
    std::set<std::uint32_t> known;
    for (const auto& [one, of] : reads) {
      if (known.contains(one)) continue;
      auto& part = parts.emplace_back(std::set{one});
      for (const std::uint32_t other : of) {
        if (reads.at(other).contains(one)) part.insert(other);
      }
      known.insert(part.begin(), part.end());
    }
    return in_few_rows(parts);
  }

  using Parts = std::vector<std::set<std::uint32_t>>;

  /// Of all orders the one with the fewest rows at once, by what has been done.
  Parts in_few_rows(const Parts& parts) const {
    constexpr std::size_t most = 16;
    if (parts.size() > most) throw std::runtime_error("products of tiles of too many families");
    std::map<std::uint32_t, std::uint32_t> part_of;
    for (std::uint32_t i = 0; i < parts.size(); ++i) {
      for (const std::uint32_t each : parts[i]) part_of[each] = i;
    }
    // Rows of a part by the parts that read them.
    std::vector<std::uint32_t> readers(panels_.panels.size(), 0), operands(parts.size(), 0);
    for (PanelId panel = 0; panel < panels_.panels.size(); ++panel) {
      if (is_copy(panel)) continue;
      const std::uint32_t own = part_of.at(family(panel));
      for (const TileId tile : reads_[panel]) {
        const PanelId of = panels_.tiles[tile].panel;
        if (is_copy(of)) continue;
        const std::uint32_t part = part_of.at(family(of));
        if (part != own) operands[own] |= 1U << part;
        if (part != own) readers[of] |= 1U << own;
      }
    }
    std::vector<std::map<std::uint32_t, double>> rows(parts.size());
    std::vector<double> size(parts.size(), 0);
    for (PanelId panel = 0; panel < panels_.panels.size(); ++panel) {
      if (is_copy(panel)) continue;
      const std::uint32_t part = part_of.at(family(panel));
      const double tile = templates_.tile_sizes[panels_.panels[panel].tiles.front()];
      rows[part][readers[panel]] += tile;
      size[part] += tile;
    }
    const std::uint32_t all = (1U << parts.size()) - 1;
    const auto live = [&](std::uint32_t done) {
      double sum = 0;
      for (std::size_t k = 0; k < parts.size(); ++k) {
        if ((done >> k & 1) == 0) continue;
        for (const auto& [by, count] : rows[k]) {
          if ((by & ~done) != 0) sum += count;
        }
      }
      return sum;
    };
    struct Best {
      double peak = 1e300, total = 1e300;
      std::size_t last = 0;
    };
    std::vector<Best> best(all + 1);
    best[0] = {0, 0, 0};
    for (std::uint32_t done = 0; done < all; ++done) {
      if (best[done].peak > 1e299) continue;
      const double before = live(done);
      for (std::size_t i = 0; i < parts.size(); ++i) {
        if ((done >> i & 1) != 0 || (operands[i] & ~done) != 0) continue;
        const double peak = std::max(best[done].peak, before + size[i]),
                     total = best[done].total + before;
        Best& next = best[done | 1U << i];
        if (std::pair(peak, total) < std::pair(next.peak, next.total)) next = {peak, total, i};
      }
    }
    Parts order;
    for (std::uint32_t done = all; done != 0; done &= ~(1U << best[done].last))
      order.push_back(parts[best[done].last]);
    std::ranges::reverse(order);
    return order;
  }

  const Panels& panels_;
  const ProductTemplates& templates_;
  std::vector<std::vector<TileId>> reads_;  ///< by panel
};

}  // namespace

std::vector<TileId> tiles_read_by(const ProductUse& use) {
  std::set<TileId> tiles;
  for (const auto& kind : use.pairs) {
    for (const auto& [first, second] : kind) tiles.insert({first, second});
  }
  for (const TileId tile : use.tiles) {
    if (tile != no_tile) tiles.insert(tile);
  }
  return {tiles.begin(), tiles.end()};
}

std::vector<std::uint32_t> product_levels(const Panels& panels, const ProductTemplates& templates) {
  return Phases(panels, templates).levels();
}

}  // namespace diagc
