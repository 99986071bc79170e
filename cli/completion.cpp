// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include <fmt/format.h>

#include "cli/command.h"

namespace spillway::cli {
namespace {

// Zsh runs completions written for bash. From a folder of its completions the file is loaded as a
// function of the name that it defines, and has to complete at once.
constexpr const char* zsh_prologue =
    "#compdef spillway\nautoload -U +X bashcompinit && bashcompinit\n";
constexpr const char* zsh_epilogue =
    "if [[ $funcstack[1] == _spillway ]]; then _bash_complete -o default -F _spillway; fi\n";

constexpr const char* values = R"(  case $previous in
    --target) words=$(spillway list targets | cut -d ' ' -f 1) ;;
    --planner) words=$(spillway list planners | cut -d ' ' -f 1) ;;
    --weight-policy) words=$(spillway list weight-policies | cut -d ' ' -f 1) ;;
    --part) words=$(spillway list parts | cut -d ' ' -f 1) ;;
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
  COMPREPLY=($(compgen -W "$words" -- "$current"))
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

std::string option_cases() {
  std::string cases;
  for (const CommandEntry& entry : commands()) {
    cases += fmt::format("      {}) words=\"--help", entry.name);
    for (const auto& option : entry.options.options()) cases += " --" + option->long_name();
    cases += "\" ;;\n";
  }
  return cases;
}

// Operands that are one of several words, or a network, which may be a file as well.
std::string operand_cases() {
  std::string cases;
  for (const CommandEntry& entry : commands()) {
    std::string words;
    if (entry.positional.find("NETWORK") != std::string::npos) {
      words = "$(spillway list networks | cut -d ' ' -f 1)";
    } else if (entry.positional == "[COMMAND]") {
      words = command_names();
    } else if (entry.positional.find('|') != std::string::npos) {
      words = entry.positional;
      for (char& c : words) c = c == '|' ? ' ' : c;
    }
    if (!words.empty()) cases += fmt::format("      {}) words=\"{}\" ;;\n", entry.name, words);
  }
  return cases;
}

std::string completion() {
  return "_spillway() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=\n"
         "  if [[ $COMP_CWORD == 1 ]]; then\n"
         "    COMPREPLY=($(compgen -W \"" +
         command_names() + "\" -- \"$current\"))\n    return\n  fi\n" + values + option_cases() +
         operands + operand_cases() + epilogue;
}

// Fish quotes with single quotes, in which only these two are special.
std::string fish_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\\' || c == '\'') quoted += '\\';
    quoted += c == '\n' ? ' ' : c;
  }
  return quoted + "'";
}

// Values that a list of the program names.
std::string fish_values(const std::string& option) {
  for (const auto& [name, list] : {std::pair{"target", "targets"},
                                   {"planner", "planners"},
                                   {"weight-policy", "weight-policies"},
                                   {"part", "parts"}}) {
    if (option == name) {
      return fmt::format(" -x -a '(spillway list {} | string split -f 1 \" \")'", list);
    }
  }
  return "";
}

std::string fish_command(const CommandEntry& entry) {
  std::string text = fmt::format("complete -c spillway -f -n __fish_use_subcommand -a {} -d {}\n",
                                 entry.name, fish_quoted(entry.summary));
  const std::string condition =
      fmt::format("complete -c spillway -n '__fish_seen_subcommand_from {}'", entry.name);
  for (const auto& option : entry.options.options()) {
    text += fmt::format(
        "{} -l {} -d {}{}{}\n", condition, option->long_name(), fish_quoted(option->description()),
        option->semantic()->min_tokens() > 0 ? " -r" : "", fish_values(option->long_name()));
  }
  if (entry.positional.find("NETWORK") != std::string::npos) {
    text += condition + " -a '(spillway list networks | string split -f 1 \" \")'\n";
  } else if (entry.positional == "[COMMAND]") {
    text += condition + " -f -a '" + command_names() + "'\n";
  } else if (entry.positional.find('|') != std::string::npos) {
    std::string words = entry.positional;
    for (char& c : words) c = c == '|' ? ' ' : c;
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
    throw UserError(ExitCode::usage, unknown_name_message("shell", shell, {"bash", "zsh", "fish"}));
  }
  return ExitCode::ok;
}

}  // namespace

CommandEntry completion_command() {
  CommandEntry entry;
  entry.name = "completion";
  entry.summary = "print the script that completes command lines in bash, zsh or fish";
  entry.positional = "bash|zsh|fish";
  entry.min_positional = 1;
  entry.max_positional = 1;
  entry.examples = {
      "spillway completion bash > ~/.local/share/bash-completion/completions/spillway"};
  entry.run = run_completion;
  return entry;
}

}  // namespace spillway::cli
