#include "programs/integrate/cards.h"

#include <cstdlib>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "programs/integrate/sampling/mpi_ranks.h"
#include "runtime/cpu/thread_pool.h"
#include "runtime/cuda/device.h"
#include "runtime/cuda/nvrtc.h"

namespace diagc::integrate {

namespace {

/// Of the ranks on this machine, as mpirun and srun number them.
std::size_t local_rank() {
  for (const char* name : {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"}) {
    if (const char* value = std::getenv(name); value && *value)
      return std::strtoul(value, nullptr, 10);
  }
  return 0;
}

/// Of one that is there, else nothing: what is compiled for it next says what is wrong.
std::string name_of(int card) {
  if (!cuda::why_no_driver().empty()) return "";
  for (const cuda::DeviceInfo& info : cuda::devices()) {
    if (info.number == card) return info.name;
  }
  return "";
}

Sampler on_cards(std::vector<int> cards) {
  Sampler sampler;
  for (const int card : cards) sampler.names.push_back(name_of(card));
  sampler.line =
      fmt::format("runs on card{} {}", cards.size() == 1 ? "" : "s", fmt::join(cards, ", "));
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const std::string& name = sampler.names[i];
    const bool repeated = i > 0 && name == sampler.names[i - 1];
    if (!name.empty() && !repeated) sampler.line += ", " + name;
  }
  sampler.cards = std::move(cards);
  return sampler;
}

std::size_t cards_there() {
  try {
    return cuda::devices().size();
  } catch (const cuda::Unavailable&) {
    return 0;
  }
}

/// On the processor, and why.
Sampler processor(const Job& job, const std::string& why) {
  const unsigned threads = job.run.threads == 0 ? available_threads() : job.run.threads;
  return {
      {},
      {},
      fmt::format("runs on the processor, {} thread{}: {}", threads, threads == 1 ? "" : "s", why)};
}

}  // namespace

Sampler sampler_of(const Job& job) {
  if (job.run.target == RunTarget::cpu) return processor(job, "as the job says");
  std::vector<int> cards = job.run.devices;
  if (cards.empty() && job.run.target == RunTarget::automatic) {
    if (cards_there() == 0) return processor(job, "there is no NVIDIA card to be used");
    if (!cuda::why_no_nvrtc().empty()) {
      return processor(job, "there is a card, but no NVRTC to compile for it");
    }
  }
  if (cards.empty()) {
    for (const cuda::DeviceInfo& card : cuda::devices()) cards.push_back(card.number);
  }
  if (cards.empty()) cards = {0};
  if (started_by_mpi()) cards = {cards[local_rank() % cards.size()]};
  return on_cards(std::move(cards));
}

}  // namespace diagc::integrate
