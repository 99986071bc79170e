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

/// The parsed command line of one command.
class Arguments {
 public:
  explicit Arguments(boost::program_options::variables_map values,
                     std::vector<std::string> words = {})
      : values_(std::move(values)), words_(std::move(words)) {}

  /// Returns the whole command line, with the program's name, quoted for a shell.
  std::string command_line() const;
  /// Returns the words after the command's name, quoted for a shell, without the options `left_out`
  /// and the values of these options.
  std::string operands_without(const std::vector<std::string>& left_out) const;

  bool has(const std::string& option) const { return values_.count(option) > 0; }
  /// Returns the value of an option that takes one value; `fallback` if the option is not given.
  std::string text(const std::string& option, const std::string& fallback = "") const;
  /// Returns the values of an option that takes a list. The user separates values by commas or
  /// repeats the option.
  std::vector<std::string> list(const std::string& option) const;
  /// Returns the values of an option that takes a list, one per use of the option; a value with
  /// commas is not split.
  const std::vector<std::string>& words(const std::string& option) const;
  /// Returns the values of an option that takes one value or a list.
  std::vector<std::string> values(const std::string& option) const;
  /// Whether the value of a given option is a list of texts: the option takes several values, or
  /// may be repeated. False if the option takes a single value, or is not given.
  bool has_list(const std::string& option) const {
    return values_[option].value().type() == typeid(std::vector<std::string>);
  }
  /// Returns the value in bytes of an option that takes a size such as 192K, 0.5M or 0x30000;
  /// nullopt if the option is not given. Throws UserError(usage) with the option's name if the
  /// value is not a size.
  std::optional<Bytes> size(const std::string& option) const;
  std::optional<std::int64_t> integer(const std::string& option, std::int64_t low,
                                      std::int64_t high) const;
  std::optional<double> number(const std::string& option, double low, double high) const;
  /// Throws UserError(usage) with the message `--OPTION: WHY` if one of `options` is given. `why`
  /// is the reason. Commands use this function to reject options that would have no effect.
  void require_none(const std::vector<std::string>& options, const std::string& why) const;
  /// Returns the positional arguments, in order.
  const std::vector<std::string>& positional() const;

 private:
  boost::program_options::variables_map values_;
  std::vector<std::string> words_;
};

/// The streams to which a command writes. Data go to `out`; progress, warnings and errors go to
/// `err`.
struct Console {
  std::ostream& out;
  std::ostream& err;
  /// A stream for the JSON document if the document goes to standard output (--json -); otherwise
  /// null. If `document` is not null, `out` discards everything, so that standard output receives
  /// only the document.
  std::ostream* document = nullptr;
};

/// A command of the program, such as `run`. commands() returns all commands.
struct CommandEntry {
  std::string name;
  std::string summary;     // one line of text for `spillway help`
  std::string positional;  // placeholders such as "NETWORK"; empty = no positional arguments
  int min_positional = 0;
  int max_positional = 0;             // maximum number of positional arguments; -1 = no limit
  std::string description;            // paragraph of text for `spillway help COMMAND`
  std::vector<std::string> examples;  // complete command lines that the help shows
  boost::program_options::options_description options;
  std::vector<std::string> tables;  // names of the tables that the command prints
  // Options that name an output file, or a folder for output files.
  std::vector<std::string> outputs;
  /// The option in `outputs` that names the CSV of a sweep; empty if the command does not write the
  /// CSV of a sweep. The command also writes the files FILE.meta.json and FILE.times.csv beside the
  /// CSV.
  std::string sweep_csv;
  // Pairs of an option and a switch. The option names an input file. If the switch is given, the
  // command rewrites this file.
  std::vector<std::pair<std::string, std::string>> renewed;
  std::function<ExitCode(const Arguments&, const Console&)> run;
};

/// Returns all commands, in the order in which help lists them.
const std::vector<CommandEntry>& commands();

/// Returns the command with this name. Throws UserError(usage), which suggests a similar name, if
/// there is no command of this name.
const CommandEntry& find_command(const std::string& name);

/// Return the text that `spillway help` prints, and the text that `spillway help COMMAND` prints.
std::string help_text();
std::string help_text(const CommandEntry& command);
/// Returns the man page of the whole program, in roff format.
std::string manual_page();
/// Returns the man page of one command, spillway-COMMAND(1), in roff format.
std::string manual_page(const CommandEntry& command);

/// Runs a command line, given without the program's name. Prints errors to `console.err` as
/// `spillway: MESSAGE`, and returns the exit code. Does not throw for mistakes of the user.
ExitCode run_command_line(const std::vector<std::string>& arguments, const Console& console);

/// Returns the paths of the files that the command will write, according to the options in
/// `arguments`.
std::vector<std::string> output_paths(const CommandEntry& command, const Arguments& arguments);

/// Checks the command's output files before the command starts, so that a long run does not fail at
/// its end. Throws UserError(usage) if two options name the same output file, or if an output is
/// also an input, even under another path. Throws UserError(run_failed) if an output cannot be
/// written: its folder is missing or not writable, or its path is a folder.
void check_outputs(const CommandEntry& command, const Arguments& arguments);

/// Adds the option --json FILE|- to a command, and adds `json` to the command's `outputs`.
void add_json_option(CommandEntry& entry);

/// Writes the JSON document `text` to the file of --json, or to standard output for `--json -`.
/// Does nothing if --json is not given.
void write_document(const Arguments& arguments, const Console& console, const std::string& text);

/// Returns the description of an option with one value: `--name VALUE`. `value_name` is the
/// placeholder of the value in help.
boost::program_options::typed_value<std::string>* text_value(const std::string& value_name);
/// Returns the description of an option that may be repeated. `value_name` is the placeholder of
/// the value in help. If `value_name` consists of two words, the option takes pairs of values.
boost::program_options::typed_value<std::vector<std::string>>* list_value(
    const std::string& value_name);

// Each of these functions returns the entry of one command, and is defined in a file of its own.
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
