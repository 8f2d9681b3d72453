// What a run of events must have in common with the run that it continues: every line of its digest, and nothing else.
#include <catch2/catch.hpp>

#include <functional>
#include <set>

#include "physics/collider/generator/run_digest.h"
#include "tests/collider/generated.h"

using namespace diagc;
using namespace diagc::collider;

namespace {

/// Densities of a file with this content.
class FileDensity : public PartonDensity {
 public:
  explicit FileDensity(std::string content) : content_(std::move(content)) {}
  double xf(int, double, double) const override { return 1; }
  DensityRange range() const override { return {}; }
  std::string digest() const override { return content_; }

 private:
  std::string content_;
};

Kernel amplitude(int jets, Precision precision) {
  const PartonChannel channel =
      parton_channels({.jets = static_cast<unsigned>(jets), .colour = Colour::leading}).front();
  CompileOptions options{.precision = precision, .machine_code = false};
  for (const auto& [name, value] : channel.statics) options.statics[name] = value;
  const Compiled compiled = compile_file(
      std::string(DIAGC_SOURCE_DIR) + "/grammars/gluons/" + channel.grammar + ".diag", options);
  if (!compiled.kernel) throw std::runtime_error(compiled.diagnostics.at(0).rendered);
  return *compiled.kernel;
}

const char* const digested_job = R"(
[process]
jets = 2
[pdf]
file = "analytic"
[run]
seed = 1
unweighted = 100
[variations]
scales = true
[[cuts]]
pt = 30
eta = 2
dr = 0.4
[[cuts]]
pt = 40
eta = 2
dr = 0.4
[[histogram]]
observable = "HT"
bins = 4
range = [40, 120]
[[histogram]]
observable = "pt_1"
bins = 5
range = [40, 120]
)";

/// All that a digest is made of.
struct Run {
  Job job = read_job(std::make_shared<const Source>("job.toml", digested_job));
  Kernel kernel = amplitude(2, Precision::fp64);
  std::shared_ptr<const PartonDensity> density = std::make_shared<FileDensity>("member 0");
  std::vector<Variation> variations = {
      {.name = "muR2_muF1", .renormalisation = 2, .factorisation = 1, .member = 0, .density = {}},
      {.name = "member_1",
       .renormalisation = 1,
       .factorisation = 1,
       .member = 1,
       .density = std::make_shared<FileDensity>("member 1")}};
  bool on_device = false;

  runs::Digest digest() const {
    const Subprocess own{.channel = {}, .amplitude = kernel, .rules = ""};
    const Process process{.job = job,
                          .channels = {own},
                          .density = density,
                          .coupling = nullptr,
                          .variations = variations};
    return digest_of(process, own, on_device);
  }
};

std::set<std::string> names(const runs::Digest& digest) {
  std::set<std::string> result;
  for (const auto& [name, value] : digest.lines()) result.insert(name);
  return result;
}

/// Lines that one digest lacks or has with another value.
std::set<std::string> changed(const runs::Digest& one, const runs::Digest& other) {
  std::set<std::string> result;
  for (const runs::Digest* digest : {&one, &other}) {
    for (const std::string& name : names(*digest)) {
      if (one.value(name) != other.value(name)) result.insert(name);
    }
  }
  return result;
}

}  // namespace

TEST_CASE("the digest of events has a line for all that their numbers depend on") {
  const Run run;
  const runs::Digest digest = run.digest();
  struct Case {
    std::set<std::string> lines;
    std::function<void(Run&)> change;
  };
  const std::vector<Case> cases = {
      {{"process"}, [](Run& to) { to.job.process.quarks = true; }},
      {{"process"}, [](Run& to) { to.job.process.colour = Colour::full; }},
      {{"process"}, [](Run& to) { to.job.process.flavours = 4; }},
      {{"jets"}, [](Run& to) { to.job.process.jets = 3; }},
      {{"rules"}, [](Run& to) { to.kernel = amplitude(3, Precision::fp64); }},
      {{"energy"}, [](Run& to) { to.job.energy += 1; }},
      {{"densities"}, [](Run& to) { to.density = std::make_shared<FileDensity>("another"); }},
      {{"densities"}, [](Run& to) { to.job.pdf_member = 1; }},
      {{"couplings"}, [](Run& to) { to.job.couplings.of_grid = true; }},
      {{"couplings"}, [](Run& to) { to.job.couplings.alpha_s += 1e-6; }},
      {{"couplings"}, [](Run& to) { to.job.couplings.loops = 2; }},
      {{"couplings"}, [](Run& to) { to.job.couplings.scale = 91; }},
      {{"couplings"}, [](Run& to) { to.job.couplings.scale_factor = 0.25; }},
      {{"cuts 1"}, [](Run& to) { to.job.cuts[0].pt = 31; }},
      {{"cuts 1"}, [](Run& to) { to.job.cuts[0].eta = 3; }},
      {{"cuts 1"}, [](Run& to) { to.job.cuts[0].dr = 0.5; }},
      {{"cuts 1"}, [](Run& to) { to.job.cuts[0].radius = 0.4; }},
      {{"cuts 2"}, [](Run& to) { to.job.cuts[1].pt = 41; }},
      {{"cuts 2"}, [](Run& to) { to.job.cuts.pop_back(); }},
      {{"histogram 1"}, [](Run& to) { to.job.histograms[0].name = "mass"; }},
      {{"histogram 1"}, [](Run& to) { to.job.histograms[0].bins = 8; }},
      {{"histogram 1"}, [](Run& to) { to.job.histograms[0].low = 30; }},
      {{"histogram 1"}, [](Run& to) { to.job.histograms[0].high = 130; }},
      {{"histogram 1"}, [](Run& to) { to.job.histograms[0].cuts = 1; }},
      {{"histogram 2"}, [](Run& to) { to.job.histograms.pop_back(); }},
      {{"variations"}, [](Run& to) { to.variations[0].name = "muR0.5_muF1"; }},
      {{"variations", "densities of variations"}, [](Run& to) { to.variations.pop_back(); }},
      {{"densities of variations"},
       [](Run& to) { to.variations[1].density = std::make_shared<FileDensity>("another"); }},
      {{"variations"}, [](Run& to) { to.job.variations.histograms = false; }},
      {{"events"}, [](Run& to) { to.job.run.unweighted = 0; }},
      {{"events"}, [](Run& to) { to.job.unweighting.weighted = true; }},
      {{"events"}, [](Run& to) { to.job.unweighting.maximum = 10; }},
      {{"events"}, [](Run& to) { to.job.unweighting.overflow *= 2; }},
      {{"sampler"}, [](Run& to) { to.job.run.sampler = Sampler::rambo; }},
      {{"rules", "precision"}, [](Run& to) { to.kernel = amplitude(2, Precision::fp32); }},
      {{"target"}, [](Run& to) { to.on_device = true; }},
      {{"seed"}, [](Run& to) { to.job.run.seed = 2; }},
  };
  std::set<std::string> tested;
  for (const Case& each : cases) {
    Run other = run;
    each.change(other);
    CHECK(changed(digest, other.digest()) == each.lines);
    tested.insert(each.lines.begin(), each.lines.end());
  }
  CHECK(names(digest) == tested);

  Run analytic = run, grid = run;
  analytic.density = grid.density = std::make_shared<FileDensity>("");
  grid.job.pdf = "grid";
  CHECK(changed(analytic.digest(), grid.digest()) == std::set<std::string>{"densities"});
}

TEST_CASE("the digest of events does not hold what their numbers do not depend on") {
  const Run run;
  const std::vector<std::function<void(Run&)>> changes = {
      [](Run& to) { to.job.run.threads = 3; },
      [](Run& to) { to.job.run.events = 1e9; },
      [](Run& to) { to.job.run.unweighted = 200; },
      [](Run& to) { to.job.run.target_error = 0.1; },
      [](Run& to) { to.job.run.time_limit = 10; },
      [](Run& to) { to.job.output.events = "events.lhe"; },
      [](Run& to) { to.job.checkpoint.path = "other.checkpoint"; },
      // With its digest known, the name of a file may be another.
      [](Run& to) { to.job.pdf = "moved.info"; },
  };
  for (const auto& change : changes) {
    Run other = run;
    change(other);
    CHECK(other.digest() == run.digest());
  }
}
