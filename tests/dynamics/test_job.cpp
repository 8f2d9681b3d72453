// Job files of diagc dynamics: what they mean, and what is refused, with the whole message.
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "physics/dynamics/job/job.h"
#include "physics/dynamics/job/setup.h"
#include "physics/dynamics/theory.h"
#include "runtime/batch/npy.h"
#include "runtime/system/temporary_folder.h"

using namespace diagc;
using namespace diagc::dynamics;

namespace {

/// Parts of a job, table by table.
struct JobText {
  std::string rules = "file = \"two_band_second_born\"\n";
  std::string lattice = "grid = [8]\n";
  std::string model =
      "hopping = [ {R=[0], from=1, to=1, value=1.0}, {R=[1], from=1, to=1, value=-0.25}, "
      "{R=[0], from=0, to=0, value=-1.0}, {R=[1], from=0, to=0, value=0.25} ]\n";
  std::string vertex = "value = 1.0\n";
  std::string start = "kind = \"filled\"\nbands = [0]\n";
  std::string time = "end = 5.0\ntolerance = 1e-10\n";
  std::string more = {};

  std::string text() const {
    std::string text = fmt::format("[rules]\n{}[lattice]\n{}", rules, lattice);
    if (!model.empty()) text += "[model]\n" + model;
    if (!vertex.empty()) text += "[U]\n" + vertex;
    return text + fmt::format("[start]\n{}[time]\n{}{}", start, time, more);
  }
};

JobText dimer_text() {
  return {.rules = "file = \"hubbard_second_born\"\n",
          .lattice = "cluster = [[0, -1], [-1, 0]]\n",
          .model = "",
          .start = "kind = \"correlated\"\nbeta = 20\nfilling = 0.5\n",
          .time = "end = 10\ntolerance = 1e-8\n",
          .more = "[[quench]]\nat = 0\npotential = [5, 0]\n"};
}

Job parsed_job(const JobText& text, const std::string& path = "job.toml") {
  return read_job(std::make_shared<const Source>(path, text.text()));
}

/// The messages of all diagnostics with lines, of reading and of setting up.
std::string refusal(const JobText& text, const std::string& path = "job.toml") {
  try {
    set_up(parsed_job(text, path));
  } catch (const InputError& error) {
    std::string all;
    for (const Diagnostic& diagnostic : error.diagnostics()) {
      if (!all.empty()) all += '\n';
      all += diagnostic.position.line == 0
                 ? diagnostic.message
                 : fmt::format("{}: {}", diagnostic.position.line, diagnostic.message);
    }
    return all;
  }
  return "nothing";
}

std::string refusal_with(const std::function<void(JobText&)>& change) {
  JobText text;
  change(text);
  return refusal(text);
}

std::string dimer_refusal(const std::function<void(JobText&)>& change) {
  JobText text = dimer_text();
  change(text);
  return refusal(text);
}

void save_numbers(const std::string& path, std::vector<std::size_t> shape,
                  const std::vector<double>& values) {
  write_npy(path, ElementType::float64, shape, std::as_bytes(std::span(values)));
}

}  // namespace

TEST_CASE("a job of dynamics gives a model, kicks and a start") {
  JobText text;
  text.more =
      "[[pulse]]\nkind = \"kick\"\nat = 0.5\nangle = 0.4\n[[pulse]]\nkind = \"gauss\"\nat = 2\n"
      "width = 0.5\namplitude = 0.3\nfrequency = 1.5\n[output]\ntimes = [1, 2, 5]\n";
  const Job job = parsed_job(text);
  CHECK(job.lattice.grid == std::vector<std::size_t>{8});
  CHECK(job.output.times == std::vector<double>{1, 2, 5});
  CHECK(job.output.results == std::vector<std::string>{"job.h5", "job.json"});
  CHECK(job.output.plot == "job.svg");
  CHECK(job.checkpoint.path == "job.checkpoint");
  const Setup setup = set_up(job);
  CHECK(setup.warnings.empty());
  CHECK(setup.propagation.end == 5);
  CHECK(setup.propagation.tolerance == 1e-10);
  REQUIRE(setup.propagation.kicks.size() == 1);
  CHECK(setup.propagation.kicks[0].at == 0.5);
  CHECK(setup.propagation.kicks[0].matrix[1] == Complex(0, -std::sin(0.4)));
  CHECK(setup.model.bands == 2);
  CHECK(setup.model.vertex(3) == 1);
  CHECK(setup.model.field(2.3) ==
        Approx(0.3 * std::exp(-0.09 / 0.5) * std::cos(1.5 * 0.3)).margin(1e-15));
  CHECK(setup.model.dipole == std::vector<Complex>{0, 1, 1, 0});
  // k and −k share their G: five points of eight.
  CHECK(setup.points.kept == std::vector<std::size_t>{0, 1, 2, 3, 4});
  CHECK(setup.points.weights == std::vector<double>{1, 2, 2, 2, 1});
  CHECK(setup.model.h[3].real() == Approx(0.5).margin(1e-15));
  CHECK(setup.rho.size() == 20);
  CHECK(setup.rho[0] == 1.0);
  CHECK(setup.rho[3] == 0.0);
}

TEST_CASE("times of a job that names none are a fiftieth of the whole apart, or as every says") {
  JobText text;
  CHECK(parsed_job(text).output.times.size() == 51);
  CHECK(parsed_job(text).output.times.back() == 5);
  text.more = "[output]\nevery = 0.7\n";
  const std::vector<double> times = parsed_job(text).output.times;
  REQUIRE(times.size() == 8);
  CHECK(times.back() == Approx(4.9));
}

TEST_CASE("ramps and tables of U, quenches") {
  JobText text;
  text.vertex = "ramp = {from = 0.5, to = 2, at = 1, width = 0.25}\n";
  text.more = "[[quench]]\nat = 3\nU = 4\n";
  const Setup ramp = set_up(parsed_job(text));
  CHECK(ramp.model.vertex(1) == Approx(1.25));
  CHECK(ramp.model.vertex(2.9) == Approx(2).margin(1e-5));
  // At the time itself what was before holds.
  CHECK(ramp.model.vertex(3) == Approx(2).margin(1e-5));
  CHECK(ramp.model.vertex(3.0001) == 4);
  CHECK(ramp.propagation.breaks == std::vector<double>{3});

  const TemporaryFolder folder;
  const std::string path = (folder.path() / "job.toml").string();
  save_numbers((folder.path() / "u.npy").string(), {4, 2}, {0, 1, 2, 3, 4, 1, 6, 2});
  text.vertex = "table = \"u.npy\"\n";
  text.more.clear();
  const Setup table = set_up(parsed_job(text, path));
  for (const auto& [time, value] : {std::pair(0.0, 1.0), {2.0, 3.0}, {4.0, 1.0}}) {
    CHECK(table.model.vertex(time) == Approx(value));
  }
  CHECK(table.model.vertex(1) > 2);  // a spline, no line
  text.time = "end = 7\n";
  CHECK(refusal(text, path) ==
        "8: found times from 0 to 6 in u.npy, expected them to reach from 0 to the end, 7");
  save_numbers((folder.path() / "u.npy").string(), {3, 2}, {0, 1, 2, 3, 2, 1});
  CHECK(refusal(text, path) == fmt::format("8: {}: found the time 2 after 2, expected rising times",
                                           (folder.path() / "u.npy").string()));
  save_numbers((folder.path() / "u.npy").string(), {6}, {0, 1, 2, 3, 2, 1});
  CHECK(refusal(text, path) ==
        fmt::format("8: {}: found an array of float64 with the shape (6,), expected at least two "
                    "rows (time, value)",
                    (folder.path() / "u.npy").string()));
}

TEST_CASE("what is missing in a job of dynamics is named") {
  CHECK(refusal_with([](auto& t) { t.rules = ""; }) == "found no rules.file, expected it");
  CHECK(refusal_with([](auto& t) { t.time = ""; }) == "found no time.end, expected it");
  CHECK(refusal_with([](auto& t) { t.start = ""; }) == "found no start.kind, expected it");
  CHECK(refusal_with([](auto& t) { t.lattice = ""; }) ==
        "found no lattice, expected grid or cluster in [lattice]");
  CHECK(refusal_with([](auto& t) { t.model = ""; }) ==
        "found no h(k), expected hopping, file or function in [model]");
  CHECK(refusal_with([](auto& t) { t.vertex = ""; }) ==
        "found no value of the vertex U, expected a table [U] with value, ramp or table");
  CHECK(refusal_with([](auto& t) { t.start = "kind = \"filled\"\n"; }) ==
        "10: found the start filled without bands, expected it");
  CHECK(refusal_with([](auto& t) { t.start = "kind = \"correlated\"\n"; }) ==
        "10: found the start correlated without beta, expected it");
  CHECK(refusal_with([](auto& t) { t.more = "[[pulse]]\nkind = \"kick\"\nat = 1\n"; }) ==
        "16: found a pulse without angle, expected it");
  CHECK(refusal_with([](auto& t) { t.more = "[[pulse]]\nat = 1\n"; }) ==
        "16: found a pulse without kind, expected it");
  CHECK(refusal_with([](auto& t) { t.more = "[[pulse]]\n"; }) ==
        "found an empty table [[pulse]], expected a kind of pulse");
  CHECK(refusal_with([](auto& t) { t.more = "[[quench]]\nat = 1\n"; }) ==
        "16: found a quench that changes nothing, expected potential or U");
  CHECK(refusal_with([](auto& t) { t.time = "end = 1\nscheme = \"heun\"\n"; }) ==
        "14: found the scheme heun without step, expected it");
}

TEST_CASE("unknown keys and tables of a job of dynamics are refused with their line") {
  CHECK(refusal_with([](auto& t) { t.time = "end = 5\ntolerence = 1e-8\n"; }) ==
        "14: found the unknown key `tolerence` in [time], expected end, tolerance, scheme, order, "
        "step, correctors, memory: did you mean `tolerance`?");
  CHECK(refusal_with([](auto& t) { t.more = "[V]\nvalue = 1\n"; }) ==
        "15: found the unknown table [V], expected rules, lattice, model, U, pulse, quench, start, "
        "time, run, checkpoint, output");
  CHECK(refusal_with([](auto& t) { t.model = "hopping = [ {R=[0], from=0, to=0, val=1.0} ]\n"; }) ==
        "6: found the unknown key `val`, expected an entry of hopping: a table of R, from, to, "
        "value");
  CHECK(refusal_with([](auto& t) { t.model = "hopping = [ {R=[0], from=0, to=0} ]\n"; }) ==
        "6: found a table, expected an entry of hopping: a table of R, from, to, value: `value` is "
        "missing");
  CHECK(refusal_with([](auto& t) { t.vertex = "ramp = {from = 1, to = 2}\n"; }) ==
        "8: found a table, expected a ramp: a table of from, to, at, width: `at` is missing");
  CHECK(refusal_with([](auto& t) { t.rules = "file = \"two_band_3rd\"\n"; }) ==
        "2: found the rule file `two_band_3rd`, expected one of two_band_second_born, "
        "hubbard_second_born");
  CHECK(refusal_with([](auto& t) { t.rules += "statics = {n = 3}\n"; }) ==
        "3: found statics of two_band_second_born, expected none: it has no such");
}

TEST_CASE("keys of a job of dynamics that contradict each other are refused") {
  CHECK(refusal_with([](auto& t) {
          t.lattice += "cluster = [[0]]\n";
        }).starts_with("5: found cluster beside grid, expected one of the two"));
  CHECK(refusal_with([](auto& t) { t.model += "file = \"h.npy\"\n"; }) ==
        "7: found file beside hopping, expected one of the two");
  CHECK(refusal_with([](auto& t) { t.vertex += "table = \"u.npy\"\n"; }) ==
        "9: found table beside value, expected one of the two");
  CHECK(refusal_with([](auto& t) { t.start += "beta = 2\n"; }) ==
        "12: found beta beside the start filled, expected one of the two");
  CHECK(refusal_with([](auto& t) {
          t.start = "kind = \"thermal\"\nbeta = 2\nmu = 0\nfilling = 0.5\n";
        }) == "13: found filling beside mu, expected one of the two");
  CHECK(refusal_with([](auto& t) {
          t.more = "[[pulse]]\nkind = \"kick\"\nat = 1\nangle = 1\nwidth = 2\n";
        }) == "19: found width beside a kick, expected one of the two");
  CHECK(refusal_with([](auto& t) { t.time = "end = 5\ncorrectors = 2\n"; }) ==
        "14: found correctors beside the scheme panels, expected one of the two");
  CHECK(refusal_with([](auto& t) {
          t.time = "end = 5\nscheme = \"heun\"\nstep = 0.5\norder = 4\n";
        }) == "16: found order beside the scheme heun, expected one of the two");
  CHECK(refusal_with([](auto& t) { t.time = "end = 5\nscheme = \"heun\"\nstep = 0.3\n"; }) ==
        "15: found a step of 0.3, expected one that divides the end, 5");
  CHECK(refusal_with([](auto& t) {
          t.time = "end = 5\nscheme = \"heun\"\nstep = 0.1\n";
          t.more = "[output]\ntimes = [1.25]\n";
        }) ==
        "17: found the time 1.25, expected multiples of the step, 0.1: heun has no values "
        "between");
  CHECK(refusal_with([](auto& t) {
          t.time = "end = 5\nmemory = 2\n";
          t.more = "[output]\nspectral = { times = [1, 4], omega = [-1, 1, 5] }\n";
        }) ==
        "16: found the time 1, expected times from 3 on, of which G is kept at the end: "
        "memory is 2");
  CHECK(refusal_with([](auto& t) {
          t.time = "end = 5\nscheme = \"heun\"\nstep = 0.1\n";
          t.more = "[output]\nevery = 0.25\n";
        }) ==
        "17: found the time 0.25, expected multiples of the step, 0.1: heun has no values between");
  CHECK(refusal_with([](auto& t) { t.model += "gauge = \"peierls\"\ndirection = [0]\n"; }) ==
        "8: found a direction without length, expected a number that is not 0");
  CHECK(dimer_refusal([](auto& t) { t.time = "end = 5\nscheme = \"heun\"\nstep = 0.5\n"; }) ==
        "13: found the scheme heun of a correlated start, expected panels");
  CHECK(dimer_refusal([](auto& t) { t.model = "gauge = \"peierls\"\n"; }) ==
        "6: found the gauge peierls of a cluster, expected dipole: there is no k");
  CHECK(refusal_with([](auto& t) { t.more = "[output]\ntimes = [1]\nevery = 1\n"; }) ==
        "17: found every beside times, expected one of the two");
  CHECK(refusal_with([](auto& t) {
          t.more =
              "[output]\nplot = \"a.svg\"\nresults = \"a.json\"\n[checkpoint]\npath = "
              "\"./a.json\"\n";
        }) ==
        "19: found the path `./a.json` for both output.results and checkpoint.path, expected "
        "files of their own");
}

TEST_CASE("values out of range and lengths that disagree are refused") {
  CHECK(refusal_with([](auto& t) { t.time = "end = 0\n"; }) ==
        "13: found 0, expected a number above 0");
  CHECK(refusal_with([](auto& t) { t.time = "end = 5\ntolerance = 1e-14\n"; }) ==
        "14: found 1e-14, expected a number from 1e-12, about what double precision allows, to "
        "0.1");
  CHECK(refusal_with([](auto& t) { t.more = "[run]\ncompact = 2\n"; }) ==
        "14: found a tolerance of 1e-10 beside compact, expected at least 1e-06: older values have "
        "single precision");
  CHECK(refusal_with([](auto& t) { t.lattice = "grid = [8, 0]\n"; }) ==
        "4: found 0, expected an integer, at least 1");
  CHECK(refusal_with([](auto& t) { t.lattice = "grid = [4611686018427387904, 8]\n"; })
            .starts_with("4: found the grid 4611686018427387904 x 8, expected extents of at least "
                         "1 with a product that a size holds"));
  CHECK(refusal_with([](auto& t) { t.lattice = "grid = [8, 8]\n"; }) ==
        "6: hopping, entry 1: found R = [0] from 1 to 1, expected as many numbers in R as the grid "
        "has axes, 2");
  CHECK(refusal_with([](auto& t) {
          t.model =
              "hopping = [ {R=[1], from=0, to=1, value=1.0}, {R=[-1], from=1, to=0, "
              "value=1.0} ]\n";
        }) ==
        "6: hopping, entry 2: found R = [-1] from 1 to 0, expected no conjugate of an entry, "
        "which is added by itself: of entry 1");
  CHECK(
      refusal_with([](auto& t) { t.model = "hopping = [ {R=[0], from=2, to=2, value=1.0} ]\n"; }) ==
      "2: found 3 bands, expected 2: two_band_second_born is of a valence band 0 and a "
      "conduction band 1");
  CHECK(dimer_refusal([](auto& t) { t.lattice = "cluster = [[0, -1], [-2, 0]]\n"; }) ==
        "4: found h with -2 + 0 i at [1][0] and -1 + 0 i at [0][1] of point 0, expected conjugate "
        "numbers: it is Hermitian");
  CHECK(dimer_refusal([](auto& t) { t.more = "[[quench]]\npotential = [5, 0, 1]\n"; }) ==
        "15: found a potential of 3 numbers, expected 2: one for each site");
  CHECK(refusal_with([](auto& t) { t.start = "kind = \"filled\"\nbands = [2]\n"; }) ==
        "11: found the filled band 2, expected bands 0 to 1");
  CHECK(refusal_with([](auto& t) { t.start = "kind = \"filled\"\nbands = [0, 0]\n"; }) ==
        "11: found a list of 2, expected every band once");
  CHECK(refusal_with([](auto& t) { t.start = "kind = \"thermal\"\nbeta = 2\nfilling = 1.5\n"; }) ==
        "12: found 1.5, expected a number between 0 and 1");
  CHECK(refusal_with([](auto& t) {
          t.more = "[[pulse]]\nkind = \"kick\"\nat = 7\nangle = 0.4\n";
        }) == "17: found a kick at 7, expected a time from 0 to the end, 5, and before that");
  CHECK(refusal_with([](auto& t) {
          t.more = "[[pulse]]\nkind = \"kick\"\nat = 1\nangle = 0.4\nbands = [1, 2]\n";
        }) == "19: found a kick between bands 1 and 2, expected two of the bands 0 to 1");
  CHECK(refusal_with([](auto& t) { t.more = "[[quench]]\nat = 5\nU = 1\n"; }) ==
        "16: found a quench at 5, expected a time before the end, 5");
  CHECK(refusal_with([](auto& t) { t.more = "[output]\ntimes = [1, 6]\n"; }) ==
        "16: found the time 6, expected times up to the end, 5");
  CHECK(refusal_with([](auto& t) { t.more = "[output]\ntimes = [2, 1]\n"; }) ==
        "16: found a list of 2, expected times from 0 on, each after the one before");
  CHECK(refusal_with([](auto& t) {
          t.more = "[output]\nspectral = { times = [1], omega = [1, -1, 5] }\n";
        }) == "16: found a list of 3, expected a highest frequency above the lowest");
}

TEST_CASE("more points, times or levels than a machine holds are refused at their key") {
  const std::string levels =
      "hopping = [ {R=[0, 0], from=0, to=0, value=-1.0}, {R=[0, 0], from=1, to=1, value=1.0} ]\n";
  const auto large = [&](const std::string& grid) {
    return [&levels, grid](JobText& t) {
      t.lattice = grid;
      t.model = levels;
      t.more = "[run]\nmost_memory = 8\n";
    };
  };
  CHECK(refusal_with(large("grid = [30000, 30000]\n")) ==
        "4: found 900000000 points, at least 1.05e+12 bytes for h(k), rho(k) and G at 8 times, "
        "expected at most 8e+09, as most_memory in [run] says: fewer points take less");
  CHECK(refusal_with(large("grid = [2000, 2000]\nsymmetry = false\n")) ==
        "4: found 4000000 points, at least 3.38e+10 bytes for h(k), rho(k) and G at 8 times, "
        "expected at most 8e+09, as most_memory in [run] says: fewer points take less");
  CHECK(refusal_with([](auto& t) { t.more = "[output]\nevery = 1e-12\n"; }) ==
        "16: found times 1e-12 apart up to 5, expected at most 1000000 times");
  CHECK(dimer_refusal(
            [](auto& t) { t.start = "kind = \"correlated\"\nbeta = 1e9\nfilling = 0.5\n"; }) ==
        "10: found beta = 1000000000 with energies up to 12, expected beta times these of at most "
        "1e+06: poles and times of the imaginary branch reach no further");
  JobText text;
  text.time = "end = 5\nscheme = \"heun\"\nstep = 1e-6\n";
  text.more = "[run]\nmost_memory = 1\n";
  const Job job = parsed_job(text);
  try {
    const Setup setup = set_up(job);
    check_memory(job, setup, setup.model.points());
    FAIL("no error");
  } catch (const InputError& error) {
    CHECK(error.diagnostics().front().position.line == 15);
    CHECK(error.diagnostics().front().message ==
          "found 1.6e+16 bytes for G at 5000000 times, expected at most 1e+09: a longer step, "
          "fewer k points or a shorter time take less");
  }
}

TEST_CASE("h and density matrices come from files, and are looked at") {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "job.toml").string();
  const std::string h_path = (folder.path() / "h.npy").string();
  const std::string rho_path = (folder.path() / "rho.npy").string();
  JobText text;
  text.lattice = "grid = [2]\nsymmetry = false\n";
  text.model = "file = \"h.npy\"\n";
  text.start = "kind = \"file\"\nfile = \"rho.npy\"\n";
  save_numbers(h_path, {2, 2, 2}, {-1, 0.5, 0.5, 1, -2, 0.25, 0.25, 2});
  save_numbers(rho_path, {2, 2, 2}, {1, 0, 0, 0, 0.5, 0.5, 0.5, 0.5});
  const Setup setup = set_up(parsed_job(text, path));
  CHECK(setup.model.h[5] == 0.25);
  CHECK(setup.rho[4] == 0.5);
  save_numbers(rho_path, {2, 2, 2}, {1, 0, 0, 0, 0.5, 0.75, 0.75, 0.5});
  CHECK(refusal(text, path) ==
        "12: found a density matrix with the eigenvalue -0.25 at point 1, expected eigenvalues "
        "from 0 to 1");
  save_numbers(rho_path, {2, 2, 2}, {1, 0, 0.5, 0, 0, 0, 0, 0});
  CHECK(refusal(text, path) ==
        "12: found a density matrix with 0.5 + 0 i at [1][0] and 0 + 0 i at [0][1] of point 0, "
        "expected conjugate numbers: it is Hermitian");
  save_numbers(rho_path, {4, 2}, {1, 0, 0, 0, 0, 0, 0, 0});
  CHECK(refusal(text, path) ==
        fmt::format("12: {}: found an array of the shape (4, 2), expected (2, 2, 2)", rho_path));
  save_numbers(h_path, {2, 2, 2}, {-1, 0.5, 0.5, 1, -2, 0.25, 0.75, 2});
  CHECK(refusal(text, path) ==
        "7: found h with 0.75 + 0 i at [1][0] and 0.25 + 0 i at [0][1] of point 1, expected "
        "conjugate numbers: it is Hermitian");
  save_numbers(h_path, {3, 2, 2}, std::vector<double>(12));
  CHECK(refusal(text, path) ==
        fmt::format("7: {}: found an array of the shape (3, 2, 2), expected (2, b, b) with 1 to 8 "
                    "bands b",
                    h_path));
  save_numbers(h_path, {2, 2, 2}, {-1, 0.5, NAN, 1, -2, 0.25, 0.75, 2});
  CHECK(refusal(text, path) ==
        fmt::format("7: {}: found nan + 0 i as element 2, expected finite numbers", h_path));
}

TEST_CASE("starts in equilibrium that do not know of a jump at once are warned of") {
  JobText text = dimer_text();
  text.start += "U = 0.5\n";
  text.more += "[[pulse]]\nkind = \"gauss\"\nat = 0.5\nwidth = 0.5\namplitude = 0.2\n";
  const Setup setup = set_up(parsed_job(text));
  REQUIRE(setup.warnings.size() == 2);
  CHECK(setup.warnings[0] == "found U = 1 at t = 0 after a start with U = 0.5: it jumps by 0.5");
  CHECK(setup.warnings[1] ==
        "found pulses of 0.121 at t = 0, which the start does not know: they begin with a jump");
}

TEST_CASE("the documentation's tables of keys are those of the schema") {
  const std::filesystem::path path = std::filesystem::path(DIAGC_SOURCE_DIR) / "docs/dynamics.md";
  const auto contents = [&] {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  };
  const std::string begin_mark =
      "<!-- keys of job files: written by test_dynamics, DIAGC_UPDATE_GOLDEN=1 -->\n";
  const std::string end_mark = "<!-- end of keys -->\n";
  std::string text = contents();
  REQUIRE(text.find(begin_mark) != std::string::npos);
  REQUIRE(text.find(end_mark) != std::string::npos);
  const std::size_t from = text.find(begin_mark) + begin_mark.size();
  const std::string expected = "\n" + runs::keys_in_markdown(job_schema) + "\n";
  if (std::getenv("DIAGC_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path) << text.substr(0, from) + expected + text.substr(text.find(end_mark));
    text = contents();
  }
  CHECK(text.substr(from, text.find(end_mark) - from) == expected);
}

TEST_CASE("the example of a job of dynamics can be read") {
  const Job job =
      read_job(std::make_shared<const Source>("example.toml", runs::example_file(job_schema)));
  CHECK(job.time.end == 5);
  CHECK(job.pulses.size() == 1);
  CHECK_NOTHROW(set_up(job));
}

TEST_CASE("jobs that come as examples can be read") {
  std::size_t count = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(DIAGC_SOURCE_DIR "/examples/dynamics")) {
    std::ifstream file(entry.path());
    std::ostringstream text;
    text << file.rdbuf();
    INFO(entry.path());
    CHECK_NOTHROW(
        set_up(read_job(std::make_shared<const Source>(entry.path().string(), text.str()))));
    ++count;
  }
  CHECK(count == 3);
}

TEST_CASE("every vertex of the rules has a table of its name") {
  const auto names = [](const std::string& file) {
    return file == "gw" ? std::vector<std::string>{"U", "V"} : std::vector<std::string>{};
  };
  const std::string head =
      "[rules]\nfile = \"gw\"\n[lattice]\ngrid = [4]\n[model]\nhopping = [ {R=[1], from=0, to=0, "
      "value=-1.0} ]\n[start]\nkind = \"correlated\"\nbeta = 2\nV = 0.25\n[time]\nend = 2\n";
  const std::string tables =
      "[U]\nvalue = 2\n[V]\nalong = [ {R=[1], value=0.5} ]\nramp = {from=0, to=1, at=1, "
      "width=0.5}\n"
      "[[quench]]\nat = 1\nV = 0.5\n";
  const auto read = [&](const std::string& text) {
    return read_job(std::make_shared<const Source>("job.toml", text), names);
  };
  const Job job = read(head + tables);
  REQUIRE(job.vertices.size() == 2);
  CHECK(job.vertices[0].course.value == 2);
  CHECK(job.vertices[1].along == std::vector<std::pair<std::vector<int>, double>>{{{1}, 0.5}});
  CHECK(job.quenches.at(0).vertices == std::map<std::size_t, double>{{1, 0.5}});
  CHECK(job.start.vertices == std::map<std::size_t, double>{{1, 0.25}});
  const auto message = [&](const std::string& text) {
    try {
      read(text);
    } catch (const InputError& error) {
      return error.diagnostics().front().message;
    }
    return std::string("no error");
  };
  CHECK(message(head + "[U]\nvalue = 1\n") ==
        "found no value of the vertex V, expected a table [V] with value, ramp or table");
  CHECK(message(head + tables + "[W]\nvalue = 1\n").starts_with("found the unknown table [W], "));
  // The theory gets V(k) = Σ_R V_R exp(i k R), and the model its course in time.
  std::vector<double> along;
  const Setup setup =
      set_up(read(head + "[U]\nvalue = 0\n[V]\nvalue = 2\nalong = [ {R=[1], value=0.5} ]\n"),
             [&](const std::string&, const auto&, const std::vector<std::size_t>& grid,
                 std::size_t bands, const VerticesAlongAxis& values) {
               along = values.at("V");
               return RuleTheory{theory("hubbard_second_born", grid, bands), "", ""};
             });
  REQUIRE(along.size() == 4);
  CHECK(along[0] == Approx(1));
  CHECK(along[1] == Approx(0).margin(1e-15));
  CHECK(along[2] == Approx(-1));
  CHECK(setup.model.further_vertices.at(0)(1) == 2);
}
