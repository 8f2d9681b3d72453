// Ranks that are threads of this process.
#pragma once

#include <barrier>
#include <cstring>
#include <functional>
#include <thread>
#include <vector>

#include "programs/integrate/sampling/ranks.h"

namespace diagc::integrate {

/// Runs body(ranks) on `size` threads, each a rank of its own.
class RankThreads {
 public:
  explicit RankThreads(int size)
      : size_(size), parts_(static_cast<std::size_t>(size)), barrier_(size) {}

  void run(const std::function<void(Ranks&)>& body) {
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < size_; ++rank) {
      threads.emplace_back([this, rank, &body] {
        Member member(*this, rank);
        body(member);
      });
    }
  }

 private:
  class Member final : public Ranks {
   public:
    Member(RankThreads& all, int rank) : all_(all), rank_(rank) {}
    int rank() const override { return rank_; }
    int size() const override { return all_.size_; }
    std::vector<std::vector<std::byte>> gather(std::span<const std::byte> bytes) override {
      all_.parts_[static_cast<std::size_t>(rank_)].assign(bytes.begin(), bytes.end());
      all_.barrier_.arrive_and_wait();
      auto parts = all_.parts_;
      all_.barrier_.arrive_and_wait();
      return parts;
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
    RankThreads& all_;
    int rank_;
  };

  int size_;
  std::vector<std::vector<std::byte>> parts_;
  std::barrier<> barrier_;
};

}  // namespace diagc::integrate
