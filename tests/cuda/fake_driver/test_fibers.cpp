// Threads of a block as fibers.
#include <catch2/catch.hpp>

#include <utility>
#include <vector>

#include "tests/fibers.h"

using diagc::testing::BlockFibers;

namespace {

unsigned fiber_number;
void (*fiber_barrier)();
/// What ran: part between barriers, thread.
std::vector<std::pair<unsigned, unsigned>> ran;

/// Thread t has as many parts as `counts` says, and knows after a barrier what it knew before.
void parts_of_fiber(const void* counts) {
  const unsigned thread = fiber_number;
  const unsigned parts = static_cast<const unsigned*>(counts)[thread];
  double sum = 0;
  for (unsigned part = 0; part < parts; ++part) {
    if (part > 0) fiber_barrier();
    ran.emplace_back(part, thread);
    sum += part + 0.5 * thread;
  }
  CHECK(sum == 0.5 * parts * (parts - 1) + 0.5 * thread * parts);
}

}  // namespace

TEST_CASE("threads of a block run from barrier to barrier, the last one first") {
  BlockFibers fibers(3, &fiber_number, &fiber_barrier);
  const unsigned even[] = {3, 3, 3}, uneven[] = {1, 3, 2};
  // Block after block with the same fibers.
  for (int block = 0; block < 2; ++block) {
    ran.clear();
    fibers.run(parts_of_fiber, even);
    CHECK(ran == std::vector<std::pair<unsigned, unsigned>>{
                     {0, 2}, {0, 1}, {0, 0}, {1, 2}, {1, 1}, {1, 0}, {2, 2}, {2, 1}, {2, 0}});
    ran.clear();
    fibers.run(parts_of_fiber, uneven);
    CHECK(ran == std::vector<std::pair<unsigned, unsigned>>{
                     {0, 2}, {0, 1}, {0, 0}, {1, 2}, {1, 1}, {2, 1}});
  }
}

TEST_CASE("a block of no threads does nothing") {
  BlockFibers fibers(0, &fiber_number, &fiber_barrier);
  ran.clear();
  fibers.run(parts_of_fiber, nullptr);
  CHECK(ran.empty());
}
