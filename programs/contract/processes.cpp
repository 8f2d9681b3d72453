#include "programs/contract/processes.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "runs/parallel/mpi_ranks.h"

namespace diagc::contract {

class Processes::Links final : public networks::RankLinks {
 public:
  explicit Links(const runs::Ranks& ranks) : ranks_(ranks) {}

  std::uint32_t process() const override { return static_cast<std::uint32_t>(ranks_.rank()); }
  std::uint32_t processes() const override { return static_cast<std::uint32_t>(ranks_.size()); }
  void exchange(std::span<const networks::OutgoingBytes> outgoing,
                std::span<const networks::IncomingBytes> incoming) override {
    std::vector<runs::MpiMessage> sent;
    std::vector<runs::MpiIncoming> received;
    for (const auto& message : outgoing)
      sent.push_back({static_cast<int>(message.process), message.bytes});
    for (const auto& message : incoming)
      received.push_back({static_cast<int>(message.process), message.bytes});
    runs::mpi_exchange(sent, received);
  }

 private:
  const runs::Ranks& ranks_;
};

Processes::Processes() {
  if (!runs::started_by_mpi()) return;
  ranks_ = runs::mpi_ranks();
  if (ranks_->size() > 1) links_ = std::make_unique<Links>(*ranks_);
}

Processes::~Processes() = default;

std::uint32_t Processes::size() const {
  return ranks_ ? static_cast<std::uint32_t>(ranks_->size()) : 1;
}

bool Processes::is_first() const { return !ranks_ || ranks_->rank() == 0; }

std::string Processes::of_first(const std::string& bytes) {
  if (!links_) return bytes;
  const std::string own = is_first() ? bytes : std::string();
  const std::vector<std::byte> first =
      ranks_->gather(std::as_bytes(std::span(own.data(), own.size()))).front();
  return {reinterpret_cast<const char*>(first.data()), first.size()};
}

std::uint64_t Processes::least(std::uint64_t own) {
  if (!links_) return own;
  for (const std::vector<std::byte>& bytes : ranks_->gather(std::as_bytes(std::span(&own, 1)))) {
    std::uint64_t other = 0;
    std::memcpy(&other, bytes.data(), sizeof other);
    own = std::min(own, other);
  }
  return own;
}

networks::RankCounts Processes::total(const networks::RankCounts& own) {
  if (!links_) return own;
  const std::array<std::uint64_t, 5> numbers = {own.sent.messages, own.sent.elements,
                                                own.sent.far_elements, own.largest_shard, own.peak};
  networks::RankCounts all;
  for (const std::vector<std::byte>& bytes : ranks_->gather(std::as_bytes(std::span(numbers)))) {
    std::array<std::uint64_t, 5> other{};
    std::memcpy(other.data(), bytes.data(), sizeof other);
    all.add({{other[0], other[1], other[2]}, other[3], other[4]});
  }
  return all;
}

void Processes::leave() noexcept {
  links_.reset();
  [[maybe_unused]] const runs::Ranks* left_alone = ranks_.release();
}

}  // namespace diagc::contract
