#pragma once

// NCCL: what devices of one or of several processes send to each other. It is opened at run time where it is installed. Nothing needs it.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "runtime/cuda/stream.h"

namespace diagc::cuda {

/// Empty where Nccl works, else why there is none and what to do.
const std::string& why_no_nccl();

/// Names a set of members that are to find each other; one of them makes it and gives it to the others.
struct NcclId {
  char bytes[128];
};
/// Throws Unavailable.
NcclId new_nccl_id();

/// Part of the memory of a device.
struct NcclPart {
  api::DevicePointer address = 0;
  std::size_t bytes = 0;
};

/// A device as one of several members. Calls return before their work, which is the stream's, is done; a member's calls come in the order of those of
/// all others. For one thread at a time.
class Nccl {
 public:
  /// The library libnccl.so.2, or the file that the variable DIAGC_NCCL names. All members make theirs at once, each on a thread or in a process of its
  /// own; it returns when all have. Throws Unavailable, and Error where it does not start.
  Nccl(const Device& device, const NcclId& id, int rank, int size);
  /// All members on the calling thread, whose calls have to stand in an NcclGroup then.
  static std::vector<Nccl> of_devices(std::span<const Device> devices);

  /// Every member sends a little to every other, so that connections are there before they are needed, which takes far longer than sending. Members are
  /// those of the calling thread, one of several or all; others do the same at once. Returns when it is done.
  static void connect(std::span<const Nccl> members);

  int rank() const { return rank_; }
  int size() const { return size_; }

  void send(NcclPart from, int to, const Stream& stream) const;
  void receive(NcclPart to, int from, const Stream& stream) const;
  /// Part r of `outgoing` arrives at rank r, at the part of `incoming` of this rank's number, which has its size. Empty parts and this rank's own are
  /// left alone.
  void all_to_all(std::span<const NcclPart> outgoing, std::span<const NcclPart> incoming,
                  const Stream& stream) const;
  /// Piece number `rank` of the sum of all members' arrays, each of size() pieces of `count` numbers.
  void reduce_scatter(const float* from, float* to, std::size_t count, const Stream& stream) const;
  void reduce_scatter(const double* from, double* to, std::size_t count,
                      const Stream& stream) const;

 private:
  Nccl(const Device& device, void* member, int rank, int size);

  Owned<void*> member_;
  int rank_, size_;
};

/// Calls of this thread between its begin and end() start together: sends and receives that wait for each other, and those of several members.
class NcclGroup {
 public:
  NcclGroup();
  /// Throws Error where a call of the group fails.
  void end();
  ~NcclGroup();
  NcclGroup(const NcclGroup&) = delete;

 private:
  bool is_open_ = true;
};

}  // namespace diagc::cuda
