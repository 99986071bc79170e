// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/advice/try_points.h"
#include "experiments/point/design_point.h"
#include "report/printout.h"

namespace spillway {

/// The values that are tried for one placeholder of the compiler's command.
struct TriedOption {
  std::string key;
  std::vector<std::string> values;
};

/// Parses `KEY=VALUE,VALUE` or `KEY=FIRST:LAST:STEP`. Sizes with a unit, such as 64K, are converted
/// to bytes. Throws UserError(usage) for other texts and for repeated values.
TriedOption parse_tried_option(const std::string& text);

/// A compiler command of the user. Two versions of a program count as two compilers.
struct TunedCompiler {
  std::string name;     // name of the compiler; empty if there is only one compiler
  std::string command;  // command line with placeholders: {network}, {out} and one per option
};

/// Parses compilers of the form `NAME=COMMAND`. A single compiler needs no name. Throws
/// UserError(usage) if several compilers have no names or equal names.
std::vector<TunedCompiler> parse_compilers(const std::vector<std::string>& texts);

/// A question: which compiler, with which options, makes the fastest file of a network?
struct TuneQuestion {
  std::string network;  // path of the network's file
  std::vector<TunedCompiler> compilers;
  std::vector<TriedOption> options;
  DesignPoint point;     // chip and options with which the compiled files are simulated
  std::string folder;    // folder for all outputs
  double seconds = 600;  // time limit of one compilation
  std::size_t workers = 1;
};

/// A compilation, with the simulation of its output.
struct TunedFile {
  std::string compiler;  // name of the compiler
  // Options of the compiler as (name, value); empty = the compiler's defaults.
  std::vector<std::pair<std::string, std::string>> values;
  std::vector<std::string> words;     // words of the compiler's command
  std::string file;                   // path of the compiler's output; empty = none
  std::optional<double> estimate_us;  // latency that the compiler (Vela) estimates
  TriedPoint result;                  // if not ok, `message` has the reason
  std::string command;                // command line that simulates the compiled file

  bool is_default() const { return values.empty(); }
};

struct TuneAnswer {
  std::vector<TunedFile> files;  // the fastest file first; files that could not be simulated last
  std::string best;              // path of a copy of the fastest file; empty = no file
  // Number of compilations of this run, including failed ones, not counting earlier runs.
  std::size_t compiled = 0;
};

/// Compiles the network with each compiler, once with the compiler's defaults and once with every
/// combination of the options. Every compilation writes into a folder of its own. Then simulates
/// the outputs. A compilation is left out if an earlier run has made a file with the same command,
/// compiler and network. Throws UserError(usage) for a command that lacks a placeholder or has an
/// unknown placeholder. Throws UserError(run_failed) if a file cannot be written, and
/// UserError(interrupted) after one of ending_signals.
TuneAnswer tune(const TuneQuestion& question);

Printout tune_printout(const TuneAnswer& answer);
/// Returns the answer as a JSON document with `schema_version` (docs/answers.md).
std::string tune_json(const TuneAnswer& answer);

}  // namespace spillway
