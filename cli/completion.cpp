// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include <fmt/format.h>

#include "cli/command.h"

namespace spillway::cli {
namespace {

// Zsh runs completions written for bash.
constexpr const char* zsh_prologue = "autoload -U +X bashcompinit && bashcompinit\n";

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

ExitCode run(const Arguments& arguments, const Console& console) {
  const std::string& shell = arguments.positional()[0];
  if (shell != "bash" && shell != "zsh") {
    throw UserError(ExitCode::usage, unknown_name_message("shell", shell, {"bash", "zsh"}));
  }
  console.out << (shell == "zsh" ? zsh_prologue : "") << completion();
  return ExitCode::ok;
}

}  // namespace

CommandEntry completion_command() {
  CommandEntry entry;
  entry.name = "completion";
  entry.summary = "print the script that completes command lines in bash or zsh";
  entry.positional = "bash|zsh";
  entry.min_positional = 1;
  entry.max_positional = 1;
  entry.examples = {
      "spillway completion bash > ~/.local/share/bash-completion/completions/spillway"};
  entry.run = run;
  return entry;
}

}  // namespace spillway::cli
