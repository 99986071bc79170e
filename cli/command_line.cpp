// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <iostream>

#include <fmt/format.h>

#include "base/defect.h"
#include "base/files/input_guard.h"
#include "base/readable_message.h"
#include "base/run_program.h"
#include "base/terminal_text.h"
#include "base/text.h"
#include "base/version.h"
#include "cli/command.h"
#include "cli/command_words.h"
#include "cli/print_tables.h"
#include "planner/external/planner_program.h"

namespace spillway::cli {
namespace {

namespace po = boost::program_options;

// Boost must not accept abbreviated names of options: a misspelt name is an error whose message
// suggests a known name.
constexpr int exact_names =
    po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;

std::vector<std::string> option_names(const CommandEntry& command) {
  std::vector<std::string> names;
  for (const auto& option : command.options.options()) names.push_back("--" + option->long_name());
  return names;
}

// Parses options that take a pair of values, which Boost does not support. If such an option is the
// first of `words`, removes the option and its two values from `words`, and returns the parsed
// option. Otherwise returns an empty list.
std::vector<po::option> take_pair(const CommandEntry& command, std::vector<std::string>& words) {
  for (const auto& option : command.options.options()) {
    const std::string value_name = option->semantic()->name();
    const std::string name = "--" + option->long_name();
    if (words[0] != name || value_name.find(' ') == std::string::npos) continue;
    if (words.size() < 3 || words[1].rfind("--", 0) == 0 || words[2].rfind("--", 0) == 0) {
      throw usage_error("{} takes two values: {} {}", name, name, value_name);
    }
    po::option taken(option->long_name(), {words[1], words[2]});
    words.erase(words.begin(), words.begin() + 3);
    return {taken};
  }
  return {};
}

[[noreturn]] void reject_option(const CommandEntry& command, const std::string& name) {
  const std::string near = nearest_name(name, option_names(command));
  throw usage_error(near.empty()
                        ? fmt::format("unknown option '{}'; 'spillway help {}' lists the options",
                                      name, command.name)
                        : fmt::format("unknown option '{}'; did you mean '{}'?", name, near));
}

po::variables_map parse(const CommandEntry& command, const std::vector<std::string>& words) {
  po::options_description all;
  all.add(command.options);
  all.add_options()("positional", po::value<std::vector<std::string>>())("help,h", "")("quiet,q",
                                                                                       "");
  po::positional_options_description positional;
  positional.add("positional", -1);
  po::variables_map values;
  try {
    po::command_line_parser parser(words);
    parser.options(all).positional(positional).style(exact_names);
    parser.extra_style_parser(
        [&](std::vector<std::string>& rest) { return take_pair(command, rest); });
    po::store(parser.run(), values);
  } catch (const po::unknown_option& error) {
    reject_option(command, error.get_option_name());
  } catch (const po::error& error) {
    throw usage_error(error.what());
  }
  return values;
}

// Throws if an option has an empty value. No option accepts an empty value, which usually comes
// from an empty variable of a script.
void check_values(const CommandEntry& command, const Arguments& arguments) {
  for (const auto& option : command.options.options()) {
    const std::string& name = option->long_name();
    if (option->semantic()->max_tokens() == 0 || !arguments.has(name)) continue;
    for (const std::string& value : arguments.values(name)) {
      if (!trim(value).empty()) continue;
      throw usage_error("--{}: expected {}, got nothing", name, option->semantic()->name());
    }
  }
}

void check_positional(const CommandEntry& command, std::size_t given) {
  const bool too_few = given < static_cast<std::size_t>(command.min_positional);
  const bool too_many =
      command.max_positional >= 0 && given > static_cast<std::size_t>(command.max_positional);
  if (!too_few && !too_many) return;
  throw usage_error("{} arguments; usage: spillway {} {} [options]",
                    too_few ? "missing" : "too many", command.name, command.positional);
}

/// An option that has an effect only together with the option `needed_option`.
struct DependentOption {
  const char* option;
  const char* needed_option;
};

constexpr std::array<DependentOption, 2> dependent_options = {
    {{"traffic-memory", "traffic"}, {"chunk", "slurm"}}};

// Returns whether the command may start a planner program (exec:PROGRAM). Either the command line
// names the program, or the command line names a .toml file that may name the program; .toml files
// are not read here.
bool may_call_planner(const Arguments& arguments) {
  const std::string line = arguments.command_line();
  return line.find("exec:") != std::string::npos || line.find(".toml") != std::string::npos;
}

// Throws if an option has no effect because another option is missing.
void check_dependent_options(const Arguments& arguments) {
  for (const DependentOption& dependent : dependent_options) {
    if (!arguments.has(dependent.option) || arguments.has(dependent.needed_option)) continue;
    throw usage_error("--{} changes nothing without --{}", dependent.option,
                      dependent.needed_option);
  }
  if (arguments.has("planner-timeout") && !may_call_planner(arguments)) {
    throw usage_error(
        "--planner-timeout changes nothing: no planner here is a program (exec:PROGRAM)");
  }
}

/// While this object exists, planner programs have the time limit of --planner-timeout, and the
/// user gets a message if a planner program takes long.
class PlannerTimeLimit {
 public:
  PlannerTimeLimit(const Arguments& arguments, const Console& console) {
    constexpr double longest = 1e9;
    set_planner_timeout(arguments.number("planner-timeout", 0.01, longest).value_or(0));
    set_wait_notice([&err = console.err](const ProgramCall& call) {
      err << fmt::format("spillway: waiting for {}, for {:g} s at most\n",
                         terminal_text(call.words.front()), call.seconds)
          << std::flush;
    });
  }
  ~PlannerTimeLimit() {
    set_planner_timeout(0);
    set_wait_notice({});
  }
  PlannerTimeLimit(const PlannerTimeLimit&) = delete;
  PlannerTimeLimit& operator=(const PlannerTimeLimit&) = delete;
};

ExitCode dispatch(const std::vector<std::string>& words, const Console& console) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h") {
    console.out << help_text();
    return words.empty() ? ExitCode::usage : ExitCode::ok;
  }
  if (words[0] == "--version" || words[0] == "-V" || words[0] == "-v") {
    return find_command("version").run(Arguments(po::variables_map()), console);
  }
  const CommandEntry& command = find_command(words[0]);
  std::vector<std::string> ours = translate_options(command, {words.begin() + 1, words.end()});
  const po::variables_map values = parse(command, ours);
  ours.insert(ours.begin(), words[0]);
  const Arguments arguments(values, ours);
  if (arguments.has("help")) {
    console.out << help_text(command);
    return ExitCode::ok;
  }
  check_positional(command, arguments.positional().size());
  check_values(command, arguments);
  const InputGuard guard(output_paths(command, arguments));
  check_outputs(command, arguments);
  check_dependent_options(arguments);
  check_table_options(command, arguments);
  std::ostream nowhere(nullptr);
  const Console heard{console.out, arguments.has("quiet") ? nowhere : console.err};
  const PlannerTimeLimit waited(arguments, heard);
  if (arguments.text("json") != "-") return command.run(arguments, heard);
  return command.run(arguments, {nowhere, heard.err, &console.out});
}

}  // namespace

ExitCode run_command_line(const std::vector<std::string>& arguments, const Console& console) {
  const TerminalGuard out_guard(console.out), err_guard(console.err);
  try {
    const ExitCode code = dispatch(arguments, console);
    console.out.flush();
    if (!console.out) throw UserError(ExitCode::run_failed, "cannot write to standard output");
    return code;
  } catch (const UserError& error) {
    console.err << "spillway: " << readable_message(error.what()) << '\n';
    return error.code();
  } catch (const std::exception& error) {
    console.err << "spillway: " << defect_message(error) << '\n';
    return ExitCode::run_failed;
  }
}

po::typed_value<std::string>* text_value(const std::string& value_name) {
  return po::value<std::string>()->value_name(value_name);
}

po::typed_value<std::vector<std::string>>* list_value(const std::string& value_name) {
  return po::value<std::vector<std::string>>()->composing()->value_name(value_name);
}

}  // namespace spillway::cli
