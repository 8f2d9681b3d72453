#include <catch2/catch.hpp>

#include <cmath>
#include <cstring>

#include "diagc/embed.h"
#include "physics/collider/event_text.h"
#include "physics/collider/pdf/analytic.h"
#include "physics/collider/phase_space/antenna_tables.h"
#include "physics/collider/phase_space/event.h"
#include "physics/collider/tables.h"
#include "runtime/cuda/compile.h"
#include "runtime/cuda/nvrtc.h"
#include "tests/collider/random_words.h"
#include "tests/series_sampling/cuda_shim.h"
#include "toolchain/client/toolchain.h"

using namespace diagc;
using namespace diagc::collider;

namespace {

/// What stands before a kernel's part, without a kernel.
std::string part_like(bool single_precision, unsigned lanes) {
  return "#pragma clang fp contract(off)\ntypedef __SIZE_TYPE__ Size;\ntypedef " +
         std::string(single_precision ? "float" : "double") +
         " Real;\nenum : Size { lanes = " + std::to_string(lanes) +
         " };\n"
         "typedef Real Vec __attribute__((ext_vector_type(lanes)));\n"
         "typedef Real Row __attribute__((ext_vector_type(lanes), aligned(sizeof(Real)), "
         "may_alias));\n"
         "static inline Vec fma(Vec a, Vec b, Vec c) { return __builtin_elementwise_fma(a, b, c); "
         "}\n"
         "static inline Vec load(const Real *row) { return *(const Row *)row; }\n"
         "static inline void store(Real *row, Vec x) { *(Row *)row = x; }\n";
}

std::string shared_file(const std::string& name) {
  std::string text;
  FILE* file = std::fopen((std::string(DIAGC_SOURCE_DIR) + "/tests/collider/" + name).c_str(), "r");
  REQUIRE(file);
  for (int c; (c = std::fgetc(file)) != EOF;) text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

}  // namespace

TEST_CASE("lane groups of processors make the events of the host") {
  if (const std::string why = toolchain::why_unavailable(); !why.empty()) {
    WARN("skipped: " << why);
    return;
  }
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  for (const unsigned jets : {2U, 4U, 7U}) {
    for (const bool single : {false, true}) {
      const auto lanes =
          static_cast<unsigned>(toolchain::resolve_cpu("native").vector_bytes / (single ? 4 : 8));
      const runs::LaneGroup group{.single_precision = single, .lanes = lanes};
      const LoadedCode code(part_like(single, lanes) + event_memory() + "namespace {\n" +
                            event_constants(jets) + cpu_event_lanes(group) + event_body() + "}\n" +
                            shared_file("event_step.inc"));
      auto* const run =
          code.function<void(const EventTables*, const DensityTable*, const Cuts*, unsigned,
                             unsigned long long, int, unsigned, double*, void*, void*)>("run");
      AntennaSampler sampler({.jets = jets, .pt = 20, .eta = 2.5});
      EventTables tables{};
      tables.key[0] = seed;
      tables.root_s = 14000;
      tables.rambo.most = 100;
      tables.antenna = sampler.tables();
      const AnalyticDensity density;
      const int flavours[] = {gluon};
      const DensityCells cells(density, flavours, 1e-6, {91, 91});
      const DensityTable table = cells.table();
      const Cuts cuts{20, 2.5, 0.4};
      for (const Sampler kind : {Sampler::rambo, Sampler::antenna}) {
        for (unsigned before = 0; before <= jets; ++before) {
          const unsigned first = 64 + before * 32;
          const unsigned long long step = 3 + (1ULL << 40);
          std::vector<double> numbers(7 * lanes);
          std::vector<double> p_bytes(4 * (jets + 2) * lanes), e_bytes(p_bytes.size());
          run(&tables, &table, &cuts, first, step, kind == Sampler::antenna, before, numbers.data(),
              p_bytes.data(), e_bytes.data());
          for (unsigned lane = 0; lane < lanes; ++lane) {
            CAPTURE(jets, single, static_cast<int>(kind), before, lane);
            const HostEvent event = draw_event(kind, jets, tables, first + lane, step, before);
            const HostPartons expected = partons(event, tables, first + lane, step, before, 0.25);
            REQUIRE(numbers[0 * lanes + lane] == Approx(event.x1).epsilon(1e-12));
            REQUIRE(numbers[1 * lanes + lane] == Approx(event.x2).epsilon(1e-12));
            REQUIRE(numbers[2 * lanes + lane] == Approx(event.weight).epsilon(1e-10));
            REQUIRE((numbers[3 * lanes + lane] == 1) == passes(event, cuts));
            REQUIRE(numbers[4 * lanes + lane] ==
                    Approx(density.xf(gluon, event.x1, 91)).epsilon(1e-3).margin(1e-6));
            for (unsigned row = 0; row < 4 * (jets + 2); ++row) {
              const auto at = [&](const std::vector<double>& rows) {
                return single ? static_cast<double>(
                                    reinterpret_cast<const float*>(rows.data())[row * lanes + lane])
                              : rows[row * lanes + lane];
              };
              REQUIRE(at(p_bytes) == Approx(expected.p[row])
                                         .epsilon(single ? 1e-6 : 1e-10)
                                         .margin(single ? 1e-4 : 1e-9));
              REQUIRE(at(e_bytes) == Approx(expected.e[row]).margin(single ? 1e-6 : 1e-10));
            }
          }
        }
      }
    }
  }
}

namespace {

/// As event_step.cuh has it.
template <class T>
struct Launch {
  EventTables tables;
  DensityTable table;
  Cuts cuts;
  unsigned long long step;
  double* numbers;
  T *p, *e;
  std::size_t stride;
};

std::string cuda_source(unsigned jets, bool single) {
  return std::string("typedef unsigned long long Size;\ntypedef ") + (single ? "float" : "double") +
         " Real;\n" + event_memory() + event_constants(jets) +
         cuda_event_lanes({.single_precision = single, .lanes = 1}) + event_body() +
         shared_file("event_step.cuh");
}

}  // namespace

TEST_CASE("the text of events for devices, run as C++, makes the events of the host") {
  if (const std::string why = toolchain::why_unavailable(); !why.empty()) {
    WARN("skipped: " << why);
    return;
  }
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  for (const unsigned jets : {2U, 3U, 6U}) {
    const std::string functions =
        "#define __constant__ const\n"
        "inline double sqrt(double x) { return __builtin_sqrt(x); }\n"
        "inline long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, "
        "x); }\n"
        "inline double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); "
        "}\n";
    const LoadedCode code(series::cuda_shim + functions + cuda_source(jets, false));
    struct Index {
      unsigned x;
    };
    auto* const thread = static_cast<Index*>(code.symbol("threadIdx"));
    auto* const block = static_cast<Index*>(code.symbol("blockIdx"));
    const AntennaSampler sampler({.jets = jets, .pt = 20, .eta = 2.5});
    const OrderingList orderings(gluon_mirrors(jets), 32);
    const AnalyticDensity density;
    const int flavours[] = {gluon};
    const DensityCells cells(density, flavours, 1e-6, {91, 91});
    constexpr unsigned members = 256;
    std::vector<double> numbers(members), p(4 * (jets + 2) * members), e(p.size());
    Launch<double> launch{.tables = {},
                          .table = cells.table(),
                          .cuts = {20, 2.5, 0.4},
                          .step = 77,
                          .numbers = numbers.data(),
                          .p = p.data(),
                          .e = e.data(),
                          .stride = members};
    launch.tables.key[0] = seed;
    launch.tables.root_s = 14000;
    launch.tables.rambo.most = 100;
    launch.tables.antenna = sampler.tables();
    launch.tables.ordering = orderings.table();
    for (const Sampler kind : {Sampler::rambo, Sampler::antenna}) {
      auto* const kernel =
          code.function<void(Launch<double>)>(kind == Sampler::rambo ? "flat" : "chains");
      for (unsigned member = 0; member < members; ++member) {
        block->x = member / 128;
        thread->x = member % 128;
        kernel(launch);
        const unsigned before =
            launch.tables.ordering.orderings[(member / ordering_block + 77) % 32];
        CAPTURE(jets, static_cast<int>(kind), member, before);
        const HostEvent event = draw_event(kind, jets, launch.tables, member, 77, before);
        const HostPartons expected = partons(event, launch.tables, member, 77, before);
        const double f = density.xf(gluon, event.x1, 91) * density.xf(gluon, event.x2, 91);
        const double value = passes(event, launch.cuts) ? event.weight * f : 0;
        REQUIRE(numbers[member] == Approx(value).epsilon(1e-3).margin(1e-6 * event.weight));
        for (unsigned row = 0; row < 4 * (jets + 2); ++row) {
          REQUIRE(p[row * members + member] == Approx(expected.p[row]).epsilon(1e-9).margin(1e-8));
          REQUIRE(e[row * members + member] == Approx(expected.e[row]).margin(1e-10));
        }
      }
    }
  }
}

TEST_CASE("NVRTC takes the text of events") {
  if (const std::string why = cuda::why_no_nvrtc(); !why.empty()) {
    WARN("skipped: " << why);
    return;
  }
  for (const unsigned jets : {2U, 5U, 10U}) {
    for (const bool single : {true, false}) {
      const std::string source = cuda_source(jets, single);
      const cuda::Object object = cuda::compile({"events.cu", source}, {.architecture = "sm_90"});
      CHECK(object.kernels.size() == 2);
      for (const auto& kernel : object.kernels) {
        if (std::getenv("SHOW"))
          std::printf("  %u jets, %s %s: %d registers, %zu spill bytes, %zu stack\n", jets,
                      single ? "float" : "double", kernel.name.c_str(), kernel.registers,
                      static_cast<std::size_t>(kernel.spill_stores),
                      static_cast<std::size_t>(kernel.stack_bytes));
      }
    }
  }
}
