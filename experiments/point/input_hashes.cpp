// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/input_hashes.h"

#include "base/hash.h"
#include "experiments/point/option_table.h"
#include "traces/csv/network_csv.h"
#include "traces/tflite/file.h"

namespace spillway {

std::string network_hash(const Network& network) {
  Hash hash;
  // `network.file` of a network from a CSV has only the values of constants. Therefore the
  // structure of such a network is hashed instead of its file.
  if (network.file && looks_like_tflite({network.file->data(), network.file->size()})) {
    hash.add({reinterpret_cast<const char*>(network.file->data()), network.file->size()});
  } else {
    hash.add(write_network_csv(network));
  }
  return hash.text();
}

std::string target_hash(const DesignPoint& point) {
  std::vector<std::string> hashes;
  for (const InputFile& input : point.inputs) {
    if (input.option == "target") hashes.push_back(input.hash);
  }
  if (hashes.size() < 2) return hashes.empty() ? "" : hashes[0];
  Hash all;
  for (const std::string& hash : hashes) all.add(hash);
  return all.text();
}

std::vector<InputHash> input_hashes(const Network& network, const DesignPoint& point) {
  std::vector<InputHash> hashes = {{"network " + network.name, network_hash(network)}};
  for (const PointOption& option : point_options()) {
    for (const InputFile& input : point.inputs) {
      if (input.option != option.name) continue;
      hashes.push_back({input.option + " " + input.path, input.hash});
    }
  }
  return hashes;
}

}  // namespace spillway
