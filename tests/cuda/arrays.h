#pragma once

// Arrays for tests of kernels, and the kernel that most of them run:
//   inputs  a: two real leaves, b: one complex leaf, unused: never read;
//   outputs sum: two real leaves a[i] + p · re b, product: one complex leaf a[0] · b;
//   a table of four numbers, of which sum gets table[c % 4];
//   params  p, q, r; q is added to sum[1], r is not used.

#include <catch2/catch.hpp>
#include <complex>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "diagc/rows.h"
#include "runtime/batch/binding.h"

namespace diagc::cuda {

/// The struct of runtime/cuda/program.h for this kernel.
template <class Real>
struct MixBatch {
  InputRows<Real> inputs[3];
  OutputRows<Real> outputs[2];
  unsigned long long begin, end;
  Real* work;
  const void* tables[1];
  Real params[3];
};

template <class Real>
constexpr Real mix_table[4] = {0, Real(0.5), 1, Real(-3)};

template <class Real>
std::string mix_table_bytes() {
  return {reinterpret_cast<const char*>(mix_table<Real>), sizeof mix_table<Real>};
}

/// The layouts and types of a caller's arrays, with values of any batch size, and what is expected.
template <class Real>
class MixArrays {
 public:
  MixArrays(std::size_t batch, Layout layout)
      : batch_(batch),
        layout_(layout),
        a_(2 * batch),
        b_(batch),
        sum_(2 * batch, -77.0),
        product_(batch, {-77.0, -77.0}) {
    for (std::size_t c = 0; c < batch; ++c) {
      a_[at(c, 0)] = static_cast<float>(c % 1024);
      a_[at(c, 1)] = static_cast<float>(c % 1000) + 0.25f;
      b_[c] = {static_cast<double>(c % 7) - 3, static_cast<double>(c % 5)};
    }
  }

  /// The same b in all configurations.
  void set_b(std::complex<double> b) { b_.assign(batch_, b); }

  std::vector<Binding<ConstArray>> inputs() const {
    return {{array<ConstArray>(a_.data(), ElementType::float32, 2), Leaves::real, 2, true},
            {array<ConstArray>(b_.data(), ElementType::complex128, 1), Leaves::complex, 1, true},
            {{}, Leaves::real, 1'000'000'000'000, false}};
  }
  std::vector<Binding<MutableArray>> outputs() {
    return {{array<MutableArray>(sum_.data(), ElementType::float64, 2), Leaves::real, 2, true},
            {array<MutableArray>(product_.data(), ElementType::complex128, 1), Leaves::complex, 1,
             true}};
  }
  /// p, q, r
  static const std::vector<Real>& params() {
    static const std::vector<Real> values{2, Real(0.125), 99};
    return values;
  }

  /// How many numbers of the outputs are not what they should be. All are exact in Real.
  std::size_t wrong() const {
    std::size_t count = 0;
    for (std::size_t c = 0; c < batch_; ++c) {
      const double table = static_cast<double>(mix_table<Real>[c % 4]);
      const double re = b_[c].real();
      count += sum_[at(c, 0)] != a_[at(c, 0)] + 2 * re + table;
      count += sum_[at(c, 1)] != a_[at(c, 1)] + 2 * re + table + 0.125;
      count += product_[c] != static_cast<double>(a_[at(c, 0)]) * b_[c];
    }
    return count;
  }

  bool same_bits(const MixArrays& other) const {
    if (batch_ == 0) return true;
    return std::memcmp(sum_.data(), other.sum_.data(), sum_.size() * sizeof(double)) == 0 &&
           std::memcmp(product_.data(), other.product_.data(), product_.size() * 16) == 0;
  }

 private:
  std::size_t at(std::size_t c, std::size_t leaf) const {
    return layout_ == Layout::configuration_leaf ? 2 * c + leaf : leaf * batch_ + c;
  }

  template <class Array, class Data>
  Array array(Data* data, ElementType type, std::size_t leaves) const {
    return {reinterpret_cast<decltype(Array::data)>(data),          type, layout_, leaves, batch_,
            layout_ == Layout::configuration_leaf ? leaves : batch_};
  }

  std::size_t batch_;
  Layout layout_;
  std::vector<float> a_;
  std::vector<std::complex<double>> b_;
  std::vector<double> sum_;
  std::vector<std::complex<double>> product_;
};

}  // namespace diagc::cuda
