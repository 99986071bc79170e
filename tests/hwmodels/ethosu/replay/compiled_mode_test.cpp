// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/replay/compiled_mode.h"

#include <gtest/gtest.h>

#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/select_target.h"
#include "tests/hwmodels/ethosu/replay/assembled_program.h"

namespace spillway::ethosu {
namespace {

using test::AssembledFile;

AssembledFile file_for_u65(bool cached, bool fetches) {
  AssembledFile file;
  file.product = Product::u65;
  file.macs = 256;
  file.cached = cached;
  file.fetches = fetches;
  return file;
}

std::string mode_of(const AssembledFile& file, const Target& target) {
  return compiled_mode(decode(test::assembled_network(file)), "", target);
}

std::string warning_of(const AssembledFile& file, const Target& target, bool chosen) {
  return compiled_mode_warning(decode(test::assembled_network(file)), "file", "", target, chosen);
}

// Returns the memory mode that compiled_mode() finds for an ExecuTorch file whose delegates were
// compiled with `options`. The other details of the file are those of `file`.
std::string mode_of_options(const AssembledFile& file, const std::string& options,
                            const Target& target) {
  test::RawProgram program = test::assembled_program(file);
  for (test::RawDelegate& delegate : program.delegates) delegate.options = options;
  const Network network = parsed(program);
  return compiled_mode(decode(network), named_mode(network), target);
}

TEST(CompiledMode, ASeparateFastArenaIsACache) {
  const Target shared = select_mode(load_target("ethos-u65-256"), "Shared_Sram");
  EXPECT_EQ(mode_of(file_for_u65(true, false), shared), "Dedicated_Sram");
  EXPECT_EQ(mode_of(file_for_u65(true, true), shared), "Dedicated_Sram");
  EXPECT_EQ(mode_of(file_for_u65(false, true), shared), "") << "the target's mode is possible";
}

TEST(CompiledMode, WithoutACacheConstantsStayInTheMemoryWhereTheTargetHasThem) {
  const Target dedicated = select_mode(load_target("ethos-u65-256"), "Dedicated_Sram");
  EXPECT_EQ(mode_of(file_for_u65(false, false), dedicated), "Shared_Sram");
  EXPECT_EQ(mode_of(file_for_u65(true, false), dedicated), "");
}

TEST(CompiledMode, AnyModeWithTheSameKindOfCacheIsAccepted) {
  const Target small = select_mode(load_target("ethos-u65-256"), "Dedicated_Sram_256KB");
  EXPECT_EQ(mode_of(file_for_u65(true, false), small), "");
  EXPECT_EQ(warning_of(file_for_u65(true, false), small, false), "");
}

TEST(CompiledMode, FetchedConstantsAreInASlowerMemory) {
  const Target only = select_mode(load_target("ethos-u65-256"), "Sram_Only");
  EXPECT_EQ(mode_of(file_for_u65(false, true), only), "Shared_Sram");
  EXPECT_EQ(mode_of(file_for_u65(false, false), only), "");
}

TEST(CompiledMode, WarnsIfCommandsLeaveTheModeOpenAndTheUserChoseNone) {
  const Target shared = select_mode(load_target("ethos-u65-256"), "Shared_Sram");
  EXPECT_EQ(warning_of(file_for_u65(false, false), shared, false),
            "file does not say for which of Sram_Only and Shared_Sram it was compiled; it runs in "
            "Shared_Sram");
  EXPECT_EQ(warning_of(file_for_u65(false, false), shared, true), "");
  EXPECT_EQ(warning_of(file_for_u65(false, true), shared, false), "");
  EXPECT_NE(warning_of(file_for_u65(true, true), shared, true), "") << "of another kind";
}

TEST(CompiledMode, TheCompilersOptionsDecideIfTheCommandsDoNot) {
  const AssembledFile file = file_for_u65(false, false);
  const Target shared = select_mode(load_target("ethos-u65-256"), "Shared_Sram");
  EXPECT_EQ(mode_of_options(file, "", shared), "");
  EXPECT_EQ(mode_of_options(file, "--config=a.ini --memory-mode=Sram_Only", shared), "Sram_Only");
  EXPECT_EQ(mode_of_options(file, "--memory-mode Sram_Only --verbose", shared), "Sram_Only");
  EXPECT_EQ(mode_of_options(file, "--memory-mode=Shared_Sram", shared), "");
  EXPECT_EQ(mode_of_options(file, "--memory-mode=Of_A_Board", shared), "");
  EXPECT_EQ(mode_of_options(file, "--memory-mode=", shared), "");
  EXPECT_EQ(mode_of_options(file, "--memory-mode=Dedicated_Sram", shared), "")
      << "the commands use no cache";
  const AssembledFile cached = file_for_u65(true, false);
  EXPECT_EQ(mode_of_options(cached, "--memory-mode=Dedicated_Sram_384KB", shared),
            "Dedicated_Sram");
  EXPECT_EQ(mode_of_options(cached, "--memory-mode=Dedicated_Sram_256KB", shared),
            "Dedicated_Sram_256KB");
}

TEST(CompiledMode, IsNotInDoubtWhereTheCompilersOptionsNameIt) {
  test::RawProgram program = test::assembled_program(file_for_u65(false, false));
  program.delegates[0].options = "--memory-mode=Shared_Sram";
  const Network network = parsed(program);
  const Target shared = select_mode(load_target("ethos-u65-256"), "Shared_Sram");
  const DecodedFile decoded = decode(network);
  EXPECT_EQ(compiled_mode_warning(decoded, "file", named_mode(network), shared, false), "");
  EXPECT_NE(compiled_mode_warning(decoded, "file", "", shared, false), "");
  EXPECT_EQ(compiler_of(network), "Vela");
}

TEST(CompiledMode, ATargetWithoutSuchAModeKeepsItsOwn) {
  AssembledFile file;
  file.cached = true;
  EXPECT_EQ(mode_of(file, load_target("ethos-u55-128")), "");
}

TEST(CompiledTarget, IsThatOfTheDriversConfiguration) {
  const auto target_of = [](Product product, int macs) {
    AssembledFile file;
    file.product = product;
    file.macs = macs;
    return compiled_target(test::assembled_network(file));
  };
  for (const int macs : {32, 64, 128, 256}) {
    EXPECT_EQ(target_of(Product::u55, macs), "ethos-u55-" + std::to_string(macs));
  }
  for (const int macs : {256, 512}) {
    EXPECT_EQ(target_of(Product::u65, macs), "ethos-u65-" + std::to_string(macs));
  }
}

TEST(CompiledTarget, CompilerAndVersionAreThoseOfTheMetadata) {
  AssembledFile file;
  EXPECT_EQ(compiler_of(test::assembled_network(file)), "");
  file.vela_version = "3.10.0";
  EXPECT_EQ(compiler_of(test::assembled_network(file)), "Vela 3.10.0");
  file.vela_version = std::string("4.5.0\0\0", 7);
  EXPECT_EQ(compiler_of(test::assembled_network(file)), "Vela 4.5.0");
  file.vela_version = "\x1b[2J";
  EXPECT_EQ(compiler_of(test::assembled_network(file)), "") << "no version";
}

}  // namespace
}  // namespace spillway::ethosu
