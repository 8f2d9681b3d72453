// Functions of a matrix by their definitions, sums over permutations; cumulants over set partitions.
#include <algorithm>
#include <functional>
#include <numeric>

#include "tests/grammars/kernel.h"
#include "tests/grammars/random.h"

using namespace diagc;
using namespace diagc::grammars;

namespace {

/// Calls visit(permutation, sign) for all permutations of `elements`, which ascend.
void for_each_permutation(const std::vector<int>& elements,
                          const std::function<void(const std::vector<int>&, int)>& visit) {
  std::vector<int> image = elements;
  do {
    int sign = 1;
    for (std::size_t i = 0; i < image.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) sign = image[j] > image[i] ? -sign : sign;
    }
    visit(image, sign);
  } while (std::next_permutation(image.begin(), image.end()));
}

std::vector<int> up_to(int n) {
  std::vector<int> v(static_cast<std::size_t>(n));
  std::iota(v.begin(), v.end(), 0);
  return v;
}

std::int64_t determinant(const Matrix& a, const std::vector<int>& on) {
  std::int64_t sum = 0;
  for_each_permutation(on, [&](const std::vector<int>& image, int sign) {
    std::int64_t product = sign;
    for (std::size_t i = 0; i < on.size(); ++i) product *= a(on[i], image[i]);
    sum += product;
  });
  return sum;
}

Rational evaluate(const std::string& path, const Matrix& a) {
  Kernel kernel(path, a.size);
  kernel.set("A", a.values());
  return kernel.exact().at(0);
}

}  // namespace

TEST_CASE("permanent and determinant by all permutations") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 0; n <= 6; ++n) {
    const Matrix a = random.matrix(n);
    std::int64_t permanent = 0;
    for_each_permutation(up_to(n), [&](const std::vector<int>& image, int) {
      std::int64_t product = 1;
      for (int i = 0; i < n; ++i) product *= a(i, image[static_cast<std::size_t>(i)]);
      permanent += product;
    });
    CAPTURE(n);
    CHECK(evaluate("matrix/permanent", a) == permanent);
    CHECK(evaluate("matrix/determinant", a) == determinant(a, up_to(n)));
  }
}

TEST_CASE("the determinant of a singular matrix is exactly zero, of a product the product") {
  Random random;
  CAPTURE(random.seed);
  const int n = 7;
  const Matrix a = random.matrix(n), b = random.matrix(n);
  Matrix product(n), singular = a;
  for (int i = 0; i < n; ++i) {
    singular(n - 1, i) = a(0, i) - 2 * a(1, i);
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) product(i, j) += a(i, k) * b(k, j);
    }
  }
  CHECK(evaluate("matrix/determinant", singular) == 0);
  CHECK(evaluate("matrix/determinant", product) ==
        evaluate("matrix/determinant", a) * evaluate("matrix/determinant", b));
}

TEST_CASE("hafnian and pfaffian by all permutations, and pfaffian squared is the determinant") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 0; n <= 8; ++n) {
    Matrix symmetric = random.matrix(n), antisymmetric = symmetric;
    for (int i = 0; i < n; ++i) {
      antisymmetric(i, i) = 0;
      for (int j = 0; j < i; ++j) {
        symmetric(i, j) = symmetric(j, i);
        antisymmetric(i, j) = -antisymmetric(j, i);
      }
    }
    CAPTURE(n);
    const Rational pfaffian = evaluate("matrix/pfaffian", antisymmetric);
    CHECK(pfaffian * pfaffian == evaluate("matrix/determinant", antisymmetric));
    if (n % 2) {
      CHECK(evaluate("matrix/hafnian", symmetric) == 0);
      continue;
    }
    std::int64_t hafnian = 0, signed_sum = 0,
                 each = 1;  // every matching comes up 2^(n/2) (n/2)! times
    for (int i = 1; i <= n / 2; ++i) each *= 2 * i;
    for_each_permutation(up_to(n), [&](const std::vector<int>& image, int sign) {
      std::int64_t plain = 1, alternating = sign;
      for (std::size_t i = 0; i < image.size(); i += 2) {
        plain *= symmetric(image[i], image[i + 1]);
        alternating *= antisymmetric(image[i], image[i + 1]);
      }
      hafnian += plain;
      signed_sum += alternating;
    });
    CHECK(evaluate("matrix/hafnian", symmetric) * each == hafnian);
    CHECK(pfaffian * each == signed_sum);
  }
}

TEST_CASE("principal minors are the determinants of all submatrices") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 1; n <= 6; ++n) {
    Matrix a = random.matrix(n);
    for (int i = 0; i < n; ++i) a(i, i) = 3 * n + random.integer(1, 3);  // no minor vanishes
    Kernel kernel("matrix/principal_minors", n);
    kernel.set("A", a.values());
    const std::vector<Rational> minors = kernel.exact();
    REQUIRE(minors.size() == std::size_t{1} << n);
    for (unsigned b = 0; b < minors.size(); ++b) {
      std::vector<int> on;
      for (int i = 0; i < n; ++i) {
        if (b >> i & 1) on.push_back(i);
      }
      CAPTURE(n, b);
      CHECK(minors[b] == determinant(a, on));
    }
  }
}

TEST_CASE("joint cumulants by all set partitions, and none between independent parts") {
  Random random;
  CAPTURE(random.seed);
  for (int n = 1; n <= 6; ++n) {
    std::vector<Rational> moments;
    for (int b = 0; b < 1 << n; ++b) moments.push_back(random.integer(-5, 5));
    Kernel kernel("cumulants/joint_cumulant", n);
    kernel.set("M", moments);
    Rational expected = 0;
    std::vector<unsigned> blocks;
    const std::function<void(int)> place = [&](int i) {  // element i into each block, or its own
      if (i == n) {
        Rational term = 1;
        for (std::size_t k = 1; k < blocks.size(); ++k) term *= -static_cast<int>(k);
        for (const unsigned block : blocks) term *= moments[block];
        expected += term;
        return;
      }
      const unsigned bit = 1u << i;
      for (std::size_t k = 0; k < blocks.size(); ++k) {
        blocks[k] |= bit;
        place(i + 1);
        blocks[k] &= ~bit;
      }
      blocks.push_back(bit);
      place(i + 1);
      blocks.pop_back();
    };
    place(0);
    CAPTURE(n);
    CHECK(kernel.exact() == std::vector<Rational>{expected});

    if (n == 1) continue;
    const unsigned part = 1;  // quantity 1 against all others
    moments[0] = 1;
    for (unsigned b = 0; b < 1u << n; ++b) {
      if (b & part) moments[b] = moments[part] * moments[b & ~part];
    }
    kernel.set("M", moments);
    CHECK(kernel.exact() == std::vector<Rational>{0});
  }
}
