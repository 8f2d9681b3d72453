#include "tests/differential/agreement.h"

#include <rapidcheck.h>

#include <cmath>
#include <cstring>
#include <sstream>

#include "compiler/emit/layout.h"
#include "compiler/graph/interpret.h"
#include "compiler/graph/text.h"
#include "tests/differential/dependence.h"
#include "tests/differential/rounding.h"

namespace diagc {

namespace {

constexpr std::size_t batch = 21;    // no whole number of vectors
constexpr std::size_t ordinary = 6;  // a configuration without special numbers

/// Inputs [row][configuration] and params, numbers of the precision T.
template <class T>
struct Batch {
  std::size_t size;
  std::vector<double> inputs;
  std::vector<std::complex<double>> params;
  std::vector<T> kernel_inputs, kernel_params;

  Batch(const Signature& signature, std::uint64_t seed) : size(batch) {
    rc::Random random(seed);
    const auto uniform = [&] {
      return static_cast<T>(static_cast<double>(random.next() % 4001) / 1000 - 2);
    };
    inputs.resize(rows(signature.inputs) * size);
    for (double& x : inputs) x = uniform();
    // Some that are 0, ±1, large, small or infinite.
    const T special[] = {
        0, 1, -1, static_cast<T>(1e-20), static_cast<T>(1e20), std::numeric_limits<T>::infinity()};
    for (std::size_t row = 0; row < inputs.size() / size; ++row) {
      for (std::size_t c = 8; c < 14; ++c) {
        if (random.next() % 3 > 0) continue;
        inputs[row * size + c] = special[random.next() % (c < 11 ? 3 : 6)];
      }
    }
    for (const Variable& param : signature.params) {
      for (std::int64_t i = 0; i < param.scalars(); ++i) {
        const T re = uniform();
        const T im = param.type == Type::complex ? uniform() : T(0);
        params.emplace_back(re, im);
        kernel_params.push_back(re);
        if (param.type == Type::complex) kernel_params.push_back(im);
      }
    }
    kernel_inputs.assign(inputs.begin(), inputs.end());
  }

  /// One configuration of another batch over and over: in configuration r row r is NaN, in the last one none.
  Batch(const Batch& other, std::size_t configuration)
      : size(other.inputs.size() / other.size + 1),
        params(other.params),
        kernel_params(other.kernel_params) {
    for (std::size_t row = 0; row + 1 < size; ++row) {
      inputs.insert(inputs.end(), size, other.inputs[row * other.size + configuration]);
      inputs[row * size + row] = std::numeric_limits<double>::quiet_NaN();
    }
    kernel_inputs.assign(inputs.begin(), inputs.end());
  }

  ConstRows input_rows() const { return {inputs.data(), size}; }
};

/// Results [row][configuration].
template <class T>
struct Results {
  std::size_t size;
  std::vector<std::size_t> first_row;  ///< by output scalar
  std::vector<T> rows;

  Results(const Signature& signature, std::size_t configurations)
      : size(configurations), first_row(first_rows(signature.outputs)) {
    rows.resize(first_row.back() * size, T(12345));
  }

  bool is_complex(std::size_t scalar) const {
    return first_row[scalar + 1] - first_row[scalar] == 2;
  }
  T at(std::size_t scalar, std::size_t part, std::size_t c) const {
    return rows[(first_row[scalar] + part) * size + c];
  }
  std::complex<double> value(std::size_t scalar, std::size_t c) const {
    return {at(scalar, 0, c), is_complex(scalar) ? at(scalar, 1, c) : T(0)};
  }
  bool is_nan(std::size_t scalar, std::size_t c) const {
    return std::isnan(at(scalar, 0, c)) || (is_complex(scalar) && std::isnan(at(scalar, 1, c)));
  }
  /// A NaN is a NaN: compilers leave its sign open, even from one copy of a loop's body to the next.
  bool same_bits(std::size_t scalar, std::size_t c, const Results& other, std::size_t d) const {
    for (std::size_t part = 0; part < (is_complex(scalar) ? 2 : 1); ++part) {
      const T a = at(scalar, part, c), b = other.at(scalar, part, d);
      if (std::isnan(a) && std::isnan(b)) continue;
      if (std::memcmp(&a, &b, sizeof(T)) != 0) return false;
    }
    return true;
  }
};

template <class T>
class Comparison {
 public:
  Comparison(const Stages& program, const Kernels<T>* kernels, std::uint64_t seed, Tally& tally)
      : program_(program),
        kernels_(kernels),
        tally_(tally),
        values_(program.expanded.signature(), seed),
        scalars_(program.expanded.outputs().size()),
        expanded_(interpreted(program.expanded, values_)),
        simplified_(interpreted(program.simplified, values_)),
        computed_(computed(values_)),
        known_(scalars_, false) {}

  void values() {
    const Rounding expanded(program_.expanded, Precision::of<double>());
    const Rounding simplified(program_.simplified, Precision::of<double>());
    const Rounding kernel(program_.simplified, Precision::of<T>());
    const std::vector<double> folding = folding_errors(program_.expanded, program_.simplified);
    std::vector<double> absolute(scalars_ * batch);
    interpret_absolute(program_.expanded, values_.input_rows(), values_.params,
                       {absolute.data(), batch}, batch);
    for (std::size_t c = 0; c < batch; ++c) {
      const auto bounds = [&](const Rounding& rounding) {
        return rounding.bounds(values_.input_rows(), values_.params, c);
      };
      const std::vector<double> e = bounds(expanded), s = bounds(simplified), k = bounds(kernel);
      for (std::size_t scalar = 0; scalar < scalars_; ++scalar) {
        // `folding` holds to first order.
        const double folded =
            folding[scalar] == 0 ? 0 : 2 * folding[scalar] * absolute[scalar * batch + c];
        const std::complex<double> x = expanded_.value(scalar, c), y = simplified_.value(scalar, c);
        // It may disappear, where a static zero is multiplied with it.
        if (std::isnan(s[scalar]) && std::isfinite(e[scalar])) {
          fail("passes: a NaN appears", scalar, c, x, y, 0);
        }
        bool known = agree("passes", scalar, c, x, y, e[scalar] + s[scalar] + folded);
        if (kernels_) {
          const std::complex<double> z = computed_.value(scalar, c);
          agree("kernel and simplified graph", scalar, c, y, z, s[scalar] + k[scalar]);
          known =
              agree("kernel and expanded graph", scalar, c, x, z, e[scalar] + k[scalar] + folded);
        }
        ++tally_.values;
        tally_.compared += known;
        if (c == ordinary) known_[scalar] = known;
      }
    }
  }

  void dependence() {
    const Batch<T> poisoned(values_, ordinary);
    const Results<double> expanded = interpreted(program_.expanded, poisoned);
    const Results<double> simplified = interpreted(program_.simplified, poisoned);
    const Results<T> kernel = computed(poisoned);
    const std::size_t none = poisoned.size - 1;
    const std::vector<Dependence> depends = dependences(program_.expanded);
    for (std::size_t scalar = 0; scalar < scalars_; ++scalar) {
      for (std::size_t row = 0; row < none; ++row) {
        const bool reached = depends[scalar].possible >> row & 1;
        const bool certain = known_[scalar] && (depends[scalar].certain >> row & 1);
        tally_.reached += reached && known_[scalar];
        tally_.certain += certain;
        const auto shows = [&](const char* where, const auto& results) {
          if (certain && !results.is_nan(scalar, row)) {
            fail(std::string(where) + ": a NaN does not show", scalar, row, {}, {}, 0);
          }
        };
        const auto stays = [&](const char* where, const auto& results) {
          if (!reached && !results.same_bits(scalar, row, results, none)) {
            fail(std::string(where) + ": a NaN shows where nothing depends on it", scalar, row,
                 results.value(scalar, none), results.value(scalar, row), 0);
          }
        };
        shows("expanded graph", expanded);
        shows("simplified graph", simplified);
        stays("simplified graph", simplified);
        if (!kernels_) continue;
        shows("kernel", kernel);
        stays("kernel", kernel);
      }
      // Beside configurations of NaN and in another place of the batch: the same bits.
      if (kernels_ && !kernel.same_bits(scalar, none, computed_, ordinary)) {
        fail("kernel: another place in the batch", scalar, none, computed_.value(scalar, ordinary),
             kernel.value(scalar, none), 0);
      }
    }
  }

 private:
  Results<double> interpreted(const Graph& graph, const Batch<T>& values) const {
    Results<double> results(graph.signature(), values.size);
    interpret(graph, values.input_rows(), values.params, {results.rows.data(), values.size},
              values.size);
    return results;
  }
  Results<T> computed(const Batch<T>& values) const {
    Results<T> results(program_.simplified.signature(), values.size);
    if (kernels_) {
      kernels_->run(program_.simplified, values.kernel_inputs.data(), results.rows.data(),
                    values.kernel_params, values.size, 0, values.size);
    }
    return results;
  }

  /// Whether there was a bound to hold them against.
  bool agree(const char* what, std::size_t scalar, std::size_t c, std::complex<double> expected,
             std::complex<double> found, double bound) {
    if (!std::isfinite(bound)) return false;
    const double distance = std::abs(found - expected);
    if (!(distance <= bound)) fail(what, scalar, c, expected, found, bound);
    if (distance > 0) tally_.closest = std::max(tally_.closest, distance / bound);
    return true;
  }

  [[noreturn]] void fail(const std::string& what, std::size_t scalar, std::size_t c,
                         std::complex<double> expected, std::complex<double> found,
                         double bound) const {
    std::ostringstream message;
    message.precision(17);
    message << (sizeof(T) == 4 ? "fp32" : "fp64") << ", " << what << ": output scalar " << scalar
            << ", configuration " << c << ": expected " << expected << ", found " << found
            << ", allowed " << bound << ", chunks " << program_.schedule.chunks.size() << ", in\n"
            << program_.text << to_text(program_.expanded) << "\nafter the passes\n"
            << to_text(program_.simplified);
    throw Disagreement(message.str());
  }

  const Stages& program_;
  const Kernels<T>* kernels_;
  Tally& tally_;
  Batch<T> values_;
  std::size_t scalars_;
  Results<double> expanded_, simplified_;
  Results<T> computed_;
  std::vector<bool> known_;  ///< by output scalar, in the ordinary configuration
};

}  // namespace

template <class T>
void check_agreement(const Stages& program, const Kernels<T>* kernels, std::uint64_t seed,
                     Tally& tally) {
  Comparison<T> comparison(program, kernels, seed, tally);
  comparison.values();
  comparison.dependence();
}

template void check_agreement(const Stages&, const Kernels<float>*, std::uint64_t, Tally&);
template void check_agreement(const Stages&, const Kernels<double>*, std::uint64_t, Tally&);

}  // namespace diagc
