#include "compiler/schedule/product_rounds.h"

#include <algorithm>
#include <map>
#include <set>

#include "compiler/schedule/product_phases.h"
#include "compiler/schedule/product_places.h"

namespace diagc {

namespace {

class RoundMaker {
 public:
  RoundMaker(const Panels& panels, const ProductTemplates& templates, const RoundOptions& options)
      : panels_(panels), templates_(templates), options_(options) {}

  ProductRounds make() {
    level_ = product_levels(panels_, templates_);
    deal_tasks();
    place_product_tiles(panels_, templates_, options_, result_);
    return std::move(result_);
  }

 private:
  bool is_copy(PanelId panel) const { return panels_.panels[panel].copies > 0; }

  /// About the turns of an arithmetic pipe.
  double cost(const ProductTask& task) const {
    constexpr double start = 60, step = 14, exchange = 8;
    const ProductTemplate& form = templates_.templates[task.index];
    double sum = start;
    std::set<std::uint32_t> sums;
    for (std::size_t kind = 0; kind < form.kinds.size(); ++kind) {
      sum += task.counts[kind] * (static_cast<double>(form.kinds[kind].size()) + step);
      for (const PairTerm& term : form.kinds[kind]) sums.insert(term.target);
    }
    for (const ProductValue& value : form.values) sum += static_cast<double>(value.terms.size());
    for (unsigned parts = 1; parts < task.parts; parts *= 2)
      sum += exchange * static_cast<double>(sums.size());
    return sum;
  }

  /// Panels of one template and equal numbers of pairs, which go side by side.
  struct Alike {
    std::uint32_t index;
    std::vector<PanelId> panels;
    unsigned parts = 1;
  };

  std::vector<ProductTask> tasks_of(const std::vector<Alike>& alike) const {
    std::vector<ProductTask> tasks;
    std::map<std::pair<std::uint32_t, unsigned>, std::vector<PanelId>>
        rest;  // fewer than fill a warp
    for (const Alike& each : alike) {
      const std::size_t room = options_.sides / each.parts;
      const auto at = [&](std::size_t i) {
        return each.panels.begin() + static_cast<std::ptrdiff_t>(i);
      };
      std::size_t i = 0;
      for (; i + room <= each.panels.size(); i += room)
        tasks.push_back(task({at(i), at(i + room)}, each.parts));
      auto& others = rest[{each.index, each.parts}];
      others.insert(others.end(), at(i), each.panels.end());
    }
    for (auto& [form, of] : rest) {
      const std::size_t room = options_.sides / form.second;
      for (std::size_t i = 0; i < of.size(); i += room) {
        const std::size_t end = std::min(i + room, of.size());
        tasks.push_back(task({of.begin() + static_cast<std::ptrdiff_t>(i),
                              of.begin() + static_cast<std::ptrdiff_t>(end)},
                             form.second));
      }
    }
    std::ranges::stable_sort(tasks, std::greater{},
                             [&](const ProductTask& each) { return cost(each); });
    return tasks;
  }

  /// The largest first, each to the warp that has least; the most that one has.
  double deal(std::vector<ProductTask> tasks, std::vector<std::vector<ProductTask>>& warps) const {
    warps.assign(options_.warps, {});
    std::vector<double> load(options_.warps, 0);
    for (ProductTask& each : tasks) {
      const auto warp = static_cast<std::size_t>(std::ranges::min_element(load) - load.begin());
      load[warp] += cost(each);
      warps[warp].push_back(std::move(each));
    }
    return *std::ranges::max_element(load);
  }

  void deal_tasks() {
    const std::uint32_t levels = *std::ranges::max_element(level_);
    result_.rounds.resize(levels);
    for (std::uint32_t level = 1; level <= levels; ++level) {
      // Panels that go through equal tiles in the same steps stand side by side.
      using Like = std::pair<std::vector<std::size_t>, std::uint32_t>;
      std::map<Like, std::vector<PanelId>, std::greater<>> by_counts;
      for (PanelId panel = 0; panel < level_.size(); ++panel) {
        if (is_copy(panel) || level_[panel] != level) continue;
        const ProductUse& use = templates_.uses[panel];
        std::vector<std::size_t> counts{0};
        for (const auto& kind : use.pairs) counts.push_back(kind.size());
        for (std::size_t kind = 0; kind < use.pairs.size(); ++kind) {
          counts[0] += use.pairs[kind].size() * templates_.templates[use.index].kinds[kind].size();
        }
        by_counts[{counts, use.index}].push_back(panel);
      }
      std::vector<Alike> alike;
      for (auto& [like, of] : by_counts) {
        std::ranges::stable_sort(of, {}, [&](PanelId panel) { return firsts(panel); });
        alike.push_back({like.second, std::move(of)});
      }
      auto& round = result_.rounds[level - 1];
      double longest = deal(tasks_of(alike), round);
      // Where warps or places would have nothing to do, the longest panels are divided.
      for (Alike& each : alike) {
        while (each.parts < options_.sides) {
          each.parts *= 2;
          std::vector<std::vector<ProductTask>> divided;
          const double with = deal(tasks_of(alike), divided);
          if (with < longest) {
            longest = with;
            round = std::move(divided);
            continue;
          }
          each.parts /= 2;
          break;
        }
      }
    }
    std::erase_if(result_.rounds, [](const auto& round) {
      return std::ranges::all_of(round, [](const auto& warp) { return warp.empty(); });
    });
  }

  std::vector<TileId> firsts(PanelId panel) const {
    std::vector<TileId> tiles;
    for (const auto& kind : templates_.uses[panel].pairs) {
      for (const auto& pair : kind) tiles.push_back(pair.first);
    }
    return tiles;
  }

  ProductTask task(std::vector<PanelId> of, unsigned parts) const {
    ProductTask made{templates_.uses[of.front()].index, std::move(of), parts, {}};
    made.counts.assign(templates_.templates[made.index].kinds.size(), 0);
    for (const PanelId panel : made.panels) {
      const ProductUse& use = templates_.uses[panel];
      for (std::size_t kind = 0; kind < made.counts.size(); ++kind) {
        const std::size_t count = (use.pairs[kind].size() + parts - 1) / parts;
        made.counts[kind] = std::max(made.counts[kind], static_cast<std::uint32_t>(count));
      }
    }
    return made;
  }

  const Panels& panels_;
  const ProductTemplates& templates_;
  const RoundOptions& options_;
  std::vector<std::uint32_t> level_;
  ProductRounds result_;
};

}  // namespace

ProductRounds make_product_rounds(const Panels& panels, const ProductTemplates& templates,
                                  const RoundOptions& options) {
  return RoundMaker(panels, templates, options).make();
}

}  // namespace diagc
