// SPDX-License-Identifier: Apache-2.0
#include "report/vela_listing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spillway {
namespace {

using testing::HasSubstr;

/// Returns the timing of a run with one operator: a convolution of 1,000 cycles, in 700 of which
/// the processor computes.
Timing one_convolution(const Target& target) {
  OperatorTiming op;
  op.name = "conv";
  op.type = "CONV_2D";
  op.end = 1000;
  op.compute = 700;
  op.macs = 64000;
  op.dma_wait = 250;
  op.overhead = 10;
  op.memory_stall.assign(target.memories.size(), 0);
  op.memory_stall[0] = 40;
  op.read_bytes.assign(target.memories.size(), 0);
  op.write_bytes.assign(target.memories.size(), 0);
  op.read_bytes[0] = 800;
  op.write_bytes[0] = 160;
  Timing timing;
  for (const MemorySpec& memory : target.memories) {
    MemoryActivity activity;
    activity.name = memory.name;
    timing.memories.push_back(activity);
  }
  timing.operators.push_back(op);
  return timing;
}

VelaLayer layer(double cycles) {
  VelaLayer result;
  result.tflite_operator = "CONV_2D";
  result.nng_operator = "Conv2DBias";
  result.name = "conv";
  result.op_cycles = cycles;
  return result;
}

EstimatedOperation mimic(double cycles) {
  EstimatedOperation row;
  row.processor_cycles = cycles;
  return row;
}

TEST(VelaListing, HasVelasColumnsAndReadsBackAsItsListing) {
  const Target target = load_target("ethos-u55-128");
  Program program;
  program.peak_bytes = {4096};
  // The plan has a map that is live only before the operator, and two maps that are live while the
  // operator runs.
  Plan plan;
  plan.memories = {{"sram"}};
  plan.residencies = {{0, 0, 0, 4096, 0, 1}, {1, 0, 0, 1024, 1, 2}, {2, 0, 1024, 2048, 1, 2}};
  const std::string csv = vela_per_layer_csv(one_convolution(target), program, plan, target);
  const std::vector<VelaLayer> layers = parse_vela_per_layer(csv, "test");
  ASSERT_EQ(layers.size(), 1U);
  EXPECT_EQ(layers[0].tflite_operator, "CONV_2D");
  EXPECT_EQ(layers[0].name, "conv");
  EXPECT_EQ(layers[0].sram_usage, 3072) << "what is live during the operator";
  EXPECT_THAT(csv, HasSubstr(",3072,75.00,"));
  EXPECT_DOUBLE_EQ(layers[0].op_cycles, 1000);
  EXPECT_DOUBLE_EQ(layers[0].npu_cycles, 700);
  EXPECT_DOUBLE_EQ(layers[0].sram_cycles, 120) << "960 bytes at 8 per cycle";
  EXPECT_EQ(layers[0].macs, 64000);
}

TEST(VelaListing, SramUsageIsTheBytesLiveWhileTheOperatorRuns) {
  const Target target = load_target("ethos-u55-128");
  Program program;
  program.peak_bytes = {4096};
  Plan plan;
  plan.memories = {{"sram", 8192, 1}, {"flash", 8192, 1}};
  // The plan has three places of maps: the first ends before the operator, the second is live while
  // the operator runs, and the third lies in another memory.
  plan.residencies.resize(3);
  plan.residencies[0] = {0, 0, 0, 4096, 0, 1};
  plan.residencies[1] = {1, 0, 64, 1024, 1, 2};
  plan.residencies[2] = {2, 1, 0, 512, 0, 2};
  const std::string csv = vela_per_layer_csv(one_convolution(target), program, plan, target);
  const std::vector<VelaLayer> layers = parse_vela_per_layer(csv, "test");
  ASSERT_EQ(layers.size(), 1U);
  EXPECT_EQ(layers[0].sram_usage, 1024);
  EXPECT_THAT(csv, HasSubstr(",1024,25.00,"));
}

TEST(VelaListing, NamesTheLargestPartOfADifference) {
  const Timing timing = one_convolution(load_target("ethos-u55-128"));
  const auto reason = [&](double vela, double full_blocks) {
    return compare_with_vela(timing, {layer(vela)}, {mimic(full_blocks)}).at(0).reason;
  };
  EXPECT_THAT(reason(700, 700), HasSubstr("exposed DMA: 250"));
  EXPECT_THAT(reason(1200, 1200), HasSubstr("smaller edge blocks"));
  EXPECT_EQ(reason(1010, 900), "") << "within 5 %";
}

TEST(VelaListing, RowsOfOperatorsWhoseNameOnlyBeginsTheSameAreNotTaken) {
  Timing timing = one_convolution(load_target("ethos-u55-128"));
  OperatorTiming tenth = timing.operators[0];
  timing.operators[0].name = "conv1";
  tenth.name = "conv10";
  tenth.end = 3000;
  timing.operators.push_back(tenth);
  std::vector<VelaLayer> layers = {layer(5000), layer(900)};
  layers[0].name = "conv10";
  layers[1].name = "conv1";
  const auto rows = compare_with_vela(timing, layers, {});
  EXPECT_EQ(rows.at(0).vela_cycles, 900);
  EXPECT_EQ(rows.at(1).vela_cycles, 5000);
}

TEST(VelaListing, SaysSoWhenVelaHasNoSuchOperator) {
  const Timing timing = one_convolution(load_target("ethos-u55-128"));
  const std::vector<VelaComparison> rows = compare_with_vela(timing, {}, {});
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_THAT(rows[0].reason, HasSubstr("not in Vela's listing"));
  EXPECT_THAT(block_text(vela_comparison_table(rows), unlimited_output), HasSubstr("1,000"));
}

TEST(VelaListing, FindsRowsByOperationNameAndKeepsRowsThatOnlyVelaHas) {
  Timing timing = one_convolution(load_target("ethos-u55-128"));
  timing.operators[0].type = "UNIDIRECTIONAL_SEQUENCE_LSTM";
  VelaLayer gate = layer(400);
  gate.tflite_operator = "UNIDIRECTIONAL_SEQUENCE_LSTM";
  gate.nng_operator = "Add";
  gate.name = "input_gate#0.0_add";
  VelaLayer copy = layer(0);
  copy.tflite_operator = "RESHAPE";
  copy.nng_operator = "Memcpy";
  copy.name = "reshape";
  EstimatedOperation row = mimic(400);
  row.source_type = gate.tflite_operator;
  row.type = gate.nng_operator;
  row.name = gate.name;
  const auto rows = compare_with_vela(timing, {gate, copy}, {row});
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].vela_cycles, 400);
  EXPECT_THAT(rows[1].reason, HasSubstr("only in Vela's listing"));
}

}  // namespace
}  // namespace spillway
