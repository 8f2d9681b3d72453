// diagc contract --plan, --step and --profile as processes.
#include <algorithm>

#include <catch2/catch.hpp>

#include "process.h"

namespace {

const std::string chain =
    "contract 'ij,jk,kl->il' --extent i=2 --extent j=300 --extent k=4 --extent l=5 ";
const std::string order = "[[0, 1], [0, 1]]";

/// A run with an order from a file.
Finished planned(const Folder& folder, const std::string& options) {
  folder.write("order.json", order);
  return folder.diagc(chain + "--order order.json " + options);
}

void refuses(const std::string& options, const std::string& message) {
  const Folder folder;
  const Finished run = planned(folder, options);
  CHECK(run.code == 2);
  CHECK(run.err == message + "\n");
}

/// The lines behind those about the order.
std::string after_order(const std::string& text) {
  std::size_t at = 0;
  for (int line = 0; line < 3; ++line) at = text.find('\n', at) + 1;
  return text.substr(at);
}

}  // namespace

TEST_CASE("contract --plan prints shape, kernel and expected time of every step") {
  const Folder folder;
  const Finished run = planned(folder, "--plan");
  INFO(run.err);
  CHECK(run.code == 0);
  CHECK(after_order(run.out) ==
        " value   left  right    batch        m        n        k     elements    share  kernel "
        "kind  "
        "        relayout      expected\n"
        "     3      0      1        1        2        4      300            8   98.36%       1 "
        "panels                       4.42 us\n"
        "     4      3      2        1        2        5        4           10    1.64%       2 "
        "panels                       3.02 us\n"
        "expected 7.45 us on one thread\n");
}

TEST_CASE("contract --plan --step explains one step") {
  const Folder folder;
  const Finished run = planned(folder, "--plan --step 3");
  INFO(run.err);
  CHECK(run.code == 0);
  CHECK(after_order(run.out) ==
        "value 3 = 0 * 1\n"
        "       0  600 elements, tensor, axes [i j]\n"
        "       1  1200 elements, tensor, axes [j k]\n"
        "       3  8 elements, stored, axes [i k]\n"
        "  label        extent  group   place\n"
        "  i                 2  m       block\n"
        "  k                 4  n       block\n"
        "  j               300  k       block\n"
        "kernel 1 of 2: panels, step 1 of 1, 4.42 us expected\n");
}

TEST_CASE("contract --profile prints the plan with measured times behind the value") {
  const Folder folder;
  const Finished run = planned(folder, "--fill ones --profile -o out.npy");
  INFO(run.err);
  CHECK(run.code == 0);
  CHECK(run.out.find("   expected   measured\n") != std::string::npos);
  const std::size_t end = run.out.find("expected ", run.out.find("measured\n"));
  REQUIRE(end != std::string::npos);
  CHECK(run.out.find("; measured ", end) != std::string::npos);
  CHECK(run.out.find(" in 1 slice on ", end) != std::string::npos);
}

TEST_CASE("contract counts the slices whose times it prints") {
  const Folder folder;
  folder.write("order.json", R"({"linear_path": [[0, 1], [0, 1]], "sliced": ["k"]})");
  const Finished run =
      folder.diagc(chain + "--order order.json --fill ones --profile --slices 1..4 -o part.json");
  INFO(run.err);
  CHECK(run.code == 0);
  CHECK(run.out.find(" in 3 slices on ") != std::string::npos);
}

TEST_CASE("contract refuses --step and --profile where they say nothing") {
  refuses("--step 3", "diagc: found --step without --plan, expected both");
  refuses("--plan --step 2",
          "diagc: found --step 2, expected the number of a step's value, 3 to 4");
  refuses("--plan --profile",
          "diagc: found --profile with --plan or --json, expected it without: it prints the plan "
          "behind the value");
  const Folder folder;
  const Finished run = folder.diagc("contract 'i->i' --extent i=2 --plan --step 0");
  CHECK(run.err == "diagc: found --step 0, expected it without: the plan has no steps\n");
}
