#include "runtime/cuda/build.h"

#include <catch2/catch.hpp>

#include "runtime/cuda/nvrtc.h"
#include "runtime/system/temporary_folder.h"
#include "runtime/system/whole_file.h"
#include "tests/cuda/compile/sources.h"

namespace diagc::cuda {
namespace {

/// Few registers, so that the heavy kernel spills.
const CompileOptions options{.architecture = "sm_90", .extra = {"--maxrregcount=40"}};
const std::vector<Source> two{{"scale.cu", scale_source}, {"heavy.cu", heavy_source(80)}};

CacheOptions in(const TemporaryFolder& folder) {
  CacheOptions cache_options;
  cache_options.folder = folder.path();
  return cache_options;
}

/// Everything that a build may take from the cache.
std::string facts(const Built& built) {
  std::string text;
  for (const Object& object : built.objects) {
    text += object.bytes;
    for (const KernelCode& k : object.kernels) {
      text += k.name + std::to_string(k.registers) + "," + std::to_string(k.spill_stores) + "," +
              std::to_string(k.spill_loads);
    }
  }
  return text;
}

TEST_CASE("the second build comes from the cache, spills and all") {
  const TemporaryFolder folder;
  Cache cache(in(folder));
  const BuildOptions how{.cache = &cache, .metadata = {{"grammar", "gluon"}}};
  const Built first = build(two, options, how);
  CHECK(first.from_cache == 0);
  CHECK(first.compile_seconds > 0);
  const Built second = build(two, options, how);
  CHECK(second.from_cache == 2);
  CHECK(second.compile_seconds == 0);
  CHECK(facts(second) == facts(first));
  CHECK(second.objects[1].kernels[0].spill_stores > 0);

  std::map<std::string, std::map<std::string, std::string>> listed;
  for (const Cache::Item& item : cache.list()) listed[item.metadata.at("source")] = item.metadata;
  CHECK(listed["scale.cu"] == std::map<std::string, std::string>{{"kind", "CUBIN"},
                                                                 {"source", "scale.cu"},
                                                                 {"architecture", "sm_90"},
                                                                 {"nvrtc", nvrtc().version()},
                                                                 {"grammar", "gluon"}});
  const KernelCode& heavy = first.objects[1].kernels[0];
  CHECK(listed["heavy.cu"]["spills"] ==
        "heavy:" + std::to_string(heavy.spill_stores) + "/" + std::to_string(heavy.spill_loads));
}

TEST_CASE("whatever the code depends on is in the key") {
  const TemporaryFolder folder;
  Cache cache(in(folder));
  const std::vector<Source> one{two[0]};
  build(one, options, {.cache = &cache});
  CHECK(build(one, options, {.cache = &cache}).from_cache == 1);
  CHECK(
      build(one, {.architecture = "sm_80", .extra = options.extra}, {.cache = &cache}).from_cache ==
      0);
  CHECK(build(one, {.architecture = "sm_90", .extra = {"--maxrregcount=32"}}, {.cache = &cache})
            .from_cache == 0);
  CHECK(build(one, options, {.cache = &cache, .driver_version = 12080}).from_cache == 0);
  CHECK(build({{"scale.cu", scale_source + "\n"}}, options, {.cache = &cache}).from_cache == 0);
  CHECK(build(one, options, {.cache = &cache, .look_in_cache = false}).from_cache == 0);
  CHECK(build(one, options, {}).from_cache == 0);
}

TEST_CASE("damaged entries and those that hold no CUBIN are replaced") {
  const TemporaryFolder folder;
  Cache cache(in(folder));
  const std::vector<Source> one{two[0]};
  const BuildOptions how{.cache = &cache};
  const std::string right = facts(build(one, options, how));
  REQUIRE(cache.list().size() == 1);
  const std::filesystem::path file = cache.list()[0].file;
  const std::string whole = read_file(file);
  SECTION("a bit flipped") {
    std::string bytes = whole;
    bytes[bytes.size() / 2] ^= 1;
    write_file(file, bytes);
  }
  SECTION("cut short") { write_file(file, whole.substr(0, whole.size() - 1)); }
  SECTION("empty") { write_file(file, ""); }
  SECTION("a sound entry with something else in it") {
    // The key stands in the entry's header.
    const auto head = entry_head_from(whole.substr(0, *entry_head_size(whole)), whole.size());
    REQUIRE(head);
    cache.store(head->key, {"no CUBIN", {}});
  }
  const Built healed = build(one, options, how);
  CHECK(healed.from_cache == 0);
  CHECK(facts(healed) == right);
  CHECK(build(one, options, how).from_cache == 1);
}

TEST_CASE("what the cache lacks goes to workers") {
  const TemporaryFolder folder;
  Cache cache(in(folder));
  const BuildOptions how{.cache = &cache, .workers = {{"/proc/self/exe", "nvrtc-worker"}, 2}};
  const Built here = build(two, options, {});
  const Built first = build(two, options, how);
  CHECK(first.objects[1].kernels[0].spill_stores == here.objects[1].kernels[0].spill_stores);
  CHECK(facts(build(two, options, how)) == facts(first));
  // So does a single one.
  CHECK_THROWS(build({{"one.cu", scale_source}}, options, {.workers = {{"/nowhere"}, 2}}));
}

TEST_CASE("what was compiled before another source failed is kept") {
  const std::vector<Source> sources{{"scale.cu", scale_source}, {"wrong.cu", "not C++"}};
  for (const bool in_workers : {false, true}) {
    CAPTURE(in_workers);
    const TemporaryFolder folder;
    Cache cache(in(folder));
    BuildOptions how{.cache = &cache};
    if (in_workers) how.workers = {{"/proc/self/exe", "nvrtc-worker"}, 1};
    CHECK_THROWS_AS(build(sources, options, how), Refused);
    CHECK(build({sources[0]}, options, how).from_cache == 1);
  }
}

}  // namespace
}  // namespace diagc::cuda
