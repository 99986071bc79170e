// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// Returns the hash of a network: the hash of its .tflite file or, for a network that was not read
/// from such a file, the hash of its structure as CSV.
std::string network_hash(const Network& network);

/// Returns the hash of a target file of the user, including the files on which the target is based.
/// Returns an empty string for a built-in target, because the version of the program determines the
/// contents of built-in targets.
std::string target_hash(const DesignPoint& point);

/// A file that a run has read, with its hash. Built-in data are not listed, because the version of
/// the program determines built-in data.
struct InputHash {
  std::string name;  // kind of the file, and its name: "network ds_cnn", "part fast.toml"
  std::string hash;
};

/// Returns the hash of the network, followed by the hashes of the files that options name, in the
/// order of the options.
std::vector<InputHash> input_hashes(const Network& network, const DesignPoint& point);

}  // namespace spillway
