// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/memory/dram/queue_settings.h"
#include "hwmodels/memory/parts.h"
#include "hwmodels/memory/read_memory_parameters.h"
#include "hwmodels/toml/builtin_targets.h"
#include "hwmodels/toml/toml_reader.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

std::string part_text(const std::string& name) {
  for (const BuiltinTarget& part : builtin_parts()) {
    if (part.name == name) return part.toml;
  }
  throw std::logic_error(name);
}

// Replaces `from` by `to` in the file of DDR3-1600K-x16. Returns the error message for the changed
// file; "" if the file is accepted.
std::string error_after(const std::string& from, const std::string& to) {
  std::string text = part_text("DDR3-1600K-x16");
  const std::size_t at = text.find(from);
  if (at == std::string::npos) throw std::logic_error(from);
  text.replace(at, from.size(), to);
  return test::user_error([&] { parse_part(text, "part.toml"); });
}

TEST(DramParts, EveryBuiltInPartIsReadAndSaysWhereItsNumbersComeFrom) {
  int drams = 0;
  for (const BuiltinTarget& file : builtin_parts()) {
    const MemoryParameters parameters = load_part(file.name);
    if (std::holds_alternative<DramParameters>(parameters)) ++drams;
    EXPECT_THAT(file.toml, testing::StartsWith("# SPDX-License-Identifier: Apache-2.0\n# "))
        << file.name;
  }
  EXPECT_GE(drams, 14);
}

TEST(DramParts, TheReferencePartsHaveTheTimingOfTheComparedSimulators) {
  const auto ddr3 = std::get<DramParameters>(load_part("DDR3-1600K-x16"));
  EXPECT_EQ(ddr3.clocks.tck, 1250);
  EXPECT_EQ(ddr3.clocks.rfc, 208);
  EXPECT_EQ(ddr3.geometry.capacity(), Bytes{512} << 20);
  const auto lpddr4 = std::get<DramParameters>(load_part("LPDDR4-3200-x16"));
  EXPECT_EQ(lpddr4.clocks.cl + lpddr4.clocks.dqsck, 34);
  EXPECT_EQ(lpddr4.command_clocks.activate, 4);
  const auto lpddr1 = std::get<DramParameters>(load_part("LPDDR1-400-x16"));
  EXPECT_EQ(lpddr1.geometry.banks, 4);
  EXPECT_EQ(lpddr1.clocks.faw, 0);
}

TEST(DramParts, ClocksThatDisagreeWithNanosecondsAreRefused) {
  EXPECT_THAT(
      error_after("RFC = { clocks = 208, ns = 260.0 }", "RFC = { clocks = 200, ns = 260.0 }"),
      testing::AllOf(testing::StartsWith("part.toml:"),
                     testing::HasSubstr("RFC: 200 clocks disagree with 260 ns, which are "
                                        "208 clocks of 1250 ps")));
  // 4160 clocks are 7800 ns only at another frequency, with clocks of 1.875 ns.
  EXPECT_THAT(error_after("clocks = 6240", "clocks = 4160"),
              testing::HasSubstr("REFI: 4160 clocks disagree with 7800 ns"));
}

TEST(DramParts, AMisspeltKeyIsAnErrorAndDoesNotMeanTheDefault) {
  EXPECT_THAT(error_after("REFI = {", "tREFI = {"),
              testing::HasSubstr("unknown key 'tREFI'; did you mean 'REFI'?"));
  EXPECT_THAT(error_after("WTR = ", "# WTR = "), testing::HasSubstr("missing key 'WTR'"));
  EXPECT_THAT(error_after("CCD = 4", "CCD = 4\ncolour = 3"),
              testing::HasSubstr("unknown key 'colour'"));
}

TEST(DramParts, ValuesThatContradictEachOtherAreRefused) {
  EXPECT_THAT(error_after("RC = { clocks = 39, ns = 48.75 }", "RC = 38"),
              testing::HasSubstr("RC: 38 clocks are fewer than RAS + RP (39)"));
  EXPECT_THAT(error_after("CCD = 4", "CCD = 2"), testing::HasSubstr("the burst's data (4)"));
  EXPECT_THAT(error_after("banks = 8", "banks = 6"), testing::HasSubstr("6 is no power of two"));
}

TEST(DramParts, WriteLatencyAboveReadLatencyIsRefused) {
  EXPECT_THAT(error_after("CWL = 8", "CWL = 12"),
              testing::HasSubstr("CWL: 12 clocks are more than CL (11)"));
}

TEST(Parts, HaveTheirSize) {
  EXPECT_EQ(load_memory_part("APS1604M").capacity, Bytes{2} << 20);
  EXPECT_EQ(load_memory_part("LPDDR4-3200-x16").capacity, Bytes{1} << 30);
  EXPECT_EQ(load_memory_part("MRAM-35ns").capacity, 0);
}

// A value that is too large would overflow in the model, so the reader must refuse it with an error
// that names the quantity.
TEST(Parts, QuantitiesHaveBounds) {
  const auto error = [](const std::string& from, const std::string& to) {
    for (const BuiltinTarget& part : builtin_parts()) {
      if (part.name != "APS1604M") continue;
      std::string text(part.toml);
      text.replace(text.find(from), from.size(), to);
      return test::user_error([&] { parse_part(text, "part.toml"); });
    }
    return std::string();
  };
  EXPECT_THAT(error("gap_ns = 18", "gap_ns = 1e18"),
              testing::HasSubstr("gap_ns: 1e+18 is above 1000000000"));
  EXPECT_THAT(error("gap_ns = 18", "gap_ns = 9007199254740993"), testing::HasSubstr("is above"));
  EXPECT_THAT(error("gap_ns = 18", "gap_ns = inf"), testing::HasSubstr("is above"));
  EXPECT_THAT(error("clock_mhz = 84", "clock_mhz = 1e9"), testing::HasSubstr("is above 100000"));
  EXPECT_THAT(error("read_latency = 6", "read_latency = 2000000000"),
              testing::HasSubstr("is above 1000000"));
}

TEST(DramParts, AnAddressMapUsesEveryBitOnce) {
  const std::string map = "byte[0] column[10:1] bank[13:11] row";
  EXPECT_THAT(error_after(map, "byte[0] column[10:1] bank[12:10] row"),
              testing::HasSubstr("address_map: address bit 10 is used twice, by column and bank"));
  EXPECT_THAT(error_after(map, "byte[0] column[10:1] bank[14:12] row"),
              testing::HasSubstr("address bit 11 is not used"));
  EXPECT_THAT(error_after(map, "byte[0] column[10:1] bank[12:11] row"),
              testing::HasSubstr("bank has 2 address bits, the device needs 3"));
  EXPECT_THAT(error_after(map, "byte[0] colum[10:1] bank[13:11] row"),
              testing::HasSubstr("did you mean 'column'?"));
  EXPECT_THAT(error_after(map, "byte[0] column[10:1 bank[13:11] row"),
              testing::HasSubstr("missing ']'"));
  EXPECT_THAT(error_after(map, "byte[0] column[1:10] bank[13:11] row"),
              testing::HasSubstr("the higher bit comes first"));
}

TEST(AddressMap, PiecesOfAFieldJoinFromTheLowestUp) {
  const AddressWidths widths{1, 10, 3, 15, 1};
  const AddressMap map =
      parse_address_map("byte[0] column[5:1] channel[6] column[11:7] bank[14:12] row", widths);
  const Address address = Address{21} << 15 | 5U << 12 | 0x1fU << 7 | 1U << 6;
  EXPECT_EQ(map.row.extract(address), 21);
  EXPECT_EQ(map.bank.extract(address), 5);
  EXPECT_EQ(map.channel.extract(address), 1);
  EXPECT_EQ(map.column.extract(address), 0x1f << 5);
}

TEST(AddressMap, TellsHowManyConsecutiveBytesLieInARow) {
  const AddressWidths widths{1, 10, 3, 15, 1};
  const AddressMap map =
      parse_address_map("byte[0] column[5:1] channel[6] column[11:7] bank[14:12] row", widths);
  EXPECT_EQ(map.bytes_in_row, 64U);
  EXPECT_EQ(map.left_in_row(64), 64U);
  EXPECT_EQ(map.left_in_row(68), 60U);
}

TEST(DramParts, AnUnknownPartIsAnsweredWithTheNearestOne) {
  EXPECT_EQ(test::user_error([&] { load_part("DDR3-1600K-x61"); }, ExitCode::usage),
            "unknown part 'DDR3-1600K-x61'; did you mean 'DDR3-1600K-x16'?");
}

TEST(DramParts, ATargetNamesAPartAndItsController) {
  TomlTable table = TomlTable::parse(
      "kind = \"dram\"\npart = \"LPDDR4-3200-x16\"\nqueue = \"shared\"\nrefresh = \"per_bank\"\n",
      "target.toml");
  const MemoryParameters parameters = read_memory_parameters(table, 0);
  const auto& dram = std::get<DramParameters>(parameters);
  EXPECT_EQ(dram.controller.queue, DramController::Queue::shared);
  EXPECT_EQ(dram.controller.refresh, DramController::Refresh::per_bank);
}

TEST(QueueSettings, AreFoundByNameOnly) {
  DramParameters parameters;
  EXPECT_THROW(apply_queue_setting("dramsim", parameters), UserError);
  for (const std::string& name : queue_setting_names()) {
    EXPECT_NO_THROW(apply_queue_setting(name, parameters)) << name;
  }
}

}  // namespace
}  // namespace spillway
