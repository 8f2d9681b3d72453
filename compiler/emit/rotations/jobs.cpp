#include "compiler/emit/rotations/jobs.h"

namespace diagc {

namespace {

void write_part(const std::function<void()>& part) {
  if (part) part();
}

}  // namespace

void run(OperationWriter& writer, const std::vector<RotationJob>& jobs) {
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const bool loaded = i > 0 && !jobs[i].after_barrier;
    if (i == 0) write_part(jobs[i].early);
    if (jobs[i].after_barrier) writer.barrier();
    if (!loaded) write_part(jobs[i].loads);
    if (i + 1 < jobs.size()) {
      write_part(jobs[i + 1].early);
      if (!jobs[i + 1].after_barrier) write_part(jobs[i + 1].loads);
    }
    write_part(jobs[i].compute);
    write_part(jobs[i].stores);
  }
}

}  // namespace diagc
