#include "toolchain/large_stack.h"

#include <pthread.h>

#include <exception>

namespace diagc::machine {
namespace {

struct Task {
  const std::function<void()>& work;
  std::exception_ptr failure;
};

void* run(void* argument) {
  auto& task = *static_cast<Task*>(argument);
  try {
    task.work();
  } catch (...) {
    task.failure = std::current_exception();
  }
  return nullptr;
}

}  // namespace

void on_large_stack(const std::function<void()>& work) {
  Task task{work, nullptr};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, size_t{512} << 20);
  pthread_t thread;
  const bool started = pthread_create(&thread, &attributes, run, &task) == 0;
  pthread_attr_destroy(&attributes);
  // Where address space is limited the caller's own stack has to do.
  if (started)
    pthread_join(thread, nullptr);
  else
    run(&task);
  if (task.failure) std::rethrow_exception(task.failure);
}

}  // namespace diagc::machine
