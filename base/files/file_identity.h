// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace spillway {

/// Identifies the file to which a path leads. Two paths of the same file have equal identities,
/// even if the paths differ by hard or symbolic links, by `./`, or by upper and lower case in a
/// file system that ignores case. A file that does not exist yet is identified by its folder and
/// its name. Folders, devices, pipes and paths that cannot be examined have no identity (`is_file`
/// is false).
struct FileIdentity {
  // The device and inode numbers of the file or, if the file does not exist yet, of its folder.
  std::uint64_t device = 0, node = 0;
  // The name of a file that does not exist yet, in lower case if its file system ignores case;
  // empty for an existing file.
  std::string name;
  bool is_file = false;

  friend bool operator==(const FileIdentity& a, const FileIdentity& b) {
    return a.is_file && b.is_file && a.device == b.device && a.node == b.node && a.name == b.name;
  }
};

FileIdentity identity_of(const std::string& path);

}  // namespace spillway
