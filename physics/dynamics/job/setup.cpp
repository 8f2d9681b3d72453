#include "physics/dynamics/job/setup.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <span>

#include <fmt/format.h>

#include "physics/dynamics/fields/staged_theory.h"
#include "physics/dynamics/grid.h"
#include "physics/dynamics/job/array_files.h"
#include "physics/dynamics/job/drives.h"
#include "physics/dynamics/job/own_bands.h"
#include "physics/dynamics/propagator.h"
#include "physics/dynamics/starts/correlated.h"
#include "physics/dynamics/starts/thermal.h"
#include "physics/dynamics/theory.h"
#include "runs/checkpoint/digest.h"
#include "runtime/system/checked.h"
#include "runtime/system/thread_pool.h"

namespace diagc::dynamics {

namespace {

std::string hash_of(std::span<const Complex> values) {
  return runs::hash_text(std::as_bytes(values));
}

/// Of the process that reads and calls a header of a job.
constexpr ProcessLimits header_limits{.address_space = std::uint64_t{4} << 30U,
                                      .processor_time = std::chrono::seconds(60),
                                      .wall_time = std::chrono::milliseconds(120'000),
                                      .file_size = std::uint64_t{1} << 30U};

double most_bytes(const Job& job) {
  return job.run.most_bytes > 0 ? job.run.most_bytes : 0.9 * free_bytes();
}

std::string reason_of_most(const Job& job) {
  return job.run.most_bytes > 0 ? "as most_memory in [run] says" : "nine tenths of what is free";
}

class Assembly {
 public:
  Assembly(const Job& job, const TheoryMaker& make) : job_(job), make_(make) {}

  Setup assemble() {
    check_points();
    set_h();
    set_theory();
    at_key(job_.vertices[0].name + ".value", [&] { set_drives(job_, model_, setup_.propagation); });
    if (model_.vector_potential) {
      model_.strides =
          strides_of(job_.lattice.grid, model_.bands, setup_.hopping, job_.model.direction);
    }
    at_key(job_.is_cluster()              ? "lattice.cluster"
           : !job_.model.function.empty() ? "model.function"
                                          : "model.file",
           [&] { check(model_); });
    std::vector<Complex> rho = simple_start();
    keep_points(rho);
    if (job_.start.kind == Job::Start::Kind::correlated) {
      start_correlated();
    } else {
      setup_.rho = picked(setup_.points, model_.bands * model_.bands, rho);
    }
    warn_of_jumps();
    set_propagation();
    setup_.sources.emplace_back("h", hash_of(setup_.model.h));
    setup_.sources.emplace_back("start", hash_of(setup_.rho));
    return std::move(setup_);
  }

 private:
  /// Mistakes of what a key says.
  template <class Action>
  void at_key(const std::string& key, Action&& action) const {
    try {
      action();
    } catch (const InputError&) {
      throw;
    } catch (const std::runtime_error& error) {
      throw InputError(job_.given.mistake(key, error.what()));
    }
  }

  /// Before anything of the size of the lattice is made. The bands of a file are those of the file.
  void check_points() const {
    std::size_t bands = std::max(job_.lattice.cluster.size(), std::size_t{1});
    if (!job_.model.function.empty()) bands = job_.model.bands;
    for (const Hop& hop : job_.model.hopping) bands = std::max({bands, hop.from + 1, hop.to + 1});
    at_key(job_.is_cluster() ? "lattice.cluster" : "lattice.grid", [&] {
      const std::size_t points = points_of(job_.lattice.grid);
      // h and ρ of all points and of those that are kept, and what is stored of G at the first panel's times of one in 2^d d! of them.
      const double matrix = sizeof(Complex) * static_cast<double>(bands * bands);
      const double images =
          job_.lattice.symmetry ? std::array{1., 2., 8., 48.}.at(job_.lattice.grid.size()) : 1;
      const auto nodes = static_cast<double>(job_.time.heun ? 2 : job_.time.order);
      const double bytes =
          matrix * static_cast<double>(points) * (2 + (2 + 2 * nodes * nodes) / images);
      const double most = most_bytes(job_);
      if (bytes <= most) return;
      throw std::runtime_error(
          fmt::format("found {} points, at least {:.3g} bytes for h(k), rho(k) and G at {} times, "
                      "expected at most {:.3g}, {}: "
                      "fewer points take less",
                      points, bytes, nodes, most, reason_of_most(job_)));
    });
  }

  void set_h() {
    model_.grid = job_.lattice.grid;
    if (job_.is_cluster()) {
      model_.bands = job_.lattice.cluster.size();
      for (const std::vector<double>& row : job_.lattice.cluster) {
        model_.h.insert(model_.h.end(), row.begin(), row.end());
      }
    } else if (!job_.model.file.empty()) {
      at_key("model.file", [&] {
        model_.h = read_matrices(job_.path_of(job_.model.file), model_.grid, model_.bands);
      });
    } else if (!job_.model.function.empty()) {
      at_key("model.function", [&] {
        model_.bands = job_.model.bands;
        model_.h = own_bands({job_.path_of(job_.model.function), model_.grid, model_.bands},
                             header_limits);
      });
    } else {
      setup_.hopping = job_.model.hopping;
      for (const Hop& hop : setup_.hopping) {
        model_.bands = std::max({model_.bands, hop.from + 1, hop.to + 1});
      }
      at_key("model.hopping",
             [&] { model_.h = bands_from_hopping(model_.grid, model_.bands, setup_.hopping); });
    }
  }

  void set_theory() {
    const auto& [file, statics, params] = job_.rules;
    for (const auto& [key, values] : {std::pair("statics", &statics), {"params", &params}}) {
      if (values->empty() || (make_ && values == &statics)) continue;
      throw InputError(job_.given.mistake(
          fmt::format("rules.{}", key),
          fmt::format("found {} of {}, expected none: it has no such", key, file)));
    }
    at_key("rules.file", [&] {
      if (!make_) {
        model_.interaction = theory(file, model_.grid, model_.bands);
        return;
      }
      RuleTheory made = make_(file, statics, model_.grid, model_.bands, vertices_along());
      model_.interaction = std::move(made.interaction);
      setup_.sources.emplace_back("rules", std::move(made.text));
      setup_.plan = std::move(made.plan);
    });
    if (job_.time.heun && model_.interaction->staged()) {
      throw InputError(job_.given.mistake(
          "time.scheme",
          fmt::format(
              "found the scheme heun of {}, expected panels: heun has neither products along the "
              "contour nor several vertices",
              file)));
    }
  }

  VerticesAlongAxis vertices_along() const {
    VerticesAlongAxis values;
    for (const Vertex& vertex : job_.vertices) {
      if (vertex.along.empty()) continue;
      at_key(vertex.name + ".along", [&] {
        std::vector<Hop> hops;
        for (const auto& [cell, value] : vertex.along) hops.push_back({cell, 0, 0, value});
        for (const Complex value : bands_from_hopping(model_.grid, 1, hops, "along"))
          values[vertex.name].push_back(value.real());
      });
    }
    return values;
  }

  std::vector<Complex> simple_start() const {
    const Job::Start& start = job_.start;
    std::vector<Complex> rho;
    switch (start.kind) {
      case Job::Start::Kind::filled:
        at_key("start.bands", [&] {
          const std::vector<std::size_t> bands(start.bands.begin(), start.bands.end());
          rho = filled(model_.points(), model_.bands, bands);
        });
        break;
      case Job::Start::Kind::thermal:
        at_key("start.filling", [&] {
          rho = thermal_density(model_.h, model_.bands, start.beta, start.mu, start.filling);
        });
        break;
      case Job::Start::Kind::file:
        at_key("start.file", [&] {
          std::size_t bands = model_.bands;
          rho = read_matrices(job_.path_of(start.file), model_.grid, bands);
          check_density(rho, bands);
        });
        break;
      case Job::Start::Kind::correlated:
        break;
    }
    return rho;
  }

  void keep_points(const std::vector<Complex>& rho) {
    setup_.points = every_point(model_.points());
    if (job_.lattice.symmetry) {
      std::vector<std::span<const Complex>> arrays = {model_.h};
      if (!rho.empty()) arrays.emplace_back(rho);
      for (const Stride& stride : model_.strides) arrays.emplace_back(stride.h);
      std::vector<std::vector<Complex>> along;
      for (const auto& [name, values] : vertices_along())
        along.emplace_back(values.begin(), values.end());
      for (const std::vector<Complex>& values : along) arrays.emplace_back(values);
      setup_.points = equivalent_points(model_.grid, arrays);
    }
    setup_.model = setup_.points.all() ? model_ : of_kept_points(model_, setup_.points);
  }

  void start_correlated() {
    const Job::Start& start = job_.start;
    at_key(job_.given.contains("start.filling") ? "start.filling" : "start.beta", [&] {
      std::vector<double> vertices = vertices_of_start(job_);
      for (const auto& [vertex, value] : start.vertices) vertices[vertex] = value;
      const CorrelatedStart found = correlated_start(
          setup_.model, {.beta = start.beta,
                         .mu = start.mu,
                         .filling = start.filling,
                         .vertex = vertices[0],
                         .further_vertices = {vertices.begin() + 1, vertices.end()}});
      setup_.rho = found.rho;
      setup_.branch = found.branch;
      setup_.mu = found.mu;
    });
  }

  void warn_of_jumps() {
    using Kind = Job::Start::Kind;
    if (job_.start.kind != Kind::correlated && job_.start.kind != Kind::thermal) return;
    const std::vector<double> vertices = vertices_of_start(job_);
    for (const auto& [vertex, value] : job_.start.vertices) {
      if (vertices[vertex] == value) continue;
      setup_.warnings.push_back(fmt::format(
          "found {0} = {1} at t = 0 after a start with {0} = {2}: it jumps by {3}",
          job_.vertices[vertex].name, vertices[vertex], value, vertices[vertex] - value));
    }
    const double field = field_at(model_, 0);
    if (std::abs(field) > job_.time.tolerance) {
      setup_.warnings.push_back(fmt::format(
          "found pulses of {:.3g} at t = 0, which the start does not know: they begin with a jump",
          field));
    }
  }

  void set_propagation() {
    Propagation& propagation = setup_.propagation;
    const unsigned threads = job_.run.threads == 0 ? available_threads() : job_.run.threads;
    const double most = most_bytes(job_);
    propagation.end = job_.time.end;
    propagation.tolerance = job_.time.tolerance;
    propagation.order = job_.time.order;
    propagation.step = job_.time.step;
    propagation.memory = job_.time.memory;
    propagation.compact = job_.run.compact;
    propagation.threads = threads;
    propagation.most_bytes = most;
    if (!job_.time.heun) return;
    setup_.steps = {.step = job_.time.step,
                    .steps = static_cast<std::size_t>(std::llround(job_.time.end / job_.time.step)),
                    .correctors = job_.time.correctors,
                    .kicks = propagation.kicks,
                    .threads = threads,
                    .most_bytes = most};
  }

  const Job& job_;
  const TheoryMaker& make_;
  Model model_;  ///< of all points
  Setup setup_;
};

}  // namespace

Setup set_up(const Job& job, const TheoryMaker& make) { return Assembly(job, make).assemble(); }

void check_memory(const Job& job, const Setup& setup, std::size_t points) {
  if (job.time.heun) {
    try {
      check_steps(setup.model, setup.steps, points);
    } catch (const std::runtime_error& error) {
      throw InputError(job.given.mistake("time.step", error.what()));
    }
    return;
  }
  const Propagation& propagation = setup.propagation;
  const std::size_t order = propagation.order;
  const double panels = least_panels(setup.model, propagation, setup.rho);
  // More panels than this are no size.
  const double count = std::min(panels, 1e9);
  const auto of_panels = [&](double number) {
    return TwoTime::bytes(points, setup.model.bands, order, static_cast<std::size_t>(number),
                          setup.branch ? setup.branch->nodes() : 0,
                          stored_fields(setup.model.interaction->staged()));
  };
  const double in_single =
      propagation.compact > 0 ? std::max(0.0, 1 - propagation.compact / propagation.end) : 0;
  const double bytes = of_panels(count) - of_panels(in_single * count) / 2;
  if (bytes <= propagation.most_bytes) return;
  const bool given = job.given.contains("run.most_memory");
  throw InputError(job.given.mistake(
      given ? "run.most_memory" : "time.end",
      fmt::format(
          "found {:.3g} bytes for G at {} nodes{} of {} points, expected at most {:.3g}, {}: "
          "a larger tolerance, `memory` in [time], fewer k points or a shorter time take "
          "less",
          bytes, static_cast<double>(order) * count,
          propagation.step > 0 && count == panels ? "" : " or more", points, propagation.most_bytes,
          reason_of_most(job))));
}

double free_bytes() {
  std::ifstream file("/proc/meminfo");
  for (std::string word; file >> word;) {
    if (word != "MemAvailable:") continue;
    double kilobytes = 0;
    if (file >> kilobytes) return 1024 * kilobytes;
  }
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
  return pages > 0 && size > 0 ? static_cast<double>(pages) * static_cast<double>(size) : 4e9;
}

}  // namespace diagc::dynamics
