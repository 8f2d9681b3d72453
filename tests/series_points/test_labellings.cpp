// Of the labellings of its vertices a theory sums one or all, as it says itself.
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <memory>

#include "programs/command/progress.h"
#include "programs/integrate/integrand.h"
#include "runtime/system/temporary_folder.h"
#include "tests/series_points/jobs.h"

using namespace diagc;
using namespace diagc::series;

namespace {

integrate::Integrand integrand_of(const std::string& file, std::string* line = nullptr) {
  const Job job = read_job(std::make_shared<const Source>("job.toml", "[rules]\nfile = \"" + file +
                                                                          "\"\n"
                                                                          "[orders]\nto = 2\n"));
  diagc::Progress progress;
  integrate::Integrand integrand = integrate::read_integrand(job, progress);
  if (line) *line = integrate::integrand_line(integrand, job);
  return integrand;
}

}  // namespace

TEST_CASE("What looks like all labellings is one where a theory says nothing") {
  const TemporaryFolder folder;
  const auto theory = [&](const std::string& name, const std::string& options) {
    const std::string path = (folder / (name + ".diag")).string();
    std::ofstream(path) << "grammar " << name
                        << "\nstatic n : int\ninput G[0..n, 0..n] : real\n"
                           "field phi(a, b) : real = G[a, b] + G[b, a]\n"
                           "vertex mass[i in 1..n] = -1/2 * phi(i)^2\n"
                           "output y = connected(phi(0)^2"
                        << options << ")\n";
    return path;
  };
  // Rings, which two vertices can go through either way.
  CHECK(integrand_of(theory("one", "")).labellings == Labellings::one);
  CHECK(integrand_of(theory("all", ", labellings all")).labellings == Labellings::all);
}

TEST_CASE("All labellings and one have the same integral") {
  const TemporaryFolder folder;
  const auto theory = [&](const std::string& output) {
    const std::string path = (folder / "theory.diag").string();
    std::ofstream(path) << "grammar theory\nstatic n : int\nparam N : real\n"
                           "input G[1..n, 1..n] : real\nfield psi[N](a, b) : fermion = G[a, b]\n"
                           "vertex U[i in 1..n] = -1/2 * psi+(i) psi(i) psi+(i) psi(i)\n"
                           "output y[b in 1..n] = "
                        << output << "\n";
    return path;
  };
  const auto components = [](const std::string& file) {
    return run_job(
        "[rules]\nfile = \"" + file +
        "\"\n[model]\nlattice = \"cluster\"\nhopping = [[0.4, -1], [-1, -0.3]]\n"
        "beta = 1.4\nmu = 0.35\n[orders]\nto = 2\n[run]\ntarget = \"cpu\"\nsteps = 1000\n");
  };
  const auto check_same = [&](const std::string& one, const std::string& other) {
    const auto expected = components(theory(one)), found = components(theory(other));
    REQUIRE(expected.size() == 2);
    REQUIRE(found.size() == 2);
    CAPTURE(other);
    // Orders with one point to integrate over are exact.
    for (std::size_t i = 0; i < 2; ++i) {
      for (std::size_t n = 1; n <= 2; ++n)
        CHECK(found[i].orders.at(n).value == Approx(expected[i].orders.at(n).value).margin(1e-12));
    }
    CHECK(std::abs(expected[1].orders.at(2).value) > 1e-3);
  };
  check_same("irreducible(psi, 1 -> b)", "irreducible(psi, 1 -> b, labellings each)");
  check_same("amputated(psi, 1 -> b)", "amputated(psi, 1 -> b, labellings all)");
  check_same("irreducible(psi, 1 -> b)", "irreducible(psi, 1 -> b, labellings all)");
  check_same("skeleton(psi, 1 -> b)", "skeleton(psi, 1 -> b, labellings all)");
}

TEST_CASE("A run says where values are right when summed over labellings") {
  std::string skeletons, each;
  integrand_of("hubbard_skeleton", &skeletons);
  integrand_of("hubbard_self_energy", &each);
  CHECK(skeletons ==
        "hubbard_skeleton, fp64: lines propagator, one labelling at a time, right when summed over "
        "them");
  CHECK(each == "hubbard_self_energy, fp64: lines propagator, one labelling at a time");
}
