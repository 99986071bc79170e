// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>

#include "experiments/sweep/sweep_table.h"

namespace spillway {

/// Information about a sweep that its report needs and its CSV does not contain.
struct SweepOrigin {
  std::string command;  // the command that made the CSV
  // By hash: the word for the network in a command.
  std::map<std::string, std::string> network_words;
  // By hash: the file of a target; built-in targets have their names.
  std::map<std::string, std::string> target_words;
};

SweepOrigin origin_of(SweepTable& table, const std::string& command);

/// Reads the origin from a FILE.csv.meta.json; `source` names it in messages. Throws
/// UserError(input_file) if a field is missing.
SweepOrigin origin_in(const std::string& meta, const std::string& source);

/// The command-line words for a cell of a row's identity; empty for hashes and for default values.
/// `cell` returns the text of a column.
std::string words_of_identity(const std::string& column,
                              const std::function<std::string(const std::string& column)>& cell,
                              const SweepOrigin& origin);

/// The data of a sweep's HTML report as one line of JSON: the CSV by columns (each text once,
/// numbers unchanged), and the front and knee of each group of rows that trade fast memory for time
/// (experiments/rows/sweep_trades.h). `pareto` is the document of `pareto --json` for the
/// page of that command, and empty for the page of a sweep. `source` names the CSV in messages.
/// Throws UserError(input_file) if the text is not a sweep.
std::string sweep_json(const std::string& csv, const std::string& source, const SweepOrigin& origin,
                       const std::string& pareto = "");

}  // namespace spillway
