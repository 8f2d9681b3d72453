#include "runtime/system/worker.h"
#include "tests/records/cooking.h"
#include "tests/runner.h"

int main(int count, char** arguments) {
  const auto work = [](const std::vector<std::string>& words) {
    return diagc::runs::hdf5_worker<cooking::Recipe>(cooking::kind(), words);
  };
  const diagc::Worker workers[] = {{cooking::worker_name, work}};
  if (const auto code = diagc::run_as_worker(count, arguments, workers)) return *code;
  return diagc::run_tests(count, arguments);
}
