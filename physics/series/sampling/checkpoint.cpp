#include "physics/series/sampling/checkpoint.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "runs/checkpoint/bytes.h"
#include "runtime/cache/sha256.h"
#include "runtime/system/atomic_file.h"

namespace diagc::integrate {

namespace {

using Bytes = std::vector<std::byte>;

constexpr std::string_view magic = "diagc integrate checkpoint 1\n";

Sha256::Digest digest(std::span<const std::byte> bytes) {
  Sha256 hash;
  hash.update({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  return hash.digest();
}

void write_plan(Bytes& to, const OrderRun& run) {
  write_value(to, run.order);
  for (const LinkDistribution& link : run.plan.links) {
    write_values(to, std::span(link.density));
  }
  write_values(to, std::span(run.plan.moves));
  write_value(to, run.plan.shift_ticks);
  write_value(to, run.plan.normalisation);
  write_value(to, run.stretch);
  write_value(to, run.next_step);
  write_value(to, run.stretches);
}

void read_plan(std::span<const std::byte>& from, OrderRun& run) {
  if (read_value<std::uint32_t>(from) != run.order) throw std::runtime_error("its orders differ");
  run.plan.links.resize(run.order);
  for (LinkDistribution& link : run.plan.links) {
    link.density = read_values<double>(from);
  }
  run.plan.moves = read_values<std::uint8_t>(from);
  run.plan.shift_ticks = read_value<std::uint32_t>(from);
  run.plan.normalisation = read_value<double>(from);
  run.stretch = read_value<std::uint32_t>(from);
  run.next_step = read_value<std::uint64_t>(from);
  run.stretches = read_value<std::uint64_t>(from);
}

/// After the places of all blocks were set.
void refresh(OrderRun& run) {
  for (std::size_t block = 0; block < run.blocks.size(); ++block) run.walkers->refresh(block);
}

/// Blocks of this process: place of the order, number of the block, places; with the first of a group its statistics.
Bytes own_blocks(const std::vector<OrderRun>& runs) {
  Bytes bytes;
  for (std::uint32_t i = 0; i < runs.size(); ++i) {
    const OrderRun& run = runs[i];
    for (std::size_t block = 0; block < run.blocks.size(); ++block) {
      write_value(bytes, i);
      write_value(bytes, run.blocks[block]);
      const auto places = run.walkers->places(block);
      write_values(bytes, std::span(places));
      Bytes given;
      if (block % run.group == 0) run.given[block / run.group].write(given);
      write_values(bytes, std::span<const std::byte>(given));
    }
  }
  return bytes;
}

void read_block(std::span<const std::byte>& from, std::vector<OrderRun>& runs) {
  OrderRun& run = runs.at(read_value<std::uint32_t>(from));
  const auto number = read_value<std::uint32_t>(from);
  const auto places = read_values<std::uint32_t>(from);
  const auto given = read_values<std::byte>(from);
  const auto own = std::ranges::find(run.blocks, number);
  if (own == run.blocks.end()) return;
  const auto block = static_cast<std::size_t>(own - run.blocks.begin());
  run.walkers->set_places(block, places);
  if (block % run.group != 0) return;
  std::span<const std::byte> rest(given);
  run.given[block / run.group].read(rest);
}

}  // namespace

Remembered::Remembered(const std::vector<OrderRun>& runs) {
  for (const OrderRun& run : runs) {
    Order& order = orders_.emplace_back();
    order.next_step = run.next_step;
    order.stretches = run.stretches;
    run.walkers->remember();
    order.given = run.given;
    order.estimate = run.estimate;
  }
}

void Remembered::restore(std::vector<OrderRun>& runs) const {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    OrderRun& run = runs[i];
    const Order& order = orders_[i];
    run.next_step = order.next_step;
    run.stretches = order.stretches;
    run.walkers->go_back();
    refresh(run);
    run.given = order.given;
    run.estimate = order.estimate;
  }
}

void write_checkpoint(const std::filesystem::path& path, const std::string& fingerprint,
                      const RunClock& clock, const std::vector<OrderRun>& runs, Ranks& ranks) {
  const std::vector<Bytes> parts = ranks.gather(own_blocks(runs));
  std::string failure;
  if (ranks.rank() == 0) {
    Bytes payload;
    write_values(payload, std::span<const char>(fingerprint));
    write_value(payload, clock);
    for (const OrderRun& run : runs) write_plan(payload, run);
    for (const Bytes& part : parts) payload.insert(payload.end(), part.begin(), part.end());
    const Sha256::Digest check = digest(payload);
    try {
      AtomicFile file(path);
      file.write(std::as_bytes(std::span(magic)));
      file.write(std::as_bytes(std::span(check)));
      file.write(payload);
      file.commit();
    } catch (const std::runtime_error& error) {
      failure = error.what();
    }
  }
  const auto failures = ranks.gather(std::as_bytes(std::span(failure)));
  if (!failures.front().empty()) {
    throw std::runtime_error(std::string(reinterpret_cast<const char*>(failures.front().data()),
                                         failures.front().size()));
  }
}

RunClock read_checkpoint(const std::filesystem::path& path, const std::string& fingerprint,
                         std::vector<OrderRun>& runs) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw std::runtime_error(
        fmt::format("{}: cannot be read: {}", path.string(), std::strerror(errno)));
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  try {
    std::span<const std::byte> from = std::as_bytes(std::span(text));
    if (!text.starts_with(magic)) throw std::runtime_error("it is no checkpoint of this version");
    from = from.subspan(magic.size());
    const auto check = read_value<Sha256::Digest>(from);
    if (digest(from) != check) throw std::runtime_error("it is damaged");
    const auto plan = read_values<char>(from);
    if (std::string_view(plan.data(), plan.size()) != fingerprint) {
      throw std::runtime_error("it belongs to another job: model, rules, seed or walkers differ");
    }
    const auto clock = read_value<RunClock>(from);
    for (OrderRun& run : runs) {
      read_plan(from, run);
      run.walkers->set_plan(run.plan);
    }
    while (!from.empty()) read_block(from, runs);
    for (OrderRun& run : runs) refresh(run);
    return clock;
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format(
        "{}: found a checkpoint that cannot be resumed: {}; expected one that this job has written",
        path.string(), error.what()));
  }
}

}  // namespace diagc::integrate
