// Processes of one channel on processors and on devices of the fake driver.
#pragma once

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "diagc/compile.h"
#include "physics/collider/generator/device_tables.h"
#include "physics/collider/generator/event_population.h"
#include "physics/collider/generator/process_tables.h"

namespace diagc::collider {

inline Subprocess subprocess_of(const PartonChannel& channel, Target target, Precision precision,
                                std::vector<int> devices = {0}) {
  const char* const folder = channel.grammar.starts_with("gluon") ? "gluons" : "quarks";
  std::ifstream file(DIAGC_SOURCE_DIR "/grammars/" + std::string(folder) + "/" + channel.grammar +
                     ".diag");
  std::ostringstream text;
  text << file.rdbuf();
  CompileOptions options;
  for (const auto& [name, value] : channel.statics) options.statics[name] = value;
  options.precision = precision;
  options.target = target;
  options.machine_code = false;
  options.tune_seconds = 0;
  options.devices = std::move(devices);
  options.use_cache = false;
  Compiled compiled = compile_text(text.str(), channel.grammar, options);
  if (!compiled.kernel) throw std::runtime_error(compiled.diagnostics.at(0).rendered);
  return {.channel = channel, .amplitude = *compiled.kernel, .rules = text.str()};
}

inline Job job_of(const std::string& text) {
  return read_job(std::make_shared<const Source>("job.toml", text));
}

/// Of one stretch, all groups of the population.
struct Walk {
  std::vector<runs::Sums> sums;
  std::vector<std::int64_t> cells;
  std::vector<runs::PickedRow> picked;  ///< in order
};
inline Walk walk(EventPopulation& population, runs::Steps steps) {
  const runs::PopulationShape& shape = population.shape();
  std::size_t groups = 0;
  for (std::size_t part = 0; part < population.parts(); ++part)
    groups = population.groups(part).end;
  Walk walk{.sums = std::vector<runs::Sums>(groups, runs::Sums(shape.quantities, shape.counters)),
            .cells = std::vector<std::int64_t>(shape.cells),
            .picked = {}};
  for (std::size_t part = 0; part < population.parts(); ++part) {
    const runs::GroupRange range = population.groups(part);
    population.advance(part, steps,
                       {.groups = std::span(walk.sums).subspan(range.first, range.size()),
                        .histogram = walk.cells,
                        .picked = shape.picks ? &walk.picked : nullptr});
  }
  std::ranges::sort(walk.picked);
  return walk;
}

inline void check_alike(const Walk& a, const Walk& b, double tolerance,
                        std::int64_t cell_tolerance) {
  REQUIRE(a.sums.size() == b.sums.size());
  for (std::size_t group = 0; group < a.sums.size(); ++group) {
    CAPTURE(group);
    const runs::Sums &x = a.sums[group], &y = b.sums[group];
    CHECK(x.rows == y.rows);
    CHECK(x.counts == y.counts);
    for (std::size_t i = 0; i < x.first.size(); ++i) {
      CHECK(x.first[i] == Approx(y.first[i]).epsilon(tolerance));
      CHECK(x.largest[i] == Approx(y.largest[i]).epsilon(tolerance));
    }
    for (std::size_t i = 0; i < x.second.size(); ++i)
      CHECK(x.second[i] == Approx(y.second[i]).epsilon(tolerance));
  }
  REQUIRE(a.cells.size() == b.cells.size());
  for (std::size_t cell = 0; cell < a.cells.size(); ++cell) {
    CAPTURE(cell);
    CHECK(std::abs(static_cast<double>(a.cells[cell] - b.cells[cell])) <=
          static_cast<double>(cell_tolerance) +
              tolerance * std::abs(static_cast<double>(b.cells[cell])));
  }
}

inline std::unique_ptr<EventPopulation> on_processor(const Process& process,
                                                     std::vector<std::uint32_t> groups) {
  return cpu_event_population(process, 0, std::make_shared<const ProcessTables>(process),
                              std::move(groups));
}

inline std::unique_ptr<EventPopulation> on_device(const Process& process,
                                                  std::vector<std::uint32_t> groups,
                                                  const DeviceOptions& options) {
  return device_event_population(process, 0,
                                 std::make_shared<const DeviceProcessTables>(
                                     cuda::Device(options.device),
                                     std::make_shared<const ProcessTables>(process), process.job),
                                 std::move(groups), options);
}

}  // namespace diagc::collider
