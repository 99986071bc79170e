// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace spillway {

/// Identifies the file to which a path leads, however the path is written: through hard or symbolic
/// links, with `./`, or in another case if the file system ignores case. A file that does not exist
/// yet is identified by its folder and name. Devices, pipes and paths that cannot be examined have
/// no identity.
struct FileIdentity {
  // The device and inode numbers of the file. If the file does not exist yet, those of its folder.
  std::uint64_t device = 0, node = 0;
  // The name of a file that does not exist yet; empty for all other files.
  std::string name;
  bool is_file = false;

  friend bool operator==(const FileIdentity& a, const FileIdentity& b) {
    return a.is_file && b.is_file && a.device == b.device && a.node == b.node && a.name == b.name;
  }
};

FileIdentity identity_of(const std::string& path);

}  // namespace spillway
