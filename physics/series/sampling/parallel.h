// Work on all blocks of all orders, shared by threads.
#pragma once

#include <stop_token>
#include <utility>
#include <vector>

#include "physics/series/sampling/order_run.h"
#include "runtime/system/thread_pool.h"

namespace diagc::integrate {

/// Calls body(order's place in `runs`, place of the first of some of its own blocks, place behind the last of them) for each group of
/// blocks, on up to `threads` threads, higher orders first: they take longest. Those that have not begun when `stop` asks for
/// it are left out.
template <class Body>
void for_all_groups(const std::vector<OrderRun>& runs, unsigned threads,
                    const std::stop_token& stop, const Body& body) {
  std::vector<std::pair<std::size_t, std::size_t>> tasks;
  for (std::size_t i = runs.size(); i-- > 0;) {
    for (std::size_t block = 0; block < runs[i].blocks.size(); block += runs[i].group)
      tasks.emplace_back(i, block);
  }
  if (tasks.empty()) return;
  ThreadPool::shared().run(threads, tasks.size(), [&](std::size_t task) {
    const auto [i, first] = tasks[task];
    if (!stop.stop_requested()) body(i, first, first + runs[i].group);
  });
}

/// body(order's place, block's place) for every block.
template <class Body>
void for_all_blocks(const std::vector<OrderRun>& runs, unsigned threads,
                    const std::stop_token& stop, const Body& body) {
  for_all_groups(runs, threads, stop, [&](std::size_t i, std::size_t first, std::size_t end) {
    for (std::size_t block = first; block < end && !stop.stop_requested(); ++block) body(i, block);
  });
}

}  // namespace diagc::integrate
