// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "hwmodels/target/target.h"

namespace spillway {

/// A target file as read, before a system configuration is chosen.
struct TargetDraft {
  Target target;
  std::string default_system_config;
  bool family = false;     // only a base of others
  bool processor = false;  // target.processor was given
};

/// Reads a target file and the files it is based on. Throws UserError(input_file).
TargetDraft read_target(std::string_view toml, const std::string& file);

/// The draft of a built-in target or family, or of the file `name` when it ends in .toml.
TargetDraft load_draft(const std::string& name);

}  // namespace spillway
