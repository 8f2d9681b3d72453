// Events on the processor: a part is a group, whose blocks are made one after the other by compiled code.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "diagc/embed.h"
#include "physics/collider/generator/fit_tables.h"
#include "physics/collider/generator/table_population.h"
#include "runtime/cpu/workspace.h"

namespace diagc::collider {

namespace {

/// All blocks together are a multiple of the longest list of orderings.
constexpr std::uint32_t group_blocks = 4, group_members = group_blocks * block_members;
constexpr const char* amplitude = "amplitude";

/// Machine code of the steps.
class GeneratorCode {
 public:
  GeneratorCode(const GeneratorShape& shape, const Kernel& kernel, std::stop_token stop)
      : GeneratorCode(shape, kernel, kernel_part(kernel, amplitude), std::move(stop)) {}

  void walk(const GeneratorTables& tables, GeneratorBlock& block, runs::Steps steps,
            GeneratorSums& sums, std::int64_t* cells) const {
    walk_(&tables, &block, steps.first, steps.count, &sums, cells);
  }

  /// Memory of the calling thread, until it asks again.
  GeneratorBlock block(std::uint32_t first_member) const {
    // An odd number of lines of cache: neighbouring rows do not compete for one set.
    constexpr std::size_t line = 64, stride = block_members + line / sizeof(float);
    thread_local Workspace workspace;
    const auto whole_lines = [](std::size_t bytes) { return (bytes + line - 1) / line * line; };
    const std::size_t sizes[] = {whole_lines(rows_[0] * stride * sizeof(double)),
                                 whole_lines(rows_[1] * stride * sizeof(std::uint32_t)),
                                 whole_lines(rows_[2] * stride * number_bytes_),
                                 whole_lines(rows_[3] * stride * number_bytes_),
                                 whole_lines(work_bytes_)};
    std::byte* memory = workspace.get(sizes[0] + sizes[1] + sizes[2] + sizes[3] + sizes[4]);
    GeneratorBlock block{};
    const auto next = [&](std::size_t i) { return std::exchange(memory, memory + sizes[i]); };
    block.events = reinterpret_cast<double*>(next(0));
    block.integers = reinterpret_cast<std::uint32_t*>(next(1));
    block.inputs = next(2);
    block.amplitude = next(3);
    block.work = next(4);
    block.stride = stride;
    block.first_member = first_member;
    return block;
  }

 private:
  GeneratorCode(const GeneratorShape& shape, const Kernel& kernel, const KernelPart& part,
                std::stop_token stop)
      : code_(generator_source(part, shape),
              {.file_name = "events_step.cpp",
               .cpu = kernel.cpu(),
               .metadata = {{"grammar", kernel.name()}, {"step", "events"}},
               .stop = std::move(stop)}),
        walk_(code_.function<void(const GeneratorTables*, GeneratorBlock*, std::uint64_t,
                                  std::uint64_t, GeneratorSums*, std::int64_t*)>("generator_walk")),
        rows_(static_cast<const std::uint32_t*>(code_.symbol("generator_rows"))),
        number_bytes_(part.precision == Precision::fp32 ? 4 : 8),
        work_bytes_(part.work_bytes) {}

  LoadedCode code_;
  void (*walk_)(const GeneratorTables*, GeneratorBlock*, std::uint64_t, std::uint64_t,
                GeneratorSums*, std::int64_t*);
  const std::uint32_t* rows_;
  std::size_t number_bytes_, work_bytes_;
};

/// So many that a stretch of a group takes about a millisecond; fewer where many channels share a run, each of which takes one at least.
std::uint32_t stretch_for(std::uint64_t flops, std::size_t channels) {
  constexpr std::uint64_t enough_flops = 8'000;
  const std::uint64_t most_steps = channels == 1 ? 16 : 2;
  return static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(enough_flops / std::max<std::uint64_t>(flops, 1), 1, most_steps));
}

class CpuEventPopulation final : public TablePopulation {
 public:
  CpuEventPopulation(const Process& process, std::size_t channel,
                     std::shared_ptr<const ProcessTables> shared, std::vector<std::uint32_t> groups,
                     std::stop_token stop)
      : TablePopulation(process, channel, std::move(shared), std::move(groups), group_members),
        code_(step_, process.channels[channel].amplitude, std::move(stop)),
        stretch_(stretch_for(process.channels[channel].amplitude.figures().flops,
                             process.channels.size())),
        pointers_(tables_.pointers()) {}

  std::uint32_t stretch() const override { return stretch_; }
  std::size_t parts() const override { return groups_.size(); }
  runs::GroupRange groups(std::size_t part) const override { return {part, part + 1}; }

  void advance(std::size_t part, runs::Steps steps, const runs::Tally& tally) override {
    std::int64_t* const cells = tally.histogram.empty() ? nullptr : tally.histogram.data();
    GeneratorSums sums{};
    GeneratorTables tables = pointers_;
    if (!tally.picked) tables.picks = pick_none;
    std::vector<PickedEvent> picked(tally.picked ? block_members * steps.count : 0);
    for (std::uint32_t i = 0; i < group_blocks; ++i) {
      GeneratorBlock block = code_.block(groups_[part] * group_members + i * block_members);
      block.picked = picked.data();
      code_.walk(tables, block, steps, sums, cells);
      for (std::uint64_t k = 0; k < block.picked_count; ++k)
        tally.picked->push_back({picked[k].step, picked[k].member, picked[k].weight});
    }
    add(sums, steps.count * group_members, tally.groups.front());
  }

  bool warm_up(unsigned threads, const std::stop_token& stop, std::uint64_t& next) override;

 private:
  void place_tables() override { pointers_ = tables_.pointers(); }
  EventTrial try_block(std::uint32_t block, std::uint64_t step);

  void add(const GeneratorSums& sums, std::uint64_t rows, runs::Sums& to) const {
    to.rows += rows;
    for (std::size_t s = 0; s < step_.cut_sets; ++s) {
      to.first[s] += sums.first[s];
      to.largest[s] = std::max(to.largest[s], sums.largest[s]);
      to.counts[s] += sums.passed[s];
    }
    for (std::size_t pair = 0; pair < to.second.size(); ++pair)
      to.second[pair] += sums.second[pair];
    to.counts[counter_of_broken()] += sums.broken;
  }

  GeneratorCode code_;
  std::uint32_t stretch_;
  GeneratorTables pointers_;
};

EventTrial CpuEventPopulation::try_block(std::uint32_t number, std::uint64_t step) {
  EventTrial trial(orderings());
  GeneratorTables tables = pointers_;
  tables.keep_all = 1;
  tables.picks = pick_none;
  GeneratorBlock block = code_.block(number * block_members);
  GeneratorSums sums{};
  code_.walk(tables, block, {.first = step, .count = 1}, sums, nullptr);
  const auto row = [&](unsigned r) { return block.events + r * block.stride; };
  const double* const weights = row(row_jets + jet_rows * step_.jets);
  const unsigned ordering = tables_.ordering(block.first_member, step);
  const std::uint32_t* const sets = block.integers + block.stride;
  std::array<double, most_jets> pt{}, y{};
  for (unsigned i = 0; i < block.kept; ++i) {
    for (unsigned j = 0; j < step_.jets; ++j) {
      pt[j] = row(row_jets + jet_rows * j)[i];
      y[j] = row(row_jets + jet_rows * j + 1)[i];
    }
    trial.add(tables_, ordering, sets[i], weights[i], std::span(pt).first(step_.jets),
              std::span(y).first(step_.jets));
  }
  return trial;
}

bool CpuEventPopulation::warm_up(unsigned threads, const std::stop_token& stop,
                                 std::uint64_t& next) {
  static_assert(trial_blocks == all_groups * group_blocks && trial_members == block_members);
  const bool done =
      fit_tables(tables_, warm_up_steps(step_.jets, step_.summed), orderings(), stop, next,
                 [&](std::uint64_t first, unsigned steps) {
                   place_tables();
                   // All blocks of all groups, whoever owns them: every rank fits the same.
                   std::vector<EventTrial> trials(trial_blocks * steps, EventTrial(orderings()));
                   for_all_trials(threads, stop, trials.size(), [&](std::size_t i) {
                     trials[i] = try_block(static_cast<std::uint32_t>(i % trial_blocks),
                                           first + i / trial_blocks);
                   });
                   return trials;
                 });
  place_tables();
  return done;
}

}  // namespace

std::unique_ptr<EventPopulation> cpu_event_population(const Process& process, std::size_t channel,
                                                      std::shared_ptr<const ProcessTables> shared,
                                                      std::vector<std::uint32_t> groups,
                                                      std::stop_token stop) {
  return std::make_unique<CpuEventPopulation>(process, channel, std::move(shared),
                                              std::move(groups), std::move(stop));
}

}  // namespace diagc::collider
