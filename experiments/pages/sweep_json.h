// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>

#include "experiments/sweep/sweep_table.h"

namespace spillway {

/// What a sweep's CSV does not say and its report needs.
struct SweepOrigin {
  std::string command;  // made the CSV
  std::map<std::string, std::string>
      network_words;  // as a command line names the network of a hash
  std::map<std::string, std::string>
      target_words;  // and the file of a target's hash; built-in targets have their names
};

SweepOrigin origin_of(SweepTable& table, const std::string& command);

/// The same from a FILE.csv.meta.json; `source` names it. Throws UserError(input_file) when it
/// lacks what it should have.
SweepOrigin origin_in(const std::string& meta, const std::string& source);

/// The words of a command line that stand for a cell of a row's identity; empty for hashes and for
/// what the cell leaves open. `cell` gives the text of a column.
std::string words_of_identity(const std::string& column,
                              const std::function<std::string(const std::string& column)>& cell,
                              const SweepOrigin& origin);

/// What the HTML report of a sweep shows, on one line: the CSV by columns (texts once, numbers as
/// they are), and per group of rows that trade fast memory for time its front and knee
/// (experiments/rows/sweep_trades.h). `source` names the CSV in messages. Throws
/// UserError(input_file) when it is no sweep.
std::string sweep_json(const std::string& csv, const std::string& source,
                       const SweepOrigin& origin);

}  // namespace spillway
