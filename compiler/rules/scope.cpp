#include "compiler/rules/scope.h"

#include <algorithm>
#include <stdexcept>

#include "compiler/source/spelling.h"

namespace diagc::rules {

namespace {

constexpr std::size_t most_comparisons = 200'000;  // then a file is beyond the help of suggestions

}  // namespace

const Symbol* Scope::global(std::string_view name) const {
  const auto found = globals_.find(name);
  return found == globals_.end() ? nullptr : &found->second;
}

void Scope::enter_frame() {
  locals_.clear();
  used_ = frame_size_ = 0;
}

std::uint32_t Scope::bind(std::string_view name, Local kind) {
  const std::uint32_t slot = used_++;
  frame_size_ = std::max(frame_size_, used_);
  locals_[name].push_back(slot);
  if (kinds_.size() <= slot) kinds_.resize(slot + 1);
  kinds_[slot] = kind;
  return slot;
}

void Scope::unbind(std::string_view name) {
  const auto found = locals_.find(name);
  if (found == locals_.end() || found->second.back() + 1 != used_)
    throw std::logic_error("unbind: not the name bound last");
  --used_;
  found->second.pop_back();
  if (found->second.empty()) locals_.erase(found);
}

const std::uint32_t* Scope::local(std::string_view name) const {
  const auto found = locals_.find(name);
  return found == locals_.end() ? nullptr : &found->second.back();
}

std::string_view Scope::similar(std::string_view name) {
  NearestName nearest(name);
  const auto consider = [&](std::string_view candidate) {
    if (comparisons_ < most_comparisons && nearest.consider(candidate)) ++comparisons_;
  };
  for (const auto& [candidate, slots] : locals_) consider(candidate);
  for (const auto& [candidate, symbol] : globals_) consider(candidate);
  return nearest.found();
}

}  // namespace diagc::rules
