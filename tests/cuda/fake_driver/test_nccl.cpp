// Devices that send to each other, on the fake driver with its NCCL.
#include <thread>

#include "runtime/cuda/memory.h"
#include "runtime/cuda/nccl.h"
#include "tests/cuda/fake_driver/fixture.h"

namespace diagc::cuda {
namespace {

/// Memory of a device with these numbers.
DeviceBuffer buffer_of(const Device& device, const std::vector<double>& numbers) {
  DeviceBuffer buffer(device, numbers.size() * sizeof(double));
  buffer.write(numbers.data(), buffer.bytes());
  return buffer;
}

std::vector<double> numbers_in(const DeviceBuffer& buffer) {
  std::vector<double> numbers(buffer.bytes() / sizeof(double));
  buffer.read(numbers.data(), buffer.bytes());
  return numbers;
}

TEST_CASE("members on threads of their own send all to all") {
  const FakeDriver fake;
  const NcclId id = new_nccl_id();
  std::vector<std::vector<double>> arrived(2);
  {
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < 2; ++rank) {
      threads.emplace_back([rank, &id, &arrived] {
        const Device device(rank);
        const Stream stream(device);
        const Nccl nccl(device, id, rank, 2);
        const double own = 10 * rank;
        const DeviceBuffer from = buffer_of(device, {own, own + 1, own + 2});
        const DeviceBuffer to = buffer_of(device, {-1, -1, -1});
        // Rank 0 sends two numbers, rank 1 one.
        const std::size_t sent = (rank == 0 ? 2 : 1) * sizeof(double), received = 24 - sent;
        std::vector<NcclPart> outgoing(2), incoming(2);
        outgoing[static_cast<std::size_t>(1 - rank)] = {from.address() + 8, sent};
        incoming[static_cast<std::size_t>(1 - rank)] = {to.address(), received};
        for (int round = 0; round < 3; ++round) nccl.all_to_all(outgoing, incoming, stream);
        stream.synchronize();
        arrived[static_cast<std::size_t>(rank)] = numbers_in(to);
      });
    }
  }
  CHECK(arrived[0] == std::vector<double>{11, -1, -1});
  CHECK(arrived[1] == std::vector<double>{1, 2, -1});
}

TEST_CASE("members of one thread: sums of pieces") {
  const FakeDriver fake;
  const std::vector<Device> devices{Device(0), Device(1)};
  const std::vector<Nccl> members = Nccl::of_devices(devices);
  const Stream first(devices[0]), second(devices[1]);
  const DeviceBuffer a = buffer_of(devices[0], {1, 2, 3, 4}),
                     b = buffer_of(devices[1], {10, 20, 30, 40});
  const DeviceBuffer of_a(devices[0], 16), of_b(devices[1], 16);
  NcclGroup group;
  members[0].reduce_scatter(a.as<double>(), of_a.as<double>(), 2, first);
  members[1].reduce_scatter(b.as<double>(), of_b.as<double>(), 2, second);
  group.end();
  first.synchronize();
  second.synchronize();
  CHECK(numbers_in(of_a) == std::vector<double>{11, 22});
  CHECK(numbers_in(of_b) == std::vector<double>{33, 44});
  // Memory of another device is refused, not read.
  members[0].send({b.address(), 8}, 1, first);
  CHECK_THROWS_AS(first.synchronize(), Error);
}

TEST_CASE("copies between devices") {
  const FakeDriver fake;
  const Device one(0), other(1);
  CHECK(one.reach(other));
  CHECK(!one.reach(one));
  const Stream stream(one);
  const DeviceBuffer from = buffer_of(other, {1, 2, 3}), to = buffer_of(one, {0, 0, 0});
  stream.copy_from(other, to.address() + 8, from.address(), 16);
  stream.synchronize();
  CHECK(numbers_in(to) == std::vector<double>{0, 1, 2});
  // The first two of every three numbers.
  const DeviceBuffer six = buffer_of(other, {1, 2, 3, 4, 5, 6}),
                     four = buffer_of(one, {0, 0, 0, 0});
  stream.copy_rows_from(other, {four.address(), 16}, {six.address(), 24}, 16, 2);
  stream.synchronize();
  CHECK(numbers_in(four) == std::vector<double>{1, 2, 4, 5});
}

}  // namespace
}  // namespace diagc::cuda
