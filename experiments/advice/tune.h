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

/// Values to try for a placeholder of the compiler's command.
struct TriedOption {
  std::string key;
  std::vector<std::string> values;
};

/// Parses `KEY=VALUE,VALUE` or `KEY=FIRST:LAST:STEP`; sizes with a unit become bytes. Throws
/// UserError(usage).
TriedOption parse_tried_option(const std::string& text);

/// A compiler that the user gives. Two versions of a program count as two compilers.
struct TunedCompiler {
  std::string name;     // empty = there is only one compiler
  std::string command;  // command with {network}, {out} and a placeholder per option
};

/// Parses `NAME=COMMAND`; the name may be missing if there is only one compiler. Throws
/// UserError(usage) if several commands have no names or equal names.
std::vector<TunedCompiler> parse_compilers(const std::vector<std::string>& texts);

/// Asks which compiler makes the fastest file of a network, and with which options.
struct TuneQuestion {
  std::string network;  // path of the file
  std::vector<TunedCompiler> compilers;
  std::vector<TriedOption> options;
  DesignPoint point;     // the chip that runs the compiled files
  std::string folder;    // the folder for all outputs
  double seconds = 600;  // time limit of one compilation
  std::size_t workers = 1;
};

/// A compilation and the result of simulating its output.
struct TunedFile {
  std::string compiler;                                     // name of the compiler
  std::vector<std::pair<std::string, std::string>> values;  // empty = the compiler's own defaults
  std::vector<std::string> words;                           // command words of the compilation
  std::string file;                   // path of the file that the compiler wrote; empty = none
  std::optional<double> estimate_us;  // the compiler's own estimate (Vela writes one)
  TriedPoint result;                  // if not ok, `message` says why there is no file or no result
  std::string command;                // command that simulates the file

  bool is_default() const { return values.empty(); }
};

struct TuneAnswer {
  std::vector<TunedFile> files;  // the fastest first; files without a result last
  std::string best;              // path of a copy of the fastest file; empty if there is none
  std::size_t compiled = 0;  // number of compilations in this run, without those of earlier runs
};

/// Compiles the network once with the compiler's defaults and once with every combination of the
/// options. Every compilation writes into a folder of its own. Then simulates the outputs. A
/// compilation that an earlier run finished with the same command, compiler and network is not
/// repeated. Throws UserError: usage for a command that lacks a placeholder or has an unknown one,
/// run_failed if a file cannot be written.
TuneAnswer tune(const TuneQuestion& question);

Printout tune_printout(const TuneAnswer& answer);
/// The answer as a document with `schema_version`; docs/answers.md describes it.
std::string tune_json(const TuneAnswer& answer);

}  // namespace spillway
