// SPDX-License-Identifier: Apache-2.0
#include "report/memory_map.h"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/markup_text.h"
#include "report/memory_map_text.h"
#include "report/pages/memory_map_drawing.h"
#include "report/plan_tables.h"

namespace spillway {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Returns a problem with four buffers: an input, the results of a convolution and of a relu, and a
/// variable in slow memory.
PlanningProblem small_problem() {
  PlanningProblem problem;
  problem.memories = {{"sram", 4096, 1}, {"dram", unlimited, 1}};
  const auto add = [&](const char* name, TimeStep lower, TimeStep upper, Bytes size) {
    Buffer buffer;
    buffer.name = name;
    buffer.lower = lower;
    buffer.upper = upper;
    buffer.size = size;
    problem.buffers.push_back(buffer);
  };
  add("input", 0, 2, 1024);
  add("conv<&\"out\">", 1, 3, 2048);
  add("relu", 2, 3, 1024);
  add("state", 0, 3, 512);
  problem.buffers[3].kind = TensorKind::variable;
  problem.operators = {{"conv", {0}, {1}, false}, {"act", {1}, {2}, false}};
  return problem;
}

MemoryMap small_map() {
  return make_memory_map(small_problem(), {{0, 2048}, {0, 0}, {0, 2048}, {1, 0}});
}

TEST(MemoryMapText, ShowsSizeLettersOperatorNumbersAndTotalPerRow) {
  EXPECT_EQ(printed_text(memory_map_text(small_map(), 0, 12)),
            "sram: 3,072 bytes, 3 tensors, 256 bytes per column\n"
            "            bytes        offset  tensor\n"
            "  a         1,024         2,048  input\n"
            "  b         2,048             0  conv<&\"out\">\n"
            "  c         1,024         2,048  relu\n"
            "operator         bytes  map\n"
            "  inputs         1,024  ........aaaa\n"
            "       0         3,072  bbbbbbbbaaaa\n"
            "       1         3,072  bbbbbbbbcccc\n");
}

// If two tensors occupy the same bytes, the memory map must mark these bytes and count them once.
TEST(MemoryMapText, MarksBytesThatTwoTensorsClaim) {
  const MemoryMap map = make_memory_map(small_problem(), {{0, 1024}, {0, 0}, {0, 2048}, {1, 0}});
  EXPECT_THAT(printed_text(memory_map_text(map, 0, 12)),
              HasSubstr("       0         2,048  bbbb!!!!...."));
}

TEST(MemoryMapText, FitsEightyColumnsWhateverTheNames) {
  constexpr Bytes most = Bytes{1} << 30;
  PlanningProblem problem = small_problem();
  problem.buffers[1].name = std::string(200, 'n') + "/the_end";
  problem.buffers[1].size = most;
  problem.memories[0].capacity = unlimited;
  const std::string text = printed_text(
      memory_map_text(make_memory_map(problem, {{0, most}, {0, 0}, {0, 0}, {1, 0}}), 0));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
  EXPECT_THAT(text, HasSubstr("/the_end\n"));
}

TEST(MemoryMapText, AnEmptyMemoryIsOneLine) {
  PlanningProblem problem;
  problem.memories = {{"sram", 64, 1}};
  EXPECT_EQ(printed_text(memory_map_text(make_memory_map(problem, {}), 0)), "sram: empty\n");
}

TEST(MemoryMapDrawing, HasOneRectangleAndOneEscapedTooltipPerBuffer) {
  const std::string svg = standalone_svg(memory_map_drawing(small_map(), 0));
  EXPECT_THAT(svg, HasSubstr("<title>conv&lt;&amp;&quot;out&quot;&gt;\n2,048 bytes at 0\n"
                             "steps [1, 3)\nread by act</title>"));
  EXPECT_THAT(svg, Not(HasSubstr("conv<&")));
  std::size_t titles = 0;
  for (std::size_t at = svg.find("<title>"); at != std::string::npos;
       at = svg.find("<title>", at + 1)) {
    ++titles;
  }
  EXPECT_EQ(titles, 3U);
  // In the path, x is the step. y is the distance in bytes from the upper edge of the picture. This
  // edge is at an address 5 % above the capacity.
  EXPECT_THAT(svg,
              HasSubstr("class=\"block activation\" d=\"M0 1229h2v1024h-2zM1 2253h2v2048h-2z"));
  EXPECT_EQ(svg, standalone_svg(memory_map_drawing(small_map(), 0)));
}

TEST(MemoryMapDrawing, MarksTheCapacityAboveASmallPlan) {
  MemoryMap map = small_map();
  map.memories[0].capacity = 512 << 10;
  const std::string svg = memory_map_drawing(map, 0).marks;
  EXPECT_THAT(svg, HasSubstr("capacity 512 KiB, above the picture"));
  map.memories[0].capacity = peak_of(blocks_in(map, 0));
  EXPECT_THAT(memory_map_drawing(map, 0).marks, HasSubstr("class=\"limit\""));
  EXPECT_THAT(memory_map_drawing(map, 0).marks, HasSubstr("KiB</text>"));
}

TEST(MemoryMapDrawing, ControlCharactersThatXmlForbidsAreReplaced) {
  EXPECT_EQ(xml_text(std::string("a\x01'b'", 5)), "a?&#39;b&#39;");
}

TEST(PlanTables, AreThoseOfCadence) {
  EXPECT_EQ(printed_text(cadence_tables(small_map())),
            "+--------------+---------------------+---------------------------+\n"
            "| Memory Space | Memory Size (Bytes) | Peak Memory Usage (Bytes) |\n"
            "+==============+=====================+===========================+\n"
            "| sram         |               4,096 |                     3,072 |\n"
            "| dram         | unlimited           |                       512 |\n"
            "+--------------+---------------------+---------------------------+\n"
            "+-------------------------------------+-------------+-------------------+\n"
            "| Peak memory usage across all spaces | 3,584 bytes | operator 0 (conv) |\n"
            "+-------------------------------------+-------------+-------------------+\n");
}

/// Returns a network with one 3x3 int8 convolution of 8 to 16 channels with a bias.
Network one_convolution() {
  Network network;
  network.tensors = {
      {"in", DataType::int8, {1, 4, 4, 8}, TensorKind::activation, 128, {}, {}, {}},
      {"w", DataType::int8, {16, 3, 3, 8}, TensorKind::weight, 1152, {}, {}, {}},
      {"b", DataType::int32, {16}, TensorKind::bias, 64, {}, {}, {}},
      {"out", DataType::int8, {1, 4, 4, 16}, TensorKind::activation, 256, {}, {}, {}}};
  Operator conv;
  conv.type = OpType::conv_2d;
  conv.type_name = "CONV_2D";
  conv.inputs = {0, 1, 2};
  conv.outputs = {3};
  conv.window.kernel_h = conv.window.kernel_w = 3;
  conv.macs = 18432;
  network.operators = {conv};
  return network;
}

// TinyEngine needs 4 * 3 * 3 * 8 = 288 bytes for im2col, 2 * 1152 bytes for the kernel buffer, and
// 16 floats for scales.
TEST(PlanTables, ScheduleDetailsCountTinyEnginesBuffersAndShares) {
  const std::string table = printed_text(schedule_details(one_convolution(), 200));
  EXPECT_THAT(table, HasSubstr("384 (12.9%)"));
  EXPECT_THAT(table, HasSubstr("2,592 (87.1%)"));
  EXPECT_THAT(table, HasSubstr("2,976 (100.0%)"));
  EXPECT_THAT(table, HasSubstr("1,152 (90.0%)"));
  EXPECT_THAT(table, HasSubstr("64 (5.0%)"));
  EXPECT_THAT(table, HasSubstr("18,432 (100.0%)"));
}

TEST(PlanTables, AllocationDetailsGiveTheAddressesOfEachOperator) {
  Plan plan;
  plan.memories = {{"sram", 4096, 1}};
  plan.residencies = {{0, 0, 256, 128, 0, 2, -1}, {3, 0, 0, 256, 1, 2, -1}};
  EXPECT_THAT(block_text(allocation_details(plan, one_convolution()), narrowest_output),
              HasSubstr("| sram+256    | sram+0"));
}

}  // namespace
}  // namespace spillway
