// SPDX-License-Identifier: Apache-2.0
#include "cli/command_words.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "base/diagnostics.h"

namespace spillway::cli {
namespace {

struct ForeignOption {
  std::string_view name;
  std::string_view equivalent;    // Spillway's option that takes the same value; empty = none
  std::string_view value_prefix;  // text that Spillway's option needs before the value
  std::string_view advice;        // what the error message recommends if `equivalent` is empty
};

constexpr std::string_view files =
    "each output file has its own option: --per-op FILE.csv, --json FILE, --report FILE.html";
constexpr std::string_view not_compiling =
    "it changes how a network is compiled; simulate the compiled file, or the plain network with "
    "--planner vela";

// Options of the compiler Vela, versions 3.10 and 5.0 (OPTIONS.md), which users of Vela may try
// with Spillway.
constexpr std::array foreign_options = {
    ForeignOption{"accelerator-config", "target", "", ""},
    ForeignOption{"arena-cache-size", "memory", "sram=", ""},
    ForeignOption{"hillclimb-max-iterations", "search-budget", "", ""},
    ForeignOption{"output-dir", "", "", files},
    ForeignOption{
        "optimise", "", "",
        "--planner vela plans as Vela does with 'Performance', within --memory sram=SIZE"},
    ForeignOption{"tensor-allocator", "", "",
                  "--allocator takes vela-hillclimb, vela-greedy or vela-linear"},
    ForeignOption{"verbose-performance", "", "", "--group-by op lists the operators"},
    ForeignOption{"verbose-allocation", "", "", "'spillway plan' prints the memory map"},
    ForeignOption{"verbose-schedule", "", "", "'spillway explain' shows what an operator does"},
    ForeignOption{"show-cpu-operations", "", "",
                  "'spillway run' says what runs on the CPU and why"},
    ForeignOption{"supported-ops-report", "", "",
                  "'spillway run' says what runs on the CPU and why"},
    ForeignOption{"cpu-tensor-alignment", "", "", not_compiling},
    ForeignOption{"max-block-dependency", "", "", not_compiling},
    ForeignOption{"recursion-limit", "", "", not_compiling},
    ForeignOption{"force-symmetric-int-weights", "", "", not_compiling},
};

bool has_option(const CommandEntry& command, std::string_view name) {
  return command.options.find_nothrow(std::string(name), false) != nullptr;
}

const ForeignOption* foreign(std::string_view name) {
  if (name == "optimize") name = "optimise";
  for (const ForeignOption& option : foreign_options) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

// Returns the long name of the option -t or -o. Throws if the command has no option of this name. A
// command that writes several files has no -o, because -o would not say which file is meant.
std::string long_name(const CommandEntry& command, const std::string& letter) {
  const std::string name = letter == "-t" ? "target" : "output";
  if (has_option(command, name)) return "--" + name;
  if (name == "output" && has_option(command, "json")) {
    throw usage_error("-o: 'spillway {}' has no single output; {}", command.name, files);
  }
  throw usage_error("'spillway {}' has no option --{}", command.name, name);
}

class Translation {
 public:
  Translation(const CommandEntry& command, const std::vector<std::string>& words)
      : command_(command), words_(words) {}

  std::vector<std::string> result() {
    for (; next_ < words_.size() && words_[next_] != "--"; ++next_) take(words_[next_]);
    result_.insert(result_.end(), words_.begin() + static_cast<std::ptrdiff_t>(next_),
                   words_.end());
    return std::move(result_);
  }

 private:
  void take(const std::string& word) {
    if (word == "-t" || word == "-o") {
      result_.push_back(long_name(command_, word));
      return;
    }
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const bool is_long = name.rfind("--", 0) == 0;
    const ForeignOption* option = is_long ? foreign(name.substr(2)) : nullptr;
    if (option == nullptr || has_option(command_, option->name)) {
      result_.push_back(word);
      return;
    }
    if (option->equivalent.empty() || !has_option(command_, option->equivalent)) {
      refuse(name, *option);
    }
    result_.push_back(fmt::format("--{}", option->equivalent));
    result_.push_back(fmt::format("{}{}", option->value_prefix, value_of(word, equals)));
  }

  [[noreturn]] void refuse(const std::string& name, const ForeignOption& option) const {
    if (option.advice.empty()) {
      throw usage_error("{}: 'spillway {}' has no option --{}", name, command_.name,
                        option.equivalent);
    }
    throw usage_error("{} is an option of the compiler; {}", name, option.advice);
  }

  std::string value_of(const std::string& word, std::size_t equals) {
    if (equals != std::string::npos) return word.substr(equals + 1);
    if (next_ + 1 == words_.size()) {
      throw usage_error("{}: expected a value", word);
    }
    return words_[++next_];
  }

  const CommandEntry& command_;
  const std::vector<std::string>& words_;
  std::vector<std::string> result_;
  std::size_t next_ = 0;
};

}  // namespace

std::vector<std::string> translate_options(const CommandEntry& command,
                                           const std::vector<std::string>& words) {
  return Translation(command, words).result();
}

}  // namespace spillway::cli
