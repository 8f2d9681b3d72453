#include "runs/parallel/rank_threads.h"

#include <chrono>
#include <cstring>

namespace diagc::runs {

namespace {

/// Returns when the number is another one. To wake a thread takes some ten microseconds, which is long beside what devices compute between two meetings.
template <class T>
void wait_while(const std::atomic<T>& number, T old, bool watches) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::microseconds watched(200);
  for (const auto end = Clock::now() + watched; watches && Clock::now() < end;) {
    if (number.load(std::memory_order_acquire) != old) return;
    std::this_thread::yield();
  }
  number.wait(old, std::memory_order_acquire);
}

}  // namespace

void Meeting::go_on() {
  missing_ = expected_.load();
  ++meetings_;
  meetings_.notify_all();
}

void Meeting::arrive_and_wait() {
  const unsigned before = meetings_;
  if (--missing_ == 0) {
    go_on();
  } else {
    wait_while(meetings_, before, watches_);
  }
}

void Meeting::arrive_and_drop() {
  --expected_;
  if (--missing_ == 0) go_on();
}

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
    all_.meeting_.arrive_and_wait();
    const std::lock_guard lock(all_.mutex_);
    if (all_.error_) throw Ended();
  }

  RankThreads& all_;
  int rank_;
  std::size_t turn_ = 0;
};

RankThreads::RankThreads(int size)
    : size_(size),
      watches_(std::thread::hardware_concurrency() > static_cast<unsigned>(size)),
      meeting_(size, watches_) {
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
  meeting_.arrive_and_drop();  // nobody waits for this rank any more
}

void RankThreads::run_rank(int rank) {
  try {
    (*body_)(this->rank(rank));
  } catch (const Ended&) {
    meeting_.arrive_and_drop();
  } catch (...) {
    fail(std::current_exception());
  }
}

void RankThreads::work(int rank) {
  for (unsigned seen = 0;;) {
    wait_while(begun_, seen, watches_);
    seen = begun_;
    if (!body_) return;
    run_rank(rank);
    if (--running_ == 0) running_.notify_all();
  }
}

void RankThreads::run(const std::function<void(Ranks&)>& body) {
  if (threads_.empty()) {
    for (int rank = 1; rank < size_; ++rank) threads_.emplace_back([this, rank] { work(rank); });
  }
  body_ = &body;
  running_ = size_ - 1;
  ++begun_;
  begun_.notify_all();
  run_rank(0);
  for (int left = running_; left > 0; left = running_) wait_while(running_, left, watches_);
  if (error_) std::rethrow_exception(error_);
}

}  // namespace diagc::runs
