// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace spillway {

/// A file that replaces `path` once it is complete. Until commit() it is a temporary file in the
/// same folder; without commit() the destructor deletes it. If `path` is a symbolic link, the link
/// stays and the target of the link is replaced. The permissions of an existing file are kept; a
/// new file gets those of the umask. Devices and pipes are written directly. Throws
/// UserError(run_failed) if the path cannot be written or the disk is full.
class NewFile {
 public:
  explicit NewFile(const std::string& path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void append(std::string_view text);
  /// Flushes the file to disk and renames it to `path`.
  void commit();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::string path_;
  // The path of the temporary file; empty if there is no temporary file.
  std::string temporary_;
  std::unique_ptr<std::FILE, Close> file_;
};

/// The path at the end of a chain of symbolic links; `path` itself if it is no link. The result
/// need not exist. Throws UserError(run_failed) for circular links.
std::string resolved_link(const std::string& path);

/// Removes temporary files that a killed process has left beside `path`. The caller must make sure
/// that no other process is replacing the file.
void remove_stale_temporaries(const std::string& path);

}  // namespace spillway
