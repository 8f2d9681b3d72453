// Sums over slices have the same bits in whatever pieces and order the slices come, and files of them keep every bit.
#include <algorithm>
#include <cstring>
#include <random>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "physics/networks/evaluate.h"
#include "physics/networks/part_file.h"
#include "runtime/cache/hash.h"
#include "tests/arrays/random_networks.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

bool same_bits(const Value& a, const Value& b) {
  return a.exponent == b.exponent && a.max == b.max && a.count == b.count &&
         a.numbers.size() == b.numbers.size() &&
         std::memcmp(a.numbers.data(), b.numbers.data(), a.numbers.size() * sizeof(a.numbers[0])) ==
             0;
}

struct Sliced {
  Network network;
  Order order;
  Plan plan;
  TensorValues values;
};

/// A ring of matrices with two open axes, sliced along labels of extents 3 and 5, and along an open one of extent 2 where that is wanted.
Sliced ring(bool open, unsigned seed) {
  Sliced sliced;
  sliced.network = {{2, 3, 5, 4, 2}, {{0, 1}, {1, 2, 3}, {2, 3, 4}, {4, 0, 1}}, {}};
  if (open) sliced.network.open = {4, 0};
  sliced.order = {{{0, 1}, {4, 2}, {5, 3}}, {1, 2}};
  if (open) sliced.order.sliced.push_back(4);
  sliced.plan = make_plan(sliced.network, sliced.order);
  Fill fill;
  fill.kind = Fill::Kind::random;
  fill.seed = seed;
  sliced.values = filled(sliced.network, fill, false);
  return sliced;
}

PartFile part_of(const Sliced& sliced, const Evaluation& evaluation, std::uint64_t begin,
                 std::uint64_t end) {
  PartFile part;
  part.state = evaluation.state();
  part.digest = digest_of(sliced.network, sliced.order, sliced.plan, sliced.values, part.state);
  part.begin = begin;
  part.end = end;
  part.cost = cost(sliced.network, sliced.order);
  return part;
}

PartFile read_again(const PartFile& part) { return read_part("part.json", part_text(part)); }

std::string part_refusal(const std::string& text) {
  try {
    read_part("part.json", text);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("sums of slices have the same bits in any order and in any pieces") {
  std::mt19937 random(5);
  for (const std::uint64_t count : {1U, 2U, 3U, 7U, 8U, 13U, 100U}) {
    std::vector<SliceSum> slices;
    for (std::uint64_t k = 0; k < count; ++k) {
      SliceSum& sum =
          slices.emplace_back(SliceSum{k, 1, static_cast<std::int64_t>(random() % 9) - 4, {}});
      for (int n = 0; n < 3; ++n)
        sum.numbers.push_back((static_cast<double>(random()) - 2e9) * 1e-9);
    }
    SliceSums in_order(count, {});
    for (const SliceSum& slice : slices) in_order.add(slice);
    const SliceSum expected = in_order.block(0);
    double direct = 0;
    for (const SliceSum& slice : slices)
      direct += std::ldexp(slice.numbers[1], static_cast<int>(slice.exponent));
    CHECK(std::ldexp(expected.numbers[1], static_cast<int>(expected.exponent)) ==
          Approx(direct).margin(1e-9));
    for (int run = 0; run < 20; ++run) {
      std::ranges::shuffle(slices, random);
      // Two runs take some of the slices each, and one takes over what the other has.
      SliceSums first(count, {}), second(count, {});
      for (const SliceSum& slice : slices) (random() % 2 == 0 ? first : second).add(slice);
      for (const auto& [number, sum] : second.sums()) first.add(sum);
      const SliceSum sum = first.block(0);
      CHECK(sum.exponent == expected.exponent);
      CHECK(same_bits(sum.numbers, expected.numbers));
    }
    CHECK_THROWS_WITH(in_order.add(slices[0]),
                      fmt::format("found slices {}..{}, of which some are there already",
                                  slices[0].first, slices[0].first + 1));
  }
}

TEST_CASE("parts that come from files add up to the bits of the whole, for every kind of element") {
  std::mt19937 random(8);
  for (const Element element : {Element::f32, Element::f64, Element::c64, Element::c128,
                                Element::count, Element::tropical}) {
    Sliced sliced = ring(is_floating(element), 3);
    if (element == Element::count) {
      for (auto& numbers : sliced.values.numbers) {
        for (double& number : numbers) number = std::floor(number * 1e6);
      }
    }
    const Value whole = evaluate(sliced.network, sliced.plan, sliced.values, element, 1);
    const std::uint64_t slices = sliced.plan.slices;
    REQUIRE(slices == (is_floating(element) ? 30 : 15));
    for (int run = 0; run < 10; ++run) {
      std::vector<std::uint64_t> cuts{0, slices};
      for (int cut = 0; cut < 3; ++cut) cuts.push_back(random() % slices);
      std::ranges::sort(cuts);
      std::vector<PartFile> parts;
      for (std::size_t k = 1; k < cuts.size(); ++k) {
        if (cuts[k - 1] == cuts[k]) continue;
        Evaluation evaluation(sliced.network, sliced.plan, sliced.values, element,
                              1 + random() % 3);
        CHECK(evaluation.run(cuts[k - 1], cuts[k], [] { return true; }));
        parts.push_back(read_again(part_of(sliced, evaluation, cuts[k - 1], cuts[k])));
      }
      std::ranges::shuffle(parts, random);
      for (std::size_t k = 1; k < parts.size(); ++k) add_part(parts[0], parts[k], "other.json");
      CHECK(parts[0].state.is_complete());
      CHECK(same_bits(value_of(parts[0].state), whole));
    }
  }
}

TEST_CASE("runs that are cut after every slice and go on from files give the bits of one run") {
  const Sliced sliced = ring(true, 4);
  for (const Element element : {Element::f32, Element::c128}) {
    const Value whole = evaluate(sliced.network, sliced.plan, sliced.values, element, 2);
    PartFile former;
    int runs = 0;
    for (bool is_done = false; !is_done; ++runs) {
      Evaluation evaluation(sliced.network, sliced.plan, sliced.values, element, 1);
      if (runs > 0) evaluation.resume(former.state);
      is_done = evaluation.run(0, sliced.plan.slices, [] { return false; });
      former = read_again(part_of(sliced, evaluation, 0, sliced.plan.slices));
    }
    CHECK(runs == 31);
    CHECK(same_bits(value_of(former.state), whole));
  }
}

TEST_CASE("parts with numbers that no run makes are refused, although their checksum is right") {
  const Sliced sliced = ring(false, 3);
  const auto text_of = [&](Element element) {
    TensorValues whole = sliced.values;
    for (auto& numbers : whole.numbers)
      for (double& number : numbers) number = std::floor(number * 9);
    Evaluation evaluation(sliced.network, sliced.plan, whole, element, 1);
    evaluation.run(0, 4, [] { return true; });
    return part_text(part_of(sliced, evaluation, 0, 4));
  };
  const auto changed = [](std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.rfind(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
    const std::size_t end = text.rfind(",\"checksum\":\"");
    Hash hash;
    hash.update(std::string_view(text).substr(0, end));
    std::string digits;
    for (const std::uint8_t byte : hash.digest()) digits += fmt::format("{:02x}", byte);
    return text.substr(0, end) + ",\"checksum\":\"" + digits + "\"}\n";
  };
  const auto says = [](const std::string& what) {
    return "part.json: found no slices of a contraction: its " + what +
           " are not those of a contraction; expected a file that diagc contract has written with "
           "--slices or --checkpoint";
  };
  const std::string real = text_of(Element::f64), count = text_of(Element::count);
  CHECK(part_refusal(changed(real, "\"seconds\":0", "\"seconds\":1")).empty());
  for (const char* exponent : {"1e300", "77777777777777777777777777777777777777", "0.5",
                               "18446744073709551615", "1099511627777", "-1099511627777"}) {
    const std::string text = changed(count, "\"exponent\":0,\"numbers\"",
                                     fmt::format("\"exponent\":{},\"numbers\"", exponent));
    CHECK(part_refusal(text) == says("exponents"));
  }
  for (const char* number : {"-1", "0.5", "2147483648", "\"nan\""}) {
    CHECK(part_refusal(changed(count, "\"numbers\":[", fmt::format("\"numbers\":[{},", number))) ==
          says("sums"));
    const std::size_t at = count.rfind("\"numbers\":["), end = count.find(']', at);
    CHECK(part_refusal(changed(count, count.substr(at, end - at),
                               fmt::format("\"numbers\":[{}", number))) == says("sums"));
  }
}

TEST_CASE("parts of other contractions, slices that come twice and damaged files are refused") {
  const Sliced sliced = ring(false, 3), other = ring(false, 4);
  const auto part = [](const Sliced& of, std::uint64_t begin, std::uint64_t end) {
    Evaluation evaluation(of.network, of.plan, of.values, Element::f64, 1);
    evaluation.run(begin, end, [] { return true; });
    return part_of(of, evaluation, begin, end);
  };
  PartFile first = part(sliced, 0, 4);
  CHECK_THROWS_WITH(
      add_part(first, part(other, 4, 15), "b.json"),
      "b.json: found a part that differs from the first one in its values, expected parts of one "
      "contraction");
  CHECK_THROWS_WITH(add_part(first, part(sliced, 3, 6), "b.json"),
                    "b.json: found slices 3..4, of which some are there already");
  const std::string text = part_text(first),
                    tail =
                        "; expected a file that diagc contract has "
                        "written with --slices or --checkpoint",
                    head = "part.json: found no slices of a contraction: ";
  CHECK(part_refusal(text).empty());
  CHECK(part_refusal("{}") == head + "it ends too early" + tail);
  CHECK(part_refusal(std::string(100, ' ')) == head + "it has no checksum at its end" + tail);
  for (std::size_t at = 0; at < text.size() - 60; at += 7) {
    std::string damaged = text;
    damaged[at] = damaged[at] == '1' ? '2' : '1';
    CHECK(part_refusal(damaged) == head + "it is damaged" + tail);
  }
  for (std::size_t size = 0; size < text.size(); size += 11)
    CHECK(!part_refusal(text.substr(0, size)).empty());
}
