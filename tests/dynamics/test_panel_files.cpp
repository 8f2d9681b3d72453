// Checkpoints: what goes on from one has the bits of what was never interrupted, and what is no checkpoint of the job is refused.
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "physics/dynamics/checkpoint/panel_files.h"
#include "physics/dynamics/hubbard_second_born.h"
#include "physics/dynamics/starts/correlated.h"
#include "runtime/system/temporary_folder.h"
#include "tests/dynamics/rule_theories.h"
#include "tests/dynamics/two_bands.h"

using namespace diagc;
using namespace diagc::dynamics;

namespace {

bool same_bits(const BlockRows& a, const BlockRows& b) {
  return a.bytes() == b.bytes() &&
         (a.bytes() == 0 || std::memcmp(a.at(0, 0).re, b.at(0, 0).re, a.bytes()) == 0);
}

bool same_past(const TwoTime& a, const TwoTime& b) {
  if (a.panels() != b.panels() || a.times() != b.times()) return false;
  for (std::size_t panel = 0; panel < a.panels(); ++panel) {
    const PanelRows one = a.doubles_of(panel), other = b.doubles_of(panel);
    if (!same_bits(one.lesser, other.lesser)) return false;
    if (!same_bits(one.spectral, other.spectral)) return false;
    if (!same_bits(one.mixed, other.mixed)) return false;
    if (one.fields.size() != other.fields.size()) return false;
    for (std::size_t field = 0; field < one.fields.size(); ++field) {
      const FieldRows &a_field = one.fields[field], &b_field = other.fields[field];
      if (!same_bits(a_field.lesser, b_field.lesser)) return false;
      if (!same_bits(a_field.spectral, b_field.spectral)) return false;
      if (!same_bits(a_field.mixed, b_field.mixed)) return false;
    }
  }
  return true;
}

bool same_trajectory(const Trajectory& a, const Trajectory& b) {
  if (a.times() != b.times()) return false;
  for (std::size_t node = 0; node < a.times().size(); ++node) {
    if (!std::ranges::equal(a.rho(node), b.rho(node)) || a.energy(node) != b.energy(node)) {
      return false;
    }
  }
  return true;
}

runs::Digest some_digest(const std::string& rules = "two_band_second_born") {
  runs::Digest digest;
  digest.add("rules.file", rules);
  return digest;
}

/// What begins anew, and what has been propagated.
struct Case {
  Model model;
  Propagation propagation;
  std::vector<Complex> rho;
  std::shared_ptr<const ImaginaryBranch> branch;

  TwoTime start() const {
    return {model.points(), model.bands, radau(propagation.order), rho, branch};
  }
};

Case kicked_bands(double memory = 0) {
  Case c;
  c.model = two_bands({3}, 2);
  c.propagation = kicked(3, 1e-6);
  c.propagation.order = 5;
  c.propagation.memory = memory;
  c.rho = filled_valence(c.model);
  return c;
}

void check_interruptions(const Case& c) {
  TwoTime whole = c.start();
  Propagator uninterrupted(c.model, c.propagation, whole);
  while (!uninterrupted.done()) uninterrupted.advance();
  const std::size_t panels = uninterrupted.trajectory().panels().size();
  REQUIRE(panels >= 5);
  for (std::size_t kill = 0; kill < 5; ++kill) {
    const TemporaryFolder folder;
    const std::string path = (folder / "job.checkpoint").string();
    const std::size_t stop = 1 + kill * (panels - 2) / 4;
    {
      TwoTime past = c.start();
      Propagator propagator(c.model, c.propagation, past);
      PanelFiles files(path, some_digest());
      for (std::size_t panel = 0; panel < stop; ++panel) {
        propagator.advance();
        // Not at every panel: several files at once.
        if (panel % 2 == 0 || panel + 1 == stop) files.save(propagator);
      }
      // Killed later: a panel behind the index.
      propagator.advance();
    }
    TwoTime past = c.start();
    Propagator propagator(c.model, c.propagation, past);
    PanelFiles files(path, some_digest());
    files.restore(propagator);
    CHECK(propagator.trajectory().panels().size() == stop);
    while (!propagator.done()) {
      propagator.advance();
      files.save(propagator);
    }
    CHECK(same_past(past, whole));
    CHECK(same_trajectory(propagator.trajectory(), uninterrupted.trajectory()));
  }
}

std::string resume_message(const std::string& path, const std::string& rules) {
  const Case c = kicked_bands();
  TwoTime past = c.start();
  Propagator propagator(c.model, c.propagation, past);
  PanelFiles files(path, some_digest(rules));
  try {
    files.restore(propagator);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing";
}

}  // namespace

TEST_CASE("a propagation resumed at any of five places has the same bits") {
  check_interruptions(kicked_bands());
}

TEST_CASE("a truncated propagation resumed has the same bits") {
  check_interruptions(kicked_bands(0.8));
}

TEST_CASE("a propagation with old panels in single precision resumed has the same bits") {
  Case c = kicked_bands();
  c.propagation.compact = 0.8;
  check_interruptions(c);
  c.propagation.memory = 1.5;
  check_interruptions(c);
}

TEST_CASE("single precision of old panels costs less than a millionth, and saves memory") {
  const Case exact = kicked_bands();
  Case compact = kicked_bands();
  compact.propagation.compact = 0.8;
  TwoTime a = exact.start(), b = compact.start();
  const Trajectory whole = propagate(exact.model, exact.propagation, a);
  const Trajectory rounded = propagate(compact.model, compact.propagation, b);
  CHECK(b.compacted() > 0);
  CHECK(b.bytes() < 0.9 * a.bytes());
  double largest = 0;
  for (const double time : {1.0, 2.0, 3.0}) {
    const auto one = whole.rho_at(time), other = rounded.rho_at(time);
    for (std::size_t i = 0; i < one.size(); ++i) {
      largest = std::max(largest, std::abs(one[i] - other[i]));
    }
  }
  CHECK(largest > 1e-15);
  CHECK(largest < 1e-6);
}

TEST_CASE("a propagation with an imaginary branch resumed has the same bits") {
  Case c;
  c.model.grid = {1};
  c.model.bands = 2;
  c.model.h = {0, -1, -1, 0};
  c.model.interaction = std::make_shared<HubbardSecondBorn>(c.model.grid, 2);
  c.model.vertex = [](double) { return 1.0; };
  c.model.jumps = {{0, {1, 0, 0, 0}}};
  c.propagation.end = 2;
  c.propagation.tolerance = 1e-6;
  c.propagation.order = 4;
  c.propagation.breaks = {0};
  const CorrelatedStart start =
      correlated_start(c.model, {.beta = 2, .mu = {}, .filling = 0.5, .vertex = 1});
  c.rho = start.rho;
  c.branch = start.branch;
  check_interruptions(c);
}

TEST_CASE("what a theory stores besides G is resumed with the same bits") {
  Case c;
  TheoryOptions options;
  options.statics = {{"sites", "2"}};
  c.model = dimer_of(theory_of_grammar("hubbard_t_matrix", {1}, options), 1);
  c.model.jumps = {{0, {1, 0, 0, 0}}};
  c.propagation.end = 2;
  c.propagation.tolerance = 1e-6;
  c.propagation.order = 4;
  c.propagation.breaks = {0};
  const CorrelatedStart start =
      correlated_start(c.model, {.beta = 4, .mu = {}, .filling = 0.4, .vertex = 1});
  c.rho = start.rho;
  c.branch = start.branch;
  check_interruptions(c);
  c.propagation.compact = 0.8;
  c.propagation.memory = 1.5;
  check_interruptions(c);
  // Without an imaginary branch files hold its part as well, which is empty.
  c.branch.reset();
  check_interruptions(c);
}

TEST_CASE("memory beyond the whole time changes nothing, a short one drops panels") {
  const Case all = kicked_bands(), beyond = kicked_bands(3.5), little = kicked_bands(0.8);
  TwoTime a = all.start(), b = beyond.start(), c = little.start();
  const Trajectory whole = propagate(all.model, all.propagation, a);
  CHECK(same_trajectory(whole, propagate(beyond.model, beyond.propagation, b)));
  CHECK(same_past(a, b));
  const Trajectory truncated = propagate(little.model, little.propagation, c);
  CHECK(c.forgotten() > 0);
  CHECK(c.panels() + c.forgotten() == truncated.panels().size());
  CHECK(c.start(0) + c.length(0) > c.end() - little.propagation.memory - 2);
  CHECK(std::abs(truncated.rho_at(3)[0] - whole.rho_at(3)[0]) > 1e-9);
}

TEST_CASE("checkpoints of another job, damaged and missing ones are refused") {
  const TemporaryFolder folder;
  const std::string path = (folder / "job.checkpoint").string();
  const std::string tail = "; expected one that this job has written";
  const auto refused = [&](const std::string& file, const std::string& why) {
    return fmt::format("{}: found a checkpoint that cannot be resumed: {}{}", file, why, tail);
  };
  CHECK(resume_message(path, "two_band_second_born") ==
        refused(path, "it cannot be read: No such file or directory"));
  {
    const Case c = kicked_bands();
    TwoTime past = c.start();
    Propagator propagator(c.model, c.propagation, past);
    PanelFiles files(path, some_digest());
    for (int panel = 0; panel < 3; ++panel) propagator.advance();
    files.save(propagator);
  }
  CHECK(resume_message(path, "two_band_second_born") == "nothing");
  CHECK(resume_message(path, "hubbard_second_born") ==
        refused(path, "rules.file: found two_band_second_born, expected hubbard_second_born"));
  const std::string panel = path + ".panels/1";
  const auto size = std::filesystem::file_size(panel);
  {
    std::fstream file(panel, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(size / 2));
    file.put('!');
  }
  CHECK(resume_message(path, "two_band_second_born") == refused(panel, "it is damaged"));
  std::filesystem::resize_file(panel, size - 100);
  CHECK(resume_message(path, "two_band_second_born") == refused(panel, "it is damaged"));
  std::filesystem::remove(panel);
  CHECK(resume_message(path, "two_band_second_born") ==
        refused(panel, "it cannot be read: No such file or directory"));
  std::filesystem::copy_file(path + ".panels/0", panel);
  CHECK(resume_message(path, "two_band_second_born") ==
        refused(panel, "it holds panel 0 from panel 0 on"));
}

TEST_CASE("a full disk leaves the last checkpoint as it was") {
  const Case c = kicked_bands();
  TwoTime past = c.start();
  Propagator propagator(c.model, c.propagation, past);
  PanelFiles files("/nowhere/job.checkpoint", some_digest());
  propagator.advance();
  CHECK_THROWS_WITH(
      files.save(propagator),
      "/nowhere/job.checkpoint.panels/0: cannot be written: No such file or directory");
}
