#include "physics/collider/generator/table_population.h"

#include <stdexcept>
#include <utility>

#include "physics/collider/generator/job_ranges.h"

namespace diagc::collider {

namespace {

GeneratorShape generator_shape(const Process& process, const Subprocess& own) {
  const Job& job = process.job;
  return {.jets = static_cast<unsigned>(job.process.jets),
          .sampler = job.run.sampler,
          .cut_sets = static_cast<unsigned>(job.cuts.size()),
          .histograms = static_cast<unsigned>(job.histograms.size()),
          .summed = own.channel.summed,
          .amplitude_rows = own.amplitude.outputs().front().complex ? 2U : 1U,
          .most_dr = most_dr(job),
          .picks = keeps_events(job),
          .varies = !process.variations.empty(),
          .varied_histograms = varies_histograms(process)};
}

}  // namespace

TablePopulation::TablePopulation(const Process& process, std::size_t channel,
                                 std::shared_ptr<const ProcessTables> shared,
                                 std::vector<std::uint32_t> groups, std::uint32_t members)
    : groups_(std::move(groups)),
      step_(generator_shape(process, process.channels.at(channel))),
      tables_(process, channel, std::move(shared)) {
  shape_.members = members;
  shape_.quantities = step_.cut_sets;
  shape_.counters = step_.cut_sets + 1;
  shape_.cells = tables_.cell_count();
  shape_.state_bytes = 0;
  shape_.most_table_bytes = tables_.bytes();
  shape_.picks = step_.picks;
}

runs::Bytes TablePopulation::tables() const {
  runs::Bytes bytes;
  tables_.write(bytes);
  return bytes;
}

void TablePopulation::configure(std::span<const std::byte> tables) {
  tables_.read(tables);
  if (!tables.empty()) throw std::runtime_error("its tables are too long");
  place_tables();
}

}  // namespace diagc::collider
