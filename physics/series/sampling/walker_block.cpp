#include "physics/series/sampling/walker_block.h"

#include <algorithm>

#include "runtime/cpu/workspace.h"

namespace diagc::series {

template <class T>
template <class Number>
WalkerBlock<T>::Rows<Number> WalkerBlock<T>::allocate(std::uint32_t rows) {
  const std::size_t count = rows * stride;
  auto* const memory =
      static_cast<Number*>(::operator new(count * sizeof(Number), std::align_val_t{64}));
  std::fill_n(memory, count, Number{});
  return Rows<Number>(memory);
}

template <class T>
WalkerBlock<T>::WalkerBlock(std::uint32_t number_rows, std::uint32_t integer_rows,
                            std::uint32_t first)
    : first_(first),
      number_rows_(number_rows),
      integer_rows_(integer_rows),
      numbers_(allocate<T>(number_rows_)),
      integers_(allocate<std::uint32_t>(integer_rows_)) {}

template <class T>
StepBlock<T> WalkerBlock<T>::view(std::uint32_t scratch_rows, std::size_t work_bytes) {
  thread_local Workspace workspace;
  const std::size_t work = (work_bytes + 63) / 64 * 64;
  const std::size_t numbers = std::size_t{scratch_rows} * stride * sizeof(T);
  const std::size_t integers = std::size_t{integer_rows_} * stride * sizeof(std::uint32_t);
  std::byte* const memory = workspace.get(work + numbers + integers);
  return {.numbers = numbers_.get(),
          .scratch_numbers = reinterpret_cast<T*>(memory + work),
          .integers = integers_.get(),
          .scratch_integers = reinterpret_cast<std::uint32_t*>(memory + work + numbers),
          .work = reinterpret_cast<T*>(memory),
          .stride = stride,
          .walkers = walkers,
          .first_walker = first_};
}

template <class T>
std::vector<std::uint32_t> WalkerBlock<T>::places() const {
  std::vector<std::uint32_t> places;
  places.reserve(place_numbers());
  for (std::uint32_t row = 0; row < integer_rows_; ++row) {
    places.insert(places.end(), integers(row), integers(row) + walkers);
  }
  return places;
}

template <class T>
void WalkerBlock<T>::set_places(std::span<const std::uint32_t> places) {
  for (std::uint32_t row = 0; row < integer_rows_; ++row) {
    std::ranges::copy(places.subspan(std::size_t{row} * walkers, walkers),
                      integers_.get() + row * stride);
  }
}

template class WalkerBlock<float>;
template class WalkerBlock<double>;

}  // namespace diagc::series
