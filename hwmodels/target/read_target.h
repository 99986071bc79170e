// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "hwmodels/target/target.h"

namespace spillway {

/// What the simulated DMA has: channels, and transfers in flight on all of them together.
constexpr std::int32_t most_dma_channels = 8;
constexpr std::int32_t most_dma_transfers = 16;
/// The same of other parts of a chip.
constexpr std::size_t most_ports = 8;
constexpr std::size_t most_memories = 12;
constexpr std::size_t most_background_masters = 4;

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
