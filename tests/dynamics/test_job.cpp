// Job files of diagc dynamics: what they mean.
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "physics/dynamics/theory.h"
#include "runtime/system/temporary_folder.h"
#include "tests/dynamics/job_text.h"

using namespace diagc;
using namespace diagc::dynamics;

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
