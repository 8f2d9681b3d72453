#include "compiler/schedule/product_places.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "compiler/schedule/product_phases.h"

namespace diagc {

namespace {

/// Free stretches of rows.
class Rows {
 public:
  /// The first free row from which `count` are free, at this remainder of `banks`.
  std::uint32_t find(std::uint32_t count, std::uint32_t remainder, std::uint32_t banks) const {
    for (const auto& [begin, end] : free_) {
      const std::uint32_t start = begin + (remainder + banks - begin % banks) % banks;
      if (start + count <= end) return start;
    }
    return most_ + (remainder + banks - most_ % banks) % banks;
  }
  void take(std::uint32_t start, std::uint32_t count) {
    if (start + count > most_) {
      if (start > most_) give_back(most_, start - most_);
      most_ = std::max(most_, start + count);
    }
    for (auto each = free_.begin(); each != free_.end(); ++each) {
      const auto [begin, end] = *each;
      if (begin > start || end < start + count) continue;
      free_.erase(each);
      if (begin < start) free_.emplace(begin, start);
      if (start + count < end) free_.emplace(start + count, end);
      return;
    }
  }
  void give_back(std::uint32_t start, std::uint32_t count) {
    std::uint32_t end = start + count;
    if (const auto after = free_.find(end); after != free_.end()) {
      end = after->second;
      free_.erase(after);
    }
    for (auto& [begin, other_end] : free_) {
      if (other_end == start) {
        other_end = end;
        return;
      }
    }
    free_[start] = end;
  }
  std::uint32_t most() const { return most_; }

 private:
  std::map<std::uint32_t, std::uint32_t> free_;  ///< end by begin
  std::uint32_t most_ = 0;
};

class TilePlaces {
 public:
  TilePlaces(const Panels& panels, const ProductTemplates& templates, const RoundOptions& options,
             ProductRounds& rounds)
      : panels_(panels), templates_(templates), options_(options), result_(rounds) {}

  void place() {
    find_neighbours();
    const std::size_t rounds = result_.rounds.size();
    std::vector<std::size_t> last(panels_.tiles.size(), 0);
    std::vector<std::vector<TileId>> made(rounds + 1), over(rounds + 1);
    for (std::size_t round = 0; round < rounds; ++round) {
      for (const auto& warp : result_.rounds[round]) {
        for (const ProductTask& task : warp) {
          for (const PanelId panel : task.panels) {
            made[round + 1].push_back(panels_.panels[panel].tiles.front());
            for (const TileId tile : tiles_read_by(templates_.uses[panel])) last[tile] = round + 1;
          }
        }
      }
    }
    for (PanelId panel = 0; panel < panels_.panels.size(); ++panel) {
      if (is_copy(panel)) made[0].push_back(panels_.panels[panel].tiles.front());
    }
    for (const ProductUse& use : templates_.uses) {
      const ProductTemplate& form = templates_.templates[use.index];
      for (const ProductValue& value : form.values) {
        for (const ProductTerm& term : value.terms) {
          for (const ProductFactor& factor : term.factors) {
            if (factor.kind == ProductFactor::Kind::element)
              result_.zero_rows = std::max(result_.zero_rows, factor.position + 1);
          }
        }
      }
      for (const auto& kind : form.kinds) {
        for (const PairTerm& term : kind)
          result_.zero_rows = std::max({result_.zero_rows, term.first + 1, term.second + 1});
      }
    }
    Rows rows;
    result_.zeros = 0;
    rows.take(0, result_.zero_rows);
    result_.place.assign(panels_.tiles.size(), 0);
    std::vector<std::uint8_t> placed(panels_.tiles.size(), 0);
    for (std::size_t round = 0; round <= rounds; ++round) {
      for (const TileId tile : made[round]) {
        std::vector<double> score(options_.banks, 0);
        for (const auto& [other, weight] : neighbours_[tile]) {
          if (placed[other]) score[result_.place[other] % options_.banks] += weight;
        }
        const std::uint32_t size = templates_.tile_sizes[tile];
        std::uint32_t best = 0;
        std::pair<double, std::uint32_t> least{1e300, 0};
        for (std::uint32_t remainder = 0; remainder < options_.banks; ++remainder) {
          const std::uint32_t start = rows.find(size, remainder, options_.banks);
          const std::pair<double, std::uint32_t> rank{score[remainder], start};
          if (rank < least) least = rank, best = start;
        }
        rows.take(best, size);
        result_.place[tile] = best;
        placed[tile] = 1;
        if (last[tile] > 0) over[last[tile]].push_back(tile);
      }
      for (const TileId tile : over[round]) {
        rows.give_back(result_.place[tile], templates_.tile_sizes[tile]);
        placed[tile] = 2;
      }
    }
    result_.rows = rows.most();
    count_conflicts();
  }

 private:
  bool is_copy(PanelId panel) const { return panels_.panels[panel].copies > 0; }

  /// Calls `visit(firsts, seconds, weight)` for the tiles that are read at once.
  template <class Visit>
  void visit_accesses(Visit visit) const {
    for (const auto& round : result_.rounds) {
      for (const auto& warp : round) {
        for (const ProductTask& task : warp) {
          const ProductTemplate& form = templates_.templates[task.index];
          const std::size_t sides = task.panels.size() * task.parts;
          for (std::size_t kind = 0; kind < form.kinds.size(); ++kind) {
            for (std::uint32_t i = 0; i < task.counts[kind]; ++i) {
              for (std::size_t from = 0; from < sides; from += options_.together) {
                std::set<TileId> firsts, seconds;
                for (std::size_t side = from; side < std::min(from + options_.together, sides);
                     ++side) {
                  const auto& pairs = templates_.uses[task.panels[side / task.parts]].pairs[kind];
                  const std::size_t k =
                      ProductTask::pair(i, task.parts, static_cast<unsigned>(side % task.parts));
                  if (k >= pairs.size()) continue;
                  firsts.insert(pairs[k].first);
                  seconds.insert(pairs[k].second);
                }
                visit(firsts, seconds, static_cast<double>(form.kinds[kind].size()));
              }
            }
          }
        }
      }
    }
  }

  /// Which tiles are read at once, and how often.
  void find_neighbours() {
    neighbours_.resize(panels_.tiles.size());
    if (options_.banks < 2) return;
    visit_accesses(
        [&](const std::set<TileId>& firsts, const std::set<TileId>& seconds, double weight) {
          for (const std::set<TileId>* tiles : {&firsts, &seconds}) {
            for (const TileId a : *tiles) {
              for (const TileId b : *tiles) {
                if (a != b) neighbours_[a][b] += static_cast<float>(weight);
              }
            }
          }
        });
  }

  void count_conflicts() {
    double accesses = 0, turns = 0;
    visit_accesses(
        [&](const std::set<TileId>& firsts, const std::set<TileId>& seconds, double weight) {
          for (const std::set<TileId>* tiles : {&firsts, &seconds}) {
            std::map<std::uint32_t, std::size_t> in_bank;
            std::size_t most = 1;
            for (const TileId tile : *tiles)
              most = std::max(most, ++in_bank[result_.place[tile] % options_.banks]);
            accesses += weight;
            turns += weight * static_cast<double>(most);
          }
        });
    if (accesses > 0) result_.conflicts = turns / accesses;
  }

  const Panels& panels_;
  const ProductTemplates& templates_;
  const RoundOptions& options_;
  std::vector<std::unordered_map<TileId, float>> neighbours_;  ///< by tile
  ProductRounds& result_;
};

}  // namespace

void place_product_tiles(const Panels& panels, const ProductTemplates& templates,
                         const RoundOptions& options, ProductRounds& rounds) {
  TilePlaces(panels, templates, options, rounds).place();
}

}  // namespace diagc
