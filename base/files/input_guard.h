// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/files/file_identity.h"

namespace spillway {

/// Prevents a command from overwriting its inputs. While an InputGuard exists, functions that read
/// files register these files as inputs. Before the command writes its first file, all its outputs
/// are compared with these inputs. Only one guard exists at a time, in the thread that runs the
/// command. Without a guard, no file is registered.
class InputGuard {
 public:
  /// `outputs` are the paths that the command will write.
  explicit InputGuard(const std::vector<std::string>& outputs);
  ~InputGuard();
  InputGuard(const InputGuard&) = delete;
  InputGuard& operator=(const InputGuard&) = delete;

 private:
  friend void register_input(const std::string& path);
  friend void require_not_an_input(const std::string& path);

  struct Named {
    std::string path;
    FileIdentity file;
  };
  void require_distinct(const Named& output) const;

  std::vector<Named> outputs_, inputs_;
};

/// Registers `path` as an input of the command. Functions that read files must call this function.
void register_input(const std::string& path);

/// Throws UserError(usage) if `path`, or any other output of the command, is an input of the
/// command. Must be called before a function writes `path`.
void require_not_an_input(const std::string& path);

}  // namespace spillway
