#include "runs/population/channel_checkpoint.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "runs/checkpoint/file.h"
#include "runs/population/picked_rows.h"

namespace diagc::runs {

namespace {

/// For names, digests and lengths, which are small.
constexpr std::uint64_t most_description = 1U << 20U;

void write_description(Bytes& to, const Channel& channel, std::span<const std::int64_t> histogram) {
  write_text(to, channel.name);
  channel.digest.write(to);
  write_value(to, channel.first_step);
  write_value(to, channel.stretches);
  const Bytes tables = channel.population->tables();
  write_value(to, std::uint64_t{tables.size()});
  to.insert(to.end(), tables.begin(), tables.end());
  write_values(to, histogram);
}

/// The histogram of all ranks.
std::vector<std::int64_t> whole_histogram(const Channel& channel, Ranks& ranks) {
  std::vector<std::uint64_t> cells(channel.histogram.begin(), channel.histogram.end());
  ranks.sum(cells);
  return {cells.begin(), cells.end()};
}

/// Own groups of one part: their numbers, statistics and states.
Bytes part_record(const std::vector<Channel>& channels, std::uint32_t i, std::size_t part) {
  const Channel& channel = channels[i];
  const GroupRange range = channel.population->groups(part);
  Bytes bytes;
  write_value(bytes, i);
  write_values(bytes, std::span(channel.groups).subspan(range.first, range.size()));
  for (std::size_t group = range.first; group < range.end; ++group)
    channel.statistics[group].write(bytes);
  const Bytes states = channel.population->save(part);
  bytes.insert(bytes.end(), states.begin(), states.end());
  return bytes;
}

/// How many rows were picked is known only from the file, which is read in pieces: a bound against files without end.
constexpr std::uint64_t most_picked_bytes = picked_row_bytes << 32U;

/// Instead of the number of a channel: picked rows of that channel follow.
constexpr std::uint32_t picked_mark = 1U << 31U;

/// Gives the records of all own parts one after the other, and of picked rows, then nothing.
class PartRecords {
 public:
  explicit PartRecords(const std::vector<Channel>& channels) : channels_(channels) {}
  Bytes next() {
    while (channel_ < channels_.size()) {
      const Channel& channel = channels_[channel_];
      if (channel.stretches > 0 && part_ < channel.population->parts())
        return part_record(channels_, channel_, part_++);
      if (const Bytes rows = next_piece(channel.picked, picked_); !rows.empty()) {
        Bytes bytes;
        write_value(bytes, channel_ | picked_mark);
        bytes.insert(bytes.end(), rows.begin(), rows.end());
        return bytes;
      }
      ++channel_;
      part_ = picked_ = 0;
    }
    return {};
  }

 private:
  const std::vector<Channel>& channels_;
  std::uint32_t channel_ = 0;
  std::size_t part_ = 0, picked_ = 0;
};

std::uint64_t most_group_bytes(const PopulationShape& shape) {
  return sizeof(std::uint32_t) + GroupStatistics::most_bytes(shape.quantities, shape.counters) +
         shape.state_bytes;
}

/// Of the descriptions of all channels.
std::uint64_t most_head_bytes(const std::vector<Channel>& channels) {
  std::uint64_t bytes = 0;
  for (const Channel& channel : channels) {
    const PopulationShape& shape = channel.population->shape();
    bytes += most_description + shape.most_table_bytes + shape.cells * sizeof(std::int64_t);
  }
  return bytes + most_description;
}

std::uint64_t most_file_bytes(const std::vector<Channel>& channels) {
  constexpr std::uint64_t record_head = 64;
  std::uint64_t bytes = most_head_bytes(channels);
  for (const Channel& channel : channels) {
    const PopulationShape& shape = channel.population->shape();
    if (shape.picks) bytes += most_picked_bytes;
    bytes += channel.all_groups * (record_head + most_group_bytes(shape));
  }
  return bytes;
}

RunState read_state(std::span<const std::byte>& from) {
  RunState state;
  state.rounds = read_value<std::uint64_t>(from);
  state.seconds = read_finite(from);
  state.rows_per_second = read_finite(from);
  if (state.seconds < 0 || state.rows_per_second < 0)
    throw std::runtime_error("its run took a negative time");
  state.ended_by = read_text(from);
  state.ends = read_text(from);
  return state;
}

/// What a channel of the file becomes a channel of the run with.
struct Stored {
  Channel* channel;
  std::vector<Bytes> states;  ///< of own groups
  std::vector<bool> seen;     ///< of all groups
};

Stored read_description(std::span<const std::byte>& from, std::vector<Channel>& channels) {
  const std::string name = read_text(from);
  const auto found = std::ranges::find(channels, name, &Channel::name);
  if (found == channels.end())
    throw std::runtime_error(fmt::format("it holds {}, which this job lacks", name));
  Channel& channel = *found;
  const std::string other = difference(Digest::read(from), channel.digest);
  if (!other.empty())
    throw std::runtime_error(fmt::format("it belongs to another job: {}, {}", name, other));
  channel.first_step = read_value<std::uint64_t>(from);
  channel.stretches = read_value<std::uint64_t>(from);
  const std::vector<char> tables = read_values<char>(from);
  channel.population->configure(std::as_bytes(std::span(tables)));
  channel.histogram = read_values<std::int64_t>(from);
  if (channel.histogram.size() != channel.population->shape().cells)
    throw std::runtime_error("its histograms have another size");
  // Numbers of steps leave room for as many again.
  constexpr std::uint64_t most_steps = std::numeric_limits<std::uint64_t>::max() / 4;
  const std::uint64_t rows =
      std::uint64_t{channel.population->stretch()} * channel.population->shape().members;
  if (channel.first_step > most_steps || channel.stretches > most_steps / rows)
    throw std::runtime_error("it made more steps than can be");
  return {.channel = &channel,
          .states = std::vector<Bytes>(channel.groups.size()),
          .seen = std::vector<bool>(channel.stretches > 0 ? channel.all_groups : 0)};
}

void read_picked(std::span<const std::byte> from, Channel& channel) {
  const PopulationShape& shape = channel.population->shape();
  if (!shape.picks) throw std::runtime_error("it has picked rows of a channel that picks none");
  const std::size_t before = channel.picked.size();
  read_piece(from, channel.picked);
  for (std::size_t i = before; i < channel.picked.size(); ++i) {
    const PickedRow& row = channel.picked[i];
    if (row.step < channel.first_step || row.step >= channel.next_step() ||
        row.member >= std::uint64_t{channel.all_groups} * shape.members || row.value == 0)
      throw std::runtime_error("it has a picked row that cannot be");
  }
}

void check_picked(Channel& channel) {
  std::ranges::sort(channel.picked);
  const auto same = [](const PickedRow& a, const PickedRow& b) {
    return a.step == b.step && a.member == b.member;
  };
  if (std::ranges::adjacent_find(channel.picked, same) != channel.picked.end())
    throw std::runtime_error("it has a picked row twice");
}

void read_part(std::span<const std::byte> from, std::vector<Stored>& all, const Ranks& ranks) {
  auto number = read_value<std::uint32_t>(from);
  const bool picked = (number & picked_mark) != 0;
  number &= ~picked_mark;
  if (number >= all.size()) throw std::runtime_error("it has groups of no channel");
  Stored& stored = all[number];
  Channel& channel = *stored.channel;
  if (picked) return read_picked(from, channel);
  const PopulationShape& shape = channel.population->shape();
  const std::uint64_t rows = std::uint64_t{channel.population->stretch()} * shape.members;
  const auto size = static_cast<std::uint32_t>(ranks.size()),
             rank = static_cast<std::uint32_t>(ranks.rank());
  const auto groups = read_values<std::uint32_t>(from);
  for (const std::uint32_t group : groups) {
    if (group >= stored.seen.size() || stored.seen[group])
      throw std::runtime_error("it has a group that cannot be, or one twice");
    stored.seen[group] = true;
    GroupStatistics statistics(shape.quantities, shape.counters);
    statistics.read(from, channel.stretches, rows);
    if (group % size == rank) channel.statistics[group / size] = std::move(statistics);
  }
  if (from.size() != groups.size() * shape.state_bytes)
    throw std::runtime_error("its states have another size");
  for (const std::uint32_t group : groups) {
    if (group % size == rank)
      stored.states[group / size].assign(
          from.begin(), from.begin() + static_cast<std::ptrdiff_t>(shape.state_bytes));
    from = from.subspan(shape.state_bytes);
  }
}

void restore_states(const Stored& stored) {
  const Channel& channel = *stored.channel;
  if (std::ranges::count(stored.seen, false) > 0)
    throw std::runtime_error("it lacks some of its groups");
  for (std::size_t part = 0; part < channel.population->parts(); ++part) {
    const GroupRange range = channel.population->groups(part);
    Bytes states;
    for (std::size_t group = range.first; group < range.end; ++group)
      states.insert(states.end(), stored.states[group].begin(), stored.states[group].end());
    channel.population->restore(part, states);
  }
}

Resumed read_all(const std::filesystem::path& path, std::vector<Channel>& channels,
                 const Ranks& ranks) {
  CheckpointReader file(path, most_file_bytes(channels));
  const Bytes head = file.record(most_head_bytes(channels));
  std::span<const std::byte> from(head);
  // The digest of the first channel comes first, for line_of_checkpoint().
  Digest::read(from);
  Resumed resumed{.state = read_state(from), .fresh = {}};
  std::vector<Stored> all;
  while (!from.empty()) {
    Stored stored = read_description(from, channels);
    if (std::ranges::count(all, stored.channel, &Stored::channel) > 0)
      throw std::runtime_error(fmt::format("it has {} twice", stored.channel->name));
    all.push_back(std::move(stored));
  }
  std::uint64_t most = most_description;
  for (const Stored& stored : all)
    most = std::max(
        most,
        stored.channel->all_groups * most_group_bytes(stored.channel->population->shape()) + 64);
  most = std::max<std::uint64_t>(most, most_piece_rows * picked_row_bytes + sizeof picked_mark);
  while (!file.at_end()) read_part(file.record(most), all, ranks);
  for (const Stored& stored : all) {
    if (stored.channel->stretches > 0) restore_states(stored);
    check_picked(*stored.channel);
    if (ranks.rank() == 0) continue;
    std::ranges::fill(stored.channel->histogram, 0);
    stored.channel->picked.clear();
  }
  for (Channel& channel : channels) {
    const bool is_new = std::ranges::count(all, &channel, &Stored::channel) == 0;
    if (is_new || channel.stretches == 0) resumed.fresh.push_back(&channel);
  }
  return resumed;
}

}  // namespace

std::string write_checkpoint(const std::filesystem::path& path, const RunState& state,
                             const std::vector<Channel>& channels, Ranks& ranks) {
  Bytes head;
  channels.front().digest.write(head);
  write_value(head, state.rounds);
  write_value(head, state.seconds);
  write_value(head, state.rows_per_second);
  write_text(head, state.ended_by);
  write_text(head, state.ends);
  for (const Channel& channel : channels)
    write_description(head, channel, whole_histogram(channel, ranks));

  std::optional<CheckpointWriter> file;
  std::string failure;
  const auto attempt = [&](const auto& action) {
    if (ranks.rank() != 0 || !failure.empty()) return;
    try {
      action();
    } catch (const std::runtime_error& error) {
      failure = error.what();
    }
  };
  attempt([&] {
    file.emplace(path);
    file->write(head);
  });
  PartRecords records(channels);
  // Where nothing can be written the other ranks still have to be listened to.
  ranks.collect([&] { return records.next(); },
                [&](std::span<const std::byte> record) { attempt([&] { file->write(record); }); });
  attempt([&] { file->commit(); });
  return failure;
}

Resumed read_checkpoint(const std::filesystem::path& path, std::vector<Channel>& channels,
                        Ranks& ranks) {
  try {
    Resumed resumed = read_all(path, channels, ranks);
    estimate_channels(channels, ranks);
    return resumed;
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(cannot_resume(path, error.what()));
  }
}

std::string line_of_checkpoint(const std::filesystem::path& path, std::string_view name) {
  try {
    const Bytes head = first_record(path, most_description);
    std::span<const std::byte> from(head);
    return std::string(Digest::read(from).value(name));
  } catch (const std::runtime_error&) {
    return {};
  }
}

}  // namespace diagc::runs
