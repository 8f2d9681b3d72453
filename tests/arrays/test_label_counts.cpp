// Counts of labels against sums over labels one by one.
#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include "compiler/arrays/search/label_counts.h"

using namespace diagc::arrays;

TEST_CASE("sizes of rotations and unions are sums over their labels") {
  std::mt19937_64 random(41);
  for (int run = 0; run < 500; ++run) {
    const std::size_t words = 1 + random() % 20;
    const bool one_weight = run % 3 > 0;
    std::vector<float> weights(words, 1.5F);
    for (float& weight : weights)
      if (!one_weight) weight = static_cast<float>(1 + random() % 4) / 2;
    std::vector<std::vector<std::uint64_t>> sets(6, std::vector<std::uint64_t>(words));
    for (auto& set : sets)
      for (std::uint64_t& word : set) word = random() & random();
    const auto &a = sets[0], &b = sets[1], &c = sets[2], &p = sets[3], &x = sets[4],
               &sliced = sets[5];
    const bool has_slices = run % 4 > 0, early = run % 4 > 1;
    float joined = 0, left = 0, last = 0, ended = 0, ends = 0, both = 0;
    for (std::size_t label = 0; label < 64 * words; ++label) {
      const auto in = [&](const std::vector<std::uint64_t>& set) {
        return (set[label / 64] >> label % 64 & 1U) != 0;
      };
      const float weight = weights[label / 64];
      const bool kept = (in(a) || in(c)) && (in(b) || in(p));
      if (in(a) || in(b)) both += weight;
      if (has_slices && in(sliced)) {
        if (in(a) && in(b) && !in(x)) ended += weight;
        if ((in(a) || in(c)) && !kept) ends += weight;
        continue;
      }
      if (in(a) || in(c)) joined += weight;
      if (kept) left += weight;
      if (kept || in(b)) last += weight;
    }
    const LabelCounts counts(weights, has_slices ? sliced.data() : nullptr, early);
    const std::vector<RotationSets> rotations(1 + random() % 3,
                                              {a.data(), b.data(), c.data(), p.data(), x.data()});
    std::vector<RotationSizes> sizes(rotations.size());
    counts.measure(rotations, sizes.data());
    for (const RotationSizes& of : sizes) {
      CHECK(of.joined == joined);
      CHECK(of.left == left);
      CHECK(of.last == last);
      CHECK(of.ended == (has_slices && early ? ended : 0));
      CHECK(of.ends == (has_slices && early ? ends : 0));
    }
    CHECK(counts.size(a.data(), b.data()) == both);
  }
}
