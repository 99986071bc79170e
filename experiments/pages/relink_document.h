// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "experiments/relinking/relink_arena.h"
#include "experiments/relinking/relink_file.h"
#include "experiments/relinking/relink_loads.h"
#include "report/printout.h"

namespace spillway {

/// How many feature maps and weight buffers relinking has moved: to the fast arena (`to_fast`), to
/// the other arena (`to_arena`), or to another offset in the same arena (`moved`).
struct RelinkChanges {
  int maps_to_fast = 0, maps_to_arena = 0, maps_moved = 0;
  int weights_to_fast = 0, weights_to_arena = 0, weights_moved = 0;
};
RelinkChanges relink_changes(const MovableBuffers& before, const MovableBuffers& after);

/// Returns an empty table with the columns "before" and "after". add_figure() adds a row for a
/// quantity of the original file and of the relinked file.
PrintedTable figures_before_and_after();
/// Adds a row for a quantity to the table. `before` is nullopt if the original cannot be simulated.
void add_figure(const std::string& name, const std::string& unit,
                const std::optional<std::int64_t>& before, std::int64_t after, PrintedTable& table);

/// Returns the text about a relinked file:
/// * time and bytes in each memory, for the original file and the relinked file;
/// * the changes;
/// * the arena sizes that the firmware must provide;
/// * the accuracy of the simulated times.
Printout relink_summary(const Network& compiled, const Target& target,
                        const RelinkedFile& relinked);

/// Returns the result of relinking as a JSON document (docs/schemas/relink.schema.json).
std::string relink_document(const Network& compiled, const DesignPoint& point, const Target& target,
                            const RelinkedFile& relinked);

/// Return the summary and the JSON document of a rewritten file with loads (operators that copy
/// weights into the arena).
Printout relink_summary(const Network& compiled, const Target& target, const LoadsFile& file);
std::string relink_document(const Network& compiled, const DesignPoint& point, const Target& target,
                            const LoadsFile& file);

/// Returns the JSON document for a network of TensorFlow Lite Micro whose arena has a new plan. The
/// document has no times, because the network was not simulated.
std::string relink_document(const Network& network, const ArenaFile& file);

/// A warning in every output about a written file: the authors of Spillway have only simulated the
/// file, not run it on hardware.
constexpr const char* not_run_by_us = "not run on silicon or FVP by us";

}  // namespace spillway
