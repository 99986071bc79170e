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

/// A compiler of the user, or one version of it.
struct TunedCompiler {
  std::string name;     // empty = there is only one compiler
  std::string command;  // command with {network}, {out} and the keys of the options
};

/// Parses `NAME=COMMAND`; a single compiler needs no name. Throws UserError(usage) for several
/// commands without different names.
std::vector<TunedCompiler> parse_compilers(const std::vector<std::string>& texts);

/// Asks which options, and which version, of the user's compiler make a network fastest.
struct TuneQuestion {
  std::string network;  // path of the file
  std::vector<TunedCompiler> compilers;
  std::vector<TriedOption> options;
  DesignPoint point;     // the chip that runs the compiled files
  std::string folder;    // for all outputs
  double seconds = 600;  // time limit of one compilation
  std::size_t workers = 1;
};

/// One compilation, and the simulation of its output.
struct TunedFile {
  std::string compiler;                                     // its name
  std::vector<std::pair<std::string, std::string>> values;  // empty = the compiler's own defaults
  std::vector<std::string> words;                           // command words of the compilation
  std::string file;                   // path of the file that the compiler wrote; empty = none
  std::optional<double> estimate_us;  // the compiler's own estimate, if it writes one as Vela does
  TriedPoint result;                  // if not ok: why there is no file or it cannot be simulated
  std::string command;                // command that replays the file

  bool is_default() const { return values.empty(); }
};

struct TuneAnswer {
  std::vector<TunedFile> files;  // fastest first, then those without a figure
  std::string best;              // copy of the fastest file; empty if there is none
  std::size_t compiled = 0;      // compilations in this run; the others were finished earlier
};

/// Compiles the network with every combination of the options, and once with the compiler's
/// defaults, each into a folder of its own, and simulates the outputs. Compilations that an earlier
/// run finished with the same command, compiler and network are not repeated. Throws UserError:
/// usage for a command that lacks a placeholder or has an unknown one, run_failed if a file cannot
/// be written.
TuneAnswer tune(const TuneQuestion& question);

Printout tune_printout(const TuneAnswer& answer);
/// The answer as a document with `schema_version`; docs/answers.md describes it.
std::string tune_json(const TuneAnswer& answer);

}  // namespace spillway
