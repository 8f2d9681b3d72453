#include "compiler/arrays/device/step_groups.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace diagc::arrays {

namespace {

constexpr std::size_t none = ~std::size_t{0};

/// Products of a thread that take about as long as a wave that has next to none.
constexpr double free_products = 8;

/// How many steps, none longer than this one, a wave may have that are all taken by as many threads.
std::size_t steps_of_wave(double products) {
  std::size_t count = most_wave_steps;
  while (count > 1 && products * static_cast<double>(count) > free_products * device_threads)
    count /= 2;
  return count;
}

}  // namespace

StepGroup step_group(const std::vector<DeviceStep>& steps, const std::vector<std::size_t>& group,
                     const std::vector<std::vector<std::size_t>>& makers) {
  // By step of the group: the last one of those that it depends on or that depend on it, through any number of steps, and the steps before it.
  std::vector<std::size_t> last(steps.size(), none), depth(steps.size());
  const auto last_of = [&](std::size_t s) {
    while (last[s] != s) s = last[s] = last[last[s]];
    return s;
  };
  for (const std::size_t s : group) {
    last[s] = s;
    for (const std::size_t maker : makers[s]) {
      if (last[maker] == none) continue;
      last[last_of(maker)] = s;
      depth[s] = std::max(depth[s], depth[maker] + 1);
    }
  }
  for (const std::size_t s : group) last[s] = last_of(s);
  StepGroup own{group, {}, {}};
  std::ranges::stable_sort(own.sequence, {}, [&](std::size_t s) {
    return std::tuple(last[s], depth[s], -steps[s].products);
  });
  for (std::size_t k = 0; k < own.sequence.size();) {
    const std::size_t s = own.sequence[k], most = steps_of_wave(steps[s].products);
    const auto is_beside = [&](std::size_t other) {
      return last[other] == last[s] && depth[other] == depth[s];
    };
    StepWave wave{k, 0, 0};
    while (wave.count < most && k < own.sequence.size() && is_beside(own.sequence[k])) {
      ++wave.count;
      ++k;
    }
    wave.threads = device_threads / std::bit_ceil(wave.count);
    own.waves.push_back(wave);
    if (k == own.sequence.size() || last[own.sequence[k]] != last[s])
      own.ends.push_back(own.waves.size());
  }
  return own;
}

}  // namespace diagc::arrays
