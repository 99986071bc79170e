// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "experiments/relinking/relink_arena.h"
#include "experiments/relinking/relink_file.h"
#include "report/printout.h"

namespace spillway {

/// The differences between a relinked file and its original: the number of buffers by kind and
/// move.
struct RelinkChanges {
  int maps_to_fast = 0, maps_to_arena = 0, maps_moved = 0;
  int weights_to_fast = 0, weights_to_arena = 0, weights_moved = 0;
};
RelinkChanges relink_changes(const MovableBuffers& before, const MovableBuffers& after);

/// A table without rows for the figures of a file before and after relinking; add_figure() adds
/// rows.
PrintedTable figures_before_and_after();
/// `before` is missing if the original does not run.
void add_figure(const std::string& name, const std::string& unit,
                const std::optional<std::int64_t>& before, std::int64_t after, PrintedTable& table);

/// Time and bytes per memory before and after, the changes, what the firmware must provide, and how
/// far the result can be trusted.
Printout relink_summary(const Network& compiled, const Target& target,
                        const RelinkedFile& relinked);

/// The result of relinking as JSON; docs/schemas/relink.schema.json describes it.
std::string relink_document(const Network& compiled, const DesignPoint& point, const Target& target,
                            const RelinkedFile& relinked);

/// The same for the arena of a network for TensorFlow Lite Micro; it has no times, because nothing
/// is simulated.
std::string relink_document(const Network& network, const ArenaFile& file);

/// Every output about a written file contains this phrase, because the file was only simulated.
constexpr const char* not_run_by_us = "not run on silicon or FVP by us";

}  // namespace spillway
