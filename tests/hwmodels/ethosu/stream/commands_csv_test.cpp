// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <map>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "base/index.h"
#include "base/text.h"
#include "hwmodels/ethosu/stream/listing.h"
#include "hwmodels/ethosu/stream/totals.h"
#include "tests/reference.h"
#include "traces/tflite/reader.h"

namespace spillway::ethosu {
namespace {

using Table = std::vector<std::vector<std::string>>;

Table table_of(const std::string& text) {
  Table rows;
  for (const std::string& line : split(text, '\n')) {
    if (!trim(line).empty()) rows.push_back(split(std::string(trim(line)), ','));
  }
  return rows;
}

std::string compiled(const std::string& name) {
  return test::shared_path("models/compiled/" + name + ".tflite");
}

bool same_cell(const std::string& ours, const std::string& theirs) {
  if (ours == theirs) return true;
  if (ours.empty() || theirs.empty()) return false;
  char* end = nullptr;
  const double a = std::strtod(ours.c_str(), &end);
  if (*end != '\0') return false;
  const double b = std::strtod(theirs.c_str(), &end);
  return *end == '\0' && a == b;  // equal numbers, such as "12" and "12.0"
}

// Returns the bytes of IFM reads that the reference decoder counts, divided by the bytes that this
// program counts. The counts differ only for an IFM of two IFM blocks, which the double buffer
// holds completely. The hardware and this program read this IFM once, but the reference decoder
// counts one read per depth block of the OFM.
std::int64_t times_read_by_decoder(const Operation& op) {
  const std::int32_t block = ifm_block_depth(op);
  const bool two_passes = op.ifm.depth > block && op.ifm.depth <= 2 * block;
  if (op.type != OperationType::conv || sub_kernel_count(op) > 1 || !two_passes) return 1;
  return (op.ofm.depth + op.block.depth - 1) / op.block.depth;
}

// Returns the output cycles that the reference decoder computes, where this program computes
// `cycles`. In the hardware and in this program, the output engine processes groups of eight
// channels, and the last group of a block may be partly empty. The reference decoder counts single
// channels.
std::string output_by_decoder(const Operation& op, const std::string& cycles) {
  std::int32_t taken = 0;
  for (std::int32_t z = 0; z < op.ofm.depth; z += op.block.depth) {
    taken += (std::min(op.block.depth, op.ofm.depth - z) + 7) / 8 * 8;
  }
  if (op.type == OperationType::elementwise || taken == op.ofm.depth) return cycles;
  return fmt::format("{:.2f}", std::stod(cycles) / taken * op.ofm.depth);
}

class CommandsCsv : public testing::TestWithParam<const char*> {};

TEST_P(CommandsCsv, EqualsAnIndependentDecoderInEverySharedColumnAndRow) {
  const std::string name = GetParam();
  const std::string reference = "reference/ethos-u/commands/" + name + ".csv";
  SPILLWAY_NEEDS_SHARED(reference);
  const Table expected = table_of(read_text(test::shared_path(reference)));
  const DecodedFile file = decode(read_tflite(compiled(name)));
  Table ours = table_of(commands_csv(file));
  ASSERT_EQ(ours.size(), expected.size());
  // The last two columns are results of simulations, so the test does not compare them.
  const std::size_t shared = expected[0].size() - 2;
  const auto ifm_read =
      std::find(expected[0].begin(), expected[0].end(), "ifm_read_bytes") - expected[0].begin();
  const auto output =
      std::find(expected[0].begin(), expected[0].end(), "output_cycles") - expected[0].begin();
  const std::vector<DecodedCommand>& commands = file.streams[0].commands;
  for (std::size_t row = 1; row < ours.size(); ++row) {
    if (commands[row - 1].kind != DecodedKind::operation) continue;
    const Operation& op = file.streams[0].operations[commands[row - 1].index];
    std::string& cell = at(ours[row], ifm_read);
    cell = std::to_string(std::stoll(cell) * times_read_by_decoder(op));
    std::string& cycles = at(ours[row], output);
    cycles = output_by_decoder(op, cycles);
  }
  int differences = 0;
  for (std::size_t row = 0; row < expected.size(); ++row) {
    ASSERT_GE(ours[row].size(), shared) << "row " << row;
    for (std::size_t column = 0; column < shared && differences < 20; ++column) {
      const bool same = same_cell(ours[row][column], expected[row][column]);
      EXPECT_TRUE(same) << "row " << row << " " << expected[0][column] << ": " << ours[row][column]
                        << " instead of " << expected[row][column] << " (" << expected[row][3]
                        << " " << expected[row][4] << ")";
      differences += same ? 0 : 1;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Reference, CommandsCsv,
                         testing::Values("kws_micronet_m_H128",
                                         "mit_detection__u55-128__Shared_Sram",
                                         "mlperf_vww96__u55-128__Shared_Sram",
                                         "mlperf_vww96__u65-256__Dedicated_Sram__64K"));

// Returns the bytes per region (memory area with its own base address) from a cell such as "{1: 34
// 2: 56  'I': 1024}". The region 'I' is the internal memory of the processor; its key in the result
// is -1.
std::map<int, Bytes> regions_of(const std::string& cell) {
  std::map<int, Bytes> bytes;
  std::string item;
  for (const std::string& part : split(cell, ' ')) {
    std::string word;
    for (const char c : part) {
      if (std::string("{}'").find(c) == std::string::npos) word += c;
    }
    if (word.empty()) continue;
    if (word.back() == ':') {
      item = word.substr(0, word.size() - 1);
    } else {
      bytes[item == "I" ? -1 : std::stoi(item)] = std::stoll(word);
    }
  }
  return bytes;
}

template <typename Regions>
std::map<int, Bytes> non_zero(const Regions& regions) {
  std::map<int, Bytes> bytes;
  for (std::size_t i = 0; i < regions.size(); ++i) {
    if (regions[i] != 0) bytes[static_cast<int>(i)] = regions[i];
  }
  return bytes;
}

/// The bytes that command streams read and write on the bus, by region. `read` does not include the
/// words of the streams themselves.
struct StreamTotals {
  std::array<Bytes, region_count> read{};
  std::array<Bytes, region_count> written{};
  Bytes written_internal = 0;  // bytes written into the processor's own memory
  Bytes commands = 0;          // bytes of the command words
};

void add_totals(const DecodedStream& stream, StreamTotals& totals) {
  const Config& config = find_config(stream.payload.product, stream.payload.macs);
  for (const Operation& op : stream.operations) {
    const OperationTotals sum = operation_totals(config, op);
    totals.read.at(op.ifm.region) += sum.ifm;
    totals.read.at(op.ifm2.region) += sum.ifm2;
    totals.read.at(op.weights[0].region) += sum.weights;
    totals.read.at(op.scales[0].region) += sum.scales;
    totals.written.at(op.ofm.region) += sum.ofm;
  }
  for (const DmaCommand& dma : stream.transfers) {
    totals.read.at(dma.source.memory) += bytes_on_bus(dma.source, config.beat_bytes);
    Bytes& written =
        dma.internal ? totals.written_internal : totals.written.at(dma.destination.memory);
    written += bytes_on_bus(dma.destination, config.beat_bytes);
  }
  totals.commands += command_fetch_bytes(stream);
}

StreamTotals totals_of(const DecodedFile& file) {
  StreamTotals totals;
  for (const DecodedStream& stream : file.streams) add_totals(stream, totals);
  return totals;
}

TEST(CommandStreamTotals, EqualTheReferenceForEveryCompiledNetwork) {
  SPILLWAY_NEEDS_SHARED("reference/ethos-u/totals.csv");
  const Table rows = table_of(read_text(test::shared_path("reference/ethos-u/totals.csv")));
  for (std::size_t row = 1; row < rows.size(); ++row) {
    const std::vector<std::string>& cells = rows[row];
    SCOPED_TRACE(cells[0]);
    const DecodedFile file = decode(read_tflite(compiled(cells[0])));
    ASSERT_EQ(file.streams.size(), 1U);
    const DecodedStream& stream = file.streams[0];
    EXPECT_EQ(stream.payload.macs, std::stoi(cells[1]));
    EXPECT_EQ(product_name(stream.payload.product), cells[2]);
    EXPECT_EQ(command_fetch_bytes(stream), std::stoll(cells[3]));
    EXPECT_EQ(stream.operations.size(), std::stoul(cells[4]));
    EXPECT_EQ(stream.transfers.size(), std::stoul(cells[5]));
    StreamTotals totals = totals_of(file);
    const Config& config = find_config(stream.payload.product, stream.payload.macs);
    for (const Operation& op : stream.operations) {
      const Bytes once = operation_totals(config, op).ifm;
      totals.read[op.ifm.region] += once * (times_read_by_decoder(op) - 1);
    }
    EXPECT_EQ(totals.read[1] + totals.read[2], std::stoll(cells[6]));
    EXPECT_EQ(totals.written[1] + totals.written[2], std::stoll(cells[7]));
    EXPECT_EQ(totals.read[0] + totals.commands, std::stoll(cells[8]));
    EXPECT_EQ(non_zero(totals.read), regions_of(cells[9]));
    std::map<int, Bytes> written = non_zero(totals.written);
    if (totals.written_internal != 0) written[-1] = totals.written_internal;
    EXPECT_EQ(written, regions_of(cells[10]));
  }
}

TEST(CommandStreamTotals, EqualArmsPublishedCountersOfKeywordSpotting) {
  SPILLWAY_NEEDS_SHARED("models/compiled/kws_micronet_m_H128.tflite");
  const StreamTotals totals = totals_of(decode(read_tflite(compiled("kws_micronet_m_H128"))));
  EXPECT_EQ(totals.read[1], 1'057'040);                  // bytes read on port AXI0
  EXPECT_EQ(totals.written[1], 386'016);                 // bytes written on port AXI0
  EXPECT_EQ(totals.read[0] + totals.commands, 140'352);  // bytes read on port AXI1
}

}  // namespace
}  // namespace spillway::ethosu
