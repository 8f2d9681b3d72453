#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <fstream>
#include <thread>

#include "tests/toolchain/sources.h"

using namespace diagc::toolchain;

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define DIAGC_HEAP_IN_USE
extern "C" size_t __sanitizer_get_current_allocated_bytes();
#endif
#endif

namespace {

/// Memory in use, in bytes: what is resident; under the address sanitizer, which keeps freed memory
/// for a while to catch its use, what is allocated.
size_t resident() {
#ifdef DIAGC_HEAP_IN_USE
  return __sanitizer_get_current_allocated_bytes();
#endif
  std::ifstream statm("/proc/self/statm");
  size_t pages = 0, resident_pages = 0;
  statm >> pages >> resident_pages;
  return resident_pages * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

std::string adder(int i) {
  return "extern \"C\" int add" + std::to_string(i) + "(int x) { return x + " + std::to_string(i) +
         "; }";
}

}  // namespace

TEST_CASE("the mathematics and C library resolve") {
  const Module module = built(R"(
extern "C" { double sin(double); double cos(double); double exp(double); double log(double); double sqrt(double);
float sinf(float); float cosf(float); float expf(float); float logf(float); float sqrtf(float);
void *memcpy(void *, const void *, unsigned long); void *memset(void *, int, unsigned long);
double all(double x) { return sin(x) + cos(x) + exp(x) + log(x) + sqrt(x); }
float allf(float x) { return sinf(x) + cosf(x) + expf(x) + logf(x) + sqrtf(x); }
void copy(char *to, const char *from, unsigned long n) { memcpy(to, from, n); memset(to + n, 7, n); } })");
  const double x = 0.75;
  CHECK(
      module.function<double(double)>("all")(x) ==
      Approx(std::sin(x) + std::cos(x) + std::exp(x) + std::log(x) + std::sqrt(x)).epsilon(1e-15));
  CHECK(module.function<float(float)>("allf")(0.75f) ==
        Approx(std::sin(x) + std::cos(x) + std::exp(x) + std::log(x) + std::sqrt(x)).epsilon(1e-6));
  char to[8];
  module.function<void(char*, const char*, unsigned long)>("copy")(to, "abcd", 4);
  CHECK(std::string(to, 8) == "abcd\7\7\7\7");
}

TEST_CASE("what cannot be resolved is named when loading") {
  CHECK_THROWS_WITH(
      built("extern \"C\" int nowhere_at_all(int); extern \"C\" int f(int x) { return "
            "nowhere_at_all(x); }"),
      Catch::Contains("compiled code cannot be loaded") &&
          Catch::Contains("Symbols not found: [ nowhere_at_all ]"));
  const Module module = built(adder(1));
  CHECK_THROWS_WITH(module.symbol("other"), "compiled code has no symbol 'other'");
  CHECK_THROWS_AS(built("extern \"C\" int f() { return 1; }").symbol("add1"), std::logic_error);
}

TEST_CASE("bytes that are no object are refused") {
  CHECK_THROWS_AS(Module::load(""), Refused);
  CHECK_THROWS_AS(Module::load("not an object"), Refused);
  std::string object = compile(source_for(kAxpy), Product::object);
  CHECK_THROWS_AS(Module::load(std::string_view(object).substr(0, 100)), Refused);
  CHECK_THROWS_AS(Module::load(std::string_view(object).substr(0, object.size() / 2)), Refused);
}

TEST_CASE("modules are apart, although their symbols agree") {
  const Module one = built("extern \"C\" int f() { return 1; }"),
               two = built("extern \"C\" int f() { return 2; }");
  CHECK(one.function<int()>("f")() == 1);
  CHECK(two.function<int()>("f")() == 2);
}

TEST_CASE("a module lives as long as its last handle") {
  int (*f)(int) = nullptr;
  auto first = std::make_unique<Module>(built(adder(5)));
  const Module second = *first;
  f = first->function<int(int)>("add5");
  first.reset();
  CHECK(f(1) == 6);
}

TEST_CASE("300 kernels compiled, loaded and unloaded leave memory as it was") {
  const auto round = [](int i) {
    const Module module = built(adder(i));
    return module.function<int(int)>("add" + std::to_string(i))(1);
  };
  for (int i = 0; i < 50; ++i) REQUIRE(round(i) == i + 1);
  const size_t before = resident();
  for (int i = 50; i < 350; ++i) REQUIRE(round(i) == i + 1);
  const size_t after = resident();
  INFO("resident before " << before << ", after " << after);
  CHECK(after < before + (size_t{16} << 20));
}

TEST_CASE("loading and unloading one object many times leaves memory as it was", "[timing]") {
  const std::string object = compile(source_for(kAxpy), Product::object);
  for (int i = 0; i < 200; ++i) Module::load(object);
  const size_t before = resident();
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 1000; ++i) Module::load(object).symbol("axpy");
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  CHECK(resident() < before + (size_t{4} << 20));
  INFO(seconds.count() << " ms a load");
  CHECK(seconds.count() < 5);  // 5 ms a load is the limit of the specification
}

TEST_CASE("threads compile, load and call at once") {
  std::vector<std::jthread> threads;
  std::vector<int> wrong(4, 0);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([t, &wrong] {
      for (int i = 0; i < 20; ++i) {
        const int number = 100 * t + i;
        const Module module = built(adder(number));
        wrong[t] += module.function<int(int)>("add" + std::to_string(number))(1) != number + 1;
      }
    });
  threads.clear();
  CHECK(wrong == std::vector<int>(4, 0));
}
