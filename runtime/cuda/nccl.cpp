#include "runtime/cuda/nccl.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string>

#include "runtime/cuda/memory.h"
#include "runtime/cuda/optional_library.h"

namespace diagc::cuda {
namespace {

// Of nccl.h.
constexpr int nccl_success = 0, of_bytes = 1, of_floats = 7, of_doubles = 8, nccl_sum = 0;

struct NcclLibrary {
  int (*unique_id)(NcclId* id) = nullptr;
  int (*init_rank)(void** member, int size, NcclId id, int rank) = nullptr;
  int (*init_all)(void** members, int size, const int* devices) = nullptr;
  int (*destroy)(void* member) = nullptr;
  int (*group_start)() = nullptr;
  int (*group_end)() = nullptr;
  int (*send)(const void* from, std::size_t count, int type, int to, void* member,
              api::Stream stream) = nullptr;
  int (*receive)(void* to, std::size_t count, int type, int from, void* member,
                 api::Stream stream) = nullptr;
  int (*reduce_scatter)(const void* from, void* to, std::size_t count, int type, int operation,
                        void* member, api::Stream stream) = nullptr;
  const char* (*error_string)(int status) = nullptr;
  std::string problem;
};

NcclLibrary open_nccl() {
  NcclLibrary library;
  OptionalLibrary opened({.name = "NCCL",
                          .variable = "DIAGC_NCCL",
                          .places = {"libnccl.so.2", "/usr/local/cuda/lib64/libnccl.so.2"},
                          .where_from = "NVIDIA's package libnccl2 has it"});
  opened.take(library.unique_id, "ncclGetUniqueId");
  opened.take(library.init_rank, "ncclCommInitRank");
  opened.take(library.init_all, "ncclCommInitAll");
  opened.take(library.destroy, "ncclCommDestroy");
  opened.take(library.group_start, "ncclGroupStart");
  opened.take(library.group_end, "ncclGroupEnd");
  opened.take(library.send, "ncclSend");
  opened.take(library.receive, "ncclRecv");
  opened.take(library.reduce_scatter, "ncclReduceScatter");
  opened.take(library.error_string, "ncclGetErrorString");
  library.problem = opened.problem();
  return library;
}

const NcclLibrary& nccl_library() {
  static const NcclLibrary library = open_nccl();
  return library;
}

const NcclLibrary& available_nccl() {
  if (!why_no_nccl().empty()) throw Unavailable(why_no_nccl());
  return nccl_library();
}

void check_nccl(int status, const char* call) {
  if (status == nccl_success) return;
  throw Error(fmt::format("{}: {}", call, nccl_library().error_string(status)), status);
}

void* new_member(const Device& device, const NcclId& id, int rank, int size) {
  const NcclLibrary& library = available_nccl();
  const Device::Current current(device);
  void* member = nullptr;
  check_nccl(library.init_rank(&member, size, id, rank), "ncclCommInitRank");
  return member;
}

const void* from_memory(api::DevicePointer address) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the driver's addresses are numbers
  return reinterpret_cast<const void*>(address);
}
void* memory_at(api::DevicePointer address) { return const_cast<void*>(from_memory(address)); }

}  // namespace

const std::string& why_no_nccl() { return nccl_library().problem; }

NcclId new_nccl_id() {
  NcclId id{};
  check_nccl(available_nccl().unique_id(&id), "ncclGetUniqueId");
  return id;
}

Nccl::Nccl(const Device& device, void* member, int rank, int size)
    : member_(device, member, [](void* own) { return nccl_library().destroy(own); }),
      rank_(rank),
      size_(size) {}

Nccl::Nccl(const Device& device, const NcclId& id, int rank, int size)
    : Nccl(device, new_member(device, id, rank, size), rank, size) {}

std::vector<Nccl> Nccl::of_devices(std::span<const Device> devices) {
  const NcclLibrary& library = available_nccl();
  std::vector<int> numbers;
  for (const Device& device : devices) numbers.push_back(device.info().number);
  std::vector<void*> handles(devices.size());
  const int size = static_cast<int>(devices.size());
  check_nccl(library.init_all(handles.data(), size, numbers.data()), "ncclCommInitAll");
  std::vector<Nccl> members;
  for (int rank = 0; rank < size; ++rank) {
    const auto at = static_cast<std::size_t>(rank);
    members.push_back(Nccl(devices[at], handles[at], rank, size));
  }
  return members;
}

void Nccl::connect(std::span<const Nccl> members) {
  constexpr std::size_t bytes = 8;
  std::vector<DeviceBuffer> room;
  std::vector<Stream> streams;
  for (const Nccl& member : members) {
    room.emplace_back(member.member_.device(), 2 * bytes * static_cast<std::size_t>(member.size_));
    streams.emplace_back(member.member_.device());
  }
  NcclGroup group;
  for (std::size_t k = 0; k < members.size(); ++k) {
    api::DevicePointer at = room[k].address();
    for (int other = 0; other < members[k].size_; ++other, at += 2 * bytes) {
      if (other == members[k].rank_) continue;
      members[k].send({at, bytes}, other, streams[k]);
      members[k].receive({at + bytes, bytes}, other, streams[k]);
    }
  }
  group.end();
  for (const Stream& stream : streams) stream.synchronize();
}

void Nccl::send(NcclPart from, int to, const Stream& stream) const {
  const Device::Current current(member_.device());
  check_nccl(nccl_library().send(from_memory(from.address), from.bytes, of_bytes, to, member_.get(),
                                 stream.handle()),
             "ncclSend");
}

void Nccl::receive(NcclPart to, int from, const Stream& stream) const {
  const Device::Current current(member_.device());
  check_nccl(nccl_library().receive(memory_at(to.address), to.bytes, of_bytes, from, member_.get(),
                                    stream.handle()),
             "ncclRecv");
}

void Nccl::all_to_all(std::span<const NcclPart> outgoing, std::span<const NcclPart> incoming,
                      const Stream& stream) const {
  if (outgoing.size() != static_cast<std::size_t>(size_) || incoming.size() != outgoing.size()) {
    throw std::logic_error("parts of an exchange that are not one for each rank");
  }
  NcclGroup group;
  // The nearest ranks first, so that no rank is everybody's first one.
  for (int distance = 1; distance < size_; ++distance) {
    const int to = (rank_ + distance) % size_, from = (rank_ + size_ - distance) % size_;
    const NcclPart& own = outgoing[static_cast<std::size_t>(to)];
    const NcclPart& other = incoming[static_cast<std::size_t>(from)];
    if (own.bytes > 0) send(own, to, stream);
    if (other.bytes > 0) receive(other, from, stream);
  }
  group.end();
}

void Nccl::reduce_scatter(const float* from, float* to, std::size_t count,
                          const Stream& stream) const {
  const Device::Current current(member_.device());
  check_nccl(nccl_library().reduce_scatter(from, to, count, of_floats, nccl_sum, member_.get(),
                                           stream.handle()),
             "ncclReduceScatter");
}

void Nccl::reduce_scatter(const double* from, double* to, std::size_t count,
                          const Stream& stream) const {
  const Device::Current current(member_.device());
  check_nccl(nccl_library().reduce_scatter(from, to, count, of_doubles, nccl_sum, member_.get(),
                                           stream.handle()),
             "ncclReduceScatter");
}

NcclGroup::NcclGroup() { check_nccl(available_nccl().group_start(), "ncclGroupStart"); }

void NcclGroup::end() {
  is_open_ = false;
  check_nccl(nccl_library().group_end(), "ncclGroupEnd");
}

NcclGroup::~NcclGroup() {
  // The calls so far failed, or somebody else did; what is open stays no longer.
  if (is_open_) nccl_library().group_end();
}

}  // namespace diagc::cuda
