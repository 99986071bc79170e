// SPDX-License-Identifier: Apache-2.0
// If several Ethos-U operators of a file use the same constants or the same commands, the program
// must store these bytes only once.
#include <set>

#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/ethosu/replay/replay.h"
#include "hwmodels/target/select_target.h"
#include "tests/hwmodels/ethosu/replay/assembled_file.h"

namespace spillway::ethosu {
namespace {

using test::AssembledFile;
using test::Constants;

Bytes flash_of(const AssembledFile& file) {
  const Target target = load_target("ethos-u55-128");
  const Program program = replay(test::assembled_network(file), target);
  return program.peak_bytes[memory_index(target, "flash")];
}

Bytes stored(const Program& program, const std::string& prefix) {
  Bytes bytes = 0;
  for (const Storage& storage : program.storage) {
    if (storage.name.compare(0, prefix.size(), prefix) == 0) bytes += storage.bytes;
  }
  return bytes;
}

TEST(SharedOperands, OneConstantTensorIsCountedOnceHoweverManyOperatorsNameIt) {
  AssembledFile file;
  file.constant_bytes = 1 << 20;
  for (const int operators : {1, 2, 7}) {
    file.npu_operators = operators;
    const auto bytes = static_cast<Bytes>(test::assembled_bytes(file).size());
    EXPECT_LE(flash_of(file), bytes) << operators;
    EXPECT_GT(flash_of(file), file.constant_bytes) << operators;
  }
}

TEST(SharedOperands, TensorsOfOneBufferAreStoredOnce) {
  AssembledFile file;
  file.npu_operators = 3;
  file.constant_bytes = 1 << 20;
  const Bytes one_tensor = flash_of(file);
  file.constants = Constants::one_buffer;
  EXPECT_EQ(flash_of(file), one_tensor);
  file.constants = Constants::of_their_own;
  EXPECT_EQ(flash_of(file), one_tensor + 2 * file.constant_bytes);
}

TEST(SharedOperands, OperatorsReadTheConstantsAtTheirOwnOffsetsOfOnePlace) {
  AssembledFile file;
  file.npu_operators = 3;
  const Target target = load_target("ethos-u55-128");
  const Program program = replay(test::assembled_network(file), target);
  std::set<Address> weights;
  Address first = ~Address{0};
  Address last = 0;
  for (const Access& access : program.accesses) {
    if (access.data != DataClass::weights) continue;
    weights.insert(access.address);
    first = std::min(first, access.address);
    last = std::max(last, access.address);
  }
  EXPECT_EQ(weights.size(), 6U) << "two convolutions of three operators";
  EXPECT_LT(last - first, static_cast<Address>(file.constant_bytes));
}

TEST(SharedOperands, ACommandStreamOfTwoOperatorsIsStoredOnce) {
  AssembledFile file;
  file.npu_operators = 2;
  file.host_between = false;
  file.shared_stream = true;
  const Program shared = replay(test::assembled_network(file), load_target("ethos-u55-128"));
  file.shared_stream = false;
  const Program apart = replay(test::assembled_network(file), load_target("ethos-u55-128"));
  EXPECT_EQ(2 * stored(shared, "command_stream"), stored(apart, "command_stream"));
  ASSERT_EQ(shared.streams.size(), 2U);
  EXPECT_EQ(shared.streams[0].words.address, shared.streams[1].words.address);
}

TEST(SharedOperands, ConstantsOfCpuOperatorsAreStoredOnce) {
  AssembledFile file;
  file.npu_operators = 5;
  const Program program = replay(test::assembled_network(file), load_target("ethos-u55-128"));
  EXPECT_EQ(program.host_tasks.size(), 4U);
  EXPECT_EQ(stored(program, "added"), 8 * 8 * 16);
}

}  // namespace
}  // namespace spillway::ethosu
