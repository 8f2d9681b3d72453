#include "runs/parallel/rank_threads.h"

#include <cstring>

namespace diagc::runs {

class RankThreads::Member final : public Ranks {
 public:
  Member(RankThreads& all, int rank) : all_(all), rank_(rank) {}
  int rank() const override { return rank_; }
  int size() const override { return all_.size_; }

  std::vector<std::vector<std::byte>> gather(std::span<const std::byte> bytes) override {
    // Two sets in turn: nobody writes to this one again before all have come to the next, having read it.
    auto& parts = all_.parts_[turn_];
    turn_ ^= 1U;
    parts[static_cast<std::size_t>(rank_)].assign(bytes.begin(), bytes.end());
    meet();
    return parts;
  }

  void collect(const std::function<std::vector<std::byte>()>& next,
               const std::function<void(std::span<const std::byte>)>& take) override {
    std::vector<std::byte>& piece = all_.piece_;
    for (int sender = 0; sender < size(); ++sender) {
      for (bool last = false; !last;) {
        if (sender == rank_) piece = next();
        meet();
        last = piece.empty();
        if (rank_ == 0 && !last) take(piece);
        meet();
      }
    }
  }

  void sum(std::span<std::uint64_t> numbers) override {
    const auto parts = gather(std::as_bytes(numbers));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = 0;
      for (const auto& part : parts) {
        std::uint64_t number = 0;
        std::memcpy(&number, part.data() + i * sizeof number, sizeof number);
        numbers[i] += number;
      }
    }
  }

 private:
  void meet() {
    all_.barrier_.arrive_and_wait();
    const std::lock_guard lock(all_.mutex_);
    if (all_.error_) throw Ended();
  }

  RankThreads& all_;
  int rank_;
  std::size_t turn_ = 0;
};

RankThreads::RankThreads(int size) : size_(size), barrier_(size) {
  for (auto& parts : parts_) parts.resize(static_cast<std::size_t>(size));
  for (int rank = 0; rank < size; ++rank) members_.push_back(std::make_unique<Member>(*this, rank));
}
RankThreads::~RankThreads() {
  body_ = nullptr;
  ++begun_;
  begun_.notify_all();
}

void RankThreads::fail(std::exception_ptr error) {
  {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::move(error);
  }
  barrier_.arrive_and_drop();  // nobody waits for this rank any more
}

void RankThreads::work(int rank) {
  for (unsigned seen = 0;;) {
    begun_.wait(seen);
    seen = begun_;
    if (!body_) return;
    try {
      (*body_)(this->rank(rank));
    } catch (const Ended&) {
      barrier_.arrive_and_drop();
    } catch (...) {
      fail(std::current_exception());
    }
    if (--running_ == 0) running_.notify_all();
  }
}

void RankThreads::run(const std::function<void(Ranks&)>& body) {
  if (threads_.empty()) {
    for (int rank = 0; rank < size_; ++rank) threads_.emplace_back([this, rank] { work(rank); });
  }
  body_ = &body;
  running_ = size_;
  ++begun_;
  begun_.notify_all();
  for (int left = running_; left > 0; left = running_) running_.wait(left);
  if (error_) std::rethrow_exception(error_);
}

}  // namespace diagc::runs
