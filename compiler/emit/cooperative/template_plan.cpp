#include "compiler/emit/cooperative/template_plan.h"

#include <algorithm>

namespace diagc {

namespace {

class TemplatePlanner {
 public:
  TemplatePlanner(const Template& form, const std::vector<const TemplateUse*>& uses,
                  const std::function<std::int32_t(NodeId)>& leaf_bytes)
      : form_(form), uses_(uses), leaf_bytes_(leaf_bytes) {}

  TemplatePlan plan(const TemplatePlanOptions& options) {
    plan_.stretches = find_stretches(form_, options.pack, options.sums);
    place_leaves();
    for (std::uint32_t kind = 0; kind < form_.columns.size(); ++kind) place_column_leaves(kind);
    place_words();
    return std::move(plan_);
  }

 private:
  /// Inputs whose distance is the same in all panels need no register; those at the same distance from each other share one.
  void place_leaves() {
    std::vector<std::uint32_t>& base_leaves = plan_.base_leaves;
    for (std::uint32_t leaf = 0; leaf < form_.leaves; ++leaf) {
      const auto fixed = [&](std::uint32_t base) {
        const auto distance = [&](const TemplateUse* use) {
          const std::int32_t from =
              base == LeafPlace::none ? 0 : leaf_bytes_(use->leaves[base_leaves[base]]);
          return leaf_bytes_(use->leaves[leaf]) - from;
        };
        return std::ranges::all_of(uses_, [&](const TemplateUse* use) {
          return distance(use) == distance(uses_.front());
        });
      };
      std::uint32_t base = LeafPlace::none;
      for (std::uint32_t b = 0; !fixed(base) && b <= base_leaves.size(); ++b) {
        if (b == base_leaves.size()) base_leaves.push_back(leaf);
        base = b;
      }
      const std::int32_t from =
          base == LeafPlace::none ? 0 : leaf_bytes_(uses_.front()->leaves[base_leaves[base]]);
      plan_.leaves.push_back(
          {.base = base, .distance = leaf_bytes_(uses_.front()->leaves[leaf]) - from});
    }
  }

  /// A column has a word for its tile and one for its other tile or its inputs; an input that is not at a fixed distance from that, or
  /// from that and a base of the panel, takes a word of its own.
  void place_column_leaves(std::uint32_t kind) {
    if (form_.columns[kind].two_tiles()) {
      plan_.column_leaves.emplace_back();
      plan_.column_words.push_back(2);
      plan_.column_bases.push_back(LeafPlace::none);
      return;
    }
    const std::vector<std::uint32_t>& base_leaves = plan_.base_leaves;
    const std::uint32_t leaves = form_.columns[kind].leaves;
    const auto base_bytes = [&](const TemplateUse* use, std::uint32_t base) {
      return base == LeafPlace::none ? 0 : leaf_bytes_(use->leaves[base_leaves[base]]);
    };
    const TemplateUse* example = *std::ranges::find_if(
        uses_, [&](const TemplateUse* use) { return !use->columns[kind].empty(); });
    std::vector<LeafPlace> best;
    std::uint32_t best_start = LeafPlace::none, best_words = 0;
    for (std::uint32_t s = 0; s <= base_leaves.size(); ++s) {
      const std::uint32_t start = s == 0 ? LeafPlace::none : s - 1;
      std::vector<LeafPlace> places;
      std::uint32_t words = 2;
      for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) {
        const auto distance = [&](const TemplateUse* use, const TemplateUse::ColumnUse& column,
                                  std::uint32_t base) {
          const std::int32_t word = leaf_bytes_(column.leaves[0]) - base_bytes(use, start);
          return leaf_bytes_(column.leaves[leaf]) - word - base_bytes(use, base);
        };
        LeafPlace place{.column = true, .word = words};
        for (std::uint32_t b = 0; b <= base_leaves.size(); ++b) {
          const std::uint32_t base = b == 0 ? LeafPlace::none : b - 1;
          const std::int32_t first = distance(example, example->columns[kind][0], base);
          const bool fixed = std::ranges::all_of(uses_, [&](const TemplateUse* use) {
            return std::ranges::all_of(use->columns[kind], [&](const auto& column) {
              return distance(use, column, base) == first;
            });
          });
          if (!fixed) continue;
          place = {.base = base, .column = true, .distance = first};
          break;
        }
        if (place.word != LeafPlace::none) ++words;
        places.push_back(place);
      }
      if (s == 0 || words < best_words) {
        best = places;
        best_start = start;
        best_words = words;
      }
    }
    plan_.column_leaves.push_back(std::move(best));
    plan_.column_words.push_back((best_words + 1) / 2 * 2);
    plan_.column_bases.push_back(best_start);
  }

  void place_words() {
    std::uint32_t word = 0;
    const auto take = [&](std::size_t words) {
      const std::uint32_t first = word;
      word += static_cast<std::uint32_t>(words);
      return first;
    };
    plan_.first_import = take(form_.imports);
    plan_.first_base = take(plan_.base_leaves.size());
    plan_.first_output = take(form_.outputs);
    plan_.first_tile = take(form_.tiles);
    plan_.first_count = take(form_.columns.size());
    plan_.first_column = (word + 1) / 2 * 2;
    for (const TemplateUse* use : uses_) {
      std::uint32_t words = plan_.first_column;
      for (std::size_t kind = 0; kind < form_.columns.size(); ++kind) {
        words += plan_.column_words[kind] * static_cast<std::uint32_t>(use->columns[kind].size());
      }
      plan_.words = std::max(plan_.words, words);
    }
  }

  const Template& form_;
  const std::vector<const TemplateUse*>& uses_;
  const std::function<std::int32_t(NodeId)>& leaf_bytes_;
  TemplatePlan plan_;
};

}  // namespace

TemplatePlan plan_template(const Template& form, const std::vector<const TemplateUse*>& uses,
                           const std::function<std::int32_t(NodeId)>& leaf_bytes,
                           const TemplatePlanOptions& options) {
  return TemplatePlanner(form, uses, leaf_bytes).plan(options);
}

}  // namespace diagc
