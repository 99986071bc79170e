// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/invoke_table.h"
#include "report/published_table.h"

namespace spillway {

/// A published table and the arena that it was measured with.
struct InvokeCase {
  std::string label;
  std::string arena;  // sram, extram or split
  PublishedTable published;
  Bytes sram_used = 0, external_used = 0;  // memory sizes in the linker's report
};

/// A network on an xcore.ai target with its arena in several memories, compared with published
/// invoke() tables. Differences are relative to the first case.
struct InvokeExperiment {
  std::string network;
  std::string target;
  TileMemory program;  // code, stack and data without the arena
  std::vector<std::string> order;
  std::vector<InvokeCase> cases;
};

/// Throws UserError(input_file) for unknown, missing and malformed keys.
InvokeExperiment parse_invoke_experiment(std::string_view toml, const std::string& file);

struct InvokeResult {
  std::vector<InvokeTable> tables;  // parallel to the cases
  std::vector<TileMemory> memories;
  std::string cost_notes;           // notes on the costs of the last case
  std::vector<std::string> missed;  // one line per figure beyond its tolerance; empty = reproduced
};

InvokeResult run_invoke_experiment(const InvokeExperiment& experiment);

/// The tables in the profiler's format, the memory summaries, and published compared with simulated
/// figures.
Printout invoke_report(const InvokeExperiment& experiment, const InvokeResult& result);

}  // namespace spillway
