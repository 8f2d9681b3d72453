#include <algorithm>
#include <limits>
#include <utility>

#include "compiler/arrays/device/device_chain.h"
#include "compiler/arrays/distribute/grid.h"

namespace diagc::arrays {

std::vector<ChainPiece> cheapest_chains(const Network& network, const Plan& plan,
                                        std::span<const DeviceStep> path, DeviceElement element,
                                        const DeviceRates& rates) {
  const double launch = h200(true).launch;
  struct State {
    double seconds = std::numeric_limits<double>::infinity();
    ChainPiece last;
  };
  std::vector<State> best(path.size() + 1);
  best[0].seconds = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto take = [&](std::size_t count, double seconds, std::optional<DeviceChain> chain) {
      State& state = best[i + count];
      if (best[i].seconds + seconds >= state.seconds) return;
      state = {best[i].seconds + seconds, {i, count, std::move(chain)}};
    };
    take(1, path[i].seconds + launch, {});
    for (std::size_t count = 2; count <= std::min(most_chain_steps, path.size() - i); ++count) {
      if (path[i + count - 1].once != path[i].once) break;
      auto chain = device_chain(network, plan, path.subspan(i, count), element, rates);
      if (!chain) continue;
      const double seconds = chain->seconds + launch;
      take(count, seconds, std::move(chain));
    }
  }
  std::vector<ChainPiece> pieces;
  for (std::size_t at = path.size(); at > 0; at = pieces.back().first)
    pieces.push_back(std::move(best[at].last));
  std::ranges::reverse(pieces);
  return pieces;
}

}  // namespace diagc::arrays
