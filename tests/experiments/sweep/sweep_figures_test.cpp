// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/sweep_figures.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "tests/checkout.h"

namespace spillway {
namespace {

template <typename Figure>
std::string rows_of(const std::vector<Figure>& figures) {
  std::string rows;
  for (const Figure& figure : figures) {
    rows += "| `" + std::string(figure.name) + "` | " + figure.meaning + " |\n";
  }
  return rows;
}

TEST(FigureDocuments, ListEveryColumnInItsOrder) {
  const std::string text = read_text(test::checkout_path("docs/formats.md"));
  EXPECT_THAT(text, testing::HasSubstr("\n" + rows_of(operator_figures()) + "\n"));
  EXPECT_THAT(text, testing::HasSubstr("\n" + rows_of(sweep_figures())));
}

TEST(Figures, MemoryInTheNameOfAColumnIsReplacedByTheNameOfTheMemory) {
  EXPECT_EQ(figure_name("stall_MEMORY_cycles", "sram"), "stall_sram_cycles");
  EXPECT_EQ(figure_name("stall_MEMORY_cycles", ""), "stall_cycles");
  EXPECT_EQ(figure_name("MEMORY_read_bytes", ""), "read_bytes");
  EXPECT_EQ(figure_name("macs", "sram"), "macs");
}

}  // namespace
}  // namespace spillway
