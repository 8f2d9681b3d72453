// Kernels touch nothing outside the rows that they are given: memory before and after those cannot be accessed here.
#include <sys/mman.h>
#include <unistd.h>

#include "tests/library/fixture.h"

namespace diagc {
namespace {

/// Numbers that end right before a page that nobody may touch, or begin right after one.
template <class T>
class Fenced {
 public:
  Fenced(std::size_t count, bool at_end) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t inside = (count * sizeof(T) + page - 1) / page * page;
    size_ = inside + 2 * page;
    memory_ =
        static_cast<char*>(mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    REQUIRE(memory_ != MAP_FAILED);
    REQUIRE(mprotect(memory_ + page, inside, PROT_READ | PROT_WRITE) == 0);
    data_ = reinterpret_cast<T*>(memory_ + page + (at_end ? inside - count * sizeof(T) : 0));
  }
  ~Fenced() { munmap(memory_, size_); }
  Fenced(const Fenced&) = delete;
  T* data() { return data_; }

 private:
  char* memory_ = nullptr;
  std::size_t size_ = 0;
  T* data_ = nullptr;
};

TEMPLATE_TEST_CASE("nothing outside the rows is read or written", "", float, double) {
  // n = 4 is one chunk, n = 8 several.
  const char* n = GENERATE("4", "8");
  const Kernel kernel = kernel_from_file(
      "hubbard/hubbard_sun_density",
      {.statics = {{"n", n}},
       .precision = std::is_same_v<TestType, float> ? Precision::fp32 : Precision::fp64,
       .threads = 2});
  const std::size_t leaves = kernel.inputs()[0].leaves;
  for (const std::size_t batch : {1, 7, 15, 16, 17, 31, 33, 127, 1000}) {
    for (const bool at_end : {true, false}) {
      Fenced<TestType> G(leaves * batch, at_end), density(batch, at_end), N(1, at_end);
      const auto numbers = random_numbers<TestType>(leaves * batch, 5);
      std::copy(numbers.begin(), numbers.end(), G.data());
      *N.data() = 2;
      const InputRows<TestType> inputs[] = {{G.data(), batch}};
      const OutputRows<TestType> outputs[] = {{density.data(), batch}};
      kernel.evaluate(RowBatch<TestType>{.size = batch,
                                         .inputs = inputs,
                                         .outputs = outputs,
                                         .params = std::span<const TestType>(N.data(), 1)});
      std::vector<TestType> expected(batch);
      kernel.evaluate(batch, {{"G", transposed(numbers, leaves, batch)}}, {{"N", {2}}},
                      {{"density", expected}});
      CHECK(same_bits(std::vector<TestType>(density.data(), density.data() + batch), expected));
    }
  }
}

}  // namespace
}  // namespace diagc
