// From the text of a job file to a Job: every key known, every value of its kind, nothing contradictory.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/dynamics/job/job_sections.h"
#include "runs/jobs/job_reader.h"

namespace diagc::dynamics {

namespace {

constexpr double most_output_times = 1e6;

class Reader : runs::JobReader {
 public:
  Job read(SourcePtr source, const VertexNames& names) {
    if (names) {
      // Which tables there may be the rule file says.
      Job draft = job_;
      std::vector<Diagnostic> ignored;
      const runs::Given places = runs::read_keys(job_schema(draft), source, ignored);
      if (!draft.rules.file.empty()) take_vertices(names, draft.rules.file, places);
    }
    job_.given = read_keys(job_schema(job_), std::move(source));
    if (!has_mistakes()) check();
    throw_mistakes();
    fill_in();
    return std::move(job_);
  }

 private:
  void take_vertices(const VertexNames& names, const std::string& rules,
                     const runs::Given& places) {
    std::vector<std::string> found;
    try {
      found = names(rules);
    } catch (const InputError&) {
      throw;  // with a place in the rule file
    } catch (const std::runtime_error& error) {
      throw InputError(places.mistake("rules.file", error.what()));
    }
    if (!found.empty()) job_.vertices.clear();
    for (const std::string& name : found) job_.vertices.push_back({name, {}, {}});
  }
  void want(const std::string& key, const std::string& beside = {}) {
    if (!given(key)) report(beside, fmt::format("found no {}, expected it", key));
  }
  /// Keys of a table that go with another choice than the one made.
  void refuse(const std::string& table, std::initializer_list<const char*> keys,
              const std::string& beside) {
    for (const char* key : keys) {
      const std::string name = table + "." + key;
      if (given(name))
        report(name, fmt::format("found {} beside {}, expected one of the two", key, beside));
    }
  }
  /// Keys of which one at most may stand in a table; how many do.
  std::size_t at_most_one(const std::string& table, std::initializer_list<const char*> keys) {
    std::string first;
    std::size_t count = 0;
    for (const char* key : keys) {
      if (!given(table + "." + key)) continue;
      if (count++ == 0) {
        first = key;
      } else {
        report(table + "." + key,
               fmt::format("found {} beside {}, expected one of the two", key, first));
      }
    }
    return count;
  }

  void check() {
    want("rules.file");
    want("start.kind");
    want("time.end");
    check_model();
    for (const Vertex& vertex : job_.vertices) {
      if (at_most_one(vertex.name, {"value", "ramp", "table"}) > 0 || !vertex.along.empty())
        continue;
      report("", fmt::format("found no value of the vertex {0}, expected a table [{0}] with value, "
                             "ramp or table",
                             vertex.name));
    }
    for (std::size_t i = 0; i < job_.pulses.size(); ++i) check_pulse(i);
    for (std::size_t i = 0; i < job_.quenches.size(); ++i) check_quench(i);
    if (given("start.kind")) check_start();
    if (given("time.end")) check_time();
    check_output();
  }

  void check_model() {
    const bool cluster = given("lattice.cluster");
    if (at_most_one("lattice", {"grid", "cluster"}) == 0) {
      report("", "found no lattice, expected grid or cluster in [lattice]");
    }
    if (cluster) {
      refuse("model", {"hopping", "file", "function", "bands", "direction"}, "a cluster");
      if (job_.model.peierls) {
        report("model.gauge",
               "found the gauge peierls of a cluster, expected dipole: there is no k");
      }
      if (job_.lattice.cluster.size() > most_bands) {
        report("lattice.cluster", fmt::format("found {} sites, expected at most {}",
                                              job_.lattice.cluster.size(), most_bands));
      }
      return;
    }
    if (at_most_one("model", {"hopping", "file", "function"}) == 0 && given("lattice.grid")) {
      report("", "found no h(k), expected hopping, file or function in [model]");
    }
    if (given("model.bands") && !given("model.function"))
      report("model.bands",
             "found bands without function, expected both: hopping and file have them");
    for (const char* kind : {"file", "function"}) {
      if (!given(std::string("model.") + kind)) continue;
      if (job_.model.peierls) {
        report("model.gauge",
               fmt::format("found the gauge peierls of a {}, expected hopping: h(k - A)", kind));
      }
      if (job_.output.current) {
        report("output.current",
               fmt::format("found the current of a {}, expected hopping: it is dh/dk", kind));
      }
    }
    if (given("model.direction") && given("lattice.grid") &&
        job_.model.direction.size() != job_.lattice.grid.size()) {
      report("model.direction",
             fmt::format("found a direction of {} numbers, expected {} as in the grid",
                         job_.model.direction.size(), job_.lattice.grid.size()));
    }
    if (given("model.direction") &&
        std::ranges::all_of(job_.model.direction, [](double part) { return part == 0; })) {
      report("model.direction",
             "found a direction without length, expected a number that is not 0");
    }
    if (job_.model.peierls) refuse("model", {"dipole"}, "the gauge peierls");
  }

  void check_pulse(std::size_t place) {
    const std::string table = runs::repeated_name("pulse", place);
    const Pulse& pulse = job_.pulses[place];
    const auto want_all = [&](std::initializer_list<const char*> keys) {
      for (const char* key : keys) {
        if (given(table + "." + key)) continue;
        report(table + ".kind", fmt::format("found a pulse without {}, expected it", key));
      }
    };
    if (!given(table + ".kind")) {
      for (const char* key : {"at", "angle", "amplitude", "width", "table"}) {
        if (!given(table + "." + key)) continue;
        return report(table + "." + key, "found a pulse without kind, expected it");
      }
      return report("", "found an empty table [[pulse]], expected a kind of pulse");
    }
    switch (pulse.kind) {
      case Pulse::Kind::kick:
        want_all({"at", "angle"});
        refuse(table, {"amplitude", "width", "frequency", "phase", "table"}, "a kick");
        if (given(table + ".at") && given("time.end") &&
            !(pulse.at >= 0 && pulse.at < job_.time.end)) {
          report(table + ".at", fmt::format("found a kick at {}, expected a time from 0 on and "
                                            "before the end, {}",
                                            pulse.at, job_.time.end));
        }
        break;
      case Pulse::Kind::gauss:
        want_all({"at", "amplitude", "width"});
        refuse(table, {"angle", "bands", "table"}, "a pulse gauss");
        break;
      case Pulse::Kind::table:
        want_all({"table"});
        refuse(table, {"at", "angle", "bands", "amplitude", "width", "frequency", "phase"},
               "a pulse table");
        break;
    }
  }

  void check_quench(std::size_t place) {
    const std::string table = runs::repeated_name("quench", place);
    const Quench& quench = job_.quenches[place];
    if (quench.potential.empty() && quench.vertices.empty()) {
      std::string names;
      for (const Vertex& vertex : job_.vertices) names += " or " + vertex.name;
      return report(
          given(table + ".at") ? table + ".at" : "",
          fmt::format("found a quench that changes nothing, expected potential{}", names));
    }
    if (given("time.end") && quench.at >= job_.time.end) {
      report(table + ".at", fmt::format("found a quench at {}, expected a time before the end, {}",
                                        quench.at, job_.time.end));
    }
  }

  void check_start() {
    using Kind = Job::Start::Kind;
    const auto want_in_start = [&](const char* key, const char* kind) {
      if (given(std::string("start.") + key)) return;
      report("start.kind", fmt::format("found the start {} without {}, expected it", kind, key));
    };
    switch (job_.start.kind) {
      case Kind::filled:
        want_in_start("bands", "filled");
        refuse("start", {"beta", "mu", "filling", "file"}, "the start filled");
        refuse_vertices("the start filled");
        break;
      case Kind::thermal:
        want_in_start("beta", "thermal");
        refuse("start", {"bands", "file"}, "the start thermal");
        refuse_vertices("the start thermal");
        break;
      case Kind::correlated:
        want_in_start("beta", "correlated");
        refuse("start", {"bands", "file"}, "the start correlated");
        break;
      case Kind::file:
        want_in_start("file", "file");
        refuse("start", {"bands", "beta", "mu", "filling"}, "the start file");
        refuse_vertices("the start file");
        break;
    }
    at_most_one("start", {"mu", "filling"});
  }

  void refuse_vertices(const std::string& beside) {
    for (const Vertex& vertex : job_.vertices) refuse("start", {vertex.name.c_str()}, beside);
  }

  void check_time() {
    const Job::Time& time = job_.time;
    if (time.heun) {
      if (!given("time.step")) {
        report("time.scheme", "found the scheme heun without step, expected it");
      } else if (const double steps = time.end / time.step;
                 std::abs(steps - std::round(steps)) > 1e-9 * steps) {
        report("time.step", fmt::format("found a step of {}, expected one that divides the end, {}",
                                        time.step, time.end));
      }
      refuse("time", {"order", "tolerance", "memory"}, "the scheme heun");
      if (given("start.kind") && job_.start.kind == Job::Start::Kind::correlated) {
        report("time.scheme", "found the scheme heun of a correlated start, expected panels");
      }
      refuse("run", {"compact"}, "the scheme heun");
      refuse("output", {"spectral", "arpes", "green"}, "the scheme heun");
    } else {
      refuse("time", {"correctors"}, "the scheme panels");
      if (given("time.step") && time.step < 1e-9 * time.end) {
        report("time.step", fmt::format("found a step of {}, expected at least {:.3g}", time.step,
                                        1e-9 * time.end));
      }
    }
    if (job_.run.compact > 0 && time.tolerance < least_compact_tolerance) {
      report("time.tolerance",
             fmt::format("found a tolerance of {} beside compact, expected at least {}: older "
                         "values have single precision",
                         time.tolerance, least_compact_tolerance));
    }
  }

  void check_output() {
    at_most_one("output", {"times", "every"});
    const auto check_last = [&](const std::vector<double>& times, const std::string& key) {
      if (times.empty() || !given("time.end") || times.back() <= job_.time.end) return;
      report(key, fmt::format("found the time {}, expected times up to the end, {}", times.back(),
                              job_.time.end));
    };
    check_last(job_.output.times, "output.times");
    check_last(job_.output.spectral.times, "output.spectral");
    check_last(job_.output.arpes.times, "output.arpes");
    if (given("output.every") && given("time.end") &&
        job_.output.every * most_output_times < job_.time.end) {
      report("output.every", fmt::format("found times {} apart up to {}, expected at most {} times",
                                         job_.output.every, job_.time.end, most_output_times));
    }
    if (job_.time.heun && job_.time.step > 0) check_steps();
    if (job_.time.memory > 0) {
      check_kept(job_.output.spectral, "output.spectral");
      check_kept(job_.output.arpes, "output.arpes");
    }
    if (job_.output.current && job_.is_cluster()) {
      report("output.current", "found the current of a cluster, expected a lattice");
    }
  }

  /// Of heun, which has no values between its steps.
  void check_steps() {
    const auto check_time = [&](double time, const std::string& key) {
      const double steps = time / job_.time.step;
      if (std::abs(steps - std::round(steps)) <= 1e-9) return true;
      report(key, fmt::format("found the time {}, expected multiples of the step, {}: heun has no "
                              "values between",
                              time, job_.time.step));
      return false;
    };
    if (given("output.every")) check_time(job_.output.every, "output.every");
    for (const double time : job_.output.times) {
      if (!check_time(time, "output.times")) return;
    }
  }

  /// Spectra are made at the end, of what is kept then.
  void check_kept(const Job::Spectral& spectral, const std::string& key) {
    const double first = job_.time.end - job_.time.memory;
    if (spectral.times.empty() || spectral.times.front() >= first) return;
    report(key,
           fmt::format("found the time {}, expected times from {} on, of which G is kept at the "
                       "end: memory is {}",
                       spectral.times.front(), first, job_.time.memory));
  }

  /// What follows from other keys.
  void fill_in() {
    fill_in_files(job_.checkpoint, job_.output, true);
    if (job_.is_cluster()) job_.lattice.grid = {1};
    if (!job_.is_cluster() && job_.model.direction.empty()) {
      job_.model.direction.assign(job_.lattice.grid.size(), 0);
      job_.model.direction.front() = 1;
    }
    if (job_.output.times.empty()) fill_in_times();
    check_paths();
  }

  void fill_in_times() {
    double distance = job_.output.every > 0 ? job_.output.every : job_.time.end / 50;
    if (job_.time.heun && job_.output.every == 0) {
      distance = job_.time.step * std::max(1.0, std::round(distance / job_.time.step));
    }
    const double count = std::floor(job_.time.end / distance * (1 + 1e-12));
    for (double i = 0; i <= count; ++i) {
      job_.output.times.push_back(std::min(i * distance, job_.time.end));
    }
  }

  /// Files of a job that would overwrite each other.
  void check_paths() {
    claim_job_file();
    claim_output(job_.output);
    claim(job_.checkpoint.path, "checkpoint.path");
  }

  Job job_;
};

}  // namespace

std::string Job::path_of(const std::string& file) const {
  return (std::filesystem::path(given.source->path()).parent_path() / file).string();
}

Job read_job(SourcePtr source, const VertexNames& names) {
  return Reader().read(std::move(source), names);
}

runs::Schema job_schema(Job& job) {
  std::vector<runs::Section> sections = {rules_section(job), lattice_section(job),
                                         model_section(job)};
  for (std::size_t vertex = 0; vertex < job.vertices.size(); ++vertex)
    sections.push_back(vertex_section(job, vertex));
  for (const auto& section : {pulse_section, quench_section, start_section, time_section,
                              run_section, checkpoint_section, output_section}) {
    sections.push_back(section(job));
  }
  return {.program = "diagc dynamics", .sections = std::move(sections)};
}

}  // namespace diagc::dynamics
