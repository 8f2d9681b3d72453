#include "physics/series/sampling/tree/tree_walkers.h"

namespace diagc::series {

template <class T>
TreeWalkers<T>::TreeWalkers(const TreeCode<T>& code, const std::vector<std::uint32_t>& first)
    : code_(code),
      blocks_(first),
      place_numbers_(std::size_t{code.integer_rows()} * members),
      number_count_(std::size_t{code.chain_rows()} * members),
      places_(blocks_.size() * place_numbers_),
      scratch_(places_),
      numbers_(blocks_.size() * number_count_),
      settled_(blocks_.size()) {}

template <class T>
StepBlock<T> TreeWalkers<T>::view(std::size_t block) {
  StepBlock<T> view = code_.block(blocks_[block]);
  view.numbers = numbers_.data() + block * number_count_;
  view.integers = places_.data() + block * place_numbers_;
  view.scratch_integers = scratch_.data() + block * place_numbers_;
  view.stride = members;
  return view;
}

template <class T>
void TreeWalkers<T>::start(std::size_t block, const TreePointers<T>& tables, std::uint64_t step) {
  StepBlock<T> own = view(block);
  code_.start(tables, own, step);
  settled_[block] = 1;
}

template <class T>
void TreeWalkers<T>::chain(std::size_t block, const TreePointers<T>& tables, std::uint64_t first,
                           std::uint64_t count, TreeSums& sums) {
  StepBlock<T> own = view(block);
  if (!settled_[block]) code_.refresh(tables, own);
  settled_[block] = 1;
  code_.chain(tables, own, first, count, sums);
}

template <class T>
void TreeWalkers<T>::save(std::size_t block, runs::Bytes& to) const {
  runs::write_numbers(to, std::span(places_).subspan(block * place_numbers_, place_numbers_));
}

template <class T>
void TreeWalkers<T>::restore(std::size_t block, std::span<const std::byte>& from,
                             const PlaceCheck& check, std::size_t vertices) {
  const auto own = std::span(places_).subspan(block * place_numbers_, place_numbers_);
  runs::read_numbers(from, own);
  check(own, vertices, members);
  settled_[block] = 0;
}

template class TreeWalkers<float>;
template class TreeWalkers<double>;

}  // namespace diagc::series
