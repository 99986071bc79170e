// SPDX-License-Identifier: Apache-2.0
// Tests `relink`, which writes a compiled file again with other addresses, on the delegates of
// ExecuTorch programs.
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/ethosu/proof/same_function.h"
#include "hwmodels/ethosu/relink/relink.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/select_target.h"
#include "tests/hwmodels/ethosu/relink/random_homes.h"
#include "tests/hwmodels/ethosu/replay/assembled_program.h"
#include "tests/reference.h"
#include "tests/user_error.h"
#include "traces/executorch/data.h"
#include "traces/files/network_loader.h"

namespace spillway::ethosu {
namespace {

using ::testing::IsEmpty;
using Bytes8 = std::vector<std::uint8_t>;

MovableBuffers buffers_of(const Network& network) {
  return movable_buffers(network, load_target(compiled_target(network)));
}

Bytes8 program_of(const Network& network) {
  const ByteView contents = file_contents(network);
  return {contents.begin(), contents.end()};
}

Bytes8 with_own_homes(const Network& network) {
  std::vector<BufferHome> homes;
  for (const MovableBuffer& buffer : buffers_of(network).buffers) homes.push_back(buffer.home);
  return relink(network, homes);
}

// Returns programs with three delegates and, between them, operators on the CPU. Some programs have
// a fast arena (arena in fast memory), others have none. Some store the data of delegates in
// segments, others in tables.
std::vector<Network> assembled_programs() {
  std::vector<Network> networks;
  for (const bool cached : {true, false}) {
    for (const bool segments : {true, false}) {
      test::AssembledFile file;
      file.product = Product::u65;
      file.macs = 256;
      file.convolutions = 5;
      file.npu_operators = 3;
      file.cached = cached;
      file.fetches = cached;
      test::RawProgram program = test::assembled_program(file);
      program.segments = segments;
      networks.push_back(parse_network(program_bytes(program), "net.pte"));
    }
  }
  return networks;
}

TEST(RelinkExecutorch, GivesTheSameProgramForTheSamePlaces) {
  SPILLWAY_NEEDS_SHARED("models/more");
  for (const char* name : {"himax_add__u55-64", "himax_mbv2_cifar10__u55-64"}) {
    const Network network =
        load_network(test::shared_path("models/more/" + std::string(name) + "__vela_4.5.pte"));
    EXPECT_TRUE(with_own_homes(network) == program_of(network)) << name;
  }
}

TEST(RelinkExecutorch, ComputesTheSameFromAnyPlacesOfBuffers) {
  std::mt19937 random(3);
  for (const Network& network : assembled_programs()) {
    for (int round = 0; round < 5; ++round) {
      const Network moved = parse_network(
          relink(network, test::random_homes(buffers_of(network), random)), "moved.pte");
      EXPECT_THAT(proof::difference(network, moved), IsEmpty());
    }
  }
}

// The state of a delegate is a region of its own, which does not move.
TEST(RelinkExecutorch, MovesTheBuffersOfDelegatesThatKeepAState) {
  test::AssembledFile file;
  file.product = Product::u65;
  file.macs = 256;
  file.convolutions = 3;
  file.stateful = true;
  const Network network =
      parse_network(program_bytes(test::assembled_program(file)), "stateful.pte");
  std::mt19937 random(5);
  for (int round = 0; round < 5; ++round) {
    const Network moved = parse_network(
        relink(network, test::random_homes(buffers_of(network), random)), "moved.pte");
    EXPECT_THAT(proof::difference(network, moved), IsEmpty());
  }
}

// The program's own memory plan places the tensors between delegates. These tensors lie outside of
// the delegates' arenas, so relinking must not move them.
TEST(RelinkExecutorch, LeavesTheTensorsOfTheProgramWhereTheyAre) {
  for (const Network& network : assembled_programs()) {
    for (const MovableBuffer& buffer : buffers_of(network).buffers) {
      const Bytes end = buffer.home.offset + buffer.size;
      EXPECT_LE(end,
                buffer.home.fast ? buffers_of(network).fast_bytes : buffers_of(network).arena_bytes)
          << buffer.name;
    }
  }
}

class DelegateData : public testing::TestWithParam<bool> {
 protected:
  DelegateData() {
    test::AssembledFile file;
    file.product = Product::u65;
    file.macs = 256;
    file.npu_operators = 3;
    program_ = test::assembled_program(file);
    program_.segments = GetParam();
    program_.named = {{"key", {1, 2, 3}}};
    bytes_ = program_bytes(program_);
  }

  static Bytes8 data_of(const ExecutorchFile& file, flatbuffers::uoffset_t delegate) {
    const ByteView data = file.delegate_data(*file.method().delegates()->Get(delegate), "it");
    return {data.begin(), data.end()};
  }

  // Returns the program with `data` as the data of its second delegate.
  Bytes8 with_second(const Bytes8& data) const {
    const ExecutorchFile file({bytes_.data(), bytes_.size()}, "net.pte");
    const ByteView old = file.delegate_data(*file.method().delegates()->Get(1), "it");
    return with_delegate_data(bytes_, file, {{old.data, data}});
  }

  void expect_only_second_changed(const Bytes8& data) const {
    const Bytes8 changed = with_second(data);
    const ExecutorchFile before({bytes_.data(), bytes_.size()}, "net.pte");
    const ExecutorchFile after({changed.data(), changed.size()}, "net.pte");
    EXPECT_EQ(data_of(after, 0), data_of(before, 0));
    EXPECT_EQ(data_of(after, 1), data);
    EXPECT_EQ(data_of(after, 2), data_of(before, 2));
    if (!GetParam()) return;
    const ByteView named = after.named_data("key", "it");
    EXPECT_EQ(Bytes8(named.begin(), named.end()), (Bytes8{1, 2, 3}));
  }

  test::RawProgram program_;
  Bytes8 bytes_;
};

TEST_P(DelegateData, ShrinksWithoutMovingOtherSegments) {
  const ExecutorchFile file({bytes_.data(), bytes_.size()}, "net.pte");
  Bytes8 data = data_of(file, 1);
  data.resize(data.size() - 48);
  expect_only_second_changed(data);
}

TEST_P(DelegateData, GrowsByMovingTheSegmentsBehindIt) {
  const ExecutorchFile file({bytes_.data(), bytes_.size()}, "net.pte");
  Bytes8 data = data_of(file, 1);
  data.resize(data.size() + 1000, 7);
  if (GetParam()) return expect_only_second_changed(data);
  EXPECT_THAT(test::user_error([&] { with_second(data); }),
              ::testing::HasSubstr("export it with segments"));
}

INSTANTIATE_TEST_SUITE_P(InSegmentsAndTables, DelegateData, testing::Bool());

}  // namespace
}  // namespace spillway::ethosu
