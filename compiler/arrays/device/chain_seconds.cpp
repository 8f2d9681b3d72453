#include "compiler/arrays/device/chain_seconds.h"

#include <algorithm>
#include <cmath>

#include "compiler/arrays/device/chain_blocks.h"
#include "compiler/arrays/distribute/grid.h"

namespace diagc::arrays {

namespace {

/// Multiprocessors of an H200.
constexpr double processors = 132;
/// Of memory and arithmetic the shorter one's share that is not hidden behind the longer one; share of the arithmetic rate in tiles.
constexpr double not_overlapped = 0.3, arithmetic_share = 0.4;
/// Share of the time of four real products for a complex one that three take, with sums of parts.
constexpr double three_products = 0.85;
/// How much longer sums of several rows take that do not lie side by side.
constexpr double rows_apart = 2;
/// Blocks of a multiprocessor that together keep its memory busy.
constexpr double wanted_blocks = 4;

/// What all stages of a tile do.
struct ChainWork {
  double accesses = 0;  ///< of 4 bytes, to shared memory
  double operations = 0;
};

ChainWork work_of(const DeviceChain& chain, DeviceElement element) {
  const bool is_complex = element == DeviceElement::c64 || element == DeviceElement::c128;
  const double wide = std::max(static_cast<double>(device_bytes(element)) / 4, 1.0);
  const auto count = [](const std::vector<PlanAxis>& axes) {
    return static_cast<double>(count_of(axes));
  };
  ChainWork work;
  for (const ChainStage& stage : chain.stages) {
    const double rows = count(stage.rows), columns = count(stage.columns),
                 summed = count(stage.summed);
    const double held_rows = static_cast<double>(stage.held.rows),
                 groups = std::ceil(columns / static_cast<double>(stage.held.columns));
    const double units = rows / held_rows * groups;
    double filled = units / (std::ceil(units / device_threads) * device_threads);
    if (!chain.first.empty() && held_rows > 1 && stage.row_pack == 1) filled /= rows_apart;
    const double pack = static_cast<double>(packed_columns(stage, element));
    work.accesses += (rows * summed * groups * wide + rows * columns * wide +
                      rows / held_rows * columns * summed / pack) /
                     filled;
    work.operations += (is_complex ? 8 : 2) * rows * columns * summed / filled;
  }
  return work;
}

/// Of the rate of memory, where so many bytes lie side by side.
double share_of_line(double line) {
  constexpr double whole = 128, half = 64, least = 4;
  return line >= whole ? 1 : line >= half ? 0.9 : std::max(line, least) / half;
}

}  // namespace

double chain_seconds(const DeviceChain& chain, const ChainTraffic& traffic, DeviceElement element,
                     const DeviceRates& rates) {
  const bool is_single = element == DeviceElement::f32 || element == DeviceElement::c64;
  const DeviceModel model = device_model(is_single, rates);
  const ChainWork work = work_of(chain, element);
  const double tiles = traffic.tiles, blocks = static_cast<double>(chain_blocks(chain, element));
  const double busy = std::min(std::sqrt(blocks / wanted_blocks), 1.0) *
                      std::min(tiles / (processors * std::min(blocks, wanted_blocks)), 1.0);
  const double memory = tiles *
                        (traffic.in / share_of_line(traffic.in_line) +
                         traffic.out / share_of_line(traffic.out_line)) /
                        (model.memory_rate * busy);
  const double spread = std::max(processors / tiles, 1.0);
  const double reading = work.accesses / (device_access_rate * rates.arithmetic),
               computing = work.operations / model.arithmetic_rate *
                           (has_sums_of_three(chain, element) ? three_products : 1);
  // Where the first operand comes ahead, a multiprocessor computes and reads shared memory at once.
  const double inside =
      spread * tiles *
      (chain.first.empty() ? reading + computing / arithmetic_share : std::max(reading, computing));
  return std::max(memory, inside) + not_overlapped * std::min(memory, inside);
}

}  // namespace diagc::arrays
