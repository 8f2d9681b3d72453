// From the text of a job file to a Job: every key known, every value of its kind, nothing contradictory.
#include <filesystem>

#include <fmt/format.h>

#include "physics/collider/job/job_sections.h"
#include "runs/jobs/job_reader.h"

namespace diagc::collider {

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
  void check() {
    for (std::size_t i = 0; i < job_.histograms.size(); ++i) {
      const std::string table = runs::repeated_name("histogram", i);
      for (const char* key : {"observable", "range"}) {
        if (given(table + "." + key)) continue;
        const char* other = given(table + ".observable") ? ".observable" : ".range";
        report(table + other, fmt::format("found a table [[histogram]] without {}, expected it",
                                          diagc::quoted(key)));
      }
    }
    if (job_.run.target == runs::RunTarget::cpu && given("run.devices"))
      report("run.devices", "found \"devices\" with target = \"cpu\", expected no such key");
    if (given("run.time_limit") && job_.run.time_limit == 0 && !has_other_end()) {
      report("run.time_limit",
             "found a run without an end, expected one of `events`, `unweighted`, `target_error` "
             "and `time_limit` above 0");
    }
    if (job_.unweighting.weighted) {
      const char* const unweighted[] = {"run.unweighted", "unweighting.maximum",
                                        "unweighting.overflow"};
      for (const char* key : unweighted) {
        if (given(key))
          report(key,
                 "found this beside `weighted = true`, expected events with or without weights");
      }
    }
    if (job_.couplings.of_grid && given("couplings.loops"))
      report("couplings.loops",
             "found loops of an alpha_s that the grid brings, expected one of the two");
    const Job::Process& process = job_.process;
    if (process.colour == Colour::full &&
        process.jets > static_cast<int>(most_jets_of_colour_sums)) {
      report("process.colour",
             fmt::format("found exact sums over colours for {} jets, expected at most {} jets: the "
                         "next sum has a million operations",
                         process.jets, most_jets_of_colour_sums));
    }
    for (std::size_t i = 0; i < job_.cuts.size(); ++i) {
      const std::string table = runs::repeated_name("cuts", i);
      if (given(table + ".radius") && !given(table + ".jets"))
        report(table + ".radius",
               "found a radius of partons, expected it beside jets = \"anti-kt\"");
      if (job_.process.jets * job_.cuts[i].pt < job_.energy) continue;
      const std::string key = runs::repeated_name("cuts", i) + ".pt";
      report(given(key) ? key : "collider.energy",
             fmt::format("found {} jets of at least {} GeV each, which {} GeV do not make: "
                         "expected less transverse momentum or more energy",
                         job_.process.jets, job_.cuts[i].pt, job_.energy));
    }
  }

  bool has_other_end() const {
    return job_.run.events > 0 || job_.run.target_error > 0 || job_.run.unweighted > 0;
  }

  /// Of partons, where FastJet finds jets: none but those that the job names.
  void loosen_cuts() {
    for (std::size_t i = 0; i < job_.cuts.size(); ++i)
      if (job_.cuts[i].radius > 0 && !given(runs::repeated_name("cuts", i) + ".dr"))
        job_.cuts[i].dr = 0;
  }

  /// What follows from other keys.
  void fill_in() {
    loosen_cuts();
    const std::filesystem::path job_path = job_.given.source->path();
    if (!has_other_end() && !given("run.time_limit")) job_.run.time_limit = 60;
    if (job_.pdf != "analytic") job_.pdf = (job_path.parent_path() / job_.pdf).string();
    fill_in_files(job_.checkpoint, job_.output, !job_.histograms.empty());
    check_paths();
  }

  /// Files of a job that would overwrite each other.
  void check_paths() {
    claim_job_file();
    if (job_.pdf != "analytic") claim(job_.pdf, "pdf.file");
    claim_output(job_.output);
    claim(job_.output.events, "output.events");
    claim(job_.checkpoint.path, "checkpoint.path");
  }

  Job job_;
};

}  // namespace

Job read_job(SourcePtr source) { return Reader().read(std::move(source)); }

runs::Schema job_schema(Job& job) {
  return {.program = "diagc events",
          .sections = {process_section(job), collider_section(job), pdf_section(job),
                       couplings_section(job), variations_section(job), cuts_section(job),
                       histogram_section(job), run_section(job), unweighting_section(job),
                       checkpoint_section(job), output_section(job)}};
}

}  // namespace diagc::collider
