// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "hwmodels/target/target.h"

namespace spillway {

/// Limits of the DMA that a target can have: channels, and transfers in flight on all channels
/// together.
constexpr std::int32_t most_dma_channels = 8;
constexpr std::int32_t most_dma_transfers = 16;
/// Limits of other parts that a target can have.
constexpr std::size_t most_ports = 8;
constexpr std::size_t most_memories = 12;
constexpr std::size_t most_background_masters = 4;

/// A target file as it was read, before a system configuration has been chosen.
struct TargetDraft {
  Target target;
  std::string default_system_config;
  bool family = false;     // the file is only a base of other targets and cannot be run
  bool processor = false;  // the file or its base describes target.processor
};

/// Reads a target file and the files it is based on. Throws UserError(input_file), or
/// UserError(usage) for an unknown base.
TargetDraft read_target(std::string_view toml, const std::string& file);

/// Loads the draft of a built-in target or family, or of the file `name` if it ends in .toml.
TargetDraft load_draft(const std::string& name);

}  // namespace spillway
