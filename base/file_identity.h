// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace spillway {

/// Which file a path leads to, whatever the path looks like: by hard and symbolic links, with `./`,
/// in other case where the file system does not tell cases apart. One that is not there yet is its
/// name in its folder. Devices, pipes and what cannot be looked up are no file.
struct FileIdentity {
  std::uint64_t device = 0, node = 0;  // of the file, or of the folder that it will be in
  std::string name;                    // of one that is not there yet
  bool is_file = false;

  friend bool operator==(const FileIdentity& a, const FileIdentity& b) {
    return a.is_file && b.is_file && a.device == b.device && a.node == b.node && a.name == b.name;
  }
};

FileIdentity identity_of(const std::string& path);

}  // namespace spillway
