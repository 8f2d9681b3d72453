#include "physics/dynamics/checkpoint/panel_files.h"

#include <cstring>
#include <filesystem>
#include <span>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/dynamics/checkpoint/records.h"
#include "runs/checkpoint/file.h"
#include "runtime/system/checked.h"

namespace diagc::dynamics {

namespace {

using runs::Bytes;
using runs::read_value;
using runs::write_value;

std::span<const std::byte> bytes_of(const BlockRows& rows) {
  if (rows.bytes() == 0) return {};
  return {reinterpret_cast<const std::byte*>(rows.at(0, 0).re), rows.bytes()};
}

/// The next record as rows of this shape.
BlockRows read_rows(runs::CheckpointReader& reader, std::size_t points, std::size_t blocks,
                    std::size_t rows, std::size_t columns) {
  BlockRows result(points, blocks, rows, columns);
  const Bytes bytes = reader.record(result.bytes());
  if (bytes.size() != result.bytes()) {
    throw std::runtime_error("it holds functions of another size");
  }
  if (!bytes.empty()) std::memcpy(result.at(0, 0).re, bytes.data(), bytes.size());
  return result;
}

void write_trajectory(Bytes& to, const Trajectory& trajectory) {
  const std::size_t order = trajectory.collocation().order;
  for (std::size_t p = 0; p < trajectory.panels().size(); ++p) {
    const PanelReport& panel = trajectory.panels()[p];
    for (const double value : {panel.start, panel.end, panel.residual, panel.unresolved}) {
      write_value(to, value);
    }
    write_value(to, std::uint64_t{panel.sweeps});
    write_value(to, std::uint64_t{panel.rejected});
    write_complex(to, trajectory.start(p));
    for (std::size_t l = 0; l < order; ++l) {
      write_complex(to, trajectory.rho(p * order + l));
      write_value(to, trajectory.energy(p * order + l));
    }
  }
}

Trajectory read_trajectory(std::span<const std::byte>& from, std::size_t panels,
                           const Trajectory& like) {
  Trajectory trajectory(like.points(), like.bands(), like.collocation(), like.weights());
  const std::size_t count = like.points() * like.bands() * like.bands();
  for (std::size_t p = 0; p < panels; ++p) {
    PanelReport panel;
    for (double* value : {&panel.start, &panel.end, &panel.residual, &panel.unresolved}) {
      *value = read_value<double>(from);
    }
    panel.sweeps = read_value<std::uint64_t>(from);
    panel.rejected = read_value<std::uint64_t>(from);
    const std::vector<Complex> start = read_complex(from, count);
    std::vector<Complex> rho;
    std::vector<double> energies;
    for (std::size_t l = 0; l < like.collocation().order; ++l) {
      const std::vector<Complex> of_node = read_complex(from, count);
      rho.insert(rho.end(), of_node.begin(), of_node.end());
      energies.push_back(read_value<double>(from));
    }
    trajectory.append(panel, start, rho, energies);
  }
  return trajectory;
}

}  // namespace

PanelFiles::PanelFiles(std::string path, runs::Digest digest)
    : path_(std::move(path)), digest_(std::move(digest)) {}

std::string PanelFiles::path_of(std::size_t panel) const {
  return fmt::format("{}/{}", folder(), panel);
}

void PanelFiles::save(const Propagator& propagator) {
  const PanelTimes& times = propagator.engine().times();
  // Where it cannot be made, the first file in it says why.
  std::error_code ignored;
  std::filesystem::create_directory(folder(), ignored);
  for (std::size_t p = 0; p < times.panels(); ++p) {
    const std::size_t panel = times.forgotten() + p;
    if (panel < written_) continue;
    write_panel(propagator.engine(), p);
    written_ = panel + 1;
  }
  write_index(propagator);
}

void PanelFiles::write_panel(const Engine& engine, std::size_t panel) const {
  const PanelTimes& times = engine.times();
  Bytes head;
  runs::write_text(head, identity_of(digest_));
  write_value(head, std::uint64_t{times.forgotten() + panel});
  write_value(head, std::uint64_t{times.forgotten()});  // the panel of the first columns
  write_value(head, times.start(panel));
  write_value(head, times.nodes()[(panel + 1) * times.collocation().order - 1]);
  const PanelRows rows = engine.rows(panel);
  write_value(head, std::uint64_t{rows.fields.size()});
  runs::CheckpointWriter writer(path_of(times.forgotten() + panel));
  writer.write(head);
  for (const BlockRows* function : {&rows.lesser, &rows.spectral, &rows.mixed}) {
    writer.write(bytes_of(*function));
  }
  for (const FieldRows& field : rows.fields) {
    for (const BlockRows* function : {&field.lesser, &field.spectral, &field.mixed})
      writer.write(bytes_of(*function));
  }
  writer.commit();
}

void PanelFiles::write_index(const Propagator& propagator) const {
  const PanelTimes& times = propagator.engine().times();
  const PanelRows* const before = propagator.engine().before();
  runs::CheckpointWriter writer(path_);
  Bytes record;
  digest_.write(record);
  writer.write(record);
  record.clear();
  write_value(record, std::uint64_t{times.forgotten() + times.panels()});
  write_value(record, std::uint64_t{times.forgotten()});
  write_value(record, propagator.wanted());
  write_value(record, std::uint8_t{before ? std::uint8_t{1} : std::uint8_t{0}});
  write_trajectory(record, propagator.trajectory());
  writer.write(record);
  if (before) {
    for (const BlockRows* function : {&before->lesser, &before->spectral, &before->mixed}) {
      writer.write(bytes_of(*function));
    }
  }
  writer.commit();
}

void PanelFiles::read_panel(Engine& engine, std::size_t panel, std::size_t forgotten) const {
  const std::string path = path_of(panel);
  at_file(path, [&] {
    runs::CheckpointReader reader(path, largest_size);
    const Bytes head = reader.record(4096);
    std::span<const std::byte> from(head);
    if (runs::read_text(from) != identity_of(digest_)) {
      throw std::runtime_error("it is of another run");
    }
    const auto number = read_value<std::uint64_t>(from), first = read_value<std::uint64_t>(from);
    if (number != panel || first > forgotten) {
      throw std::runtime_error(fmt::format("it holds panel {} from panel {} on", number, first));
    }
    const auto start = read_value<double>(from);
    const auto end = read_value<double>(from);
    const auto fields = read_value<std::uint64_t>(from);
    const std::size_t size = engine.block_size(), blocks = panel - first + 1;
    PanelRows rows;
    for (BlockRows* function : {&rows.lesser, &rows.spectral}) {
      *function = without_first_blocks(read_rows(reader, engine.own_points(), blocks, size, size),
                                       forgotten - first);
    }
    const BlockRows mixed_rows =
        read_rows(reader, engine.own_points(), engine.mixed_columns() > 0 ? 1 : 0, size,
                  engine.mixed_columns());
    if (engine.mixed_columns() > 0) rows.mixed = without_first_blocks(mixed_rows, 0);
    const std::size_t order = engine.times().collocation().order;
    const std::size_t imaginary = engine.mixed_columns() / engine.bands();
    for (std::uint64_t field = 0; field < fields; ++field) {
      FieldRows& own = rows.fields.emplace_back();
      for (BlockRows* function : {&own.lesser, &own.spectral}) {
        *function = without_first_blocks(
            read_rows(reader, engine.own_points(), blocks, order, order), forgotten - first);
      }
      const BlockRows mixed =
          read_rows(reader, engine.own_points(), imaginary > 0 ? 1 : 0, order, imaginary);
      own.mixed = without_first_blocks(mixed, 0);
    }
    engine.restore(std::move(rows), start, end, forgotten);
  });
}

void PanelFiles::restore(Propagator& propagator) {
  Engine& engine = propagator.engine();
  double wanted = 0;
  std::optional<PanelRows> before;
  std::size_t panels = 0, forgotten = 0;
  std::optional<Trajectory> trajectory;
  at_file(path_, [&] {
    runs::CheckpointReader reader(path_, largest_size);
    const Bytes of_digest = reader.record(largest_size);
    std::span<const std::byte> from(of_digest);
    const std::string other = runs::difference(runs::Digest::read(from), digest_);
    if (!other.empty()) throw std::runtime_error(other);
    const Bytes state = reader.record(largest_size);
    from = state;
    panels = read_value<std::uint64_t>(from);
    forgotten = read_value<std::uint64_t>(from);
    if (forgotten > panels) throw std::runtime_error("it has forgotten more than there was");
    wanted = read_value<double>(from);
    const bool has_before = read_value<std::uint8_t>(from) != 0;
    trajectory = read_trajectory(from, panels, propagator.trajectory());
    if (has_before) {
      // The columns of all panels that are kept, but the newest one's own block, and T⁺ behind them.
      const std::size_t size = engine.block_size(), blocks = panels - forgotten + 1;
      before.emplace();
      before->lesser = read_rows(reader, engine.own_points(), blocks, size, size);
      before->spectral = read_rows(reader, engine.own_points(), blocks, size, size);
      if (engine.mixed_columns() > 0) {
        before->mixed = read_rows(reader, engine.own_points(), 1, size, engine.mixed_columns());
      }
    }
  });
  for (std::size_t panel = forgotten; panel < panels; ++panel) read_panel(engine, panel, forgotten);
  written_ = panels;
  if (before) engine.restore_before(std::move(*before));
  propagator.resume(std::move(*trajectory), wanted);
}

}  // namespace diagc::dynamics
