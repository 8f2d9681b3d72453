#include "physics/dynamics/device/devices_uniform_grid.h"

namespace diagc::dynamics {

template <class Action>
void DevicesUniformGrid::on_all(Action action) const {
  threads_.run([&](runs::Ranks& ranks) {
    action(*grids_[static_cast<std::size_t>(ranks.rank())], ranks.rank() == 0);
  });
}

DevicesUniformGrid::DevicesUniformGrid(const Model& model, double step, std::size_t times,
                                       std::span<const Complex> rho, const DeviceSettings& settings,
                                       const DeviceWay* way)
    : threads_(static_cast<int>(settings.devices.size())), grids_(settings.devices.size()) {
  for (std::size_t rank = 0; rank < grids_.size(); ++rank) {
    runs::Ranks& member = threads_.rank(static_cast<int>(rank));
    shares_.emplace_back(model.points(), member, exchange_of_threads(member));
  }
  threads_.run([&](runs::Ranks& ranks) {
    const auto rank = static_cast<std::size_t>(ranks.rank());
    DeviceSettings own = settings;
    own.devices = {settings.devices[rank]};
    auto exchange = exchange_of_devices(cuda::Device(own.devices[0]), shares_[rank], true, way);
    if (rank == 0) way_ = exchange->name();
    grids_[rank] = std::make_unique<DeviceUniformGrid>(model, step, times, rho, own, &shares_[rank],
                                                       std::move(exchange));
  });
}

DevicesUniformGrid::~DevicesUniformGrid() = default;

std::size_t DevicesUniformGrid::rank_of(std::size_t point) const {
  std::size_t rank = 0;
  while (point >= shares_.front().first_of(rank + 1)) ++rank;
  return rank;
}

std::vector<Complex> DevicesUniformGrid::density(std::size_t time) const {
  std::vector<Complex> all;
  on_all([&](DeviceUniformGrid& grid, bool is_first) {
    std::vector<Complex> own = grid.density(time);
    if (is_first) all = std::move(own);
  });
  return all;
}

void DevicesUniformGrid::kick(std::size_t time, std::span<const Complex> matrix) {
  on_all([&](DeviceUniformGrid& grid, bool) { grid.kick(time, matrix); });
}

void DevicesUniformGrid::collide(std::size_t row, StepEnd end) {
  on_all([&](DeviceUniformGrid& grid, bool) { grid.collide(row, end); });
}

void DevicesUniformGrid::turn() {
  for (const auto& grid : grids_) grid->turn();
}

double DevicesUniformGrid::correlation() const {
  double of_all = 0;
  on_all([&](DeviceUniformGrid& grid, bool is_first) {
    const double own = grid.correlation();
    if (is_first) of_all = own;
  });
  return of_all;
}

void DevicesUniformGrid::advance(std::size_t row, std::span<const Complex> half, bool with_both) {
  on_all([&](DeviceUniformGrid& grid, bool) { grid.advance(row, half, with_both); });
}

std::vector<Complex> DevicesUniformGrid::row(std::size_t point, std::size_t time) const {
  const std::size_t rank = rank_of(point);
  return grids_[rank]->row(point - shares_[rank].first(), time);
}

void DevicesUniformGrid::restore_row(std::size_t point, std::size_t time,
                                     std::span<const Complex> values) {
  const std::size_t rank = rank_of(point);
  grids_[rank]->restore_row(point - shares_[rank].first(), time, values);
}

}  // namespace diagc::dynamics
