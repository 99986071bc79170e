// SPDX-License-Identifier: Apache-2.0
#include "cli/colour.h"

#include <cstdlib>
#include <string_view>

#include "cli/print_tables.h"
#include "cli/terminal.h"

namespace spillway::cli {
namespace {

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool is_colour_terminal(const Console& console) {
  if (!writes_to_terminal(console) || is_set("NO_COLOR")) {
    return false;
  }
  const char* const terminal = std::getenv("TERM");
  const std::string_view name = terminal == nullptr ? "" : terminal;
  return !name.empty() && name != "dumb";
}

}  // namespace

void add_colour_option(boost::program_options::options_description& options) {
  options.add_options()("color", text_value("auto|always|never"), "colours in the output [auto]");
}

bool wants_colour(const Arguments& arguments, const Console& console) {
  const std::string choice = arguments.text("color", "auto");
  const bool text = table_format(arguments) == TableFormat::text;
  if (choice == "auto") return text && is_colour_terminal(console);
  if (choice == "always" && !text) {
    throw usage_error("--color: only text has colours; leave out --format");
  }
  if (choice == "always" || choice == "never") return choice == "always";
  throw usage_error(unknown_name_message("--color", choice, {"auto", "always", "never"}));
}

}  // namespace spillway::cli
