// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace spillway {

/// A file that takes the place of `path` once it is whole: it grows as a temporary file beside it,
/// which goes again unless commit() is reached. A symbolic link stays one, and what it leads to is
/// replaced. A file that is there keeps its permissions, a new one has those of the umask. A device
/// or a pipe is written directly. Throws UserError(run_failed) when the path cannot be written or
/// the disk is full.
class NewFile {
 public:
  explicit NewFile(const std::string& path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void append(std::string_view text);
  /// Flushes it to the disk and renames it.
  void commit();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::string path_;
  std::string temporary_;  // empty when there is none
  std::unique_ptr<std::FILE, Close> file_;
};

/// Where a path leads when it is a symbolic link, or several after one another; else the path
/// itself. What it leads to need not be there. Throws UserError(run_failed) for links in a ring.
std::string resolved_link(const std::string& path);

/// Removes temporary files of `path` that a killed process left. The caller makes sure that no
/// other process is about to replace the file.
void remove_stale_temporaries(const std::string& path);

}  // namespace spillway
