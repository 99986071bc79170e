// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>

#include "experiments/sweep/sweep_table.h"

namespace spillway {

/// Data that the page of a sweep shows, but that the CSV of the sweep does not contain.
struct SweepOrigin {
  std::string command;  // command line that made the CSV
  // The word that stands for each network in command lines: a built-in name, or the path of a file.
  // The key is the hash of the network.
  std::map<std::string, std::string> network_words;
  // The word that stands for each target of a file in command lines: the path of the file. The key
  // is the hash of the target.
  std::map<std::string, std::string> target_words;
};

SweepOrigin origin_of(SweepTable& table, const std::string& command);

/// Returns the origin of a sweep from `meta`, the text of its FILE.csv.meta.json. `source` names
/// this file in error messages. Throws UserError(input_file) if a field is missing.
SweepOrigin origin_in(const std::string& meta, const std::string& source);

/// Returns the words of a command line that set the cell in column `column` of a row. Returns an
/// empty text for hashes and for default values. `cell` returns the row's text in a given column.
std::string words_of_identity(const std::string& column,
                              const std::function<std::string(const std::string& column)>& cell,
                              const SweepOrigin& origin);

/// Returns the data for the HTML page of a sweep as one line of JSON. The data are the columns of
/// the CSV, and the Pareto front and knee of each TradeGroup. The rows of a TradeGroup differ only
/// in the capacity of the fastest memory, the planner, the allocator and the options that the user
/// is free to choose (competes()). For the page of the command `pareto`, the argument `pareto` is
/// the document of `pareto --json`; for the page of a sweep, `pareto` is empty. `source` names the
/// CSV in error messages. Throws UserError(input_file) if the text is not the CSV of a sweep.
std::string sweep_json(const std::string& csv, const std::string& source, const SweepOrigin& origin,
                       const std::string& pareto = "");

}  // namespace spillway
