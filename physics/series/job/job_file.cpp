// From the text of a job file to a Job: every key known, every value of its kind, nothing contradictory.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "physics/series/job/job_schema.h"
#include "physics/series/resummation/approximants.h"
#include "physics/series/sampling/integrate.h"
#include "runs/jobs/job_reader.h"

namespace diagc::series {

namespace {

class Reader : runs::JobReader {
 public:
  Job read(SourcePtr source) {
    job_.given = read_keys(job_schema(job_), std::move(source));
    if (!has_mistakes()) check();
    throw_mistakes();
    fill_in();
    return std::move(job_);
  }

 private:
  /// Two keys of which a job gives at most one.
  void one_of(const std::string& table, const std::string& a, const std::string& b) {
    const std::string key_a = table + "." + a, key_b = table + "." + b;
    if (!given(key_a) || !given(key_b)) return;
    const bool a_first = job_.given.places.at(key_a).begin < job_.given.places.at(key_b).begin;
    report(a_first ? key_b : key_a,
           fmt::format("found {} beside {} of line {}, expected one of the two",
                       diagc::quoted(a_first ? b : a), diagc::quoted(a_first ? a : b),
                       job_.given.line_of(a_first ? key_a : key_b)));
  }

  /// A key that says nothing where `why` holds.
  void not_with(const std::string& key, const std::string& why) {
    if (given(key))
      report(key, fmt::format("found {} with {}, expected no such key",
                              diagc::quoted(key.substr(key.find('.') + 1)), why));
  }

  void check_model() {
    one_of("model", "mu", "filling");
    one_of("model", "beta", "T");
    const lattice::Lattice lattice = job_.model.lattice;
    if (lattice == lattice::Lattice::cluster) {
      constexpr const char* why = "lattice = \"cluster\", whose hopping matrix says all";
      for (const char* key : {"model.size", "model.infinite_bound", "model.t", "model.t_prime"})
        not_with(key, why);
      if (!given("model.hopping"))
        report("model.lattice",
               "found lattice = \"cluster\" without `hopping`, expected its hopping matrix");
    } else {
      if (given("model.hopping"))
        report("model.hopping",
               "found `hopping` with another lattice, expected lattice = \"cluster\" beside it");
    }
    if (lattice == lattice::Lattice::own) {
      constexpr const char* why = "lattice = \"own\", whose propagator says all";
      for (const char* key :
           {"model.infinite_bound", "model.t", "model.t_prime", "model.mu", "model.filling"})
        not_with(key, why);
      if (!given("model.propagator"))
        report("model.lattice",
               "found lattice = \"own\" without `propagator`, expected the header that holds it");
      if (job_.model.size.empty())
        report(
            "model.lattice",
            "found lattice = \"own\" without a `size`, expected the extents of a finite lattice");
    } else {
      if (given("model.propagator"))
        report("model.propagator",
               "found `propagator` with another lattice, expected lattice = \"own\" beside it");
    }
    if (lattice == lattice::Lattice::own) {
      for (const auto& [name, value] : job_.rules.params) {
        if (value == "mu")
          report(
              "rules.params",
              fmt::format("found {} = \"mu\" with lattice = \"own\", whose chemical potential is "
                          "not known, expected a number",
                          name));
      }
    }
    if (lattice != lattice::Lattice::square && lattice != lattice::Lattice::cluster &&
        lattice != lattice::Lattice::own)
      not_with("model.t_prime", "a lattice other than \"square\"");
    if (!job_.model.size.empty() && lattice != lattice::Lattice::own)
      not_with("model.infinite_bound", "a finite size");
    std::string scanned;
    for (const auto& [key, values] : {std::pair("model.mu", &job_.mu),
                                      {"model.filling", &job_.filling},
                                      {given("model.T") ? "model.T" : "model.beta", &job_.beta}}) {
      if (values->size() < 2 || !given(key)) continue;
      if (!scanned.empty()) {
        report(key, fmt::format("found a second list beside {} of line {}, expected one scan a job",
                                diagc::quoted(scanned.substr(6)), job_.given.line_of(scanned)));
      }
      scanned = key;
    }
  }

  /// What only one rule file has.
  void check_automatic() {
    if (!job_.chooses_form()) return;
    const std::string why =
        fmt::format("file = \"{}\"{}, which chooses the rule file", Job::automatic_file,
                    given("rules.file") ? "" : ", as by default");
    for (const char* key :
         {"rules.order", "rules.statics", "rules.params", "rules.propagator", "rules.derivative",
          "rules.output", "rules.sign", "rules.labellings", "rules.walk", "rules.inputs",
          "measure.at", "measure.points", "measure.momentum", "model.field", "model.V",
          "model.omega0", "model.g"})
      not_with(key, why);
  }

  void check_measure() {
    const std::vector<double>& points = job_.measure.points;
    if (points.empty()) return;
    bool right = true;
    for (std::size_t i = 1; i < points.size(); ++i) right &= points[i - 1] < points[i];
    if (job_.measure.at == Job::Measure::At::iw) {
      for (const double m : points) right &= m == std::round(m) && std::abs(m) < 1e6;
      if (!right)
        report("measure.points",
               "found points that are no ascending whole numbers, expected numbers of frequencies, "
               "such as [0, 1, 2]");
    } else if (!right || points.size() < 2 || points.front() != 0 || points.back() != 1) {
      report(
          "measure.points",
          "found points that do not ascend from 0 to 1, expected edges of bins in units of beta, "
          "such as [0, 0.5, 1]");
    }
  }

  void check_observable() {
    if (!job_.rules.observable && !job_.chooses_form()) return;
    try {
      require_model_of(job_.rules.observable.value_or(Observable::density), job_);
    } catch (const InputError& error) {
      report(error);
    }
  }

  void check() {
    check_automatic();
    check_model();
    check_observable();
    check_measure();
    if (job_.run.sampling == Sampling::independent)
      not_with("run.walkers", "sampling = \"independent\", whose samples have no walkers");
    if (job_.run.sampling == Sampling::chain || job_.run.sampling == Sampling::tree)
      not_with("run.draws", job_.run.sampling == Sampling::chain
                                ? "sampling = \"chain\", which is not of independent samples"
                                : "sampling = \"tree\", which is not of independent samples");
    if (job_.first_order > job_.last_order) {
      report(given("orders.from") ? "orders.from" : "orders.to",
             fmt::format("found orders from {} to {}, expected orders that ascend",
                         job_.first_order, job_.last_order));
    }
    if (job_.run.target == RunTarget::cpu) not_with("run.devices", "target = \"cpu\"");
    if (given("run.time_limit") && job_.run.time_limit == 0 && job_.run.steps == 0 &&
        job_.run.target_error == 0) {
      report("run.time_limit",
             "found a run without an end, expected one of `steps`, `target_error` and `time_limit` "
             "above 0");
    }
  }

  std::string beside_job(const std::string& path) const {
    const std::filesystem::path folder =
        std::filesystem::path(job_.given.source->path()).parent_path();
    return path.empty() ? path : (folder / path).string();
  }

  /// What follows from other keys.
  void fill_in() {
    if (job_.mu.empty() && job_.filling.empty() && job_.model.lattice != lattice::Lattice::own)
      job_.filling = {0.5};
    if (job_.beta.empty()) job_.beta = {1};
    if (job_.run.steps == 0 && job_.run.target_error == 0 && !given("run.time_limit"))
      job_.run.time_limit = 60;
    if (!given("run.target_U")) {
      const double coupling = furthest(job_.resummation.couplings);
      job_.run.target_coupling = coupling != 0 ? coupling : 1;
    }
    fill_in_files(job_.checkpoint, job_.output, true);
    job_.model.own_propagator = beside_job(job_.model.own_propagator);
    std::error_code ignored;
    if (const std::string near = beside_job(job_.rules.file);
        !job_.chooses_form() && std::filesystem::exists(near, ignored))
      job_.rules.file = near;
    job_.model = points(job_).front();
    check_paths();
  }

  /// Files of a job that would overwrite each other. What is read comes first: the mistake is that of the file that is written.
  void check_paths() {
    claim_job_file();
    std::error_code ignored;
    if (!job_.chooses_form() && std::filesystem::exists(job_.rules.file, ignored))
      claim(job_.rules.file, "rules.file");
    claim(job_.model.own_propagator, "model.propagator");
    claim_output(job_.output);
    const std::size_t models = points(job_).size();
    for (std::size_t point = 0; point < models; ++point)
      claim(checkpoint_of(job_, point, models), "checkpoint.path");
  }

  Job job_;
};

}  // namespace

Job read_job(SourcePtr source) { return Reader().read(std::move(source)); }

std::string checkpoint_of(const Job& job, std::size_t point, std::size_t points) {
  return points == 1 ? job.checkpoint.path : fmt::format("{}.{}", job.checkpoint.path, point);
}

std::vector<lattice::ModelOptions> points(const Job& job) {
  std::vector<lattice::ModelOptions> models;
  const auto with = [&](std::optional<double> mu, std::optional<double> filling, double beta) {
    lattice::ModelOptions& model = models.emplace_back(job.model);
    model.mu = mu;
    model.filling = filling;
    model.beta = beta;
  };
  for (const double beta : job.beta) {
    for (const double mu : job.mu) with(mu, std::nullopt, beta);
    for (const double filling : job.filling) with(std::nullopt, filling, beta);
    if (job.mu.empty() && job.filling.empty()) with(std::nullopt, std::nullopt, beta);
  }
  return models;
}

Diagnostic at_key(const Job& job, const std::string& key, std::string message) {
  return job.given.mistake(key, std::move(message));
}

std::string key_of_option(const std::string& option) {
  if (option == "own_propagator") return "model.propagator";
  if (option == "interaction") return "model.V";
  if (option == "precision" || option == "degree") return "run.precision";
  return "model." + option;
}

}  // namespace diagc::series
