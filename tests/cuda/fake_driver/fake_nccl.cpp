// A stand-in for NCCL on the fake driver's devices: DIAGC_NCCL names the library of the fake driver.
#include <cstring>
#include <deque>
#include <tuple>
#include <vector>

#include "tests/cuda/fake_driver/world.h"

namespace {

using namespace fake_cuda;

constexpr int failure = 4, of_floats = 7, of_doubles = 8;

/// What one member sends to another one, until that has taken it.
struct Letter {
  const void* from;
  bool is_taken = false;
};

struct Post {
  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::tuple<int, int, int>, std::deque<Letter*>> boxes;  // by set, sender, receiver
  int sets = 0;
};

Post& post() {
  static Post all;
  return all;
}

struct Member {
  int set, rank, size, device;
  std::uint64_t started = 0, done = 0;  // groups; those of several streams come one after the other
};

struct Operation {
  enum class Kind { send, receive, add } kind;
  Member* member;
  int other;
  void* memory;
  std::size_t bytes;
  int type;
  api::Stream stream;
};

thread_local int open_groups = 0;
thread_local std::vector<Operation> operations;

bool is_there(const Operation& own) {
  World& w = world();
  const std::lock_guard lock(w.mutex);
  return is_in(w, reinterpret_cast<api::DevicePointer>(own.memory), own.bytes, own.member->device);
}

template <class Number>
void add(void* to, const void* from, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes / sizeof(Number); ++i) {
    static_cast<Number*>(to)[i] += static_cast<const Number*>(from)[i];
  }
}

/// All of a group that a stream does, at once: letters are posted before any is waited for.
int carry_out(const std::vector<Operation>& all) {
  for (const Operation& own : all) {
    if (!is_there(own)) return api::error_illegal_address;
  }
  Post& office = post();
  std::deque<Letter> sent;
  std::unique_lock lock(office.mutex);
  for (const Operation& own : all) {
    if (own.kind != Operation::Kind::send) continue;
    sent.push_back({own.memory});
    office.boxes[{own.member->set, own.member->rank, own.other}].push_back(&sent.back());
  }
  office.changed.notify_all();
  for (const Operation& own : all) {
    if (own.kind == Operation::Kind::send) continue;
    auto& box = office.boxes[{own.member->set, own.other, own.member->rank}];
    office.changed.wait(lock, [&] { return !box.empty(); });
    Letter* const letter = box.front();
    box.pop_front();
    if (own.kind == Operation::Kind::receive) {
      std::memcpy(own.memory, letter->from, own.bytes);
    } else if (own.type == of_doubles) {
      add<double>(own.memory, letter->from, own.bytes);
    } else {
      add<float>(own.memory, letter->from, own.bytes);
    }
    letter->is_taken = true;
    office.changed.notify_all();
  }
  office.changed.wait(lock, [&] {
    for (const Letter& letter : sent) {
      if (!letter.is_taken) return false;
    }
    return true;
  });
  return api::success;
}

int start_all() {
  std::map<api::Stream, std::vector<Operation>> by_stream;
  for (const Operation& own : operations) by_stream[own.stream].push_back(own);
  operations.clear();
  for (const auto& [stream, own] : by_stream) {
    Member* const member = own.front().member;
    stream->put([stream = stream, own = own, member, turn = member->started++] {
      Post& office = post();
      {
        std::unique_lock lock(office.mutex);
        office.changed.wait(lock, [&] { return member->done == turn; });
      }
      if (const int error = carry_out(own)) set_error(stream->device, error);
      const std::lock_guard lock(office.mutex);
      ++member->done;
      office.changed.notify_all();
    });
  }
  return 0;
}

int take(const Operation& own) {
  if (own.member->device != own.stream->device) return failure;
  operations.push_back(own);
  return open_groups > 0 ? 0 : start_all();
}

void* memory_of(const void* pointer) { return const_cast<void*>(pointer); }

}  // namespace

extern "C" {

// NOLINTBEGIN(readability-identifier-naming): NVIDIA's names

struct FakeNcclId {
  char bytes[128];
};

int ncclGetUniqueId(FakeNcclId* id) {
  const std::lock_guard lock(post().mutex);
  const int number = post().sets++;
  std::memset(id->bytes, 0, sizeof id->bytes);
  std::memcpy(id->bytes, &number, sizeof number);
  return 0;
}

int ncclCommInitRank(void** member, int size, FakeNcclId id, int rank) {
  if (current_device() < 0) return failure;
  int set = 0;
  std::memcpy(&set, id.bytes, sizeof set);
  *member = new Member{.set = set, .rank = rank, .size = size, .device = current_device()};
  return 0;
}

int ncclCommInitAll(void** members, int size, const int* devices) {
  FakeNcclId id;
  ncclGetUniqueId(&id);
  int set = 0;
  std::memcpy(&set, id.bytes, sizeof set);
  for (int rank = 0; rank < size; ++rank) {
    members[rank] = new Member{.set = set, .rank = rank, .size = size, .device = devices[rank]};
  }
  return 0;
}

int ncclCommDestroy(void* member) {
  delete static_cast<Member*>(member);
  return 0;
}

int ncclGroupStart() {
  ++open_groups;
  return 0;
}

int ncclGroupEnd() { return --open_groups > 0 ? 0 : start_all(); }

int ncclSend(const void* from, std::size_t count, int type, int to, void* member,
             api::Stream stream) {
  return take({Operation::Kind::send, static_cast<Member*>(member), to, memory_of(from), count,
               type, stream});
}

int ncclRecv(void* to, std::size_t count, int type, int from, void* member, api::Stream stream) {
  return take(
      {Operation::Kind::receive, static_cast<Member*>(member), from, to, count, type, stream});
}

int ncclReduceScatter(const void* from, void* to, std::size_t count, int type, int, void* member,
                      api::Stream stream) {
  Member* const own = static_cast<Member*>(member);
  const std::size_t bytes = count * (type == of_doubles ? sizeof(double) : sizeof(float));
  if (type != of_doubles && type != of_floats) return failure;
  ncclGroupStart();
  const auto piece = [&](int rank) {
    return static_cast<char*>(memory_of(from)) + static_cast<std::size_t>(rank) * bytes;
  };
  // The first piece replaces what is there; pieces come in the order of ranks.
  for (int rank = 0; rank < own->size; ++rank) {
    take({Operation::Kind::send, own, rank, piece(rank), bytes, type, stream});
    take({rank == 0 ? Operation::Kind::receive : Operation::Kind::add, own, rank, to, bytes, type,
          stream});
  }
  return ncclGroupEnd();
}

const char* ncclGetErrorString(int) { return "as the fake NCCL says"; }

// NOLINTEND(readability-identifier-naming)

}  // extern "C"
