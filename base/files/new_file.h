// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace spillway {

/// A new file that replaces the file `path` when it is complete. Until commit(), the text is in a
/// temporary file in the same folder; without commit(), the destructor deletes the temporary file.
/// If `path` is a symbolic link, the target of the link is replaced. The new file has the
/// permissions of the old file or, if there was no file, default permissions (umask). Devices and
/// pipes are written directly. Throws UserError(run_failed) if the path cannot be written or the
/// disk is full. The constructor also throws the error of require_not_an_input().
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
  // The path of the temporary file; empty for devices and pipes, and after commit().
  std::string temporary_;
  std::unique_ptr<std::FILE, Close> file_;
};

/// Returns the path at the end of a chain of symbolic links; `path` itself if it is no link. The
/// returned path need not exist. Throws UserError(run_failed) for circular or unreadable links.
std::string resolved_link(const std::string& path);

/// Removes temporary files for `path` that a killed process has left behind. The caller must make
/// sure that no other process is writing the file at this time.
void remove_stale_temporaries(const std::string& path);

}  // namespace spillway
