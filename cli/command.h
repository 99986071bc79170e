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

  /// The command line, with the program's name, quoted for a shell.
  std::string command_line() const;
  /// The words after the command's name, quoted for a shell, without the options `left_out` and
  /// their values.
  std::string operands_without(const std::vector<std::string>& left_out) const;

  bool has(const std::string& option) const { return values_.count(option) > 0; }
  /// The value of a single-valued option, or `fallback` if the option is not given.
  std::string text(const std::string& option, const std::string& fallback = "") const;
  /// The values of a list-valued option. A repeated option and a comma both separate values.
  std::vector<std::string> list(const std::string& option) const;
  /// The values of a list-valued option as given, not split at commas.
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
  /// Set if a document goes to standard output (--json -). `out` then discards everything, so that
  /// standard output holds the document alone.
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
  std::vector<std::string> tables;   // names of the tables that it prints; empty = it prints none
  std::vector<std::string> outputs;  // options that name files to write, or a folder for them
  std::string sweep_csv;  // which of `outputs` is a sweep's CSV; more files lie beside it
  // First: an option whose file is read. Second: the option with which the file is written, too.
  std::vector<std::pair<std::string, std::string>> renewed;
  std::function<ExitCode(const Arguments&, const Console&)> run;
};

/// All commands, in the order in which help lists them.
const std::vector<CommandEntry>& commands();

/// Throws UserError(usage) with a suggestion if there is no command of that name.
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

/// Throws UserError(usage) if an output that `arguments` ask for is the same file as an input or
/// another output, even under another path. Throws UserError(run_failed) if a file cannot be
/// written: its folder is missing or not writable, or its path is a folder. Called before the
/// command's work, so that a long run does not fail at its end.
void check_outputs(const CommandEntry& command, const Arguments& arguments);

/// Adds --json FILE|- to a command, also to its outputs.
void add_json_option(CommandEntry& entry);

/// Writes `text` to the file of --json, or to standard output for `-`. Does nothing without --json.
void write_document(const Arguments& arguments, const Console& console, const std::string& text);

/// A string option: `--name VALUE`.
boost::program_options::typed_value<std::string>* text_value(const std::string& value_name);
/// A list option, which may be repeated. It takes two values at a time if `value_name` is two
/// words.
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
