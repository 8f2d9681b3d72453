#include "physics/collider/jets/jet_sets.h"

#include "physics/collider/jets/anti_kt.h"

namespace diagc::collider {

JetSets::JetSets(const Job& job) : jets_(static_cast<unsigned>(job.process.jets)) {
  for (std::size_t i = 0; i < job.cuts.size(); ++i) {
    const CutSet& cuts = job.cuts[i];
    if (cuts.radius > 0) sets_.push_back({1U << i, cuts.radius, cuts.pt, cuts.eta});
  }
}

void JetSets::find(const void* jet_sets, const GeneratorBlock* block, unsigned long long kept) {
  const JetSets& own = *static_cast<const JetSets*>(jet_sets);
  unsigned* const passed = block->integers + block->stride;
  std::vector<PartonMomentum> partons(own.jets_);
  for (unsigned long long i = 0; i < kept; ++i) {
    for (unsigned j = 0; j < own.jets_; ++j) {
      const auto number = [&](unsigned which) {
        return block->events[(row_jets + jet_rows * j + which) * block->stride + i];
      };
      const double pt = number(0), up = number(4), down = number(5);
      partons[j] = {pt * number(2), pt * number(3), 0.5 * (up - down), 0.5 * (up + down)};
    }
    for (const Set& set : own.sets_) {
      if ((passed[i] & set.bit) == 0) continue;
      if (count_anti_kt_jets(partons, set.radius, set.pt, set.eta) < own.jets_)
        passed[i] &= ~set.bit;
    }
  }
}

}  // namespace diagc::collider
