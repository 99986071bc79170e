// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/replay/operator_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/user_error.h"

namespace spillway::ethosu {
namespace {

// A debug database as Vela 3.10 writes it: CSV tables within XML.
constexpr const char* database = R"(<?xml version='1.0' encoding='UTF-8'?>
<debug source="a.tflite" optimised="a_vela.tflite">
  <table name="source"><![CDATA["id","operator","kernel_w","kernel_h","ofm_w","ofm_h","ofm_d"
0,"Conv2D",3,3,8,8,16
1,"Softmax",1,1,1,1,10
]]></table>
  <table name="optimised"><![CDATA["id","source_id","operator","kernel_w","kernel_h","ofm_w","ofm_h","ofm_d"
0,0,"Conv2DBias",3,3,8,8,16
1,1,"MaxPool",1,1,1,1,1
2,-1,"Memcpy",1,1,1,1,1
]]></table>
  <table name="queue"><![CDATA["offset","cmdstream_id","optimised_id"
328,0,0
400,0,1
40,1,2
]]></table>
  <table name="cmdstream"><![CDATA["id","file_offset"
0,1232
]]></table>
</debug>
)";

TEST(DebugDatabase, NamesCommandsAfterTheOperatorsOfTheSourceNetwork) {
  const CommandNames names = read_debug_database(database, "debug.xml");
  EXPECT_EQ(names.at({0, 82}), "Conv2D.0");
  EXPECT_EQ(names.at({0, 100}), "Softmax.1");
  EXPECT_EQ(names.at({1, 10}), "Memcpy.optimised2");
}

TEST(DebugDatabase, MissingAndDamagedPartsAreNamed) {
  const auto error_of = [](const std::string& xml) -> std::string {
    return test::user_error([&] { read_debug_database(xml, "debug.xml"); });
  };
  EXPECT_THAT(error_of("<debug/>"), testing::HasSubstr("debug.xml: table 'queue'"));
  std::string damaged = database;
  damaged.replace(damaged.find("328"), 3, "abc");
  EXPECT_THAT(error_of(damaged), testing::HasSubstr("'abc' in column 'offset' is no number"));
  std::string without = database;
  without.replace(without.find("optimised_id"), 12, "something_el");
  EXPECT_THAT(error_of(without), testing::HasSubstr("no column 'optimised_id'"));
}

}  // namespace
}  // namespace spillway::ethosu
