#include <map>
#include <queue>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "compiler/source/spelling.h"

using namespace diagc;

namespace {

/// All words of a and b of up to `length` letters.
std::vector<std::string> words(std::size_t length) {
  std::vector<std::string> result{""};
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (result[i].size() == length) continue;
    for (const char letter : {'a', 'b'}) result.push_back(result[i] + letter);
  }
  return result;
}

/// What one insertion, deletion or replacement makes of a word.
std::vector<std::string> edited(const std::string& word) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i <= word.size(); ++i) {
    const std::string before = word.substr(0, i), after = word.substr(i);
    for (const char letter : {'a', 'b'}) {
      result.push_back(before + letter + after);
      if (!after.empty()) result.push_back(before + letter + after.substr(1));
    }
    if (!after.empty()) result.push_back(before + after.substr(1));
  }
  return result;
}

/// How many edits lead from `from` to every word, found by trying all; words of up to `length` letters on the way.
std::map<std::string, std::size_t> distances(const std::string& from, std::size_t length) {
  std::map<std::string, std::size_t> found{{from, 0}};
  std::queue<std::string> open({from});
  for (; !open.empty(); open.pop()) {
    const std::size_t next = found.at(open.front()) + 1;
    for (const std::string& word : edited(open.front()))
      if (word.size() <= length && found.emplace(word, next).second) open.push(word);
  }
  return found;
}

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("without swaps the distance is the number of edits of a search through all of them") {
  for (const std::string& from : words(4)) {
    for (const auto& [to, distance] : distances(from, 5)) {
      INFO(from << " " << to);
      const std::size_t computed = edit_distance(from, to);
      CHECK(computed <= distance);
      // Neighbours may be swapped where one word holds them in one order and the other in the other.
      const bool swaps = (contains(from, "ab") && contains(to, "ba")) ||
                         (contains(from, "ba") && contains(to, "ab"));
      if (!swaps) CHECK(computed == distance);
    }
  }
}

TEST_CASE("a swap of neighbours is one edit, and case is none") {
  CHECK(edit_distance("order", "odrer") == 1);
  CHECK(edit_distance("Order", "oRDER") == 0);
  CHECK(edit_distance("ca", "abc") ==
        3);  // optimal string alignment: nothing between letters that were swapped
  CHECK(edit_distance("", "abc") == 3);
}

TEST_CASE("short names must agree more closely than long ones") {
  const auto meant = [](const std::string& word, const std::vector<std::string>& names) {
    return closest_name(word, names);
  };
  CHECK(meant("mu", {"nu"}).empty());
  CHECK(meant("MU", {"mu"}) == "mu");
  CHECK(meant("beta", {"zeta"}) == "zeta");
  CHECK(meant("beta", {"delta"}).empty());
  CHECK(meant("walker", {"walks"}) == "walks");
  CHECK(meant("walker", {"talks"}).empty());
  CHECK(meant("walker", {}).empty());
  CHECK(meant("walker", {"walks", "walkers"}) == "walkers");
  CHECK(meant(std::string(64, 'x'), {std::string(63, 'x')}) == std::string(63, 'x'));
  CHECK(meant(std::string(65, 'x'), {std::string(65, 'x')}).empty());
  CHECK(meant(std::string(64, 'x'), {std::string(65, 'x')}).empty());
}

TEST_CASE(
    "of names that are equally near the first in the alphabet is found, in whatever order they "
    "come") {
  CHECK(closest_name("betx", std::vector<std::string>{"bets", "beta", "betz"}) == "beta");
  CHECK(closest_name("betx", std::vector<std::string>{"beta", "bets", "betz"}) == "beta");
}

TEST_CASE("names whose length tells that they are too far are not compared") {
  NearestName nearest("lattice");
  CHECK_FALSE(nearest.consider("t"));
  CHECK_FALSE(nearest.consider("lattices_of_all_kinds"));
  CHECK(nearest.found().empty());
  CHECK(nearest.consider("lettuce"));
  CHECK(nearest.found() == "lettuce");
  CHECK(nearest.consider("latices"));
  CHECK(nearest.found() == "latices");
  CHECK(nearest.consider("lattices"));
  CHECK(nearest.found() == "lattices");
  CHECK_FALSE(nearest.consider("la"));
}
