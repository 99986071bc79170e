// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/printout.h"

namespace spillway {

/// `markdown` has GitHub's tables, `latex` a tabular with the rules of the package booktabs, `csv`
/// one table alone.
enum class TableFormat : std::uint8_t { text, markdown, latex, csv };

/// Throws UserError(usage) for an unknown name; the message lists the known ones.
TableFormat table_format_named(const std::string& name);

/// The printout for another document. Lines between tables become paragraphs in Markdown and
/// comments in LaTeX. All names are escaped. Not for `text` and `csv`.
std::string formatted(const Printout& printout, TableFormat format);

/// The tables of that name, joined to one. In columns of numbers, cells are numbers without
/// separators of thousands and percent signs, or empty. A table that lacks a column of another has
/// empty cells there.
std::string csv_table(const Printout& printout, const std::string& name);

}  // namespace spillway
