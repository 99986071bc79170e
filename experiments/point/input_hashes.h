// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// Returns the hash of a network: of its file or, if it was not read from a binary file, of its
/// structure.
std::string network_hash(const Network& network);

/// Returns the hash of a target that the user has written, including the files on which it is
/// based. Returns an empty string for a built-in target: the version of the program already says
/// what a built-in target contains.
std::string target_hash(const DesignPoint& point);

/// A file that a run has read, with its hash. Built-in data have no entry: the version of the
/// program already says what they contain.
struct InputHash {
  std::string name;  // what the file is and how it was named: "network ds_cnn", "part fast.toml"
  std::string hash;
};

/// Returns the hash of the network, then the hashes of the files that options name, in the order of
/// the options.
std::vector<InputHash> input_hashes(const Network& network, const DesignPoint& point);

}  // namespace spillway
