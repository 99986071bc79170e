// SPDX-License-Identifier: Apache-2.0
#include <iterator>
#include <string>
#include <vector>

#include "base/index.h"
#include "fuzz/byte_source.h"
#include "fuzz/harness.h"
#include "hwmodels/ethosu/emit/stream_writer.h"
#include "hwmodels/ethosu/proof/same_function.h"
#include "hwmodels/ethosu/proof/same_values.h"
#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/ethosu/stream/register_steps.h"
#include "tests/hwmodels/ethosu/replay/assembled_file.h"
#include "traces/tflite/patch.h"
#include "traces/tflite/reader.h"

namespace spillway::fuzz {
namespace {

using Steps = std::vector<ethosu::RegisterStep>;

test::AssembledFile any_file(ByteSource& source) {
  test::AssembledFile file;
  const auto product = source.number(0, 2);
  file.product = product == 0   ? ethosu::Product::u55
                 : product == 1 ? ethosu::Product::u65
                                : ethosu::Product::u85;
  file.macs = product == 0 ? 128 : 256;
  file.npu_operators = 1;
  file.convolutions = static_cast<int>(source.number(2, 4));
  file.host_between = false;
  file.cached = source.chance(2);
  file.fetches = source.chance(2);
  file.in_place = source.chance(2);
  return file;
}

// Mutates one command at a random position: removes the command, repeats the command, or changes
// the value of a register.
void change(ByteSource& source, Steps& steps) {
  // The last command is STOP, which must not be mutated.
  const auto last = static_cast<std::int64_t>(steps.size()) - 2;
  const auto at = steps.begin() + source.number(0, last);
  if (source.chance(8)) {
    steps.erase(at);
  } else if (source.chance(8)) {
    steps.insert(at, *at);
  } else if (!at->registers.empty()) {
    const auto count = static_cast<std::int64_t>(at->registers.size());
    auto entry = std::next(at->registers.begin(), source.number(0, count - 1));
    entry->second +=
        static_cast<std::uint64_t>(source.number(-40, 40) * (source.chance(2) ? 16 : 1));
  }
}

Network changed_network(const Network& network, ByteSource& source) {
  const ethosu::DecodedFile decoded = ethosu::decode(network);
  const ethosu::DecodedStream& stream = decoded.streams.at(0);
  Steps steps = ethosu::register_steps(stream.payload.stream);
  while (!source.empty() && steps.size() > 1) change(source, steps);
  const TensorIndex commands = at(network.operators, stream.operator_index).inputs[0];
  FilePatch patch;
  patch.contents[commands] = ethosu::rewritten_payload(stream.payload, steps);
  return parse_tflite(patched_tflite(network, patch), "changed");
}

// Mutates the commands of a compiled file and checks with two proofs whether the new file computes
// the same as the original file. The proof that compares commands is stricter than the proof that
// compares values. So a file that the stricter proof accepts must also satisfy the other proof.
void run_proof(ByteView input) {
  ByteSource source(input);
  const Network network = test::assembled_network(any_file(source));
  if (!ethosu::proof::difference(network, network).empty()) {
    report_finding("a file is not proven to compute the same as itself");
  }
  const bool has_values = ethosu::proof::value_difference(network, network).empty();
  catch_user_error([&] {
    const Network changed = changed_network(network, source);
    const std::string by_command = ethosu::proof::difference(network, changed);
    const std::string by_value = ethosu::proof::value_difference(network, changed);
    if (has_values && by_command.empty() && !by_value.empty()) {
      report_finding("the proof by values refuses what the proof by commands accepts: " + by_value);
    }
  });
}

std::vector<std::string> proof_seeds() {
  return {std::string(8, '\0'), "\1\1\1\1\1some changes", "\2\2\2\2\2of other commands"};
}

}  // namespace

std::vector<Harness> proof_harnesses() {
  return {{"proof", Shape::decisions, run_proof, proof_seeds}};
}

}  // namespace spillway::fuzz
