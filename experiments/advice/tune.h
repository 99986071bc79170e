// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/advice/try_points.h"
#include "experiments/point/design_point.h"

namespace spillway {

/// Values to try for a placeholder of the compiler's command.
struct TriedOption {
  std::string key;
  std::vector<std::string> values;
};

/// `KEY=VALUE,VALUE` or `KEY=FIRST:LAST:STEP`; sizes with a unit become bytes. Throws
/// UserError(usage).
TriedOption parse_tried_option(const std::string& text);

/// A compiler of the user's, or one version of it.
struct TunedCompiler {
  std::string name;     // empty = the only one
  std::string command;  // with {network}, {out} and the keys of the options
};

/// `NAME=COMMAND`, or a command alone where there is one. Throws UserError(usage) for several
/// commands without names of their own.
std::vector<TunedCompiler> parse_compilers(const std::vector<std::string>& texts);

/// Which options, and which version, of the user's compiler make a network fastest?
struct TuneQuestion {
  std::string network;  // the file
  std::vector<TunedCompiler> compilers;
  std::vector<TriedOption> options;
  DesignPoint point;     // the chip that runs the compiled files
  std::string folder;    // of all outputs
  double seconds = 600;  // for one compilation
  std::size_t workers = 1;
};

/// One compilation, and the replay of what it wrote.
struct TunedFile {
  std::string compiler;                                     // its name
  std::vector<std::pair<std::string, std::string>> values;  // empty = the compiler's own defaults
  std::vector<std::string> words;                           // its command
  std::string file;                                         // that it wrote; empty = none
  std::optional<double> estimate_us;  // of the compiler's own, where it writes one as Vela does
  TriedPoint result;                  // not ok: why there is no file or no replay of it
  std::string command;                // replays the file

  bool is_default() const { return values.empty(); }
};

struct TuneAnswer {
  std::vector<TunedFile> files;  // fastest first, then those without a figure
  std::string best;              // copy of the fastest; empty where there is none
  std::size_t compiled = 0;      // now; the others were there from a run before
};

/// Compiles every combination of the options, and once without those that are tried, each into a
/// folder of its own, and replays what was written. Compilations that an earlier run finished with
/// the same command, compiler and network are not repeated. Throws UserError: usage for a command
/// that lacks a placeholder or has an unknown one, run_failed when a file cannot be written.
TuneAnswer tune(const TuneQuestion& question);

std::string tune_text(const TuneAnswer& answer);
/// The same as a document with `schema_version`; docs/answers.md describes it.
std::string tune_json(const TuneAnswer& answer);

}  // namespace spillway
