// diagc events on the devices of the fake driver.
#include <catch2/catch.hpp>

#include "fake_gpu.h"
#include "physics/collider/jets/anti_kt.h"
#include "process.h"

TEST_CASE("devices are taken for events that are kept, varied and cut into jets, too") {
  const Folder folder;
  folder.write("job.toml",
               "[process]\njets = 2\n[run]\nevents = 1e6\n[output]\nevents = \"job.lhe\"\n" +
                   std::string("[variations]\nscales = true\n") +
                   (diagc::collider::has_fastjet() ? "[cuts]\njets = \"anti-kt\"\n" : ""));
  // Steps take long on the stand-in: what is looked at is the choice, which the second line tells.
  const Finished run =
      folder.shell("DIAGC_CUDA_DRIVER='" DIAGC_FAKE_CUDA "' DIAGC_NVRTC='" DIAGC_FAKE_NVRTC
                   "' \"$DIAGC\" events job.toml 2> log & pid=$!; "
                   "for i in $(seq 600); do grep -q '^runs on' log && break; sleep 0.1; done; "
                   "kill -KILL $pid; cat log >&2");
  INFO(run.err);
  REQUIRE(run.err.find('\n') != std::string::npos);
  CHECK(run.err.find("\nruns on devices 0, 1, Fake\n") == run.err.find('\n'));
}
