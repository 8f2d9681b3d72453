#include "runtime/cuda/occupancy.h"

#include <catch2/catch.hpp>

namespace diagc::cuda {
namespace {

int blocks(const char* architecture, unsigned threads, int registers, std::size_t shared) {
  return blocks_per_multiprocessor(multiprocessor_limits(architecture).value(), threads, registers,
                                   shared);
}

TEST_CASE("what limits the blocks of a multiprocessor") {
  // Neither registers nor shared memory: 64 warps, and 32 blocks.
  CHECK(blocks("sm_90", 128, 16, 0) == 16);
  CHECK(blocks("sm_90", 32, 16, 0) == 32);
  CHECK(blocks("sm_90", 1024, 32, 0) == 2);
  CHECK(blocks("sm_90", 33, 16, 0) == 32);  // two warps
  // Registers: 65536 of them, 255 become 256 for each of 32 lanes.
  CHECK(blocks("sm_90", 128, 255, 0) == 2);
  CHECK(blocks("sm_90", 128, 128, 0) == 4);
  CHECK(blocks("sm_90", 128, 129, 0) == 3);  // 136 a lane: 3 warps a scheduler
  CHECK(blocks("sm_90", 96, 168, 0) == 4);   // 12 warps
  CHECK(blocks("sm_90", 1024, 64, 0) == 1);
  CHECK(blocks("sm_90", 1024, 65, 0) == 0);
  // Shared memory, with the kilobyte that the system takes of each block.
  CHECK(blocks("sm_90", 128, 32, 227 << 10) == 1);
  CHECK(blocks("sm_90", 128, 32, (227 << 10) + 1) == 0);
  CHECK(blocks("sm_90", 128, 32, 113 << 10) == 2);
  CHECK(blocks("sm_90", 128, 32, (113 << 10) + 1) == 1);
  CHECK(blocks("sm_80", 128, 32, 113 << 10) == 1);
  CHECK(blocks("sm_80", 128, 32, 163 << 10) == 1);
  CHECK(blocks("sm_80", 128, 32, 164 << 10) == 0);
  // What no block may have.
  CHECK(blocks("sm_90", 0, 16, 0) == 0);
  CHECK(blocks("sm_90", 1025, 16, 0) == 0);
  CHECK_FALSE(multiprocessor_limits("sm_70"));
}

}  // namespace
}  // namespace diagc::cuda
