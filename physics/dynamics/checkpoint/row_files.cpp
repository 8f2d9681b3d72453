#include "physics/dynamics/checkpoint/row_files.h"

#include <filesystem>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/dynamics/checkpoint/records.h"
#include "physics/dynamics/uniform_grid.h"
#include "runs/checkpoint/file.h"
#include "runtime/system/checked.h"

namespace diagc::dynamics {

using runs::Bytes;
using runs::read_value;
using runs::write_value;

RowFiles::RowFiles(std::string path, runs::Digest digest)
    : path_(std::move(path)), digest_(std::move(digest)) {}

std::string RowFiles::path_of(std::size_t file) const {
  return fmt::format("{}/{}", folder(), file);
}

void RowFiles::save(const UniformPropagator& propagator) {
  // Where it cannot be made, the first file in it says why.
  std::error_code ignored;
  std::filesystem::create_directory(folder(), ignored);
  if (files_ == 0 || propagator.step() > last_) {
    write_rows(propagator.grid(), files_ == 0 ? 0 : last_, propagator.step());
    ++files_;
    last_ = propagator.step();
  }
  write_index(propagator.trajectory());
}

void RowFiles::write_rows(const UniformGrid& grid, std::size_t first, std::size_t last) const {
  Bytes head;
  runs::write_text(head, identity_of(digest_));
  write_value(head, std::uint64_t{first});
  write_value(head, std::uint64_t{last});
  runs::CheckpointWriter writer(path_of(files_));
  writer.write(head);
  for (std::size_t row = first; row <= last; ++row) {
    Bytes record;
    for (std::size_t k = 0; k < grid.points(); ++k) write_complex(record, grid.row(k, row));
    writer.write(record);
  }
  writer.commit();
}

void RowFiles::write_index(const UniformTrajectory& trajectory) const {
  runs::CheckpointWriter writer(path_);
  Bytes record;
  digest_.write(record);
  writer.write(record);
  record.clear();
  write_value(record, std::uint64_t{files_});
  write_value(record, std::uint64_t{trajectory.times.size()});
  for (std::size_t step = 0; step < trajectory.times.size(); ++step) {
    write_value(record, trajectory.times[step]);
    write_value(record, trajectory.energies[step]);
    write_complex(record, trajectory.rho[step]);
  }
  writer.write(record);
  writer.commit();
}

/// The last row of the file.
std::size_t RowFiles::read_rows(UniformGrid& grid, std::size_t file, std::size_t first) const {
  const std::string path = path_of(file);
  return at_file(path, [&] {
    runs::CheckpointReader reader(path, largest_size);
    const Bytes head = reader.record(4096);
    std::span<const std::byte> from(head);
    if (runs::read_text(from) != identity_of(digest_)) {
      throw std::runtime_error("it is of another run");
    }
    const auto begin = read_value<std::uint64_t>(from), last = read_value<std::uint64_t>(from);
    if (begin != first || last < begin) {
      throw std::runtime_error(fmt::format("it holds rows {} to {}", begin, last));
    }
    for (std::size_t row = begin; row <= last; ++row) {
      const Bytes record = reader.record(largest_size);
      from = record;
      for (std::size_t k = 0; k < grid.points(); ++k) grid.restore_row(k, row, read_complex(from));
    }
    return static_cast<std::size_t>(last);
  });
}

void RowFiles::restore(UniformPropagator& propagator) {
  UniformTrajectory trajectory;
  std::size_t files = 0;
  at_file(path_, [&] {
    runs::CheckpointReader reader(path_, largest_size);
    const Bytes of_digest = reader.record(largest_size);
    std::span<const std::byte> from(of_digest);
    const std::string other = runs::difference(runs::Digest::read(from), digest_);
    if (!other.empty()) throw std::runtime_error(other);
    const Bytes state = reader.record(largest_size);
    from = state;
    files = read_value<std::uint64_t>(from);
    const auto times = read_value<std::uint64_t>(from);
    for (std::uint64_t step = 0; step < times; ++step) {
      trajectory.times.push_back(read_value<double>(from));
      trajectory.energies.push_back(read_value<double>(from));
      trajectory.rho.push_back(read_complex(from, propagator.trajectory().rho.front().size()));
    }
    if (files == 0 || times == 0) throw std::runtime_error("it holds no rows");
  });
  std::size_t last = 0;
  for (std::size_t file = 0; file < files; ++file) {
    last = read_rows(propagator.grid(), file, last);
  }
  if (last + 1 != trajectory.times.size()) {
    throw std::runtime_error(
        runs::cannot_resume(path_of(files - 1), fmt::format("it ends with row {}", last)));
  }
  files_ = files;
  last_ = last;
  propagator.resume(std::move(trajectory));
}

}  // namespace diagc::dynamics
