// The four groups of a step, and the test that says when no order of axes avoids a relayout.
#include "compiler/arrays/step_shape.h"

#include <catch2/catch.hpp>

using namespace diagc::arrays;

namespace {

/// A plan of two steps: value 3 = 0 * 1, value 4 = 3 * 2, whose kernel reads value 3 in another order of axes.
Plan two_steps() {
  Plan plan;
  plan.steps.resize(2);
  plan.steps[0].a = 0;
  plan.steps[0].b = 1;
  plan.steps[0].c = 3;
  plan.steps[1].a = 3;
  plan.steps[1].b = 2;
  plan.steps[1].c = 4;
  plan.kernels.resize(2);
  plan.kernels[1].first = 1;
  plan.kernels[1].form = KernelForm::tiles;
  plan.kernels[1].relaid = true;
  return plan;
}

/// Whether the members lie together at one end of the order.
bool is_cut(const Labels& order, const Labels& members) {
  std::size_t first = 0, last = 0;
  while (first < order.size() && has(members, order[first])) ++first;
  while (last < order.size() && has(members, order[order.size() - 1 - last])) ++last;
  return first == members.size() || last == members.size();
}

}  // namespace

TEST_CASE("labels of a step are in four groups") {
  const StepShape shape = shape_of({0, 1, 2, 5}, {1, 2, 3, 6}, {0, 1, 3});
  CHECK(shape.batch == Labels{1});
  CHECK(shape.rows == Labels{0});
  CHECK(shape.columns == Labels{3});
  CHECK(shape.summed == Labels{2, 5, 6});
}

TEST_CASE("the four-group test says whether an order of axes makes both steps plain products") {
  const Plan plan = two_steps();
  int forced = 0;
  for (std::uint32_t size = 2; size <= 5; ++size) {
    Labels all;
    for (Label label = 0; label < size; ++label) all.push_back(label);
    for (std::uint32_t left = 0; left < 1U << size; ++left) {
      for (std::uint32_t kept = 0; kept < 1U << size; ++kept) {
        Labels from_left, from_right, stays, ends;
        for (const Label label : all) {
          ((left >> label & 1U) != 0 ? from_left : from_right).push_back(label);
          ((kept >> label & 1U) != 0 ? stays : ends).push_back(label);
        }
        bool exists = false;
        Labels order = all;
        do {
          exists = exists || (is_cut(order, from_left) && is_cut(order, stays));
        } while (std::ranges::next_permutation(order).found);
        const auto cause =
            relayout_cause(plan, plan.kernels[1], {from_left, from_right, ends, all, stays}, 3);
        CHECK(cause == (exists ? RelayoutCause::lanes_end : RelayoutCause::four_groups));
        forced += !exists;
      }
    }
  }
  CHECK(forced > 0);
}

TEST_CASE("a relayout of a tensor is due to its file, and a kernel without one has no cause") {
  Plan plan = two_steps();
  CHECK(relayout_cause(plan, plan.kernels[0], {}, 3) == RelayoutCause::none);
  CHECK(relayout_cause(plan, plan.kernels[1], {}, 4) == RelayoutCause::input);
  CHECK(std::string(name_of(RelayoutCause::input)) == "as given");
  CHECK(std::string(name_of(RelayoutCause::four_groups)) == "four groups");
  CHECK(std::string(name_of(RelayoutCause::lanes_end)) == "lanes end");
  CHECK(std::string(name_of(RelayoutCause::none)).empty());
}
