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

/// A proof that compares two files. It returns why the second file is not proven to compute what
/// the first file computes, or an empty text if it is proven.
using Proof = std::function<std::string(const Network&, const Network&)>;

/// A compiled file whose only command stream can be changed command by command.
class ChangedFile {
 public:
  ChangedFile(const Network& network, Proof proof)
      : network_(network), proof_(std::move(proof)), stream_(decode(network).streams.at(0)) {}

  Steps steps() const { return register_steps(stream_.payload.stream); }
  const DecodedStream& stream() const { return stream_; }

  /// The difference that the proof finds if the file has the commands `steps`, or the error if
  /// these cannot be decoded.
  std::string difference_with(const Steps& steps) const;
  std::string difference_with(const FilePatch& patch) const;

 private:
  const Network& network_;
  Proof proof_;
  DecodedStream stream_;
};

/// A change to one command. Returns false if it does not apply to the command.
using Change = std::function<bool(RegisterStep&, const DecodedStream&, std::size_t, Random&)>;

/// Changes that alter what a file computes. The key describes the change.
using Changes = std::map<std::string, Change>;
Changes harmful_changes();

/// The names of the compiled files that tests change. The files lie in models/compiled of the
/// reference data.
const std::vector<std::string>& attacked_files();

/// Returns the operation of a command; null if the command is no operation.
const Operation* operation_of(const DecodedStream& stream, std::size_t command);

/// The commands that a change applies to.
std::vector<std::size_t> open_to(const Change& change, const ChangedFile& file, Random& random);

/// Inserts a wait that is not needed before a random command. If the command is a kernel, its block
/// dependency becomes 0.
Steps with_needless_order(const Steps& given, Random& random);

/// Tries every harmful change `attacks` times per file and expects that the proof refuses each.
/// Returns how many were tried.
int expect_all_refused(const Proof& proof, int attacks);

}  // namespace spillway::ethosu::proof
