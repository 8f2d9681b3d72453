// Where axes live, as text.
#include "compiler/arrays/place.h"

#include <catch2/catch.hpp>

using namespace diagc::arrays;

TEST_CASE("places are written as one line a kernel") {
  // A long axis 0 that two small tensors leave alone, then a sum with a large one, then a small rest.
  const Network chain{{4096, 2, 3, 2}, {{1, 2, 0}, {2, 3}, {1, 3}, {0}}, {}};
  const Order order{{{0, 1}, {4, 2}, {5, 3}}, {}};
  CHECK(places_text(place(chain, order, {.element_bytes = 4})) ==
        "0 * 1 = 4[1 3 0] * 2 = 5[0] lanes 0 in blocks of 1024\n5 * 3 = 6[] by an inner product\n");
  CHECK(places_text(place(chain, order, {})) ==
        "0 * 1 = 4[3 1 0] by panels\n4 * 2 = 5[0] by panels\n5 * 3 = 6[] by panels\n");
  const Network matrices{{400, 300, 500}, {{0, 1}, {1, 2}}, {0, 2}};
  const Order one{{{0, 1}}, {}};
  CHECK(places_text(place(matrices, one, {.element_bytes = 8, .products = true})) ==
        "1 * 0 = 2[0 2] by products\n");
  // More lanes than a tile has, in the order in which they lie; the summed axis is the slowest, then the fastest.
  const Network tall{{2, 65536, 3}, {{0, 1}, {0, 2}}, {1, 2}};
  CHECK(places_text(place(tall, one, {.element_bytes = 4})) ==
        "0 * 1 = 2[2 1] lanes 1 in blocks of 1024\n");
  const Network turned{{2, 65536, 3}, {{1, 0}, {0, 2}}, {1, 2}};
  CHECK(places_text(place(turned, one, {.element_bytes = 4})) ==
        "0 * 1 = 2[2 1] lanes 1 in blocks of 1024, relaid\n");
}

TEST_CASE("lanes that the next tile has lie together") {
  // Lanes end at the second step, which has axes 2 and 4 in its tiles, 1 and 5 as lanes; 3 is outside of it, and ends later.
  const Network network{
      {16, 2, 8, 4, 8, 512, 4, 8}, {{1, 2, 3, 4, 0}, {0, 5}, {2, 4, 7}, {3, 6}}, {1, 5, 6, 7}};
  const Order order{{{0, 1}, {4, 2}, {5, 3}}, {}};
  CHECK(places_text(place(network, order, {.element_bytes = 4, .fuse = false})) ==
        "0 * 1 = 4[5 3 2 4 1] lanes 3 2 4 1 in blocks of 512, relaid\n"
        "4 * 2 = 5[7 3 5 1] lanes 5 1 in blocks of 1024, relaid\n"
        "5 * 3 = 6[7 6 5 1] lanes 5 1 in blocks of 1024\n");
}

TEST_CASE("products leave the lanes of the kernel that reads them last") {
  // Columns 2 and 3 lie with 2 fastest in the operand; the next step has 2 in its tiles and leaves 3 alone.
  const Network network{{256, 256, 4, 512, 4}, {{1, 0}, {0, 3, 2}, {2, 4}}, {1, 3, 4}};
  const Order order{{{0, 1}, {3, 2}}, {}};
  CHECK(places_text(place(network, order, {.element_bytes = 4, .products = true})) ==
        "1 * 0 = 3[1 2 3] by products\n3 * 2 = 4[4 1 3] lanes 3 in blocks of 512\n");
}

TEST_CASE("every kernel has a time that is expected, which grows with its arrays") {
  const Network network{{2, 2, 64, 64}, {{2, 0, 3, 1}, {0, 1}}, {3, 2}};
  const Order order{{{0, 1}}, {}};
  const Places places = place(network, order, {.element_bytes = 8});
  REQUIRE(places.kernels.size() == 1);
  CHECK(places.kernels[0].seconds > 0);
  // Twice the elements take longer, by less than twice.
  Network larger = network;
  larger.extents[2] = 128;
  const double seconds = place(larger, order, {.element_bytes = 8}).kernels[0].seconds;
  CHECK(seconds > places.kernels[0].seconds);
  CHECK(seconds < 2 * places.kernels[0].seconds);
}
