// SPDX-License-Identifier: Apache-2.0
// Tests foreign memories: memories that are simulated outside of the simulator and attached by
// TLM-2.0 sockets.
#include <cstdio>
#include <cstdlib>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/memory/read_memory_parameters.h"
#include "sim/simulate.h"
#include "tests/sim/arbitrations.h"
#include "tests/sim/small_platform.h"
#include "tests/sim/toy_targets.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using test::attached;
using test::KernelShape;
using test::small_target;

// Returns a random program of kernels that read and write, and of a transfer that uses the same
// port.
Program busy_program(std::mt19937& random) {
  const auto below = [&](int limit) {
    return static_cast<std::int32_t>(random() % static_cast<unsigned>(limit));
  };
  Program program;
  for (int k = 1 + below(3); k > 0; --k) {
    test::append_kernel(program, KernelShape()
                                     .with_blocks(static_cast<std::uint32_t>(1 + below(8)))
                                     .with_compute(below(300))
                                     .with_read(1 + below(3000))
                                     .with_weights(below(400))
                                     .with_write(below(800)));
  }
  DmaTransfer transfer;
  transfer.source = test::access_of(4096, 262'144, DataClass::dma);
  transfer.destination = test::access_of(4096, 524'288, DataClass::dma);
  transfer.destination.write = true;
  program.transfers.push_back(transfer);
  program.commands.insert(program.commands.begin(), {CommandKind::dma_start, 0, 0, 0});
  return program;
}

Program only_reads(std::mt19937& random) {
  Program program;
  for (int k = 0; k < 3; ++k) {
    test::append_kernel(program, KernelShape()
                                     .with_blocks(static_cast<std::uint32_t>(1 + random() % 8))
                                     .with_compute(static_cast<std::int32_t>(random() % 300))
                                     .with_read(static_cast<std::int32_t>(1 + random() % 3000)));
  }
  return program;
}

Target with_foreign(Target target, const TlmParameters& tlm) {
  make_foreign(target, "sram", tlm);
  return target;
}

void expect_same_traffic(const Timing& ours, const Timing& theirs) {
  EXPECT_EQ(ours.total, theirs.total);
  ASSERT_EQ(ours.operators.size(), theirs.operators.size());
  for (std::size_t i = 0; i < ours.operators.size(); ++i) {
    EXPECT_EQ(ours.operators[i].start, theirs.operators[i].start) << i;
    EXPECT_EQ(ours.operators[i].end, theirs.operators[i].end) << i;
  }
  EXPECT_EQ(ours.memories[0].read_bytes, theirs.memories[0].read_bytes);
  EXPECT_EQ(ours.memories[0].write_bytes, theirs.memories[0].write_bytes);
  EXPECT_EQ(ours.memories[0].bursts, theirs.memories[0].bursts);
}

struct Compared {
  Timing ours, theirs;
};

// Runs a program twice: with the memory `timing` inside the simulator, and with the same memory
// model as the TLM-2.0 target `toy`. Returns the two timings.
Compared compare(const MemoryParameters& timing, const char* toy, std::int32_t reads,
                 const Program& program) {
  Target target = small_target(timing, 8);
  target.ports[0].max_reads = reads;
  Compared compared;
  compared.ours = simulate(target, program);
  test::reset_model_targets();
  compared.theirs = simulate(with_foreign(target, attached(toy)), program);
  return compared;
}

// Ports call a memory inside the simulator directly. The same memory model, reached through a
// TLM-2.0 socket, must give the same times (a DRAM, within two cycles), for all sizes of reads and
// all limits of outstanding reads.
TEST(ForeignMemory, OurModelBehindItsSocketGivesTheTimesOfTheFastPath) {
  std::mt19937 random(3);
  for (int round = 0; round < 40; ++round) {
    const auto bytes = static_cast<std::int32_t>(1 + random() % 20'000);
    const auto reads = static_cast<std::int32_t>(1 + random() % 20);
    const Program program = test::one_kernel(KernelShape().with_read(bytes).with_compute(50));
    SCOPED_TRACE(testing::Message() << bytes << " bytes, " << reads << " reads in flight");
    Compared of = compare(test::constant_memory(), "constant", reads, program);
    expect_same_traffic(of.ours, of.theirs);
    of = compare(test::sram_memory(), "sram", reads, program);
    expect_same_traffic(of.ours, of.theirs);
    of = compare(test::dram_memory(), "dram", reads, program);
    EXPECT_NEAR(static_cast<double>(of.theirs.total), static_cast<double>(of.ours.total), 2);
  }
}

// A master requests its next block when it knows the end of the last read. For a memory inside the
// simulator, the master knows this end at the last grant; for a foreign memory, only when the data
// arrive. So each block may end later by one latency.
TEST(ForeignMemory, EachBlockIsDelayedByAtMostOneLatency) {
  std::mt19937 random(5);
  for (int round = 0; round < 40; ++round) {
    const Program program = only_reads(random);
    const Compared of = compare(test::constant_memory(), "constant", 8, program);
    const auto blocks = static_cast<Cycles>(program.blocks.size());
    EXPECT_GE(of.theirs.total, of.ours.total) << round;
    EXPECT_LE(of.theirs.total, of.ours.total + blocks * test::constant_memory().read_latency)
        << round;
  }
}

// If only one burst is in flight at a time, blocking and non-blocking transport must request the
// same bytes at the same times.
TEST(ForeignMemory, BlockingAndNonBlockingTransportAgreeOnOneBurstAtATime) {
  std::mt19937 random(9);
  for (int round = 0; round < 10; ++round) {
    const Program program = busy_program(random);
    Target target = small_target(test::constant_memory(), 8);
    for (const char* toy : {"untimed", "timed"}) {
      TlmParameters one = attached(toy, true);
      one.most_in_flight = 1;
      const Timing blocking = simulate(with_foreign(target, one), program);
      one.blocking = false;
      expect_same_traffic(blocking, simulate(with_foreign(target, one), program));
    }
  }
}

// The program and a background master use the same port. Each of their bursts must be a transaction
// of the attached target.
TEST(ForeignMemory, ATargetOfTheUserReceivesEveryBurstUnderEveryArbitration) {
  std::mt19937 random(1);
  const Program program = busy_program(random);
  for (const Arbitration policy : test::arbitrations) {
    for (const bool blocking : {false, true}) {
      Target target = small_target(IdealParameters{}, 8);
      target.ports[0].arbitration = policy;
      // At most one read and one write are outstanding, so each burst waits for the preceding
      // burst.
      target.ports[0].max_reads = target.ports[0].max_writes = 1;
      BackgroundSpec load;
      load.memory = "sram";
      load.share = 0.2;
      target.background.push_back(load);
      const std::int64_t before = test::toy_transactions();
      const Timing untimed = simulate(with_foreign(target, attached("untimed", blocking)), program);
      EXPECT_GE(test::toy_transactions() - before, untimed.memories[0].bursts);
      const Timing timed = simulate(with_foreign(target, attached("timed", blocking)), program);
      EXPECT_GT(timed.total, untimed.total);
      const Timing again = simulate(with_foreign(target, attached("timed", blocking)), program);
      EXPECT_EQ(again.total, timed.total);
    }
  }
}

TEST(ForeignMemory, AnUntimedTargetIsAnIdealMemory) {
  std::mt19937 random(4);
  for (int round = 0; round < 10; ++round) {
    const Program program = busy_program(random);
    const Target target = small_target(IdealParameters{}, 8);
    expect_same_traffic(simulate(target, program),
                        simulate(with_foreign(target, attached("untimed")), program));
  }
}

// At most one read is outstanding, so each of the ten bursts takes the latency of the target, 40
// ns.
TEST(ForeignMemory, LatencyOfTheTargetIsThatOfTheBurst) {
  Target target = small_target(IdealParameters{}, 8);
  target.ports[0].max_reads = 1;
  const Program program = test::one_kernel(KernelShape().with_blocks(1).with_read(64 * 10));
  const Timing timing = simulate(with_foreign(target, attached("timed")), program);
  EXPECT_EQ(timing.total, 10 * test::toy_latency / 1000);
}

std::string failure_of(const Target& target, const Program& program) {
  return test::user_error([&] { simulate(target, program); }, ExitCode::run_failed);
}

TEST(ForeignMemory, AnImpossibleRunSaysWhy) {
  const Target target = small_target(IdealParameters{}, 8);
  const Program program = test::one_kernel(KernelShape().with_blocks(1).with_read(256));
  EXPECT_THAT(failure_of(with_foreign(target, attached("nobody")), program),
              testing::HasSubstr("memory 'sram': no TLM-2.0 target 'nobody' is attached"));
  TlmParameters beyond = attached("untimed");
  beyond.base = static_cast<Address>(test::toy_capacity) - 64;
  EXPECT_THAT(failure_of(with_foreign(target, beyond), program),
              testing::HasSubstr("answered TLM_ADDRESS_ERROR_RESPONSE to a read of 64 bytes at "
                                 "0x100000"));
  // After the failed run, another run must succeed.
  EXPECT_EQ(failure_of(with_foreign(target, attached("untimed")), program), "");
}

// If the target throws an exception, the run must fail with the message of the exception. The next
// run must give the same results as before.
TEST(ForeignMemory, AnExceptionOfTheTargetFailsOnlyTheRun) {
  std::mt19937 random(6);
  const Program program = busy_program(random);
  const Target target = small_target(IdealParameters{}, 8);
  const Timing before = simulate(with_foreign(target, attached("timed")), program);
  for (const bool blocking : {false, true}) {
    for (const test::Thrown thrown :
         {test::Thrown::exception, test::Thrown::report, test::Thrown::number}) {
      test::throw_as(thrown);
      const std::string text = thrown == test::Thrown::number ? "without a message" : "out of luck";
      EXPECT_THAT(failure_of(with_foreign(target, attached("throwing", blocking)), program),
                  testing::AllOf(testing::HasSubstr("memory 'sram': its TLM-2.0 target threw '"),
                                 testing::HasSubstr(text)));
      expect_same_traffic(before, simulate(with_foreign(target, attached("timed")), program));
    }
  }
}

// SystemC cannot continue after an exception in a SystemC process. So every later run in this
// process of the operating system must report the same error.
TEST(ForeignMemoryThatThrowsLater, FailsItsRunAndAllLaterRuns) {
  const auto run = [] {
    const Target target = small_target(IdealParameters{}, 8);
    const Program program = test::one_kernel(KernelShape().with_blocks(1).with_read(256));
    const std::string first = failure_of(with_foreign(target, attached("throwing_later")), program);
    std::fputs(first.c_str(), stderr);
    try {
      simulate(with_foreign(target, attached("timed")), program);
    } catch (const std::runtime_error& error) {
      std::fputs(error.what(), stderr);
      std::exit(3);
    }
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(3), "out of patience.*an earlier run");
}

TEST(ForeignMemoryThatNeverAnswers, FailsItsRunAndAllLaterRuns) {
  const auto run = [] {
    const Target target = small_target(IdealParameters{}, 8);
    const Program program = test::one_kernel(KernelShape().with_blocks(1).with_read(256));
    const std::string first = failure_of(with_foreign(target, attached("unresponsive")), program);
    std::fputs(first.c_str(), stderr);
    try {
      simulate(target, program);
    } catch (const std::runtime_error& error) {
      std::fputs(error.what(), stderr);
      std::exit(3);
    }
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(3), "does not answer.*an earlier run");
}

TlmParameters read_tlm(const std::string& more) {
  TomlTable table = TomlTable::parse(
      "kind = \"tlm\"\nbytes_per_cycle = 2\nread_latency = 50\nwrite_latency = 25\n" + more,
      "memory.toml");
  return std::get<TlmParameters>(read_memory_parameters(table, 500'000));
}

TEST(ForeignMemory, AFileNamesTargetAddressTransportAndWhatToExpect) {
  const TlmParameters all =
      read_tlm("target = \"x\"\nbase = 0x80000000\ntransport = \"blocking\"\nin_flight = 8\n");
  EXPECT_EQ(all.target, "x");
  EXPECT_EQ(all.base, 0x80000000U);
  EXPECT_TRUE(all.blocking);
  EXPECT_EQ(all.most_in_flight, 8);
  EXPECT_EQ(all.expected.clock_khz, 500'000);
  EXPECT_EQ(all.expected.read_latency, 50);
  EXPECT_FALSE(read_tlm("target = \"x\"\n").blocking);
  EXPECT_THROW(read_tlm(""), UserError);
  EXPECT_THROW(read_tlm("target = \"x\"\nin_flight = 257\n"), UserError);
  EXPECT_THROW(read_tlm("target = \"x\"\ntransport = \"both\"\n"), UserError);
}

TEST(ForeignMemory, PlannersUseTheFiguresOfTheReplacedMemory) {
  Target target = load_target("ethos-u65-256");
  EXPECT_THROW(make_foreign(target, "nothing", {}), UserError);
  make_foreign(target, "sram", attached("untimed"));
  const auto& tlm = std::get<TlmParameters>(target.memories[0].timing);
  EXPECT_GT(tlm.expected.bytes_per_cycle, 0);
}

}  // namespace
}  // namespace spillway
