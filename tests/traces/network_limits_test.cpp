// SPDX-License-Identifier: Apache-2.0
// Networks with numbers that would overflow or lead to wrong results must be refused.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "tests/user_error.h"
#include "traces/csv/csv_reader.h"
#include "traces/csv/network_csv.h"
#include "traces/layers/layer_table.h"
#include "traces/network_check.h"

namespace spillway {
namespace {

using testing::HasSubstr;

std::string csv_with(const std::string& tensor, const std::string& op = "add,add,,,,,0 0,1,") {
  return "record,name,type,kind,layout,shape,bytes,inputs,outputs,kernel,macs\n"
         "network,n,,,,,,0,1,,\n" +
         tensor + "\ntensor,out,int8,activation,,1x4,,,,,\noperator," + op + ",\n";
}

std::string error_of(const std::string& csv) {
  return test::user_error([&] { parse_network_csv(csv, "n.csv"); });
}

TEST(NetworkLimits, BytesOfATensorFollowFromShapeAndType) {
  EXPECT_EQ(error_of(csv_with("tensor,a,int8,activation,,1x4x5,20,,,,")), "");
  EXPECT_EQ(error_of(csv_with("tensor,a,int4,activation,,1x5,3,,,,")), "");
  EXPECT_THAT(error_of(csv_with("tensor,a,int8,activation,,1x1024x1024x1024,20,,,,")),
              HasSubstr("n.csv:3:44: bytes '20': 1x1024x1024x1024 of type int8 takes 1073741824"));
  EXPECT_THAT(error_of(csv_with("tensor,a,int16,activation,,1x4,9,,,,")),
              HasSubstr("takes 8 bytes"));
  EXPECT_EQ(error_of(csv_with("tensor,a,int8,activation,nhcwb16,1x4x4x3,256,,,,")), "");
  EXPECT_THAT(error_of(csv_with("tensor,a,int8,activation,nhcwb16,1x4x4x3,20,,,,")),
              HasSubstr("takes 48 bytes at least"));
}

TEST(NetworkLimits, WindowsAndSumsThatOverflowTheirTypesAreRefused) {
  const std::string tensor = "tensor,a,int8,activation,,1x4,,,,,";
  EXPECT_THAT(error_of(csv_with(tensor, "c,conv_2d,,,,,0 0,1,40000x1")),
              HasSubstr("a window out of range: kernel, stride and dilation are 1 to 32767"));
  Network network = parse_network_csv(csv_with(tensor), "n.csv");
  network.operators[0].macs = std::int64_t{1} << 57;
  EXPECT_THAT(find_defect(network), HasSubstr("more than 2^56 multiply-accumulates"));
  network.operators[0].macs = -1;
  EXPECT_THAT(find_defect(network), HasSubstr("multiply-accumulates"));
  network.operators[0].macs = 0;
  for (Tensor& one : network.tensors) one.bytes = (Bytes{1} << 50) - 1;
  EXPECT_THAT(find_defect(network), HasSubstr("more than 2^50 bytes"));
}

// An operator may leave out an input, but not an output. A fuzzer found a file with a missing
// output that the reader accepted.
TEST(NetworkLimits, AnOperatorThatLeavesAnOutputOutIsRefused) {
  EXPECT_THAT(error_of(csv_with("tensor,a,int8,activation,,1x4,,,,,", "add,add,,,,,0 0,1 _,")),
              HasSubstr("operator 0 leaves an output out"));
}

TEST(NetworkLimits, HoldForLayerTablesToo) {
  const std::string table =
      "layer,type,inputs,channels,kernel,stride,padding,activation\n"
      "image,input,,65536x8x3,,,,\nconv,conv_2d,,4,3x65536,1,same,\n";
  EXPECT_THROW(parse_layer_table(table, "t.csv"), UserError);
}

TEST(CsvLines, LoseTheirLineEndsAndTheByteOrderMark) {
  CsvReader reader(
      "\xEF\xBB\xBF"
      "a,b\r\n\r\n# x\n1,2\n3,4",
      "t.csv");
  EXPECT_THAT(reader.header(), testing::ElementsAre("a", "b"));
  ASSERT_TRUE(reader.next_row());
  EXPECT_EQ(reader.line(), 4);
  EXPECT_EQ(reader.cell(std::size_t{1}), "2");
  ASSERT_TRUE(reader.next_row());
  EXPECT_EQ(reader.cell(std::size_t{1}), "4");
  EXPECT_FALSE(reader.next_row());
}

TEST(CsvLines, MayHaveUpToSixteenMegabytes) {
  const std::string megabytes(std::size_t{3} << 20U, 'x');
  CsvReader reader("a,b\n" + megabytes + ",2\n", "t.csv");
  ASSERT_TRUE(reader.next_row());
  EXPECT_EQ(reader.cell(std::size_t{0}).size(), megabytes.size());
  CsvReader longer("a\n" + std::string((std::size_t{16} << 20U) + 1, 'x') + "\n", "t.csv");
  EXPECT_THROW(longer.next_row(), UserError);
}

}  // namespace
}  // namespace spillway
