#include "compiler/emit/products/plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

namespace diagc {

namespace {

class ProductPlanner {
 public:
  ProductPlanner(const Graph& graph, const Schedule& schedule, const CudaOptions& options)
      : graph_(graph),
        schedule_(schedule),
        options_(options),
        panels_(schedule.cooperation->panels) {}

  ProductPlan plan() {
    const auto& asked = std::get<ProductOptions>(options_.form);
    plan_.lanes = asked.lanes;
    plan_.sides = 32 / plan_.lanes;
    plan_.warps = asked.warps;
    plan_.blocks = asked.blocks;
    refuse_complex();
    Coefficients coefficients = schedule_.coefficients;
    plan_.templates = find_product_templates(graph_, Values(graph_, SharedProducts::fused), panels_,
                                             coefficients);
    constexpr std::uint32_t turn = 128;  // bytes of shared memory that a warp reads in one
    plan_.row_bytes = plan_.lanes * real_bytes();
    const std::uint32_t banks = std::max(turn / plan_.row_bytes, 1U);
    plan_.rounds = make_product_rounds(panels_, plan_.templates,
                                       {.warps = plan_.warps,
                                        .sides = plan_.sides,
                                        .banks = banks,
                                        .together = std::min(banks, plan_.sides)});
    number_parameters();
    write_words();
    lay_out();
    count_cycles();
    return std::move(plan_);
  }

 private:
  std::uint32_t real_bytes() const { return options_.single_precision ? 4 : 8; }

  void refuse_complex() const {
    for (const Panel& panel : panels_.panels) {
      for (const NodeId node : panel.values) {
        if (graph_[node].type == Type::complex) {
          throw std::runtime_error("products of tiles have real values only");
        }
      }
    }
  }

  void number_parameters() {
    for (const ProductUse& use : plan_.templates.uses) {
      for (const NodeId node : use.parameters) {
        if (node != no_node && parameter_.try_emplace(node, plan_.parameters.size() + 1).second) {
          plan_.parameters.push_back(node);
        }
      }
    }
  }

  void lay_out() {
    plan_.parameters_at = (plan_.rounds.rows * plan_.row_bytes + 15) / 16 * 16;
    plan_.arrivals_at =
        plan_.parameters_at +
        (static_cast<std::uint32_t>(plan_.parameters.size() + 1) * real_bytes() + 15) / 16 * 16;
    plan_.shared_bytes = (plan_.arrivals_at + 4 * (plan_.warps + 1) + 15) / 16 * 16;
    const std::size_t room = options_.device.shared_bytes_of(plan_.blocks);
    if (plan_.shared_bytes > room) {
      throw std::runtime_error(fmt::format(
          "tiles of {} configurations take {} bytes of shared memory, and a block has {}: "
          "take fewer lanes, or another schedule",
          plan_.lanes, plan_.shared_bytes, room));
    }
    const std::uint32_t lists = (plan_.loads_at - plan_.lists_at) * 4;
    if (plan_.shared_bytes + lists <= room) {
      plan_.words_at = plan_.shared_bytes;
      plan_.shared_bytes += (lists + 15) / 16 * 16;
    }
  }

  void write_words() {
    constexpr std::uint32_t most_rows = 1 << 16;  // halves of words
    if (plan_.rounds.rows >= most_rows) throw std::runtime_error("too many values in tiles");
    auto& words = plan_.words;
    words.assign((plan_.warps + 3) / 4 * 4, 0);
    plan_.lists_at = static_cast<std::uint32_t>(words.size());
    for (unsigned warp = 0; warp < plan_.warps; ++warp) {
      words[warp] = static_cast<std::uint32_t>(words.size()) - plan_.lists_at;
      for (const auto& round : plan_.rounds.rounds) {
        for (const ProductTask& task : round[warp]) write_task(task);
        words.push_back(ProductPlan::barrier);
      }
      words.push_back(ProductPlan::end);
      // A list is read a little ahead.
      words.insert(words.end(), 2 * 32, 0);
    }
    words.resize((words.size() + 3) / 4 * 4, 0);
    plan_.loads_at = static_cast<std::uint32_t>(words.size());
    const auto load = [&](std::uint32_t row, std::uint32_t place) {
      words.push_back(row);
      words.push_back(place);
      ++plan_.loads;
    };
    for (std::uint32_t row = 0; row < plan_.rounds.zero_rows; ++row) {
      load(ProductPlan::nothing, plan_.rounds.zeros + row);
    }
    for (const Panel& panel : panels_.panels) {
      if (panel.copies == 0) continue;
      const TileId tile = panel.tiles.front();
      for (std::uint32_t position = 0; position < plan_.templates.tile_sizes[tile]; ++position) {
        const std::vector<NodeId>& values = panels_.tiles[tile].values;
        const NodeId node = position < values.size() ? values[position] : no_node;
        load(node == no_node ? ProductPlan::nothing : schedule_.slot[node],
             plan_.rounds.place[tile] + position);
      }
    }
  }

  void write_task(const ProductTask& task) {
    auto& words = plan_.words;
    const ProductTemplate& form = plan_.templates.templates[task.index];
    words.push_back(task.index | task.parts << 8 |
                    static_cast<std::uint32_t>(task.panels.size()) * task.parts << 16);
    for (std::size_t kind = 0; kind < task.counts.size(); kind += 2) {
      const std::uint32_t next = kind + 1 < task.counts.size() ? task.counts[kind + 1] : 0;
      words.push_back(task.counts[kind] | next << 16);
    }
    const auto for_sides = [&](auto word) {
      for (unsigned side = 0; side < plan_.sides; ++side) {
        const bool there = side / task.parts < task.panels.size();
        words.push_back(
            word(there ? task.panels[side / task.parts] : task.panels.front(), side % task.parts));
      }
    };
    const auto place = [&](TileId tile) {
      return tile == no_tile ? plan_.rounds.zeros : plan_.rounds.place[tile];
    };
    for_sides([&](PanelId panel, unsigned) { return place(panels_.panels[panel].tiles.front()); });
    for (std::uint32_t i = 0; i < form.tiles; ++i) {
      for_sides(
          [&](PanelId panel, unsigned) { return place(plan_.templates.uses[panel].tiles[i]); });
    }
    for (std::uint32_t i = 0; i < form.parameters; ++i) {
      for_sides([&](PanelId panel, unsigned) {
        const NodeId node = plan_.templates.uses[panel].parameters[i];
        return node == no_node ? 0 : static_cast<std::uint32_t>(parameter_.at(node)) * real_bytes();
      });
    }
    for (std::size_t kind = 0; kind < form.kinds.size(); ++kind) {
      for (const PanelId panel : task.panels) {
        plan_.products += form.kinds[kind].size() * plan_.templates.uses[panel].pairs[kind].size();
      }
      for (std::uint32_t i = 0; i < task.counts[kind]; ++i) {
        for_sides([&](PanelId panel, unsigned part) {
          const auto& pairs = plan_.templates.uses[panel].pairs[kind];
          const std::size_t k = ProductTask::pair(i, task.parts, part);
          if (k >= pairs.size()) return plan_.rounds.zeros | plan_.rounds.zeros << 16;
          return place(pairs[k].first) | place(pairs[k].second) << 16;
        });
      }
    }
  }

  /// Estimated turns: of the arithmetic pipes, a quarter of a multiprocessor each, of shared memory, and of a warp that waits for what it
  /// reads.
  void count_cycles() {
    const double operation = options_.single_precision ? 1 : 2;
    const double access = options_.single_precision ? 1 : 2;
    constexpr double wait = 60, task_start = 250, barrier = 80, word = 6;
    for (const auto& round : plan_.rounds.rounds) {
      double longest = 0, pipes[4] = {}, memory = 0;
      for (unsigned warp = 0; warp < plan_.warps; ++warp) {
        double alone = 0;
        for (const ProductTask& task : round[warp]) {
          const ProductTemplate& form = plan_.templates.templates[task.index];
          double operations = 20, reads = 4;
          alone += task_start;
          for (std::size_t kind = 0; kind < form.kinds.size(); ++kind) {
            std::set<std::uint32_t> firsts, seconds;
            for (const PairTerm& term : form.kinds[kind]) {
              firsts.insert(term.first);
              seconds.insert(term.second);
            }
            operations += task.counts[kind] * (static_cast<double>(form.kinds[kind].size()) + word);
            reads += task.counts[kind] * static_cast<double>(firsts.size() + seconds.size());
            alone += task.counts[kind] * wait;
          }
          for (const ProductValue& value : form.values) {
            operations += static_cast<double>(value.terms.size());
            for (const ProductTerm& term : value.terms) {
              for (const ProductFactor& factor : term.factors) {
                reads += factor.kind == ProductFactor::Kind::element;
              }
            }
            reads += value.position.has_value();
          }
          alone += operations * operation;
          pipes[warp % 4] += operations * operation;
          memory += reads * access * plan_.rounds.conflicts;
        }
        longest = std::max(longest, alone);
      }
      const double bound = std::max(*std::max_element(pipes, pipes + 4), memory);
      plan_.cycles += std::max(longest, bound) + barrier;
      plan_.busy_cycles += std::max(memory, (pipes[0] + pipes[1] + pipes[2] + pipes[3]) / 4);
    }
    constexpr double latency = 1500, each_load = 6;
    const double loading = each_load * plan_.loads * plan_.lanes / 32;
    plan_.cycles += latency + loading;
    plan_.busy_cycles += loading;
  }

  const Graph& graph_;
  const Schedule& schedule_;
  const CudaOptions& options_;
  const Panels& panels_;
  std::map<NodeId, std::size_t> parameter_;
  ProductPlan plan_;
};

}  // namespace

ProductPlan plan_products(const Graph& graph, const Schedule& schedule,
                          const CudaOptions& options) {
  return ProductPlanner(graph, schedule, options).plan();
}

}  // namespace diagc
