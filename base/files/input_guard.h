// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/files/file_identity.h"

namespace spillway {

/// Prevents a command from overwriting its inputs. While a guard exists, functions that read files
/// note the paths here. Before the command writes its first file, its outputs are compared with the
/// noted inputs. Only one guard exists at a time, in the thread that runs the command. Without a
/// guard nothing is noted.
class InputGuard {
 public:
  /// `outputs`: the paths that the command was asked to write.
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

/// To be called by functions that read files: from now on, `path` is an input.
void note_input(const std::string& path);

/// To be called by functions that write files, before they write `path`. Throws UserError(usage) if
/// this path is an input of the command, or if any other output of the command is one.
void require_no_input(const std::string& path);

}  // namespace spillway
