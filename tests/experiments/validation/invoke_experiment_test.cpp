// SPDX-License-Identifier: Apache-2.0
#include "experiments/validation/invoke_experiment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/files/files.h"
#include "tests/checkout.h"

namespace spillway {
namespace {

const std::string file = test::checkout_path("experiments/split_arena.toml");

InvokeExperiment split_arena() { return parse_invoke_experiment(read_text(file), file); }

TEST(InvokeExperiment, ReproducesThePublishedTablesOnTheSystemCPlatform) {
  const InvokeExperiment experiment = split_arena();
  const InvokeResult result = run_invoke_experiment(experiment);
  EXPECT_THAT(result.missed, testing::IsEmpty()) << printed_text(invoke_report(experiment, result));
}

TEST(InvokeExperiment, DeltasOfTheExternalArenaComeInThePublishedOrder) {
  const InvokeResult result = run_invoke_experiment(split_arena());
  std::int64_t above = std::numeric_limits<std::int64_t>::max();
  for (const char* op :
       {"OP_XC_conv2d_v2", "OP_XC_add", "OP_XC_lookup", "OP_XC_mul", "OP_SPLIT", "OP_RESHAPE"}) {
    const std::int64_t delta = result.tables[1].row(op)->ticks - result.tables[0].row(op)->ticks;
    EXPECT_LT(delta, above) << op;
    above = delta;
  }
}

TEST(InvokeExperiment, PrintsTablesInTheShapeOfTheProfiler) {
  InvokeTable table;
  table.rows = {{"OP_XC_ld_flash", 53, 2659902}, {"OP_RESHAPE", 3, 508}};
  table.total = 2784985;
  EXPECT_EQ(invoke_text(table),
            "Cumulative times for invoke()...\n"
            "53    OP_XC_ld_flash                   2659902      26.60ms\n"
            "3     OP_RESHAPE                       508          0.01ms\n"
            "\n"
            "Total time for invoke() - 2784985    27.85ms\n");
}

TEST(InvokeExperiment, UnknownKeysAreErrors) {
  EXPECT_THROW(parse_invoke_experiment("kind = \"invoke_tables\"\nnetwrk = \"x\"\n", "e.toml"),
               UserError);
}

}  // namespace
}  // namespace spillway
