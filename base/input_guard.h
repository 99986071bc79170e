// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/file_identity.h"

namespace spillway {

/// Keeps a command from writing over what it reads. While a guard lives, readers of files note
/// their paths here, and the first writer finds out whether any of the command's outputs is one of
/// them: before anything has been written. There is one guard at a time, of the thread that runs
/// the command; without one nothing is noted.
class InputGuard {
 public:
  /// `outputs`: paths that the command was asked to write.
  explicit InputGuard(const std::vector<std::string>& outputs);
  ~InputGuard();
  InputGuard(const InputGuard&) = delete;
  InputGuard& operator=(const InputGuard&) = delete;

 private:
  friend void note_input(const std::string& path);
  friend void require_no_input(const std::string& path);

  struct Named {
    std::string path;
    FileIdentity file;
  };
  void require_distinct(const Named& output) const;

  std::vector<Named> outputs_, inputs_;
};

/// Of readers: `path` is an input from now on.
void note_input(const std::string& path);

/// Of writers, before they write `path`. Throws UserError(usage) when it, or another output of the
/// command, is an input.
void require_no_input(const std::string& path);

}  // namespace spillway
