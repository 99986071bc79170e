// SPDX-License-Identifier: Apache-2.0
// Tests properties that hold for every network, with random networks. Each test writes a network to
// a .tflite file, runs commands on the file, and reads the JSON documents and CSV files that the
// commands write.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "base/text.h"
#include "planner/planner.h"
#include "tests/checkout.h"
#include "tests/cli/run_outcome.h"
#include "tests/hwmodels/ethosu/lower/generated_network.h"
#include "tests/scratch_folder.h"
#include "traces/tflite/codes.h"
#include "traces/tflite/reader.h"
#include "traces/tflite/writer.h"

namespace spillway::cli {
namespace {

using Json = nlohmann::json;

constexpr int generated_networks = 200;

class GeneratedNetworks : public test::InScratchFolder {
 protected:
  std::string write(std::uint64_t seed) {
    // Must outlive the network: owns the values of its constants.
    test::GeneratedNetwork generated(seed);
    network_ = generated.make();
    const std::vector<std::uint8_t> bytes = write_tflite(network_);
    write_file(path("net.tflite"), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    file_bytes_ = static_cast<std::int64_t>(bytes.size());
    return path("net.tflite");
  }

  static std::string target_of(std::uint64_t seed) {
    const std::vector<std::string> targets = {"ethos-u55-128", "ethos-u65-256", "ethos-u85-256",
                                              "xcore.ai"};
    return targets[seed % targets.size()];
  }

  static std::string answer(std::vector<std::string> words, const std::string& file,
                            const std::string& target) {
    words.insert(words.begin() + 1, {file, "--target", target});
    const test::Outcome outcome = test::outcome_of(words);
    EXPECT_EQ(outcome.code, ExitCode::ok) << testing::PrintToString(words) << outcome.err;
    return outcome.out;
  }

  Network network_;  // network of the last write(), without the values of its constants
  std::int64_t file_bytes_ = 0;
};

std::int64_t in_all(const Json& by_memory) {
  std::int64_t sum = 0;
  for (const auto& [name, value] : by_memory.items()) sum += value.get<std::int64_t>();
  return sum;
}

void expect_operators_add_up(const Json& timing) {
  std::int64_t cycles = 0;
  std::map<std::string, std::int64_t> read, written;
  for (const Json& op : timing["operators"]) {
    const std::int64_t parts =
        op["compute_cycles"].get<std::int64_t>() + in_all(op["stall_cycles"]) +
        op["dma_wait_cycles"].get<std::int64_t>() + op["overhead_cycles"].get<std::int64_t>() +
        op["host_cycles"].get<std::int64_t>();
    EXPECT_EQ(parts, op["total_cycles"]) << op;
    cycles += op["total_cycles"].get<std::int64_t>();
    for (const auto& [name, bytes] : op["read_bytes"].items()) read[name] += bytes.get<int>();
    for (const auto& [name, bytes] : op["write_bytes"].items()) written[name] += bytes.get<int>();
  }
  EXPECT_EQ(cycles, timing["total_cycles"]);
  for (const Json& memory : timing["memories"]) {
    const std::string name = memory["name"];
    EXPECT_EQ(read[name], memory["read_bytes"]) << name;
    EXPECT_EQ(written[name], memory["write_bytes"]) << name;
    EXPECT_LE(memory["peak_bytes"], memory["capacity_bytes"]) << name;
  }
}

TEST_F(GeneratedNetworks, TogetherContainEveryOperatorOfTheFormat) {
  std::set<std::string> names;
  for (std::uint64_t seed = 0; seed < generated_networks; ++seed) {
    write(seed);
    for (const Operator& op : read_tflite(path("net.tflite")).operators) names.insert(op.type_name);
  }
  constexpr int codes = 210;
  for (int code = 0; code < codes; ++code) {
    const std::string name = builtin_operator_name(code);
    if (code == custom_builtin_code) continue;
    EXPECT_EQ(names.count(name), 1U) << name;
  }
  EXPECT_EQ(names.count("Smooth"), 1U) << "a custom operator";
}

TEST_F(GeneratedNetworks, HaveRowsThatAddUp) {
  for (int i = 0; i < test::rounds(generated_networks); ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    SCOPED_TRACE(seed);
    const std::string run = answer({"run", "--json", "-"}, write(seed), target_of(seed));
    if (HasFailure()) return;
    expect_operators_add_up(Json::parse(run)["timing"]);
    if (HasFailure()) return;
  }
}

void expect_bound_below_peaks(const Json& plan) {
  std::int64_t peaks = 0;
  for (const Json& memory : plan["memories"]) {
    EXPECT_LE(memory["live_peak_bytes"], memory["peak_bytes"]) << memory;
    peaks += memory["peak_bytes"].get<std::int64_t>();
  }
  EXPECT_LE(plan["lower_bound_bytes"], peaks);
}

TEST_F(GeneratedNetworks, HaveALowerBoundBelowTheirPeak) {
  for (int i = 0; i < test::rounds(generated_networks); ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    SCOPED_TRACE(seed);
    const std::string text = answer({"plan", "--json", "-"}, write(seed), target_of(seed));
    if (HasFailure()) return;
    expect_bound_below_peaks(Json::parse(text));
    if (HasFailure()) return;
  }
}

// The peak of every plan must not be below the lower bound of the network. A planner that finds no
// plan for a network is skipped.
TEST_F(GeneratedNetworks, HaveALowerBoundBelowTheirPeakWithEveryPlanner) {
  constexpr int networks = 12;
  int planned = 0;
  for (int i = 0; i < test::rounds(networks); ++i) {
    const auto seed = static_cast<std::uint64_t>(3000 + i);
    const std::string file = write(seed), target = target_of(seed);
    for (const PlannerEntry& entry : planners()) {
      if (!entry.planner->can_answer()) continue;
      SCOPED_TRACE(entry.name + " " + std::to_string(seed));
      const test::Outcome outcome = test::outcome_of(
          {"plan", file, "--target", target, "--planner", entry.name, "--json", "-"});
      if (outcome.code != ExitCode::ok) continue;
      expect_bound_below_peaks(Json::parse(outcome.out));
      ++planned;
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(planned, 10 * test::rounds(networks));
}

// Each constant must count once in the plan, even if several operators read the constant. The limit
// is larger than the file: encoded weights may be a little larger than the weights, and each
// channel has ten bytes of scales that are not in the file. Tables and zeros that the lowering adds
// do not count.
TEST_F(GeneratedNetworks, PlaceNoMoreBytesOfConstantsThanTheirFileHas) {
  for (int i = 0; i < test::rounds(generated_networks); ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    SCOPED_TRACE(seed);
    const std::string target = seed % 2 == 0 ? "ethos-u55-128" : "ethos-u65-256";
    const std::string text =
        answer({"plan", "--json", "-", "--memory-mode", "Shared_Sram"}, write(seed), target);
    if (HasFailure()) return;
    std::int64_t constants = 0;
    const Json plan = Json::parse(text);
    for (const Json& residency : plan["residencies"]) {
      if (residency["memory"] == "sram" || residency["tensor"] == "made-up constants") continue;
      constants += residency["size"].get<std::int64_t>();
    }
    EXPECT_LE(constants, file_bytes_ + file_bytes_ / 4 + 1024);
    if (HasFailure()) return;
  }
}

// Returns the percentages in the first lines of an output by their names. The line "compute 62.1 %"
// gives the entry {"compute", 62.1}.
std::map<std::string, double> shares_of(const std::string& screen) {
  std::map<std::string, double> shares;
  const std::regex share("([A-Za-z][A-Za-z ]*) ([0-9]+\\.[0-9]) %");
  const std::size_t bar = screen.find("\n# compute ");
  for (const std::string& line : split(screen.substr(bar == screen.npos ? 0 : bar + 1), '\n')) {
    if (line.find(" operators run on the CPU") != line.npos || line == "slowest operators") break;
    for (std::sregex_iterator found(line.begin(), line.end(), share), end; found != end; ++found) {
      shares[(*found)[1]] = std::stod((*found)[2]);
    }
  }
  return shares;
}

TEST_F(GeneratedNetworks, HaveTimeSharesThatAddUpTo100Percent) {
  int with_host = 0;
  for (int i = 0; i < test::rounds(generated_networks); ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    SCOPED_TRACE(seed);
    const std::string file = write(seed), target = target_of(seed);
    const std::string screen = answer({"run"}, file, target);
    const Json timing = Json::parse(answer({"run", "--json", "-"}, file, target))["timing"];
    if (HasFailure()) return;
    std::int64_t host = 0, processor = 0;
    for (const Json& op : timing["operators"]) {
      host += op["host_cycles"].get<std::int64_t>();
      processor += op["total_cycles"].get<std::int64_t>() - op["host_cycles"].get<std::int64_t>();
    }
    EXPECT_EQ(host + processor, timing["total_cycles"]);
    const std::map<std::string, double> shares = shares_of(screen);
    double sum = 0;
    for (const auto& [name, share] : shares) sum += share;
    EXPECT_NEAR(sum, 100, 0.05 * static_cast<double>(shares.size()) + 0.01) << screen;
    const double of_host = 100 * static_cast<double>(host) / timing["total_cycles"].get<double>();
    const auto shown = shares.find("CPU");
    EXPECT_NEAR(shown == shares.end() ? 0 : shown->second, of_host, 0.051) << screen;
    if (host > 0) ++with_host;
    if (HasFailure()) return;
  }
  EXPECT_GT(with_host, test::rounds(generated_networks) / 10);
}

std::int64_t rounded_up(std::int64_t value, std::int64_t step) {
  return (value + step - 1) / step * step;
}

// Returns the bytes of a map whose channels are padded to bricks of 16 channels, plus one beat of
// 16 bytes at each end of the map.
std::int64_t stored_bytes(const Tensor& tensor) {
  constexpr std::int64_t channels_of_brick = 16, beats = 2 * 16;
  const std::int64_t elements = element_count(tensor);
  if (elements == 0 || tensor.shape.empty()) return beats;
  const std::int64_t channels = tensor.shape.back();
  const std::int64_t pixels = elements / channels;
  const std::int64_t element_bytes = std::max<std::int64_t>(1, tensor.bytes / elements);
  return pixels * rounded_up(channels, channels_of_brick) * element_bytes + beats;
}

/// Returns a factor that limits the bytes that an operator moves. The operator reads at most this
/// factor times the bytes of its operands, and writes at most this factor times the bytes of its
/// results. The bytes under the kernel (patch_bytes()) are added to this limit. The factor is
/// larger than 1 because results can be padded and copied, and because some operators are lowered
/// to several operations on 32-bit numbers.
std::int64_t passes_of(OpType type) {
  if (type == OpType::softmax) return 160;
  return type == OpType::squared_difference ? 32 : 4;
}

/// Returns the number of input elements under the kernel for one pixel of the result: kernel height
/// x kernel width x input channels, with the channels rounded up to vectors of 32. An element
/// counts as one byte. Returns 0 if the operator has no kernel.
std::int64_t patch_bytes(const Network& network, const Operator& op) {
  constexpr std::int64_t vector = 32;
  const auto extents_of = [&](std::size_t input) {
    return at(network.tensors, op.inputs.at(input)).shape;
  };
  switch (op.type) {
    case OpType::conv_2d:
    case OpType::depthwise_conv_2d:
    case OpType::transpose_conv: {
      const std::vector<std::int32_t> weights = extents_of(1);
      return std::int64_t{weights[1]} * weights[2] * rounded_up(weights[3], vector);
    }
    case OpType::fully_connected:
      return rounded_up(extents_of(1).back(), vector);
    case OpType::batch_matmul:
      return rounded_up(extents_of(0).back(), vector);
    case OpType::max_pool_2d:
    case OpType::average_pool_2d:
      return std::int64_t{op.window.kernel_h} * op.window.kernel_w *
             rounded_up(extents_of(0).back(), vector);
    default:
      return 0;
  }
}

struct Moved {
  std::int64_t read = 0, written = 0;
};

/// Returns an upper limit of the bytes that an operator reads and writes, from the sizes of its
/// tensors. The limit consists of:
/// * passes_of() reads of each operand and passes_of() writes of each result,
/// * two reads of all elements under the kernel, for each pixel of the result and each output
///   channel; the channels are rounded up to groups of 16, which are computed together,
/// * one write of all elements under the kernel, for each pixel of the result, because the input
///   elements may be gathered first.
Moved most_moved(const Network& network, const Operator& op) {
  constexpr std::int64_t group = 16;       // number of output channels that are computed together
  constexpr std::int64_t records = 2'048;  // bytes of an operator's tables and parameters
  Moved moved{records, records};
  for (const TensorIndex input : op.inputs) {
    if (input == no_tensor) continue;
    moved.read += passes_of(op.type) * stored_bytes(at(network.tensors, input));
  }
  for (const TensorIndex output : op.outputs) {
    moved.written += passes_of(op.type) * stored_bytes(at(network.tensors, output));
  }
  if (op.outputs.empty()) return moved;
  const Tensor& result = at(network.tensors, op.outputs.front());
  const std::int64_t channels = result.shape.back();
  const std::int64_t patches = element_count(result) / channels * patch_bytes(network, op);
  moved.read += 2 * patches * rounded_up(channels, group);
  moved.written += patches;
  return moved;
}

TEST_F(GeneratedNetworks, MoveNoMoreBytesThanTheSizesOfTheirTensorsAllow) {
  for (int i = 0; i < test::rounds(generated_networks); ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    SCOPED_TRACE(seed);
    const std::string file = write(seed);
    const std::string run = answer({"run", "--json", "-"}, file, target_of(seed));
    if (HasFailure()) return;
    // Each constant is copied into fast memory at most once, and the kernel then reads the copy.
    const std::int64_t constants = file_bytes_ + file_bytes_ / 4 + 1024;
    Moved most{2 * constants, constants}, is;
    for (const Operator& op : network_.operators) {
      const Moved moved = most_moved(network_, op);
      most.read += moved.read;
      most.written += moved.written;
    }
    const Json document = Json::parse(run);
    for (const Json& memory : document["timing"]["memories"]) {
      is.read += memory["read_bytes"].get<std::int64_t>();
      is.written += memory["write_bytes"].get<std::int64_t>();
    }
    EXPECT_GT(is.read, 0);
    EXPECT_LE(is.read, most.read);
    EXPECT_LE(is.written, most.written);
    if (HasFailure()) return;
  }
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (c == ',' && !quoted) cells.emplace_back();
    if (c != '"' && (c != ',' || quoted)) cells.back() += c;
  }
  return cells;
}

// Returns the cell in the first row of a CSV table, in the column named `column`; empty if there is
// no such column.
std::string field(const std::string& csv, const std::string& column) {
  const std::vector<std::string> lines = split(csv, '\n');
  const std::vector<std::string> names = cells_of(lines.at(0)), values = cells_of(lines.at(1));
  const auto found = std::find(names.begin(), names.end(), column);
  return found == names.end() ? "" : values.at(static_cast<std::size_t>(found - names.begin()));
}

TEST_F(GeneratedNetworks, TakeTheSameTimeInEveryCommand) {
  for (int i = 0; i < test::rounds(generated_networks); ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    SCOPED_TRACE(seed);
    const std::string file = write(seed), target = target_of(seed);
    const Json run = Json::parse(answer({"run", "--json", "-"}, file, target));
    const std::string planner = run["options"]["planner"];
    const std::string rows = path("rows" + std::to_string(i) + ".csv");
    answer({"sweep", "--output", rows, "--planner", planner}, file, target);
    const std::string sweep = read_text(rows);
    const Json compare =
        Json::parse(answer({"compare", "--json", "-", "--planner", planner}, file, target));
    if (HasFailure()) return;
    const std::int64_t cycles = run["timing"]["total_cycles"];
    EXPECT_EQ(field(sweep, "total_cycles"), std::to_string(cycles));
    EXPECT_EQ(compare["planners"][0]["total_cycles"], cycles);
    const Json& bound = compare["bound_cycles"];  // null if the family computes no bound
    EXPECT_TRUE(bound.is_null() || bound <= cycles) << bound;
    for (const Json& memory : run["timing"]["memories"]) {
      const std::string name = memory["name"];
      EXPECT_EQ(field(sweep, name + "_read_bytes"), memory["read_bytes"].dump()) << name;
      EXPECT_EQ(field(sweep, name + "_write_bytes"), memory["write_bytes"].dump()) << name;
      EXPECT_EQ(field(sweep, name + "_peak_bytes"), memory["peak_bytes"].dump()) << name;
    }
    if (HasFailure()) return;
  }
}

using SlowGeneratedNetworks = GeneratedNetworks;

// The planner `search` also simulates the plans of the other planners and returns the fastest plan,
// so its plan must not be slower than another plan.
TEST_F(SlowGeneratedNetworks, AreNeverSlowerWithSearchThanWithAnotherPlanner) {
  constexpr int networks = 24;
  for (int i = 0; i < test::rounds(networks); ++i) {
    const auto seed = static_cast<std::uint64_t>(2000 + i);
    SCOPED_TRACE(seed);
    const std::string file = write(seed), target = target_of(seed);
    const Json compare =
        Json::parse(answer({"compare", "--json", "-", "--planner", "all"}, file, target));
    if (HasFailure()) return;
    std::int64_t fastest = std::numeric_limits<std::int64_t>::max(), found = 0;
    for (const Json& row : compare["planners"]) {
      if (row["status"] != "ok") continue;
      const std::int64_t cycles = row["total_cycles"];
      if (row["planner"] == "search") found = cycles;
      fastest = std::min(fastest, cycles);
    }
    EXPECT_EQ(found, fastest);
  }
}

}  // namespace
}  // namespace spillway::cli
