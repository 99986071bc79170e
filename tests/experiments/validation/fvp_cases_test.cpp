// SPDX-License-Identifier: Apache-2.0
#include "experiments/validation/fvp_cases.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "tests/scratch_folder.h"

namespace spillway {
namespace {

using testing::ElementsAre;

class FvpUnitCases : public test::InScratchFolder {
 protected:
  FvpUnitCases() {
    write_file(path("u55_u65.csv"),
               "npu,mac,workload,mode,active,axi0_rd_beats,axi0_wr_beats,axi1_rd_beats\n"
               "u55,32,net,Shared_Sram,1000,1,1,1\n");
    write_file(path("u85.csv"), "npu,mac,workload,total,sram_rd,sram_wr,ext_rd,ext_wr\n");
    write_file(path("net__u55-32.tflite"), "");
  }

  // Returns the accelerator and the system configuration of the unit that is read if the units'
  // table has one row, whose column `binding` contains `binding`. Empty if no unit is read.
  std::vector<std::string> read_unit(const std::string& macs, const std::string& binding) const {
    write_file(path("net__u85-" + macs + ".tflite"), "");
    write_file(path("u85_units.csv"),
               "binding,unit,launches,op_types,active\n" + binding + ",0,1,Conv2D,2000\n");
    std::vector<std::string> units;
    for (const FvpCase& one : read_fvp_cases(folder_.string(), folder_.string())) {
      if (one.group != "units") continue;
      units.push_back(one.accelerator);
      units.push_back(one.system_config);
    }
    return units;
  }
};

TEST_F(FvpUnitCases, UnitsOfAllSizesAreReadWithTheirOwnTimingAdapters) {
  EXPECT_THAT(read_unit("256", "256_Low"), ElementsAre("u85-256", "Corstone_320_U85_Low"));
  EXPECT_THAT(read_unit("512", "512_Mid512"), ElementsAre("u85-512", "Corstone_320_U85_Mid"));
  EXPECT_THAT(read_unit("1024", "1024_Mid"), ElementsAre("u85-1024", "Corstone_320_U85_Mid"));
  EXPECT_THAT(read_unit("2048", "2048_High"), ElementsAre("u85-2048", "Corstone_320_U85_High"));
}

TEST_F(FvpUnitCases, UnitsWithTheTimingAdaptersOfAnotherSizeAreLeftOut) {
  EXPECT_THAT(read_unit("512", "512_Low"), ElementsAre());
  EXPECT_THAT(read_unit("2048", "2048_Mid"), ElementsAre());
}

}  // namespace
}  // namespace spillway
