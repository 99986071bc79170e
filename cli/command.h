// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/program_options.hpp>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/units.h"

namespace spillway::cli {

/// Parsed command line of one command.
class Arguments {
 public:
  explicit Arguments(boost::program_options::variables_map values,
                     std::vector<std::string> words = {})
      : values_(std::move(values)), words_(std::move(words)) {}

  /// The command line as a shell takes it, with the program's name.
  std::string command_line() const;
  /// What follows the command's name, as a shell takes it, without the options `left_out` and their
  /// values.
  std::string operands_without(const std::vector<std::string>& left_out) const;

  bool has(const std::string& option) const { return values_.count(option) > 0; }
  /// Value of a single-valued option, or `fallback` when it was not given.
  std::string text(const std::string& option, const std::string& fallback = "") const;
  /// Values of a list-valued option: repeats and commas both separate.
  std::vector<std::string> list(const std::string& option) const;
  /// Values of a list-valued option as they were given.
  const std::vector<std::string>& words(const std::string& option) const;
  /// The values of any option that takes text.
  std::vector<std::string> values(const std::string& option) const;
  /// Whether the option takes two values at a time.
  bool is_pair(const std::string& option) const {
    return values_[option].value().type() == typeid(std::vector<std::string>);
  }
  /// Sizes accept 192K, 0.5M, 0x30000. Throws UserError(usage) naming the option.
  std::optional<Bytes> size(const std::string& option) const;
  std::optional<std::int64_t> integer(const std::string& option, std::int64_t low,
                                      std::int64_t high) const;
  std::optional<double> number(const std::string& option, double low, double high) const;
  /// Throws UserError(usage), `--OPTION: WHY`, for the first of `options` that is given. The caller
  /// has found that none of them would have an effect.
  void require_none(const std::vector<std::string>& options, const std::string& why) const;
  /// The positional arguments, in order.
  const std::vector<std::string>& positional() const;

 private:
  boost::program_options::variables_map values_;
  std::vector<std::string> words_;
};

/// Where a command writes. Data goes to `out`, progress, warnings and errors to `err`.
struct Console {
  std::ostream& out;
  std::ostream& err;
  /// Standard output where a document goes there (--json -), and `out` therefore nowhere.
  std::ostream* document = nullptr;
};

/// One command of the program; the whole table is commands().
struct CommandEntry {
  std::string name;
  std::string summary;     // one line, for `spillway help`
  std::string positional;  // "NETWORK", "A.csv B.csv"; empty = takes none
  int min_positional = 0;
  int max_positional = 0;             // -1 = any number
  std::string description;            // a paragraph for `spillway help COMMAND`
  std::vector<std::string> examples;  // full command lines
  boost::program_options::options_description options;
  std::vector<std::string> outputs;  // options that name files to write, or a folder for them
  std::string sweep_csv;  // the one of these that is a sweep's CSV, with its files beside it
  std::vector<std::pair<std::string, std::string>>
      renewed;  // options whose file is read, and
                // written only if a second option is given
  std::function<ExitCode(const Arguments&, const Console&)> run;
};

/// All commands, in the order in which help lists them.
const std::vector<CommandEntry>& commands();

/// Throws UserError(usage) with a suggestion when there is none of that name.
const CommandEntry& find_command(const std::string& name);

/// Text of `spillway help` and of `spillway help COMMAND`.
std::string help_text();
std::string help_text(const CommandEntry& command);
/// All commands as a man page, in roff.
std::string manual_page();
/// The man page of one command, spillway-COMMAND(1).
std::string manual_page(const CommandEntry& command);

/// Runs a whole command line (without the program's name); errors are printed to `console.err` as
/// `spillway: MESSAGE`. Never throws for a user's mistake.
ExitCode run_command_line(const std::vector<std::string>& arguments, const Console& console);

/// The files that `arguments` ask `command` to write.
std::vector<std::string> output_paths(const CommandEntry& command, const Arguments& arguments);

/// Throws UserError(usage) when an output that `arguments` ask for is one of the inputs that they
/// name, or another output, by whatever path; UserError(run_failed) when a file cannot be written:
/// its folder is missing or closed, or it is a folder itself. Commands that run for long find out
/// first.
void check_outputs(const CommandEntry& command, const Arguments& arguments);

/// Adds --json FILE|- and its output to a command.
void add_json_option(CommandEntry& entry);

/// Writes a document to the file of --json, or to standard output; nothing without --json.
void write_document(const Arguments& arguments, const Console& console, const std::string& text);

/// A string option; `--name VALUE`.
boost::program_options::typed_value<std::string>* text_value(const std::string& value_name);
/// A list option; may be repeated. One whose value_name is two words takes two values at a time.
boost::program_options::typed_value<std::vector<std::string>>* list_value(
    const std::string& value_name);

// One function per command, each in a file of its own.
CommandEntry run_command();
CommandEntry explain_command();
CommandEntry compare_command();
CommandEntry size_command();
CommandEntry advise_command();
CommandEntry tune_command();
CommandEntry sweep_command();
CommandEntry pareto_command();
CommandEntry merge_command();
CommandEntry diff_command();
CommandEntry experiment_command();
CommandEntry plan_command();
CommandEntry arena_command();
CommandEntry check_command();
CommandEntry convert_command();
CommandEntry bench_command();
CommandEntry help_command();
CommandEntry list_command();
CommandEntry memory_command();
CommandEntry completion_command();
CommandEntry version_command();
CommandEntry ci_command();
CommandEntry relink_command();

}  // namespace spillway::cli
