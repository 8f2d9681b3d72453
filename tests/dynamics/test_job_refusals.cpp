// Job files of diagc dynamics that are refused, with the whole message.
#include <catch2/catch.hpp>

#include "tests/dynamics/job_text.h"

using namespace diagc;
using namespace diagc::dynamics;

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
        }) == "17: found a kick at 7, expected a time from 0 on and before the end, 5");
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
  // What needs the number of points that share their G is refused when that is known.
  JobText text;
  text.more = "[run]\nmost_memory = 1\n";
  const auto memory_refusal = [&text](const std::string& time) {
    text.time = time;
    const Job job = parsed_job(text);
    const Setup setup = set_up(job);
    try {
      check_memory(job, setup, setup.model.points());
    } catch (const InputError& error) {
      return error.diagnostics().front();
    }
    FAIL("no error");
    return Diagnostic();
  };
  const Diagnostic steps = memory_refusal("end = 5\nscheme = \"heun\"\nstep = 1e-6\n");
  CHECK(steps.position.line == 15);
  CHECK(steps.message ==
        "found 1.6e+16 bytes for G at 5000000 times, expected at most 1e+09: a longer step, "
        "fewer k points or a shorter time take less");
  // More nodes than any machine has are counted no further.
  CHECK(memory_refusal("end = 1e300\n")
            .message.find(" bytes for G at 8000000000 nodes or more of ") != std::string::npos);
}
