// diagc dynamics with theories of rule files beyond second Born: several vertices, stored fields, kills and resumptions; h(k) from a C++ header.
#include <cmath>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "process.h"

using nlohmann::json;

namespace {

/// A ring with interaction between neighbours that is switched on, from a rule file.
std::string ring_job(const std::string& rules, const std::string& time,
                     const std::string& more = "") {
  return "[rules]\nfile = \"" + rules +
         "\"\n[lattice]\ngrid = [6]\n[model]\nhopping = [ {R=[1], from=0, to=0, value=-1.0} ]\n"
         "[U]\nvalue = 1.0\n[V]\nalong = [ {R=[1], value=0.5} ]\n"
         "ramp = {from=0.5, to=1, at=1, width=0.25}\n[[quench]]\nat = 0.5\nU = 1.5\n"
         "[start]\nkind = \"correlated\"\nbeta = 3\nfilling = 0.4\n[time]\n" +
         time + more;
}

json finished_job(const Folder& folder, const std::string& name, const std::string& options = "") {
  const Finished run = folder.diagc("dynamics " + name + " --json " + options);
  INFO(run.err);
  REQUIRE(run.code == 0);
  json result = json::parse(run.out);
  result.erase("run");
  result.erase("job");
  return result;
}

}  // namespace

TEST_CASE("a theory with several vertices and a stored field goes on after kills") {
  const Folder folder;
  std::filesystem::copy_file(grammar("extended_hubbard_gw"), folder.path() / "gw.diag");
  const auto job = [](const std::string& threads) {
    return ring_job("gw.diag", "end = 3.0\ntolerance = 1e-7\n",
                    "[run]\nthreads = " + threads +
                        "\n[checkpoint]\ninterval = 0.0001\n[output]\ntimes = [0, 1, 3]\n");
  };
  folder.write("whole.toml", job("1"));
  const json whole = finished_job(folder, "whole.toml");
  for (std::size_t time = 0; time < 3; ++time)
    CHECK(whole["particles"][time].get<double>() == Approx(0.4).margin(1e-6));
  // Neither vertex is without effect.
  CHECK(std::abs(whole["n_k"][1][0][0].get<double>() - whole["n_k"][0][0][0].get<double>()) > 1e-4);
  folder.write("killed.toml", job("4"));
  for (const char* seconds : {"0.1", "0.15", "0.2", "0.3", "0.4"}) {
    folder.shell(std::string("timeout -s KILL ") + seconds + " \"$DIAGC\" dynamics killed.toml " +
                 (folder.has("killed.checkpoint") ? "--resume" : "--overwrite"));
  }
  CHECK(finished_job(folder, "killed.toml",
                     folder.has("killed.checkpoint") ? "--resume" : "--overwrite") == whole);
  // With output that the first run did not have; then with other rules.
  folder.write("killed.toml", job("2") + "green = true\n");
  CHECK(finished_job(folder, "killed.toml", "--resume") == whole);
  std::string rules = folder.read("gw.diag");
  const std::string factor = "-2 * I";
  REQUIRE(rules.find(factor) != std::string::npos);
  folder.write("gw.diag", rules.replace(rules.find(factor), factor.size(), "-1 * I"));
  const Finished refused = folder.diagc("dynamics killed.toml --resume");
  CHECK(refused.code == 1);
  CHECK(refused.err ==
        "error: killed.checkpoint: found a checkpoint that cannot be resumed: rules: found in line "
        "15 `def B()(q) = -2 * I * mean(y : k) G(y+q) * G'(y)`, expected `def B()(q) = -1 * I * "
        "mean(y : k) G(y+q) * G'(y)`; expected one that this job has written\n");
}

TEST_CASE("h(k) from a header and from hopping give the same propagation") {
  const Folder folder;
  const std::string head =
                        "[rules]\nfile = \"hubbard_t_matrix\"\n[lattice]\ngrid = [4, 2]\n[model]\n",
                    tail =
                        "[U]\nvalue = 1.5\n[start]\nkind = \"thermal\"\nbeta = 2\nfilling = 0.3\n"
                        "[time]\nend = 1\ntolerance = 1e-8\n[output]\ntimes = [0, 1]\n";
  folder.write("bands.h",
               "#include <cmath>\ndouble h_re(int to, int from, double kx, double ky) {\n"
               "  (void)to;\n  (void)from;\n  return -2 * std::cos(kx) - std::cos(ky);\n}\n");
  folder.write("hopping.toml",
               head +
                   "hopping = [ {R=[1, 0], from=0, to=0, value=-1.0}, {R=[0, 1], from=0, to=0, "
                   "value=-0.5} ]\n" +
                   tail);
  folder.write("header.toml", head + "function = \"bands.h\"\n" + tail);
  const json hopping = finished_job(folder, "hopping.toml"),
             header = finished_job(folder, "header.toml");
  for (std::size_t time = 0; time < 2; ++time) {
    CHECK(std::abs(hopping["energy"][time].get<double>() - header["energy"][time].get<double>()) <
          1e-12);
    for (std::size_t k = 0; k < 8; ++k) {
      CHECK(std::abs(hopping["n_k"][time][k][0].get<double>() -
                     header["n_k"][time][k][0].get<double>()) < 1e-12);
    }
  }
  // A change of the header is another model.
  folder.write("bands.h",
               "#include <cmath>\ndouble h_re(int to, int from, double kx, double ky) {\n"
               "  return -2 * std::cos(kx) - std::cos(ky) + 1e-3 * (to + from == 0);\n}\n");
  const Finished refused = folder.diagc("dynamics header.toml --resume");
  CHECK(refused.code == 1);
  CHECK(
      refused.err.find("header.checkpoint: found a checkpoint that cannot be resumed: h: found ") !=
      std::string::npos);
  folder.write("bands.h", "double h_re(int to, int from, double kx) { return kx; }\n");
  const Finished wrong = folder.diagc("dynamics header.toml --overwrite");
  CHECK(wrong.code == 1);
  CHECK(wrong.err.starts_with("header.toml:6:1: error: bands.h:1:8: error: "));
}

TEST_CASE("what theories beyond second Born cannot do is said at the key") {
  const Folder folder;
  const auto refusal = [&](const std::string& text) {
    folder.write("job.toml", text);
    const Finished run = folder.diagc("dynamics job.toml");
    CHECK(run.code == 1);
    return run.err.substr(0, run.err.find('\n'));
  };
  std::string heun = ring_job("extended_hubbard_gw", "end = 1\nscheme = \"heun\"\nstep = 0.1\n");
  const std::string start = "kind = \"correlated\"\nbeta = 3\nfilling = 0.4\n";
  heun.replace(heun.find(start), start.size(), "kind = \"filled\"\nbands = [0]\n");
  CHECK(refusal(heun) ==
        "job.toml:20:1: error: found the scheme heun of extended_hubbard_gw, expected panels: heun "
        "has neither products along the contour nor several vertices");
  CHECK(refusal(ring_job("extended_hubard_gw", "end = 1\n")) ==
        "job.toml:2:1: error: found no file and no grammar `extended_hubard_gw`: did you mean "
        "`extended_hubbard_gw`?");
  std::string along = ring_job("extended_hubbard_gw", "end = 1\n");
  along.replace(along.find("along = [ {R=[1], value=0.5} ]\n"), 31, "");
  CHECK(refusal(along) ==
        "job.toml:2:1: error: found no values of the vertex `V` along the axis, expected one for "
        "each of 6 points: of a job `along` in [V]");
  std::string twice = ring_job("extended_hubbard_gw", "end = 1\n");
  twice.replace(twice.find("value=0.5} ]"), 12, "value=0.5}, {R=[-1], value=0.5} ]");
  CHECK(refusal(twice) ==
        "job.toml:10:1: error: along, entry 2: found R = [-1] from 0 to 0, expected no conjugate "
        "of an entry, which is added by itself: of entry 1");
  // `along` of a vertex that is none along the axis.
  std::string plain = ring_job("extended_hubbard_gw", "end = 1\n");
  plain.replace(plain.find("value = 1.0\n"), 12, "value = 1.0\nalong = [ {R=[1], value=0.5} ]\n");
  CHECK(refusal(plain) ==
        "job.toml:2:1: error: found `along` of the vertex `U`, expected it of vertices along the "
        "axis alone, as in `vertex U(k) : real`");
}
