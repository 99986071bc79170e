// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/invoke_table.h"
#include "report/published_table.h"

namespace spillway {

/// A published table of invoke() times, and the memory of the arena in this measurement.
struct InvokeCase {
  std::string label;
  std::string arena;  // memory of the arena: "sram", "extram" or "split"
  PublishedTable published;
  // Used bytes of SRAM and of external memory, as the linker reports them.
  Bytes sram_used = 0, external_used = 0;
};

/// The description of a validation on xcore.ai. A network is simulated once per case, each time
/// with its arena in another memory or split between two memories. The results are compared with
/// published tables of invoke() times. The differences between each case and the first case are
/// compared, too.
struct InvokeExperiment {
  std::string network;
  std::string target;
  TileMemory program;  // bytes of code, stack and data, without the arena
  std::vector<std::string> order;
  std::vector<InvokeCase> cases;
};

/// Parses the description of a validation from a TOML file. Throws UserError(input_file) for
/// unknown, missing and malformed keys.
InvokeExperiment parse_invoke_experiment(std::string_view toml, const std::string& file);

struct InvokeResult {
  std::vector<InvokeTable> tables;  // simulated tables, one per case of the experiment
  std::vector<TileMemory> memories;
  // The result of cost_notes() (report/cost_notes.h) for the last case: a line that says how
  // reliable the simulated times are. The cases differ only in the placement of the arena.
  std::string cost_notes;
  // A line for each number that exceeds its tolerance; empty = the published tables are reproduced.
  std::vector<std::string> missed;
};

InvokeResult run_invoke_experiment(const InvokeExperiment& experiment);

/// Returns the simulated tables in the format of XMOS' profiler, the summaries of the memories, and
/// a comparison of published and simulated numbers.
Printout invoke_report(const InvokeExperiment& experiment, const InvokeResult& result);

}  // namespace spillway
