#include <cmath>
#include <limits>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "npy.h"

namespace {

using nlohmann::json;

const char* const total =
    "grammar total\n"
    "static n : int = 2\n"
    "input x[1..n] : real\n"
    "output y = sum(i in 1..n) x[i]\n";

/// Rows of a run that ends well.
json rows_of(const Folder& folder, const std::string& arguments) {
  const Finished run = folder.diagc("audit " + arguments + " --json");
  INFO(arguments << "\n" << run.err);
  REQUIRE(run.code == 0);
  return json::parse(run.out);
}

void ends(const Folder& folder, const std::string& arguments, int code,
          const std::string& message) {
  const Finished run = folder.diagc("audit " + arguments);
  INFO(arguments);
  CHECK(run.code == code);
  CHECK(run.out.empty());
  CHECK(run.err == message);
}

}  // namespace

TEST_CASE("audit: one evaluation that stands for n! labellings is compared with their sum",
          "[slow]") {
  const Folder folder;
  const json rows = rows_of(
      folder,
      "hubbard_sun_density hubbard_su2_cdet_density -D n=1..3 -p N=2 --configurations 100 --seed 7 "
      "--stands-for 'hubbard_su2_cdet_density=prod(i in 1..n) i' --symmetrise 1..n");
  REQUIRE(rows.size() == 6);
  const double factorial[] = {1, 2, 6};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const json& row = rows[i];
    const json& first = rows[i / 2 * 2];
    const bool is_first = i % 2 == 0;
    INFO(row.dump());
    CHECK(row["grammar"] == (is_first ? "hubbard_sun_density" : "hubbard_su2_cdet_density"));
    CHECK(row["file"] == row["grammar"]);
    CHECK(row["n"] == i / 2 + 1);
    CHECK(row["configurations"] == 100);
    CHECK(row["seed"] == 7);
    CHECK(row["fp32_not_finite"] == 0);
    CHECK(row["fp64_not_finite"] == 0);
    CHECK(row["exact_configurations"] == 8);
    CHECK(row.contains("load_average"));
    CHECK(row["fp32_error_median"] <= row["fp32_error_p99"]);
    CHECK(row["fp32_error_p99"] <= row["fp32_error_max"]);
    CHECK(row["fp32_error_rms"] > 0);
    CHECK(row["fp32_error_rms"] < row["fp32_error_max"]);
    CHECK(row["fp32_size_error_median"] <= row["fp32_size_error_p99"]);
    CHECK(row["fp32_size_error_p99"] <= row["fp32_size_error_max"]);
    CHECK(row["fp32_size_error_max"] < 1e-5);
    CHECK(row["fp64_size_error_max"] < 1e-14);
    CHECK(row["fp64_error_max"] >= row["fp64_size_error_max"]);
    const double labellings = is_first ? 1 : factorial[i / 2];
    CHECK(row["labellings"] == labellings);
    for (const std::string precision : {"fp32", "fp64"}) {
      const double rate = row[precision + "_evaluations_per_s"];
      const double first_rate = first[precision + "_evaluations_per_s"];
      CHECK(rate > 0);
      CHECK(row[precision + "_labellings_per_s"].get<double>() == Approx(labellings * rate));
      CHECK(row[precision + "_ratio"].get<double>() == Approx(labellings * rate / first_rate));
    }
    if (is_first) {
      CHECK(row["agrees"].is_null());
      CHECK(row["difference"].is_null());
    } else {
      CHECK(row["agrees"] == true);
      CHECK(row["difference"] < 1e-14);
    }
  }
}

TEST_CASE("audit: labels are renamed in outputs, too") {
  const Folder folder;
  const json rows = rows_of(
      folder,
      "hubbard_sun_self_energy hubbard_su2_cdet_self_energy -D n=4 -p N=2 --configurations 10 "
      "--stands-for 'hubbard_su2_cdet_self_energy=prod(i in 1..n-1) i' --symmetrise 2..n");
  CHECK(rows[1]["agrees"] == true);
}

TEST_CASE("audit: values that are right when summed over labellings are compared by their means") {
  const Folder folder;
  const std::string text =
      "static n : int\ninput D[1..n, 1..n] : real\n"
      "field phi(a, b) : real = D[a, b] + D[b, a]\nvertex g[i in 1..n] = -1/24 * phi(i)^4\n"
      "output self_energy[b in 1..n] = irreducible(phi, 1 -> b";
  folder.write("each.diag", "grammar each\n" + text + ", labellings each)\n");
  folder.write("summed.diag", "grammar summed\n" + text + ")\n");  // by Dyson's equation
  const std::string options = "each.diag summed.diag -D n=4 --configurations 5 ";
  const Finished apart = folder.diagc("audit " + options + "--json");
  CHECK(apart.code == 0);
  CHECK(json::parse(apart.out)[1]["agrees"].is_null());
  CHECK(apart.err ==
        "note: values here are right when summed over the labellings of the vertices, and are not "
        "compared one by one: --symmetrise RANGE compares their means\n");
  const json rows = rows_of(folder, options + "--symmetrise 2..n");
  CHECK(rows[1]["agrees"] == true);
}

TEST_CASE("audit: a sign error is found") {
  const Folder folder;
  std::string text = folder.shell("cat " + grammar("hubbard_su2_cdet_density")).out;
  const std::string right = "G[v, s] * D(S) - sum(j in S)";
  const std::size_t at = text.find(right);
  REQUIRE(at != std::string::npos);
  folder.write("wrong.diag", text.replace(at, right.size(), "G[v, s] * D(S) + sum(j in S)"));
  const Finished run = folder.diagc(
      "audit hubbard_sun_density wrong.diag -D n=2 -p N=2 --configurations 10 --json "
      "--stands-for 'hubbard_su2_cdet_density=prod(i in 1..n) i' --symmetrise 1..n");
  CHECK(run.code == 1);
  const json rows = json::parse(run.out);
  REQUIRE(rows.size() == 2);
  CHECK(rows[1]["agrees"] == false);
  CHECK(rows[1]["difference"] > 1e-6);
  CHECK(run.err.starts_with("error: wrong.diag at n=2: found "));
  CHECK(run.err.ends_with(
      " as by hubbard_sun_density over the permutations of 1..2 (density, configuration 0)\n"));
}

TEST_CASE("audit: a wrong number of labellings is found, one without --symmetrise is not checked") {
  const Folder folder;
  const std::string files = "hubbard_sun_density hubbard_su2_cdet_density -D n=2 -p N=2 ";
  const Finished wrong = folder.diagc(
      "audit " + files + "--stands-for hubbard_su2_cdet_density=3 --symmetrise 1..n --json");
  CHECK(wrong.code == 1);
  CHECK(json::parse(wrong.out)[1]["agrees"] == false);
  const json rows = rows_of(folder, files + "--stands-for hubbard_su2_cdet_density=3");
  CHECK(rows[1]["agrees"].is_null());
}

TEST_CASE("audit: more than 5040 permutations are not summed", "[slow]") {
  const Folder folder;
  folder.write("total.diag", total);
  folder.write("other.diag",
               "grammar other\nstatic n : int\nstatic m : int = 3\ninput x[1..n] : real\n"
               "output y = sum(i in 1..n) x[i]\n");
  const std::string options =
      "total.diag other.diag -D m=1 --stands-for other=m --symmetrise 1..n --configurations 5 ";
  CHECK(rows_of(folder, options + "-D n=8")[1]["agrees"].is_null());
  CHECK(rows_of(folder, options + "-D n=7")[1]["agrees"] == true);
}

TEST_CASE("audit: errors are those of arithmetic on the same inputs") {
  const Folder folder;
  folder.write("total.diag", total);
  const double small = std::ldexp(1.0, -30), smaller = std::ldexp(1.0, -60);
  // The second is rounded to 1 for both kernels before single precision is compared with double.
  write_array<double>(folder, "x.npy", {3, 2}, {1, small, 1 + std::ldexp(1.0, -40), 0, 1, smaller});
  const json row = rows_of(folder, "total.diag -i x=x.npy")[0];
  CHECK(row["configurations"] == 3);
  CHECK(row["seed"].is_null());
  CHECK(row["fp32_error_median"] == 0);
  CHECK(row["fp32_error_max"] == small / (1 + small));
  CHECK(row["fp32_error_p99"] == row["fp32_error_max"]);
  CHECK(row["fp32_size_error_max"] == row["fp32_error_max"]);
  CHECK(row["fp32_error_rms"].get<double>() == Approx(small / std::sqrt(3.0)));
  CHECK(row["fp64_error_max"].get<double>() == Approx(smaller));
  CHECK(row["fp64_size_error_max"].get<double>() == Approx(smaller));
  CHECK(row["exact_configurations"] == 3);
  for (const char* absent : {"agrees", "labellings", "fp32_ratio"})
    CHECK_FALSE(row.contains(absent));
}

TEST_CASE("audit: agreement is not claimed where rounding could hide a difference") {
  const Folder folder;
  const std::string head = "input x[1..3] : real\noutput y = ";
  const std::string quotient = "x[1] / (x[2] + x[3]) / (x[2] + x[3])\n";
  folder.write("a.diag", "grammar a\n" + head + quotient);
  folder.write("b.diag", "grammar b\n" + head + "10001/10000 * " + quotient);
  // A / |value| is the square of 2 / d for a divisor x[2] + x[3] = d: 2^42 and 2^10.
  write_array<double>(folder, "hidden.npy", {1, 3}, {1, 1 + std::ldexp(1.0, -20), -1});
  write_array<double>(folder, "plain.npy", {1, 3}, {1, 1 + std::ldexp(1.0, -4), -1});
  const json hidden = rows_of(folder, "a.diag b.diag -i x=hidden.npy")[1];
  CHECK(hidden["agrees"].is_null());
  CHECK(hidden["difference"] > 0);
  CHECK(folder.diagc("audit a.diag b.diag -i x=plain.npy").code == 1);
}

TEST_CASE("audit: worth is the ratio of the variances") {
  const Folder folder;
  folder.write("one.diag", "grammar one\ninput x[1..2] : real\noutput y = x[1]\n");
  folder.write("both.diag", "grammar both\ninput x[1..2] : real\noutput y = x[1] + x[2]\n");
  const std::string options = "--stands-for both=2 --symmetrise 1..2 -i x=x.npy";
  // x[1] varies by 1, (x[1] + x[2]) / 2 by 1/2 where the two are independent, by 1 where they are equal.
  write_array<double>(folder, "x.npy", {4, 2}, {1, 1, 1, -1, -1, 1, -1, -1});
  json rows = rows_of(folder, "one.diag both.diag " + options);
  CHECK(rows[0]["worth"] == 1);
  CHECK(rows[1]["worth"] == 2);
  CHECK(rows[1]["labellings"] == 2);
  CHECK(rows[1]["agrees"] == true);
  write_array<double>(folder, "x.npy", {2, 2}, {1, 1, -1, -1});
  rows = rows_of(folder, "one.diag both.diag " + options);
  CHECK(rows[1]["worth"] == 1);
  write_array<double>(folder, "x.npy", {2, 2}, {1, 1, 1, 1});
  rows = rows_of(folder, "one.diag both.diag " + options);
  CHECK(rows[1]["worth"].is_null());
}

TEST_CASE("audit: what exact fractions cannot tell is left out") {
  const Folder folder;
  folder.write("inverse.diag", "grammar inverse\ninput x : real\noutput y = 1 / x\n");
  write_array<double>(folder, "x.npy", {2}, {0, 3});
  const Finished run = folder.diagc("audit inverse.diag -i x=x.npy --json");
  REQUIRE(run.code == 0);
  CHECK(run.err ==
        "warning: inverse.diag: of 2 values 1 are not finite in fp32 and 1 in fp64; they are left "
        "out of the errors\n");
  const json row = json::parse(run.out)[0];
  CHECK(row["exact_configurations"] == 1);
  CHECK(row["fp64_error_max"] > 0);  // a third
  CHECK(row["fp64_error_max"] < 1e-15);
  folder.write("function.diag", "grammar function\ninput x : real\noutput y = exp(x)\n");
  const json functions = rows_of(folder, "function.diag");
  CHECK(functions[0]["fp64_error_max"].is_null());
  CHECK(functions[0]["exact_configurations"] == 0);
}

TEST_CASE("audit: NaN is counted, agrees with NaN, and with nothing else") {
  const Folder folder;
  folder.write("total.diag", total);
  folder.write("again.diag", "grammar again\ninput x[1..2] : real\noutput y = x[2] + x[1]\n");
  folder.write("first.diag", "grammar first\ninput x[1..2] : real\noutput y = x[1]\n");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  write_array<double>(folder, "x.npy", {3, 2}, {1, 0, 2, 0, 3, nan});
  const Finished run = folder.diagc("audit total.diag again.diag first.diag -i x=x.npy --json");
  CHECK(run.code == 1);
  const std::string counted =
      "of 3 values 1 are not finite in fp32 and 1 in fp64; they are left out of the errors\n";
  CHECK(run.err ==
        "warning: total.diag: " + counted + "warning: again.diag: " + counted +
            "error: first.diag: found 3, expected nan as by total.diag (y, configuration "
            "2)\n");
  const json rows = json::parse(run.out);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0]["fp32_not_finite"] == 1);
  CHECK(rows[0]["fp64_not_finite"] == 1);
  CHECK(rows[0]["fp32_error_max"] == 0);
  CHECK(rows[0]["exact_configurations"] == 2);
  CHECK(rows[1]["agrees"] == true);
  CHECK(rows[2]["agrees"] == false);
  CHECK(rows[2]["difference"] == 0);
  CHECK(rows[2]["fp64_not_finite"] == 0);
}

TEST_CASE("audit: the table names its inputs and shows the outputs that files share") {
  const Folder folder;
  folder.write("total.diag", total);
  folder.write("more.diag",
               "grammar more\nparam N : real\ninput x[1..2] : complex\noutput z = N * x[1]\n"
               "output y = x[2] + x[1]\n");
  const Finished run = folder.diagc(
      "audit total.diag more.diag --type x=complex -p N=0.1 --configurations 20 --seed 5");
  INFO(run.err);
  CHECK(run.code == 0);
  CHECK(run.out.starts_with("20 configurations: uniform in (-1, 1), seed 5; load average "));
  CHECK(
      run.out.find(
          "\ngrammar     median       99 %        max        rms      max/A       fp64     fp32/s "
          "    fp64/s  agrees  fp32 ratio  fp64 ratio\ntotal ") != std::string::npos);
  CHECK(run.out.find("  true  ") != std::string::npos);
}

TEST_CASE("audit: command lines that are not well formed") {
  const Folder folder;
  const std::string hint = "`diagc audit --help` shows what there is.\n";
  ends(folder, "", 2, "diagc: FILE is required\n" + hint);
  ends(folder, "permanent -D n=2 --stands-for x", 2,
       "diagc: found --stands-for x, expected --stands-for NAME=VALUE\n");
  ends(folder, "permanent -D n=2 --stands-for x=1 --stands-for x=2", 2,
       "diagc: found --stands-for x twice, expected one number of labellings\n");
  ends(folder, "permanent -D n=2 --symmetrise 1..n", 2,
       "diagc: found --symmetrise without --stands-for, expected --stands-for with the grammar "
       "whose evaluations count for several labellings\n");
  ends(folder, "permanent -D n=2 --configurations 0", 2,
       "diagc: --configurations: found 0, expected a whole number from 1 to 1000000000\n"
       "`diagc audit --help` shows what there is.\n");
  ends(folder, "permanent -D n=1..2 -i A=A.npy", 2,
       "diagc: found the range -D n=1..2, expected one value: -i works on one kernel\n");
  ends(folder, "permanent -D n=2 -i A=A.npy --seed 3", 2, "diagc: -i excludes --seed\n" + hint);
}

TEST_CASE("audit: files that cannot be compared") {
  const Folder folder;
  folder.write("a.diag", "grammar a\ninput x[1..2] : real\noutput y = x[1]\n");
  folder.write("b.diag", "grammar b\ninput x[1..3] : real\noutput y = x[1]\n");
  folder.write("c.diag", "grammar c\ninput x[1..2] : real\noutput z = x[1]\n");
  folder.write("d.diag", "grammar d\ninput x[1..2] : real\noutput y[i in 1..2] = x[i]\n");
  write_array<double>(folder, "none.npy", {0, 2}, {});
  ends(folder, "a.diag b.diag", 1,
       "error: b.diag: found the inputs x[1..3] : real, expected x[1..2] : real as in a.diag\n");
  ends(folder, "a.diag -i x=none.npy", 1,
       "error: found an empty batch, expected configurations to audit\n");
  ends(folder, "a.diag --configurations 1152921504606846976", 2,
       "diagc: --configurations: found 1152921504606846976, expected a whole number from 1 to "
       "1000000000\n`diagc audit --help` shows what there is.\n");
  ends(folder, "a.diag -i x=- -i y=-", 2,
       "diagc: found -i x=- and -i y=-, expected one array on standard input\n");
  ends(folder, "a.diag c.diag --json", 1,
       "error: c.diag: found the outputs z, expected one of y as in a.diag\n");
  ends(folder, "a.diag d.diag --json", 1,
       "error: d.diag: found the output y[1..2] : real, expected y : real as in a.diag\n");
  ends(folder, "a.diag -p N=2", 1,
       "a.diag:1:9: error: found -p N=2, expected the name of a param: this file has no params\n"
       "grammar a\n        ^\n");
  ends(folder, "a.diag c.diag -D n=2", 1,
       "a.diag:1:9: error: found -D n=2, expected the name of a static: this file has no statics\n"
       "grammar a\n        ^\n");
}

TEST_CASE("audit: what is wrong with labellings") {
  const Folder folder;
  folder.write("total.diag", total);
  folder.write("other.diag",
               "grammar other\nstatic n : int = 2\ninput x[1..n] : real\noutput y = x[1]\n");
  const auto fails = [&](const std::string& options, const std::string& message) {
    ends(folder, "total.diag other.diag " + options, 1, message);
  };
  fails("--stands-for third=2",
        "error: found --stands-for third=2, expected the name of a grammar after the first: "
        "other\n");
  fails("--stands-for total=2",
        "error: found --stands-for total=2, expected a grammar other than that of the first file, "
        "whose evaluations are what labellings count\n");
  fails("--stands-for 'other=prod(i in 1..m) i'",
        "--stands-for:3:34: error: found the unknown name `m`, expected a bound name or a "
        "declaration\noutput labellings = prod(i in 1..m) i\n                                 ^\n");
  fails("--stands-for 'other=exp(n)'",
        "--stands-for:3:21: error: found a value that is computed at run time, expected a static "
        "number\noutput labellings = exp(n)\n                    ^\n");
  fails("--stands-for 'other=1-n'",
        "--stands-for:3:21: error: found -1 labellings, expected a positive number\n"
        "output labellings = 1-n\n                    ^\n");
  fails("--stands-for 'other=n output b = 2'",
        "--stands-for:3:23: error: found a declaration, expected the end of the expression\n"
        "output labellings = n output b = 2\n                      ^\n");
  fails("--stands-for other=n --symmetrise 2",
        "--symmetrise:3:23: error: found no range for an index of `label`, expected `a..b`\n"
        "output label[place in 2] = 1\n                      ^\n");
  fails("--stands-for other=n --symmetrise 2..3",
        "error: found the indices 1..2 of `x`, expected all of 2..3, which --symmetrise names, or "
        "none\n");
}
