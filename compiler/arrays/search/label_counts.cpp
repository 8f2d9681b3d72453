#include "compiler/arrays/search/label_counts.h"

#include <algorithm>
#include <bit>
#include <type_traits>

#ifdef __x86_64__
#include <immintrin.h>
#endif

#define DIAGC_INLINE __attribute__((always_inline)) inline

namespace diagc::arrays {

namespace {

/// What is known of sliced labels: there are none, all sums over them are outside of the tree, or they end early.
enum class Sliced { none, outside, early };

template <bool one_weight, Sliced slices>
DIAGC_INLINE void measure_words(const LabelCounts& labels, std::span<const RotationSets> rotations,
                                RotationSizes* sizes) {
  using Count = std::conditional_t<one_weight, int, float>;
  const std::size_t words = labels.words();
  const float* weights = labels.weights().data();
  for (const RotationSets& sets : rotations) {
    Count joined = 0, left = 0, last = 0, ended = 0, ends = 0;
    for (std::size_t w = 0; w < words; ++w) {
      const Count weight = one_weight ? Count{1} : static_cast<Count>(weights[w]);
      const std::uint64_t a = sets.a[w], b = sets.b[w];
      const std::uint64_t both = a | sets.c[w], kept = both & (b | sets.p[w]);
      const std::uint64_t mask = slices == Sliced::none ? ~std::uint64_t{0} : ~labels.sliced()[w];
      joined += weight * static_cast<Count>(std::popcount(both & mask));
      left += weight * static_cast<Count>(std::popcount(kept & mask));
      last += weight * static_cast<Count>(std::popcount((kept | b) & mask));
      if constexpr (slices == Sliced::early) {
        ended += weight * static_cast<Count>(std::popcount(a & b & ~sets.x[w] & ~mask));
        ends += weight * static_cast<Count>(std::popcount(both & ~kept & ~mask));
      }
    }
    const float unit = one_weight ? weights[0] : 1;
    *sizes++ = {unit * static_cast<float>(joined), unit * static_cast<float>(left),
                unit * static_cast<float>(last), unit * static_cast<float>(ended),
                unit * static_cast<float>(ends)};
  }
}

template <bool one_weight>
DIAGC_INLINE float union_of_words(const LabelCounts& labels, const std::uint64_t* a,
                                  const std::uint64_t* b) {
  using Count = std::conditional_t<one_weight, int, float>;
  const float* weights = labels.weights().data();
  Count sum = 0;
  for (std::size_t w = 0; w < labels.words(); ++w) {
    const Count weight = one_weight ? Count{1} : static_cast<Count>(weights[w]);
    sum += weight * static_cast<Count>(std::popcount(a[w] | b[w]));
  }
  return (one_weight ? weights[0] : 1) * static_cast<float>(sum);
}

struct Anywhere {
  template <bool one_weight, Sliced slices>
  static void measure(const LabelCounts& labels, std::span<const RotationSets> rotations,
                      RotationSizes* sizes) {
    measure_words<one_weight, slices>(labels, rotations, sizes);
  }
  template <bool one_weight>
  static float of_union(const LabelCounts& labels, const std::uint64_t* a, const std::uint64_t* b) {
    return union_of_words<one_weight>(labels, a, b);
  }
};

#ifdef __x86_64__

struct Avx2 {
  template <bool one_weight, Sliced slices>
  __attribute__((target("avx2,popcnt"))) static void measure(
      const LabelCounts& labels, std::span<const RotationSets> rotations, RotationSizes* sizes) {
    measure_words<one_weight, slices>(labels, rotations, sizes);
  }
  template <bool one_weight>
  __attribute__((target("avx2,popcnt"))) static float of_union(const LabelCounts& labels,
                                                               const std::uint64_t* a,
                                                               const std::uint64_t* b) {
    return union_of_words<one_weight>(labels, a, b);
  }
};

/// Of one weight. Eight words at a time.
struct Avx512 {
#define DIAGC_AVX512 __attribute__((target("avx512f,avx512vpopcntdq")))
  static constexpr std::size_t at_once = 8;

  static bool is_there() {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vpopcntdq");
  }

  DIAGC_AVX512 static __mmask8 first(std::size_t words) {
    return static_cast<__mmask8>(words < at_once ? (1U << words) - 1 : 0xffU);
  }

  template <Sliced slices>
  DIAGC_AVX512 static void measure(const LabelCounts& labels,
                                   std::span<const RotationSets> rotations, RotationSizes* sizes) {
    const float unit = labels.weights()[0];
    for (const RotationSets& sets : rotations) {
      // Three counts in a number, 20 bits for each: there are at most 2^16 labels.
      __m512i counts = _mm512_setzero_si512(), of_sums = counts;
      for (std::size_t w = 0; w < labels.words(); w += at_once) {
        const __mmask8 there = first(labels.words() - w);
        const __m512i a = _mm512_maskz_loadu_epi64(there, sets.a + w);
        const __m512i b = _mm512_maskz_loadu_epi64(there, sets.b + w);
        const __m512i c = _mm512_maskz_loadu_epi64(there, sets.c + w);
        const __m512i p = _mm512_maskz_loadu_epi64(there, sets.p + w);
        const __m512i both = _mm512_or_si512(a, c);
        const __m512i kept = _mm512_and_si512(both, _mm512_or_si512(b, p));
        __m512i joined = both, left = kept, last = _mm512_or_si512(kept, b);
        if constexpr (slices != Sliced::none) {
          const __m512i sliced = _mm512_maskz_loadu_epi64(there, labels.sliced() + w);
          joined = _mm512_andnot_si512(sliced, joined);
          left = _mm512_andnot_si512(sliced, left);
          last = _mm512_andnot_si512(sliced, last);
          if constexpr (slices == Sliced::early) {
            const __m512i x = _mm512_maskz_loadu_epi64(there, sets.x + w);
            const __m512i ended =
                _mm512_and_si512(_mm512_andnot_si512(x, _mm512_and_si512(a, b)), sliced);
            const __m512i ends = _mm512_and_si512(_mm512_andnot_si512(kept, both), sliced);
            of_sums = _mm512_add_epi64(
                of_sums, _mm512_add_epi64(_mm512_popcnt_epi64(ended),
                                          _mm512_slli_epi64(_mm512_popcnt_epi64(ends), 20)));
          }
        }
        counts = _mm512_add_epi64(counts, _mm512_popcnt_epi64(joined));
        counts = _mm512_add_epi64(counts, _mm512_slli_epi64(_mm512_popcnt_epi64(left), 20));
        counts = _mm512_add_epi64(counts, _mm512_slli_epi64(_mm512_popcnt_epi64(last), 40));
      }
      const auto sum = static_cast<std::uint64_t>(_mm512_reduce_add_epi64(counts));
      const auto of = [unit](std::uint64_t number, unsigned place) {
        return unit * static_cast<float>(static_cast<std::int32_t>(number >> place & 0xfffffU));
      };
      *sizes = {of(sum, 0), of(sum, 20), of(sum, 40)};
      if constexpr (slices == Sliced::early) {
        const auto sums = static_cast<std::uint64_t>(_mm512_reduce_add_epi64(of_sums));
        sizes->ended = of(sums, 0);
        sizes->ends = of(sums, 20);
      }
      ++sizes;
    }
  }

  DIAGC_AVX512 static float of_union(const LabelCounts& labels, const std::uint64_t* a,
                                     const std::uint64_t* b) {
    __m512i counts = _mm512_setzero_si512();
    for (std::size_t w = 0; w < labels.words(); w += at_once) {
      const __mmask8 there = first(labels.words() - w);
      counts = _mm512_add_epi64(
          counts, _mm512_popcnt_epi64(_mm512_or_si512(_mm512_maskz_loadu_epi64(there, a + w),
                                                      _mm512_maskz_loadu_epi64(there, b + w))));
    }
    return labels.weights()[0] *
           static_cast<float>(static_cast<std::int32_t>(_mm512_reduce_add_epi64(counts)));
  }
#undef DIAGC_AVX512
};

#endif

using OfRotations = void (*)(const LabelCounts&, std::span<const RotationSets>, RotationSizes*);

template <class Instructions>
OfRotations of_rotations(bool one_weight, Sliced slices) {
  switch (slices) {
    case Sliced::none:
      return one_weight ? Instructions::template measure<true, Sliced::none>
                        : Instructions::template measure<false, Sliced::none>;
    case Sliced::outside:
      return one_weight ? Instructions::template measure<true, Sliced::outside>
                        : Instructions::template measure<false, Sliced::outside>;
    case Sliced::early:
      break;
  }
  return one_weight ? Instructions::template measure<true, Sliced::early>
                    : Instructions::template measure<false, Sliced::early>;
}

}  // namespace

LabelCounts::LabelCounts(std::span<const float> weights, const std::uint64_t* sliced,
                         bool sums_end_early)
    : weights_(weights), sliced_(sliced) {
  const Sliced slices = sliced == nullptr ? Sliced::none
                        : sums_end_early  ? Sliced::early
                                          : Sliced::outside;
  const bool one_weight = !weights.empty() && std::ranges::count(weights, weights[0]) ==
                                                  static_cast<std::ptrdiff_t>(weights.size());
  rotations_ = of_rotations<Anywhere>(one_weight, slices);
  union_ = one_weight ? Anywhere::of_union<true> : Anywhere::of_union<false>;
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt")) {
    rotations_ = of_rotations<Avx2>(one_weight, slices);
    union_ = one_weight ? Avx2::of_union<true> : Avx2::of_union<false>;
  }
  if (one_weight && Avx512::is_there()) {
    rotations_ = slices == Sliced::none      ? Avx512::measure<Sliced::none>
                 : slices == Sliced::outside ? Avx512::measure<Sliced::outside>
                                             : Avx512::measure<Sliced::early>;
    union_ = Avx512::of_union;
  }
#endif
}

}  // namespace diagc::arrays
