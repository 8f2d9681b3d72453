#include "physics/dynamics/job/drives.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "physics/dynamics/job/array_files.h"

namespace diagc::dynamics {

namespace {

using Strength = std::function<double(double)>;

/// A table of a job; its errors are at the job's key.
Spline table_of(const Job& job, const std::string& file, const std::string& key) {
  try {
    return read_table(job.path_of(file));
  } catch (const std::runtime_error& error) {
    throw InputError(job.given.mistake(key, error.what()));
  }
}

Strength course_of(const Job& job, const Vertex& vertex) {
  const Course& course = vertex.course;
  if (course.ramp) {
    return [ramp = *course.ramp](double t) {
      return ramp.from + (ramp.to - ramp.from) * (1 + std::tanh((t - ramp.at) / ramp.width)) / 2;
    };
  }
  if (course.table.empty()) return [value = course.value](double) { return value; };
  const std::string key = vertex.name + ".table";
  const Spline spline = table_of(job, course.table, key);
  if (spline.first() > 0 || spline.last() < job.time.end) {
    throw InputError(job.given.mistake(
        key, fmt::format("found times from {} to {} in {}, expected them to reach from 0 to "
                         "the end, {}",
                         spline.first(), spline.last(), course.table, job.time.end)));
  }
  return spline;
}

/// A vertex with what quenches make of it.
Strength quenched(const Job& job, std::size_t vertex) {
  Strength course = course_of(job, job.vertices[vertex]);
  std::vector<std::pair<double, double>> values;
  for (const Quench& quench : job.quenches) {
    const auto found = quench.vertices.find(vertex);
    if (found != quench.vertices.end()) values.emplace_back(quench.at, found->second);
  }
  std::ranges::stable_sort(values, {}, &std::pair<double, double>::first);
  if (values.empty()) return course;
  return [values, course = std::move(course)](double time) {
    double value = 0;
    bool changed = false;
    for (const auto& [at, later] : values) {
      if (!is_after(time, at)) break;
      value = later;
      changed = true;
    }
    return changed ? value : course(time);
  };
}

void add_kick(const Job& job, const Pulse& pulse, const std::string& table, std::size_t bands,
              Propagation& propagation) {
  for (const std::int64_t band : pulse.bands) {
    if (band < static_cast<std::int64_t>(bands)) continue;
    throw InputError(job.given.mistake(
        job.given.contains(table + ".bands") ? table + ".bands" : table + ".kind",
        fmt::format("found a kick between bands {} and {}, expected two of the bands 0 to {}",
                    pulse.bands[0], pulse.bands[1], bands - 1)));
  }
  propagation.kicks.push_back(
      {pulse.at, kick_between(bands, static_cast<std::size_t>(pulse.bands[0]),
                              static_cast<std::size_t>(pulse.bands[1]), pulse.angle)});
}

/// A pulse that is no kick; times at which it is not smooth are breaks.
Strength pulse_of(const Job& job, const Pulse& pulse, const std::string& table,
                  std::vector<double>& breaks) {
  if (pulse.kind == Pulse::Kind::gauss) {
    return [pulse](double t) {
      const double x = (t - pulse.at) / pulse.width;
      return pulse.amplitude * std::exp(-x * x / 2) *
             std::cos(pulse.frequency * (t - pulse.at) + pulse.phase);
    };
  }
  const Spline spline = table_of(job, pulse.table, table + ".table");
  for (const double end : {spline.first(), spline.last()}) {
    if (end > 0 && end < job.time.end) breaks.push_back(end);
  }
  return [spline](double t) {
    // At the end of a panel that ends where the table begins, nothing yet.
    return !is_after(t, spline.first()) || is_after(t, spline.last()) ? 0.0 : spline(t);
  };
}

void add_quench(const Job& job, const Quench& quench, const std::string& table, Model& model,
                std::vector<double>& breaks) {
  breaks.push_back(quench.at);
  if (quench.potential.empty()) return;
  if (quench.potential.size() != model.bands) {
    throw InputError(job.given.mistake(
        table + ".potential",
        fmt::format("found a potential of {} numbers, expected {}: one for each {}",
                    quench.potential.size(), model.bands, job.is_cluster() ? "site" : "band")));
  }
  Jump jump{quench.at, std::vector<Complex>(model.bands * model.bands)};
  for (std::size_t a = 0; a < model.bands; ++a) {
    jump.matrix[a * model.bands + a] = quench.potential[a];
  }
  model.jumps.push_back(std::move(jump));
}

void set_dipole(const Job& job, const std::string& of_pulse, Model& model) {
  const std::vector<std::vector<double>>& rows = job.model.dipole;
  if (rows.empty() && model.bands == 2) {
    model.dipole = {0, 1, 1, 0};
    return;
  }
  if (rows.empty()) {
    throw InputError(job.given.mistake(
        of_pulse,
        fmt::format("found a pulse on {} bands, expected dipole in [model]", model.bands)));
  }
  for (const std::vector<double>& row : rows) {
    model.dipole.insert(model.dipole.end(), row.begin(), row.end());
  }
  try {
    check(model);
  } catch (const std::runtime_error& error) {
    throw InputError(job.given.mistake("model.dipole", error.what()));
  }
}

}  // namespace

std::vector<double> vertices_of_start(const Job& job) {
  std::vector<double> values;
  for (const Vertex& vertex : job.vertices) values.push_back(course_of(job, vertex)(0));
  return values;
}

double field_at(const Model& model, double time) {
  const double field = model.field ? model.field(time) : 0;
  return field + (model.vector_potential ? model.vector_potential(time) : 0);
}

void set_drives(const Job& job, Model& model, Propagation& propagation) {
  model.vertex = quenched(job, 0);
  for (std::size_t vertex = 1; vertex < job.vertices.size(); ++vertex)
    model.further_vertices.push_back(quenched(job, vertex));
  std::vector<Strength> pulses;
  std::string first_pulse;
  for (std::size_t i = 0; i < job.pulses.size(); ++i) {
    const std::string table = runs::repeated_name("pulse", i);
    if (job.pulses[i].kind == Pulse::Kind::kick) {
      add_kick(job, job.pulses[i], table, model.bands, propagation);
    } else {
      if (pulses.empty()) first_pulse = table + ".kind";
      pulses.push_back(pulse_of(job, job.pulses[i], table, propagation.breaks));
    }
  }
  for (std::size_t i = 0; i < job.quenches.size(); ++i) {
    add_quench(job, job.quenches[i], runs::repeated_name("quench", i), model, propagation.breaks);
  }
  if (pulses.empty()) return;
  Strength sum = [pulses](double t) {
    double value = 0;
    for (const Strength& pulse : pulses) value += pulse(t);
    return value;
  };
  if (job.model.peierls) {
    model.vector_potential = std::move(sum);
  } else {
    model.field = std::move(sum);
    set_dipole(job, first_pulse, model);
  }
}

}  // namespace diagc::dynamics
