// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/printout.h"

namespace spillway {

/// The format of a printout: `text` is for a terminal, `markdown` prints GitHub's tables, `latex`
/// prints a tabular with the rules of the package booktabs, and `csv` prints a single table.
enum class TableFormat : std::uint8_t { text, markdown, latex, csv };

/// Returns the format with this name. Throws UserError(usage) for an unknown name; the message
/// lists all names.
TableFormat table_format_named(const std::string& name);

/// Returns the printout in Markdown or LaTeX. Lines between tables become paragraphs in Markdown
/// and comments in LaTeX. All names are escaped for the format.
std::string formatted(const Printout& printout, TableFormat format);

/// Returns all tables with the name `name` as one CSV. A cell in a column of numbers is a number
/// without separators of thousands and percent sign, or empty. If a table lacks a column that
/// another table has, the cells of its rows in this column are empty.
std::string csv_table(const Printout& printout, const std::string& name);

}  // namespace spillway
