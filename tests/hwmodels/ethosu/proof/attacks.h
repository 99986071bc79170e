// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/ethosu/stream/register_steps.h"
#include "traces/network.h"
#include "traces/tflite/patch.h"

namespace spillway::ethosu::proof {

using Steps = std::vector<RegisterStep>;
using Random = std::mt19937;

/// A function that compares two files. Returns an empty text if it proves that the second file
/// computes the same as the first. Otherwise returns why the proof fails.
using Proof = std::function<std::string(const Network&, const Network&)>;

/// A compiled file with one command stream. The tests change single commands of the stream, and run
/// the proof on the original and the changed file.
class ChangedFile {
 public:
  ChangedFile(const Network& network, Proof proof)
      : network_(network), proof_(std::move(proof)), stream_(decode(network).streams.at(0)) {}

  Steps steps() const { return register_steps(stream_.payload.stream); }
  const DecodedStream& stream() const { return stream_; }

  /// Runs the proof on the original file and on the file with the commands `steps`. Returns the
  /// result of the proof, or the error message if the commands cannot be decoded.
  std::string difference_with(const Steps& steps) const;
  std::string difference_with(const FilePatch& patch) const;

 private:
  const Network& network_;
  Proof proof_;
  DecodedStream stream_;
};

/// Changes a command of a stream; the third argument is the index of the command. Returns false if
/// the change cannot be applied to this command.
using Change = std::function<bool(RegisterStep&, const DecodedStream&, std::size_t, Random&)>;

/// Changes after which a file computes something else. The key is a description of the change.
using Changes = std::map<std::string, Change>;
Changes harmful_changes();

/// Returns the names of the compiled files that the tests change. The names are paths in
/// models/compiled of the reference data, without extension.
const std::vector<std::string>& attacked_files();

/// Returns the operation that a command starts; null if the command starts no operation.
const Operation* operation_of(const DecodedStream& stream, std::size_t command);

/// Returns the indices of all commands to which the change can be applied.
std::vector<std::size_t> open_to(const Change& change, const ChangedFile& file, Random& random);

/// Returns the commands `given` with an unnecessary wait before a random command. If this command
/// is a kernel, also sets its block dependency to 0, the strictest value.
Steps with_needless_order(const Steps& given, Random& random);

/// Applies every harmful change to `attacks` random commands of each file of attacked_files().
/// Expects that the proof refuses every changed file. Returns the number of changed files.
int expect_all_refused(const Proof& proof, int attacks);

}  // namespace spillway::ethosu::proof
