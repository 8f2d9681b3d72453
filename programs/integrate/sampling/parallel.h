// Work on all blocks of all orders, shared by threads.
#pragma once

#include <stop_token>
#include <utility>
#include <vector>

#include "programs/integrate/sampling/order_run.h"
#include "runtime/cpu/thread_pool.h"

namespace diagc::integrate {

/// Calls body(order's place in `runs`, block's place among its own) for each, on up to `threads` threads, higher orders first: they
/// take longest. Those that have not begun when `stop` asks for it are left out.
template <class Body>
void for_all_blocks(const std::vector<OrderRun>& runs, unsigned threads,
                    const std::stop_token& stop, const Body& body) {
  std::vector<std::pair<std::size_t, std::size_t>> tasks;
  for (std::size_t i = runs.size(); i-- > 0;) {
    for (std::size_t block = 0; block < runs[i].blocks.size(); ++block)
      tasks.emplace_back(i, block);
  }
  if (tasks.empty()) return;
  ThreadPool::shared().run(threads, tasks.size(), [&](std::size_t task) {
    if (!stop.stop_requested()) body(tasks[task].first, tasks[task].second);
  });
}

}  // namespace diagc::integrate
