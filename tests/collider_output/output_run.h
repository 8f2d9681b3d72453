// A run whose events are kept, and a file of them.
#pragma once

#include <cmath>
#include <string>

#include "runtime/system/temporary_folder.h"
#include "tests/collider/generated.h"
#include "tests/collider/random_words.h"

namespace diagc::collider {

struct OutputRun {
  /// `more`: further lines of the job; `ends`: what ends it.
  OutputRun(int jets, const std::string& more, const std::string& file_name,
            const std::string& partons = "gluons", const std::string& ends = "events = 3e5\n")
      : seed(test_seed()), path((folder.path() / file_name).string()) {
    const std::string text = "[process]\njets = " + std::to_string(jets) + "\npartons = \"" +
                             partons + "\"\n[run]\n" + ends + "seed = " + std::to_string(seed) +
                             "\n[output]\nevents = \"" + path + "\"\n" + more;
    const Job job = read_job(std::make_shared<const Source>("job.toml", text));
    const auto coupling = running_coupling({.alpha_s_mz = job.couplings.alpha_s});
    generated = generated_with_events(text, read_density("analytic"), coupling);
    generated.head.version = "0";
    write_events(path, generated.head, generated.events, 2);
  }

  TemporaryFolder folder;
  unsigned seed;
  std::string path;
  Generated generated;
};

/// Ends of colour lines by their numbers: of a ring of gluons each line has two, and one walk over lines meets all.
inline bool is_ring(const std::vector<OutputParton>& partons) {
  // Outgoing gluons are left by their colour, incoming ones by their anticolour.
  const auto leaves = [&](std::size_t i) {
    return i < 2 ? partons[i].anticolour : partons[i].colour;
  };
  const auto enters = [&](std::size_t i) {
    return i < 2 ? partons[i].colour : partons[i].anticolour;
  };
  std::size_t at = 0, met = 0;
  do {
    std::size_t next = partons.size();
    for (std::size_t i = 0; i < partons.size(); ++i) {
      if (enters(i) != leaves(at)) continue;
      if (next != partons.size()) return false;
      next = i;
    }
    if (next == partons.size()) return false;
    at = next;
    ++met;
  } while (at != 0 && met < partons.size());
  return at == 0 && met == partons.size();
}

}  // namespace diagc::collider
