// Jobs of theories that are wrong, word for word.
#include <catch2/catch.hpp>
#include <memory>

#include "programs/command/progress.h"
#include "programs/integrate/integrand.h"
#include "programs/integrate/plan.h"

using namespace diagc;
using namespace diagc::series;

namespace {

/// The first line of what is wrong.
std::string refusal(const std::string& text) {
  try {
    const Job job = read_job(std::make_shared<const Source>("job.toml", text));
    diagc::Progress progress;
    const integrate::Integrand integrand = integrate::read_integrand(job, progress);
    lattice::ModelOptions options = points(job).front();
    integrate::set_lines(integrand, options);
    integrate::model_of(job, options);
  } catch (const InputError& error) {
    const std::string message = error.what();
    return message.substr(0, message.find('\n'));
  }
  return "no error";
}

constexpr const char* chain = "[model]\nlattice = \"chain\"\nsize = [4]\n";

}  // namespace

TEST_CASE("The energy of a theory is that of contacts, from its ln Z") {
  CHECK(
      refusal("[rules]\nfile = \"hubbard_density\"\nobservable = \"energy\"\n") ==
      "job.toml:3:1: error: found the observable energy with the theory hubbard_density, expected "
      "one whose output is `connected()`");
  CHECK(refusal("[rules]\nfile = \"phi4_log_z\"\nobservable = \"energy\"\n") ==
        "job.toml:3:1: error: found the observable energy with the theory phi4_log_z, expected "
        "contact interactions of one field with one propagator, whose ln Z says how it depends on "
        "beta");
  CHECK(
      refusal("[rules]\nfile = \"hubbard_sun_density\"\nwalk = \"line\"\n") ==
      "job.toml:3:1: error: found `walk` with hubbard_sun_density, which is no theory, expected no "
      "such key: it says how rules are derived");
}

TEST_CASE("Inputs of a theory have to be known") {
  CHECK(refusal("[rules]\nfile = \"hubbard_in_a_field\"\ninputs = { Gup = \"propagator:up\" }\n") ==
        "job.toml:3:1: error: found the input `Gdn` of hubbard_in_a_field, of which the job says "
        "nothing, expected what it takes, as in inputs = { Gdn = \"phonon\" }");
  CHECK(refusal("[rules]\nfile = \"hubbard_density\"\ninputs = { W = \"phonon\" }\n") ==
        "job.toml:3:1: error: found `W`, expected the names of inputs of the rule file");
  CHECK(refusal("[rules]\nfile = \"hubbard_density\"\ninputs = { G = \"propagator:left\" }\n") ==
        "job.toml:3:16: error: found the text `propagator:left`, expected \"propagator\", "
        "\"propagator:up\", \"propagator:down\", \"phonon\", \"interaction\" or "
        "\"propagator:beta\"");
  CHECK(
      refusal("[rules]\nfile = \"pair_interaction_density\"\ninputs = { V = \"propagator\" }\n") ==
      "job.toml:3:1: error: found the input `V` with 1 indices, expected two, from point to point, "
      "behind one of two spins where there are such");
}

TEST_CASE("Keys of the model belong to lines that take them") {
  CHECK(refusal("[rules]\nfile = \"hubbard_density\"\n[model]\nfield = 1\n") ==
        "job.toml:4:1: error: found `field` with hubbard_density, of which no input takes "
        "`propagator:up`, expected no such key, or an input in [rules.inputs] that does");
  CHECK(
      refusal("[rules]\nfile = \"pair_interaction_density\"\ninputs = { V = \"interaction\" }\n") ==
      "job.toml:3:1: error: found an interaction, but no `V` in [model], expected its strength");
  CHECK(
      refusal("[model]\nV = 1\n") ==
      "job.toml:2:1: error: found `V` with file = \"auto\", as by default, which chooses the rule "
      "file, expected no such key");
  CHECK(refusal("[model]\nV = [1, 2, 3]\n") ==
        "job.toml:2:5: error: found a list of 3, expected a number, or V of a site and of nearest "
        "neighbours, such as [1, 0.5]");
  CHECK(refusal("[model]\nomega0 = 0\n") ==
        "job.toml:2:10: error: found 0, expected a number above 0");
}

TEST_CASE("What is measured belongs to observables with ends") {
  CHECK(
      refusal("[rules]\nfile = \"hubbard_density\"\n[measure]\nat = \"iw\"\n") ==
      "job.toml:4:1: error: found `at` with the output `density` of hubbard_density, which has no "
      "two ends, expected no such key");
  CHECK(
      refusal("[rules]\nfile = \"hubbard_sun_density\"\n[measure]\npoints = [1]\n") ==
      "job.toml:4:1: error: found `points` with hubbard_sun_density, which is no theory, expected "
      "no such key");
  CHECK(
      refusal("[measure]\npoints = [0.5]\n[rules]\nfile = \"hubbard_green\"\n") ==
      "job.toml:2:1: error: found points that are no ascending whole numbers, expected numbers of "
      "frequencies, such as [0, 1, 2]");
  CHECK(
      refusal("[measure]\nat = \"tau\"\npoints = [0, 2]\n[rules]\nfile = \"hubbard_green\"\n") ==
      "job.toml:3:1: error: found points that do not ascend from 0 to 1, expected edges of bins in "
      "units of beta, such as [0, 0.5, 1]");
  CHECK(refusal(std::string("[rules]\nfile = \"hubbard_green\"\n[measure]\nmomentum = [0, 0]\n") +
                chain) == "job.toml:4:1: error: found 2 components of a momentum, expected 1");
  CHECK(refusal("[rules]\nfile = \"hubbard_green\"\n[measure]\nmomentum = 0\n[model]\nlattice = "
                "\"cluster\"\nhopping = [[0]]\n") ==
        "job.toml:4:1: error: found a momentum on this lattice, expected a lattice of one site a "
        "cell: "
        "chain, square, triangular or cubic, without a staggered field");
  CHECK(refusal("[rules]\nfile = \"hubbard_green\"\nobservable = \"density\"\n") ==
        "job.toml:3:1: error: found an observable with the output `green` of hubbard_green, which "
        "says "
        "itself what it is, expected no such key");
}

TEST_CASE("Lines of several kinds are sampled by chains") {
  CHECK(refusal("[rules]\nfile = \"hubbard_log_z\"\n[run]\nsampling = \"tree\"\n") ==
        "job.toml:4:1: error: found sampling = \"tree\" with hubbard_log_z, whose points are "
        "joined by "
        "lines of several kinds or are sampled in one labelling, expected \"chain\" or \"auto\"");
  CHECK(
      refusal("[rules]\nfile = \"hubbard_two_spins\"\n[model]\nhartree_shift = true\n") ==
      "job.toml:4:1: error: found a Hartree shift with propagators of up and down spins, expected "
      "none: it is of one filling for all flavours");
}

TEST_CASE("Whether all labellings are summed is the theory's to say") {
  CHECK(
      refusal("[rules]\nfile = \"hubbard_density\"\nlabellings = \"all\"\n") ==
      "job.toml:3:1: error: found `labellings` with the theory hubbard_density, which says itself "
      "whether it sums all of them, expected no such key");
}
