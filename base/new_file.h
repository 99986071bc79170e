// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace spillway {

/// A file that takes the place of `path` once it is whole: it grows as a temporary file beside it,
/// which goes again unless commit() is reached. Throws UserError(run_failed) when the path cannot
/// be written or the disk is full.
class NewFile {
 public:
  explicit NewFile(std::string path);
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
  std::string temporary_;  // empty when it is there no more
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace spillway
