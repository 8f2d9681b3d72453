#include "physics/dynamics/device/devices_engine.h"

#include <cstring>

#include "physics/dynamics/ranks/own_points.h"

namespace diagc::dynamics {

namespace {

/// The rows of all shares, one share's points after the other's.
BlockRows joined(const std::vector<const BlockRows*>& parts, std::size_t points) {
  const BlockRows& first = *parts.front();
  if (first.bytes() == 0) return {};
  BlockRows all(points, first.blocks(), first.rows(), first.columns());
  std::size_t at = 0;
  for (const BlockRows* part : parts) {
    if (part->bytes() > 0) std::memcpy(all.at(at, 0).re, part->at(0, 0).re, part->bytes());
    at += part->points();
  }
  return all;
}

PanelRows joined(const std::vector<const PanelRows*>& parts, std::size_t points) {
  const auto of_all = [&](auto function) {
    std::vector<const BlockRows*> rows;
    for (const PanelRows* part : parts) rows.push_back(&function(*part));
    return joined(rows, points);
  };
  PanelRows all{of_all([](const PanelRows& part) -> auto& { return part.lesser; }),
                of_all([](const PanelRows& part) -> auto& { return part.spectral; }),
                of_all([](const PanelRows& part) -> auto& { return part.mixed; })};
  for (std::size_t field = 0; field < parts.front()->fields.size(); ++field) {
    all.fields.push_back(
        {of_all([&](const PanelRows& part) -> auto& { return part.fields[field].lesser; }),
         of_all([&](const PanelRows& part) -> auto& { return part.fields[field].spectral; }),
         of_all([&](const PanelRows& part) -> auto& { return part.fields[field].mixed; })});
  }
  return all;
}

PanelRows part_of(const PointShare& share, const PanelRows& all) {
  const auto own_part = [&](const BlockRows& rows) {
    return rows.bytes() > 0 ? rows_of_own_points(share, rows) : BlockRows();
  };
  PanelRows own{own_part(all.lesser), own_part(all.spectral), own_part(all.mixed)};
  for (const FieldRows& field : all.fields)
    own.fields.push_back({own_part(field.lesser), own_part(field.spectral), own_part(field.mixed)});
  return own;
}

}  // namespace

template <class Action>
void DevicesEngine::on_all(Action action) const {
  threads_.run([&](runs::Ranks& ranks) {
    const auto rank = static_cast<std::size_t>(ranks.rank());
    action(*engines_[rank], shares_[rank]);
  });
}

DevicesEngine::DevicesEngine(const Model& model, std::size_t order, std::span<const Complex> rho,
                             const DeviceSettings& settings, const DeviceWay* way,
                             std::shared_ptr<const ImaginaryBranch> branch)
    : threads_(static_cast<int>(settings.devices.size())),
      start_(rho.begin(), rho.end()),
      branch_(std::move(branch)) {
  const std::size_t size = settings.devices.size();
  for (std::size_t rank = 0; rank < size; ++rank) {
    runs::Ranks& member = threads_.rank(static_cast<int>(rank));
    shares_.emplace_back(model.points(), member, exchange_of_threads(member));
  }
  exchanges_.resize(size);
  engines_.resize(size);
  threads_.run([&](runs::Ranks& ranks) {
    const auto rank = static_cast<std::size_t>(ranks.rank());
    DeviceSettings own = settings;
    own.devices = {settings.devices[rank]};
    const PointShare& share = shares_[rank];
    exchanges_[rank] = exchange_of_devices(cuda::Device(own.devices[0]), share, true, way);
    engines_[rank] = std::make_unique<DeviceEngine>(
        model, order, rho, own, SharedDevice{&share, exchanges_[rank].get()}, branch_);
  });
}

DevicesEngine::~DevicesEngine() {
  // Devices that have begun a panel read each other's memory.
  for (const auto& engine : engines_) {
    try {
      if (engine) engine->wait();
    } catch (const cuda::Error&) {
      // The call that began the work has thrown this, too.
    }
  }
}

void DevicesEngine::kick(std::span<const Complex> matrix) {
  on_all([&](DeviceEngine& engine, const PointShare&) { engine.kick(matrix); });
}

void DevicesEngine::begin(double length, const PanelSettings& settings) {
  on_all([&](DeviceEngine& engine, const PointShare&) { engine.begin(length, settings); });
}

SolvedPanel DevicesEngine::solve(double length, const PanelSettings& settings) {
  before_.reset();
  SolvedPanel solved;
  on_all([&](DeviceEngine& engine, const PointShare& share) {
    PanelSettings of_rank = settings;
    if (share.rank() != 0) of_rank.meanwhile = nullptr;
    SolvedPanel own = engine.solve(length, of_rank);
    if (share.rank() == 0) solved = std::move(own);
  });
  return solved;
}

void DevicesEngine::keep(double end) {
  past_.reset();
  on_all([&](DeviceEngine& engine, const PointShare&) { engine.keep(end); });
}

void DevicesEngine::keep_and_begin(double end, double length, const PanelSettings& settings) {
  past_.reset();
  on_all([&](DeviceEngine& engine, const PointShare&) {
    engine.keep_and_begin(end, length, settings);
  });
}

PanelResults DevicesEngine::results() {
  PanelResults results;
  on_all([&](DeviceEngine& engine, const PointShare& share) {
    PanelResults own = engine.results();
    if (share.rank() == 0) results = std::move(own);
  });
  return results;
}

void DevicesEngine::start_anew() {
  before_.reset();
  for (const auto& engine : engines_) engine->start_anew();
}

void DevicesEngine::forget(std::size_t count) {
  past_.reset();
  before_.reset();
  on_all([&](DeviceEngine& engine, const PointShare&) { engine.forget(count); });
}

void DevicesEngine::compact(std::size_t count) {
  for (const auto& engine : engines_) engine->compact(count);
}

double DevicesEngine::bytes() const {
  double sum = 0;
  for (const auto& engine : engines_) sum += engine->bytes();
  return sum;
}

double DevicesEngine::bytes(std::size_t panels, std::size_t compacted) const {
  double sum = 0;
  for (const auto& engine : engines_) sum += engine->bytes(panels, compacted);
  return sum;
}

PanelRows DevicesEngine::rows(std::size_t panel) const {
  std::deque<PanelRows> parts;
  std::vector<const PanelRows*> all;
  for (const auto& engine : engines_) all.push_back(&parts.emplace_back(engine->rows(panel)));
  return joined(all, own_points());
}

const PanelRows* DevicesEngine::before() {
  if (before_) return before_.get();
  std::vector<const PanelRows*> parts;
  for (const auto& engine : engines_) {
    parts.push_back(engine->before());
    if (!parts.back()) return nullptr;
  }
  before_ = std::make_unique<PanelRows>(joined(parts, own_points()));
  return before_.get();
}

void DevicesEngine::restore(PanelRows rows, double start, double end, std::size_t forgotten) {
  on_all([&](DeviceEngine& engine, const PointShare& share) {
    engine.restore(part_of(share, rows), start, end, forgotten);
  });
}

void DevicesEngine::restore_before(PanelRows before) {
  before_.reset();
  on_all([&](DeviceEngine& engine, const PointShare& share) {
    engine.restore_before(part_of(share, before));
  });
}

std::size_t DevicesEngine::own_points() const { return shares_.front().points(); }

const TwoTime& DevicesEngine::past() {
  if (past_) return *past_;
  const PanelTimes& all = times();
  const std::size_t order = all.collocation().order;
  past_ = std::make_unique<TwoTime>(own_points(), bands(), all.collocation(), start_, branch_);
  for (std::size_t panel = 0; panel < all.panels(); ++panel) {
    past_->restore(rows(panel), all.start(panel), all.nodes()[(panel + 1) * order - 1],
                   all.forgotten());
  }
  return *past_;
}

}  // namespace diagc::dynamics
