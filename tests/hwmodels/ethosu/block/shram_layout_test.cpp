// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "hwmodels/ethosu/block/block_search.h"
#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/ethosu/stream/register_steps.h"
#include "tests/hwmodels/ethosu/relink/random_homes.h"
#include "tests/reference.h"
#include "traces/files/network_loader.h"

namespace spillway::ethosu {
namespace {

std::int32_t register_of(const RegisterStep& step, Command0 command) {
  return static_cast<std::int32_t>(step.registers.at(key_of(command)));
}

void expect_layouts(const DecodedStream& stream, const std::string& path, int& kernels) {
  const Config& config = find_config(stream.payload.product, stream.payload.macs);
  const std::vector<RegisterStep> steps = register_steps(stream.payload.stream);
  for (std::size_t c = 0; c < stream.commands.size(); ++c) {
    if (stream.commands[c].kind != DecodedKind::operation) continue;
    const Operation& op = stream.operations[stream.commands[c].index];
    const bool table = op.activation == ActivationWork::table;
    const ShramLayout layout = shram_layout(config, op, table);
    EXPECT_EQ(layout.ifm_end, register_of(steps[c], Command0::ifm_ib_end)) << path << " " << c;
    EXPECT_EQ(layout.accumulator_begin, register_of(steps[c], Command0::ab_start))
        << path << " " << c;
    if (op.type == OperationType::elementwise && op.reads_ifm2) {
      EXPECT_EQ(layout.ifm2_begin, register_of(steps[c], Command0::ifm2_ib_start))
          << path << " " << c;
    }
    ++kernels;
  }
}

TEST(ShramLayout, IsThatOfTheCompiler) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  int kernels = 0;
  for (const std::string& path : test::compiled_tflite_files()) {
    const Network network = load_network(path);
    const DecodedFile file = decode(network);
    if (file.streams.front().payload.product == Product::u85) continue;
    for (const DecodedStream& stream : file.streams) expect_layouts(stream, path, kernels);
  }
  EXPECT_GE(kernels, 5000);
}

}  // namespace
}  // namespace spillway::ethosu
