// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "experiments/point/as_compiled.h"
#include "experiments/point/design_point.h"
#include "hwmodels/target/processor_family.h"
#include "tests/reference.h"
#include "traces/files/network_loader.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

/// The paths of the files that Vela compiled from one network, by the size in bytes of the fast
/// memory for which Vela compiled the file.
using Sizes = std::map<int, std::string>;

std::map<std::string, Sizes> compiled_networks() {
  const std::string middle = "__u65-256__Dedicated_Sram__";
  std::map<std::string, Sizes> networks;
  for (const auto& entry :
       std::filesystem::directory_iterator(test::shared_path("models/compiled/peers"))) {
    const std::string name = entry.path().stem().string();
    const std::size_t end = name.find(middle);
    if (end == std::string::npos) continue;
    networks[name.substr(0, end)][std::stoi(name.substr(end + middle.size()))] = entry.path();
  }
  return networks;
}

std::string contents_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Returns the compiled file `one`, relinked with the plan of the compiled file `other`. Vela
// compiled both files from the network `plain`.
Network rewritten(const Network& one, const Network& plain, const std::string& other) {
  const ProcessorFamily& family = *compiled_family(one);
  DesignPoint point = as_compiled(one, {});
  family.choose_as_compiled(point.family_options);
  point.planner.clear();
  point.plan_text = contents_of(other);
  point.plan_source = other;
  point.target_options.capacities.emplace_back("sram", Bytes{64} << 20);
  const Network ordered =
      family.ordered_as_compiled(plain, load_network(other), resolve_target(point));
  const PointResult planned = run_point(ordered, point);
  return parse_tflite(family.relink_plan(one, planned.network, planned.plan.plan, planned.target,
                                         planned.family_options),
                      "rewritten");
}

// Returns the names of all tensors whose data (command streams or constants) differ between the two
// files.
std::vector<std::string> differing(const Network& wanted, const Network& found) {
  std::vector<std::string> names;
  for (std::size_t t = 0; t < wanted.tensors.size(); ++t) {
    const ByteView want = wanted.tensors[t].data;
    const ByteView have = found.tensors[t].data;
    const bool same =
        want.size == have.size && std::equal(want.data, want.data + want.size, have.data);
    if (!same) names.push_back(wanted.tensors[t].name);
  }
  return names;
}

struct Agreement {
  int equal = 0, pairs = 0;
};

Agreement compare_all(const std::string& name, const Sizes& sizes) {
  const Network plain = load_network(test::shared_path("models/" + name + ".tflite"));
  Agreement agreement;
  for (const auto& [size, path] : sizes) {
    const Network one = load_network(path);
    for (const auto& [other_size, other] : sizes) {
      if (size == other_size) continue;
      ++agreement.pairs;
      const Network wanted = load_network(other);
      if (differing(wanted, rewritten(one, plain, other)).empty()) ++agreement.equal;
    }
  }
  return agreement;
}

void expect_agreement(const std::string& name) {
  const Agreement found = compare_all(name, compiled_networks().at(name));
  EXPECT_GT(found.pairs, 0) << name;
  EXPECT_EQ(found.equal, found.pairs) << name;
}

TEST(CompiledAgain, GivesTheBytesOfTheCompilersFileForTheOtherSize) {
  SPILLWAY_NEEDS_SHARED("models/compiled/peers");
  expect_agreement("mlperf_resnet_quant");
  expect_agreement("mlperf_strww");
}

TEST(SlowCompiledAgain, GivesTheBytesOfTheCompilersFileForAllPairs) {
  SPILLWAY_NEEDS_SHARED("models/compiled/peers");
  for (const auto& [name, sizes] : compiled_networks()) {
    if (sizes.size() > 1) expect_agreement(name);
  }
}

/// A network and the folder with its compiled files for all accelerators.
struct Accelerators {
  const char* plain;
  const char* folder;
};

constexpr Accelerators keyword_spotting = {"models/kws_micronet_m.tflite", "models/compiled/fvp"};
constexpr Accelerators detector = {"models/more/yolo-fastest_192_face_v4.tflite",
                                   "models/compiled/fvp_yolo"};

std::vector<std::string> files_of(const Accelerators& network) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(test::shared_path(network.folder))) {
    if (entry.path().extension() == ".tflite") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Relinking a file with its own plan must give the same constants, even if the compiler stores one
// convolution of the detector in the fast weight format of U85. The command streams may differ. For
// example, an operation can read a map or a copy of this map.
TEST(CompiledAgain, GivesTheConstantsOfTheCompilersFilesForU85) {
  SPILLWAY_NEEDS_SHARED(detector.folder);
  for (const Accelerators& network : {keyword_spotting, detector}) {
    const Network plain = load_network(test::shared_path(network.plain));
    int files = 0;
    for (const std::string& path : files_of(network)) {
      if (path.find("u85") == std::string::npos) continue;
      ++files;
      const Network one = load_network(path);
      for (const std::string& name : differing(one, rewritten(one, plain, path))) {
        EXPECT_EQ(name, "ethos_u_command_stream") << path;
      }
    }
    EXPECT_EQ(files, 5);
  }
}

// The compiler copies each operand of a concatenation as soon as the operand exists. It also runs
// one of the two branches of the network earlier than the plain network does.
TEST(SlowCompiledAgain, ComputesTheSameWithThePlanOfEachFileOfADetector) {
  SPILLWAY_NEEDS_SHARED(detector.folder);
  const Network plain = load_network(test::shared_path(detector.plain));
  const std::vector<std::string> files = files_of(detector);
  EXPECT_EQ(files.size(), 11U);
  for (const std::string& path : files) {
    const Network one = load_network(path);
    EXPECT_EQ(compiled_family(one)->difference(one, rewritten(one, plain, path)), "") << path;
  }
}

}  // namespace
}  // namespace spillway
