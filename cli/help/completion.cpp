// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>
#include <ostream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/command.h"

namespace spillway::cli {
namespace {

using namespace std::string_literals;

namespace po = boost::program_options;

// Lets zsh run the completion that is written for bash. When zsh autoloads this file as the
// function _spillway, zsh runs the text of the file; this text must then complete the current word
// at once.
constexpr const char* zsh_prologue =
    "#compdef spillway\nautoload -U +X bashcompinit && bashcompinit\n";
constexpr const char* zsh_epilogue =
    "if [[ $funcstack[1] == _spillway ]]; then _bash_complete -o default -F _spillway; fi\n";

// Shell code that finds the target on the command line and the word to complete. In a
// comma-separated list, the word to complete is the text after the last comma. Bash splits
// NAME=VALUE into three words; the branches with `=` complete VALUE.
constexpr const char* values_begin = R"(  for ((i = 1; i < COMP_CWORD; ++i)); do
    [[ ${COMP_WORDS[i]} == --target || ${COMP_WORDS[i]} == -t ]] && target=${COMP_WORDS[i+1]}
  done
  if [[ $previous == = || $current == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD-2]}=
    [[ $current == = ]] && current= || previous=${COMP_WORDS[COMP_CWORD-3]}=
  elif [[ $current == *,* ]]; then
    before=${current%,*},
    current=${current##*,}
  fi
  case $previous in
)";

constexpr const char* values_end = R"(    *=) return ;;
    -*) [[ $current == -* ]] || return ;;
  esac
  if [[ -z $words && $current == -* ]]; then
    case ${COMP_WORDS[1]} in
)";

constexpr const char* operands = R"(    esac
  elif [[ -z $words ]]; then
    case ${COMP_WORDS[1]} in
)";

constexpr const char* epilogue = R"(    esac
  fi
  COMPREPLY=($(compgen -P "$before" -S "$after" -W "$words" -- "$current"))
  [[ -n $after ]] && compopt -o nospace 2> /dev/null
}
complete -o default -F _spillway spillway
)";

std::string command_names() {
  std::string names;
  for (const CommandEntry& entry : commands()) {
    names += (names.empty() ? "" : " ") + entry.name;
  }
  return names;
}

// Shell commands that list memory modes, system configurations and memories: those of $target, or
// those of all targets if $target is empty.
constexpr const char* list_modes =
    "spillway list modes | awk -v t=\"$target\" '!t || $1 == t' | sed 's/.*: //; s/, /\\n/g' "
    "| sort -u";
constexpr const char* list_configs =
    "spillway list modes | awk -v t=\"$target\" '!t || $1 == t' | sed 's/:.*//' | tr -s ' ' "
    "| cut -d ' ' -f 2 | sort -u";
constexpr const char* list_memories =
    "spillway list memories | awk -v t=\"$target\" '!t || $1 == t' | tr ' ' '\\n' "
    "| grep = | cut -d = -f 1 | sort -u";

// Options whose values Spillway can list, each with the shell command that prints these values. If
// an option's name ends with `=` here, its values have the form MEMORY=VALUE or ROLE=VALUE, and
// VALUE is completed.
constexpr std::array listed_values = {
    std::pair{"target", "spillway list targets | cut -d ' ' -f 1"},
    std::pair{"planner", "spillway list planners | cut -d ' ' -f 1"},
    std::pair{"weight-policy", "spillway list weight-policies | cut -d ' ' -f 1"},
    std::pair{"part=", "spillway list parts | cut -d ' ' -f 1"},
    std::pair{"memory-mode", list_modes},
    std::pair{"system-config", list_configs},
    std::pair{"arena", list_memories},
    std::pair{"weights", list_memories},
    std::pair{"traffic-memory", list_memories},
    std::pair{"place=", list_memories},
};

// Options with values of the form MEMORY=VALUE, in which the name of the memory is completed.
constexpr std::array sized_memories = {"memory", "reserve", "part"};

// Returns the values that the shell offers for an option, separated by blanks. Help prints them
// behind the option's name, for example on|off|FILE; this gives "on off", because a word with
// capital letters stands for a text that the user chooses. If help prints no such list, the
// returned text is empty. Only for --svg, the values are listed here.
std::string choices_of(const po::option_description& option) {
  if (option.long_name() == "svg") {
    return "memory-map live-bytes timeline operators time pareto heat scatter";
  }
  const std::string name = option.semantic()->name();
  const auto begin = name.find_first_not_of(" [=");
  std::string words = begin == std::string::npos ? "" : name.substr(begin);
  words = words.substr(0, words.find_first_of("(["));
  if (words.find('|') == std::string::npos) return "";
  std::string choices;
  for (const std::string& word : split(words, '|')) {
    const bool placeholder = lower_case(word) != word;  // a placeholder such as FILE or N
    if (!placeholder) choices += (choices.empty() ? "" : " ") + word;
  }
  return choices;
}

// Returns, for each name of an option, the choices that the option has in any command, separated by
// blanks.
std::map<std::string, std::string> option_choices() {
  std::map<std::string, std::string> choices;
  for (const CommandEntry& entry : commands()) {
    for (const auto& option : entry.options.options()) {
      for (const std::string& word : split(choices_of(*option), ' ')) {
        std::string& known = choices[option->long_name()];
        if ((" " + known + " ").find(" " + word + " ") != std::string::npos) continue;
        known += (known.empty() ? "" : " ") + word;
      }
    }
  }
  return choices;
}

std::string value_cases() {
  std::string cases;
  for (const auto& [option, list] : listed_values) {
    cases += fmt::format("    --{}) words=$({}) ;;\n", option, list);
  }
  for (const char* option : sized_memories) {
    cases += fmt::format("    --{}) words=$({}) after== ;;\n", option, list_memories);
  }
  for (const auto& [option, words] : option_choices()) {
    if (words.empty()) continue;
    cases += fmt::format("    --{}) words=\"{}\" ;;\n", option, words);
  }
  return cases;
}

std::string option_cases() {
  std::string cases;
  for (const CommandEntry& entry : commands()) {
    cases += fmt::format("      {}) words=\"--help", entry.name);
    for (const auto& option : entry.options.options()) cases += " --" + option->long_name();
    cases += "\" ;;\n";
  }
  return cases;
}

bool takes_network(const CommandEntry& entry) {
  return entry.positional.find("NETWORK") != std::string::npos;
}

// Returns the words that may be the positional argument: names of commands, or the words of a
// choice WORD|WORD. Empty for other arguments, such as files.
std::string operand_words(const CommandEntry& entry) {
  if (entry.positional == "[COMMAND]") return command_names();
  if (entry.positional.find('|') == std::string::npos) return "";
  std::string words = entry.positional;
  std::replace(words.begin(), words.end(), '|', ' ');
  return words;
}

// Returns the shell code that completes positional arguments: networks, or operand_words(). The
// shell itself completes names of files.
std::string operand_cases() {
  std::string cases;
  for (const CommandEntry& entry : commands()) {
    const std::string words =
        takes_network(entry) ? "$(spillway list networks | cut -d ' ' -f 1)" : operand_words(entry);
    if (!words.empty()) cases += fmt::format("      {}) words=\"{}\" ;;\n", entry.name, words);
  }
  return cases;
}

std::string completion() {
  return "_spillway() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words= "
         "before= after= target= i\n"
         "  if [[ $COMP_CWORD == 1 ]]; then\n"
         "    COMPREPLY=($(compgen -W \"" +
         command_names() + "\" -- \"$current\"))\n    return\n  fi\n" + values_begin +
         value_cases() + values_end + option_cases() + operands + operand_cases() + epilogue;
}

// Returns a text escaped for single quotes in the shell fish, in which only the backslash and the
// quote are special. Line breaks become blanks.
std::string fish_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\' || c == '\'') escaped += '\\';
    escaped += c == '\n' ? ' ' : c;
  }
  return escaped;
}

std::string fish_quoted(std::string_view text) { return "'" + fish_escaped(text) + "'"; }

std::string fish_values(const po::option_description& option) {
  for (const auto& [name, list] : listed_values) {
    if (option.long_name() == name) return fmt::format(" -x -a '({})'", fish_escaped(list));
  }
  for (const char* name : sized_memories) {
    if (option.long_name() == name) {
      return fmt::format(" -x -a '({})'", fish_escaped(list_memories + " | sed 's/$/=/'"s));
    }
  }
  const std::string words = choices_of(option);
  return words.empty() ? "" : fmt::format(" -x -a '{}'", words);
}

std::string fish_command(const CommandEntry& entry) {
  std::string text = fmt::format("complete -c spillway -f -n __fish_use_subcommand -a {} -d {}\n",
                                 entry.name, fish_quoted(entry.summary));
  const std::string condition =
      fmt::format("complete -c spillway -n '__fish_seen_subcommand_from {}'", entry.name);
  for (const auto& option : entry.options.options()) {
    text += fmt::format("{} -l {} -d {}{}{}\n", condition, option->long_name(),
                        fish_quoted(option->description()),
                        option->semantic()->min_tokens() > 0 ? " -r" : "", fish_values(*option));
  }
  const std::string words = operand_words(entry);
  if (takes_network(entry)) {
    text += condition + " -a '(spillway list networks | string split -f 1 \" \")'\n";
  } else if (!words.empty()) {
    text += condition + " -f -a '" + words + "'\n";
  }
  return text;
}

std::string fish_completion() {
  std::string text;
  for (const CommandEntry& entry : commands()) text += fish_command(entry);
  return text;
}

ExitCode run_completion(const Arguments& arguments, const Console& console) {
  const std::string& shell = arguments.positional()[0];
  if (shell == "fish") {
    console.out << fish_completion();
  } else if (shell == "zsh") {
    console.out << zsh_prologue << completion() << zsh_epilogue;
  } else if (shell == "bash") {
    console.out << completion();
  } else {
    throw usage_error(unknown_name_message("shell", shell, {"bash", "zsh", "fish"}));
  }
  return ExitCode::ok;
}

}  // namespace

CommandEntry completion_command() {
  CommandEntry entry;
  entry.summary = "print the script that completes command lines in bash, zsh or fish";
  entry.positional = "bash|zsh|fish";
  entry.examples = {
      "spillway completion bash > ~/.local/share/bash-completion/completions/spillway"};
  entry.run = run_completion;
  return entry;
}

}  // namespace spillway::cli
