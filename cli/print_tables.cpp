// SPDX-License-Identifier: Apache-2.0
#include "cli/print_tables.h"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/files/files.h"
#include "base/terminal_text.h"
#include "cli/terminal.h"

namespace spillway::cli {
namespace {

// Returns the names of the printout's tables in their order, without repetitions.
std::vector<std::string> table_names(const Printout& printout) {
  std::vector<std::string> names;
  for (const PrintedTable* table : printout.tables()) {
    if (std::find(names.begin(), names.end(), table->name) == names.end()) {
      names.push_back(table->name);
    }
  }
  return names;
}

Printout tables_named(const Printout& printout, const std::string& name) {
  Printout chosen;
  for (const PrintedTable* table : printout.tables()) {
    if (table->name == name) chosen << *table;
  }
  if (!chosen.blocks().empty()) return chosen;
  const std::vector<std::string> names = table_names(printout);
  throw usage_error(
      "--only: this output has no table '{}'{}", name,
      names.empty() ? std::string() : fmt::format("; it has {}", fmt::join(names, ", ")));
}

// Returns the first table as CSV. Only one table is returned, because programs that read a CSV
// expect only one table in it. If the user gives --only, the caller has removed all tables but the
// chosen one from `printout`. Without --only, prints a note if `printout` has further tables.
std::string csv_of(const Printout& printout, const Arguments& arguments, const Console& console) {
  const std::vector<std::string> names = table_names(printout);
  if (names.empty()) throw usage_error("--format csv: this output has no table");
  if (names.size() > 1 && !arguments.has("only")) {
    console.err << fmt::format("spillway: note: this CSV is the table '{}'; --only prints {}\n",
                               names.front(), fmt::join(names.begin() + 1, names.end(), ", "));
  }
  return csv_table(printout, names.front());
}

Printout chosen_tables(const Printout& printout, const Arguments& arguments) {
  return arguments.has("only") ? tables_named(printout, arguments.text("only")) : printout;
}

// Returns the printout as Markdown, LaTeX or CSV, according to --format.
std::string document_of(const Printout& printout, const Arguments& arguments,
                        const Console& console) {
  const TableFormat format = table_format(arguments);
  return format == TableFormat::csv ? csv_of(printout, arguments, console)
                                    : formatted(printout, format);
}

}  // namespace

void add_table_options(CommandEntry& entry) {
  entry.options.add_options()("format", text_value("text|markdown|latex|csv"),
                              "form of the printed output [text]");
  if (entry.tables.size() < 2) return;
  entry.options.add_options()("only", text_value(fmt::format("{}", fmt::join(entry.tables, "|"))),
                              "print only this table [all tables; in CSV, the first table]");
}

void check_table_options(const CommandEntry& command, const Arguments& arguments) {
  if (command.tables.empty()) return;
  table_format(arguments);
  if (arguments.has("only")) {
    const std::string name = arguments.text("only");
    if (std::find(command.tables.begin(), command.tables.end(), name) == command.tables.end()) {
      throw usage_error("--only: " + unknown_name_message("table", name, command.tables));
    }
  }
  if (arguments.text("json") == "-") {
    arguments.require_none({"format", "only"},
                           "with --json -, standard output has only the JSON document; write the "
                           "document to a file instead");
  }
}

TableFormat table_format(const Arguments& arguments) {
  return arguments.has("format") ? table_format_named(arguments.text("format")) : TableFormat::text;
}

std::size_t print_width(const Arguments& arguments, const Console& console) {
  return table_format(arguments) == TableFormat::text ? output_width(console) : unlimited_output;
}

void print(const Printout& printout, const Arguments& arguments, const Console& console) {
  print(printout, output_width(console), arguments, console);
}

void print(const Printout& printout, std::size_t width, const Arguments& arguments,
           const Console& console) {
  const Printout chosen = chosen_tables(printout, arguments);
  if (table_format(arguments) != TableFormat::text) {
    console.out << document_of(chosen, arguments, console);
    return;
  }
  for (const Printout::Block& block : chosen.blocks()) {
    const std::string text = block_text(block, width);
    const auto* lines = std::get_if<PrintedLines>(&block);
    if (lines != nullptr && lines->painted) {
      write_past_guard(console.out, text);
    } else {
      console.out << text;
    }
  }
}

void print_to(const std::string& path, const Printout& printout, const Arguments& arguments,
              const Console& console) {
  const Printout chosen = chosen_tables(printout, arguments);
  write_file(path, table_format(arguments) == TableFormat::text
                       ? printed_text(chosen, output_width(console))
                       : document_of(chosen, arguments, console));
}

}  // namespace spillway::cli
