// SPDX-License-Identifier: Apache-2.0
// The replay of an ExecuTorch program must be equal to the replay of a .tflite file with the same
// command streams.
#include <algorithm>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/ethosu/replay/replay.h"
#include "hwmodels/target/select_target.h"
#include "tests/hwmodels/ethosu/replay/assembled_program.h"
#include "tests/user_error.h"

namespace spillway::ethosu {
namespace {

using test::AssembledFile;
using testing::HasSubstr;

AssembledFile file_with(bool cached) {
  AssembledFile file;
  file.product = Product::u65;
  file.macs = 256;
  file.npu_operators = 3;
  file.cached = cached;
  file.unused_cache = 4096;
  return file;
}

Target target_for(bool cached) {
  return select_mode(load_target("ethos-u65-256"), cached ? "Dedicated_Sram" : "Sram_Only");
}

std::vector<std::string> types_of(const Program& program) {
  std::vector<std::string> types;
  for (const ProgramOperator& op : program.operators) types.push_back(op.type);
  return types;
}

Bytes bytes_of_kernels(const Program& program) {
  Bytes bytes = 0;
  for (const Kernel& kernel : program.kernels) {
    for (std::uint32_t b = 0; b < kernel.blocks.count; ++b) {
      const Block& block = program.blocks[kernel.blocks.first + b];
      for (std::uint32_t i = 0; i < block.reads.count; ++i) {
        const Access& access = program.accesses[block.reads.first + i];
        bytes += Bytes{access.run} * access.rows * access.planes;
      }
    }
  }
  return bytes;
}

TEST(ExecutorchReplay, RunsTheSameKernelsAsTheTfliteWithTheSameStreams) {
  for (const bool cached : {false, true}) {
    const Program tflite = replay(test::assembled_network(file_with(cached)), target_for(cached));
    const Program pte =
        replay(parsed(test::assembled_program(file_with(cached))), target_for(cached));
    ASSERT_EQ(pte.kernels.size(), tflite.kernels.size());
    EXPECT_EQ(bytes_of_kernels(pte), bytes_of_kernels(tflite));
    const std::vector<std::string> types = types_of(pte);
    EXPECT_EQ(std::count(types.begin(), types.end(), "HOST_COPY"), 6);
    EXPECT_EQ(std::count(types.begin(), types.end(), "aten::add.out"), 2);
  }
}

// Returns everything that a program stores in a memory, sorted by address.
std::vector<Storage> stored_in(const Program& program, std::size_t memory) {
  std::vector<Storage> stored;
  for (const Storage& storage : program.storage) {
    if (storage.memory == memory) stored.push_back(storage);
  }
  std::sort(stored.begin(), stored.end(),
            [](const Storage& a, const Storage& b) { return a.address < b.address; });
  return stored;
}

TEST(ExecutorchReplay, PlannedBuffersScratchConstantsAndCommandsDoNotOverlap) {
  const Target target = target_for(false);
  const Network network = parsed(test::assembled_program(file_with(false)));
  const Program program = replay(network, target);
  Bytes planned = 0;
  for (const Tensor& tensor : network.tensors) {
    if (tensor.name == "planned buffer 1") planned = tensor.bytes;
  }
  ASSERT_GT(planned, 0);
  const std::vector<Storage> stored = stored_in(program, memory_index(target, "sram"));
  Bytes sum = 0;
  for (std::size_t i = 1; i < stored.size(); ++i) {
    const Storage& before = stored[i - 1];
    EXPECT_LE(static_cast<Bytes>(before.address) + before.bytes,
              static_cast<Bytes>(stored[i].address))
        << before.name << " and " << stored[i].name;
  }
  for (const Storage& storage : stored) sum += storage.bytes;
  EXPECT_GT(sum, planned);
  // The peak of a memory is the end of its last stored range. No access may lie above this peak.
  for (const Access& access : program.accesses) {
    const Bytes peak = program.peak_bytes.at(access.memory);
    EXPECT_LE(static_cast<Bytes>(access.address) + access.run, peak);
  }
}

TEST(ExecutorchReplay, TheFastArenaIsAsLargeAsCommandsReach) {
  const DecodedFile decoded = decode(parsed(test::assembled_program(file_with(true))));
  const DecodedFile of_tflite = decode(test::assembled_network(file_with(true)));
  constexpr std::size_t fast_arena = 2;
  const Bytes reached = of_tflite.streams[0].regions[fast_arena] - file_with(true).unused_cache;
  for (const DecodedStream& stream : decoded.streams) {
    EXPECT_GT(stream.regions[fast_arena], 0);
    EXPECT_LE(stream.regions[fast_arena], reached);
  }
}

TEST(ExecutorchReplay, EveryDelegateHasItsOwnState) {
  AssembledFile file = file_with(false);
  file.stateful = true;
  const Network network = parsed(test::assembled_program(file));
  for (const DecodedStream& stream : decode(network).streams) {
    EXPECT_EQ(stream.regions[state_region], test::assembled_state);
  }
  for (const std::string region : {"", "5=dram"}) {
    Target target = target_for(false);
    if (!region.empty()) target = with_region(target, region);
    const Program program = replay(network, target);
    int states = 0;
    const std::size_t memory = memory_index(target, region.empty() ? "sram" : "dram");
    const std::vector<Storage> stored = stored_in(program, memory);
    for (std::size_t i = 0; i < stored.size(); ++i) {
      if (stored[i].name.find("state") != std::string::npos) {
        EXPECT_EQ(stored[i].bytes, test::assembled_state);
        ++states;
      }
      if (i == 0) continue;
      EXPECT_LE(static_cast<Bytes>(stored[i - 1].address) + stored[i - 1].bytes,
                static_cast<Bytes>(stored[i].address));
    }
    EXPECT_EQ(states, 3);
  }
}

TEST(ExecutorchReplay, ADelegateThatIsCalledTwiceHasOneState) {
  AssembledFile file = file_with(false);
  file.stateful = true;
  file.npu_operators = 1;
  test::RawProgram program = test::assembled_program(file);
  program.calls.push_back(program.calls.front());
  const Target target = target_for(false);
  const Program twice = replay(parsed(program), target);
  const Program once = replay(parsed(test::assembled_program(file)), target);
  const auto states_of = [](const Program& of) {
    return std::count_if(of.storage.begin(), of.storage.end(), [](const Storage& storage) {
      return storage.name.find("state") != std::string::npos;
    });
  };
  EXPECT_EQ(twice.kernels.size(), 2 * once.kernels.size());
  EXPECT_EQ(states_of(twice), 1);
}

TEST(ExecutorchReplay, RefusesStreamsThatLeaveTheirState) {
  AssembledFile file = file_with(false);
  file.stateful = true;
  file.convolutions = 3;
  test::RawProgram program = test::assembled_program(file);
  const test::RawBytes name = test::raw_text("persistent_size");
  const test::RawBytes none = test::raw_text("ignored_blockkk");
  for (test::RawDelegate& delegate : program.delegates) {
    test::RawBytes& data = delegate.data;
    const auto at = std::search(data.begin(), data.end(), name.begin(), name.end());
    std::copy(none.begin(), none.end(), at);
    const test::RawBytes init = test::raw_text("persistent_init");
    const auto contents = std::search(data.begin(), data.end(), init.begin(), init.end());
    std::copy(none.begin(), none.end(), contents);
  }
  EXPECT_THAT(test::user_error([&] { replay(parsed(program), target_for(false)); }),
              HasSubstr("of region 5, which has 0 bytes"));
}

TEST(ExecutorchReplay, TheRuntimesCopiesAreNotMadeTwice) {
  Target target = target_for(false);
  const Network network = parsed(test::assembled_program(file_with(false)));
  const Program plain = replay(network, target);
  target.host.copies = true;
  EXPECT_EQ(types_of(replay(network, target)), types_of(plain));
}

TEST(ExecutorchReplay, RefusesStreamsThatLeaveTheirScratchMemory) {
  test::RawProgram program = test::assembled_program(file_with(false));
  // A scratch memory of 6,656 bytes has space for a delegate's inputs and outputs, but not for the
  // maps between its kernels. These maps would overwrite other buffers of the program, so the
  // replay must refuse the program.
  const test::RawBytes name = test::raw_text("scratch_size");
  const test::RawBytes less = test::raw_number(6 * 1024 + 512);
  for (test::RawDelegate& delegate : program.delegates) {
    test::RawBytes& data = delegate.data;
    const auto at = std::search(data.begin(), data.end(), name.begin(), name.end());
    std::copy(less.begin(), less.end(), at + 32);
  }
  EXPECT_THAT(test::user_error([&] { replay(parsed(program), target_for(false)); }),
              HasSubstr("which has 6,656 bytes"));
}

}  // namespace
}  // namespace spillway::ethosu
