// Seeds of random tests.
#pragma once

#include <cstdlib>
#include <random>
#include <string_view>

namespace diagc {

/// The same one every time: what holds nearly always would otherwise fail once in a few thousand runs of a program that nobody changed.
/// DIAGC_TEST_SEED=random draws another, DIAGC_TEST_SEED=7 is 7.
inline unsigned test_seed() {
  const char* given = std::getenv("DIAGC_TEST_SEED");
  if (!given) return 20261123;
  if (given == std::string_view("random")) return std::random_device()();
  return static_cast<unsigned>(std::strtoul(given, nullptr, 10));
}

}  // namespace diagc
