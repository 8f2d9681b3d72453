#include "runtime/cuda/workers.h"

#include <errno.h>
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <stop_token>
#include <thread>

#include "runtime/cuda/nvrtc.h"
#include "runtime/system/temporary_folder.h"
#include "tests/cuda/compile/sources.h"

namespace diagc::cuda {
namespace {

/// Few registers, so that the heavy kernel spills.
const CompileOptions limited{.architecture = "sm_90", .extra = {"--maxrregcount=40"}};

std::vector<Source> sources(int count) {
  std::vector<Source> list;
  for (int i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    list.push_back({"source" + number + ".cu", "extern \"C\" __global__ void f" + number +
                                                   "(float *x) { x[0] = " + number + "; }\n"});
  }
  return list;
}

Workers workers(const char* mode, unsigned processes = 2) {
  return {{"/proc/self/exe", mode}, processes};
}

/// Temporary files go to a folder of the test's own; at the end neither they nor processes remain.
class NothingLeft {
 public:
  NothingLeft() {
    if (const char* before = std::getenv("TMPDIR")) before_ = before;
    setenv("TMPDIR", folder_.path().c_str(), 1);
  }
  ~NothingLeft() {
    CHECK(std::filesystem::is_empty(folder_.path()));
    CHECK((waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD));
    if (before_.empty()) {
      unsetenv("TMPDIR");
    } else {
      setenv("TMPDIR", before_.c_str(), 1);
    }
  }

 private:
  std::string before_;
  TemporaryFolder folder_;
};

template <class Error>
std::string message(const std::vector<Source>& list, const Workers& how,
                    std::stop_token stop = {}) {
  const NothingLeft check;
  try {
    compile_in_workers(list, limited, how, stop);
  } catch (const Error& error) {
    return error.what();
  }
  return "compiled";
}

TEST_CASE("workers give what this process would give, in the order of the sources") {
  const NothingLeft check;
  std::vector<Source> list = sources(4);
  list.push_back({"heavy.cu", heavy_source(80)});  // spills
  const unsigned processes = GENERATE(1u, 3u);
  const std::vector<Object> objects =
      compile_in_workers(list, limited, workers("nvrtc-worker", processes));
  REQUIRE(objects.size() == list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Object here = compile(list[i], limited);
    REQUIRE(objects[i].kernels.size() == 1);
    CHECK(objects[i].kernels[0].name == here.kernels[0].name);
    CHECK(objects[i].kernels[0].registers == here.kernels[0].registers);
    CHECK(objects[i].kernels[0].spill_stores == here.kernels[0].spill_stores);
    CHECK(objects[i].kernels[0].spill_loads == here.kernels[0].spill_loads);
    CHECK(objects[i].bytes.size() == here.bytes.size());
  }
  CHECK(objects.back().kernels[0].spill_stores > 0);
  CHECK(compile_in_workers({}, limited, workers("nvrtc-worker")).empty());
}

TEST_CASE("PTX comes through workers, too") {
  const NothingLeft check;
  const CompileOptions ptx{
      .architecture = "sm_90", .product = Product::ptx, .extra = {"--maxrregcount=64"}};
  const std::vector<Source> list = sources(2);
  const std::vector<Object> objects = compile_in_workers(list, ptx, workers("nvrtc-worker"));
  for (std::size_t i = 0; i < 2; ++i) CHECK(objects[i].bytes == compile(list[i], ptx).bytes);
}

TEST_CASE("a wrong source is refused as without workers, and ends the others") {
  std::vector<Source> list = sources(3);
  list[1].text += "nonsense\n";
  std::string here;
  try {
    compile(list[1], limited);
  } catch (const Refused& refused) {
    here = refused.what();
  }
  CHECK(message<Refused>(list, workers("nvrtc-worker")) == here);
}

TEST_CASE("a killed worker: the source and the signal; the others are ended") {
  CHECK(message<std::runtime_error>(sources(3), workers("picky-worker", 3)) ==
        "the process that compiled source0.cu with NVRTC was killed by signal 9 (Killed); when "
        "memory "
        "is short, the system does that");
  // These would never end by themselves.
  CHECK(message<std::runtime_error>(sources(3), workers("sleeping-worker", 3)) ==
        "the process that compiled source0.cu with NVRTC was killed by signal 11 (Segmentation "
        "fault)");
}

TEST_CASE("a worker that is no worker") {
  CHECK(message<std::runtime_error>(sources(1), workers("failing-worker")) ==
        "the process that compiled source0.cu with NVRTC ended with exit code 3:\nno more paper\n");
  CHECK(message<std::runtime_error>(sources(1), {{"true"}, 1}) ==
        "the process that compiled source0.cu with NVRTC ended with exit code 0 and no message");
  CHECK(message<std::runtime_error>(sources(1), {{"/nowhere/program"}, 1}) ==
        "/nowhere/program: cannot be started: No such file or directory");
  CHECK(compile_worker({}) == 64);
}

TEST_CASE("workers end when asked to") {
  std::stop_source stop;
  std::jthread asks([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stop.request_stop();
  });
  CHECK(message<Cancelled>(sources(2), workers("endless-worker"), stop.get_token()) ==
        "stopped while NVRTC compiled source0.cu");
}

TEST_CASE("an unknown architecture is told before any process starts") {
  const NothingLeft check;
  CHECK_THROWS_AS(compile_in_workers(sources(1), {.architecture = "sm_20"}, {{"/nowhere"}, 1}),
                  Unavailable);
}

}  // namespace
}  // namespace diagc::cuda
