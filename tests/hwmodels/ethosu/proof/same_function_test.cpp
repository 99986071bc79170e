// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/same_function.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/hwmodels/ethosu/proof/attacks.h"
#include "tests/hwmodels/ethosu/replay/compiled_network.h"
#include "traces/tflite/offline_plan.h"

namespace spillway::ethosu::proof {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(SameFunction, RefusesEveryHarmfulChange) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  expect_all_refused(difference, 5);
}

TEST(SameFunction, RefusesAFileWithAMissingWait) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  for (const std::string& name : attacked_files()) {
    // The test skips U85, on which the compiler's block dependencies are stricter than necessary.
    // So a file for U85 may be correct without a wait.
    if (name.find("u85") != std::string::npos) continue;
    const Network network = test::compiled_network(name);
    const ChangedFile file(network, difference);
    const Steps given = file.steps();
    for (std::size_t c = 0; c < given.size(); ++c) {
      if (!is_wait(given[c].command)) continue;
      Steps steps = given;
      steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(c));
      EXPECT_THAT(file.difference_with(steps), HasSubstr("does not wait")) << name << ' ' << c;
    }
  }
}

TEST(SameFunction, RefusesBlocksThatStartTooEarly) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  const Network network = test::compiled_network(attacked_files()[0]);
  const ChangedFile file(network, difference);
  const Steps given = file.steps();
  int raised = 0;
  for (std::size_t c = 0; c < given.size(); ++c) {
    const Operation* const op = operation_of(file.stream(), c);
    if (op == nullptr || op->block_dependency > 0 || c == 0) continue;
    Steps steps = given;
    steps[c].registers[key_of(Command0::blockdep)] = 3;
    if (file.steps()[c].registers == steps[c].registers) continue;
    // No kernel runs before the first kernel, so the block dependency (how many blocks of the
    // previous kernel may be unfinished) of the first kernel has no effect.
    if (op == file.stream().operations.data()) continue;
    EXPECT_THAT(file.difference_with(steps), Not(IsEmpty())) << c;
    ++raised;
  }
  EXPECT_GT(raised, 3);
}

TEST(SameFunction, RefusesOtherOffsetsOfInputsAndOutputs) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  for (const std::string& name : attacked_files()) {
    const Network network = test::compiled_network(name);
    for (const NamedBytes& entry : network.metadata) {
      if (entry.name != offline_plan_name) continue;
      for (const auto* tensors : {&network.inputs, &network.outputs}) {
        std::vector<std::uint8_t> words(entry.data.data, entry.data.data + entry.data.size);
        words[4 * (3 + static_cast<std::size_t>(tensors->front()))] += 16;
        FilePatch patch;
        patch.metadata[offline_plan_name] = words;
        EXPECT_THAT(ChangedFile(network, difference).difference_with(patch), Not(IsEmpty()))
            << name;
      }
    }
  }
}

TEST(SameFunction, AcceptsUnnecessaryWaitsAndStricterBlockDependencies) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  Random random(2);
  for (const std::string& name : attacked_files()) {
    const Network network = test::compiled_network(name);
    const ChangedFile file(network, difference);
    const Steps given = file.steps();
    EXPECT_THAT(file.difference_with(given), IsEmpty()) << name;
    for (int i = 0; i < 20; ++i) {
      EXPECT_THAT(file.difference_with(with_needless_order(given, random)), IsEmpty()) << name;
    }
  }
}

}  // namespace
}  // namespace spillway::ethosu::proof
