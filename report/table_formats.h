// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spillway {

/// A table for use in other documents: a header, and rows with as many cells as the header.
struct DocumentTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

/// `markdown` (GitHub's tables), `latex` (a tabular with the rules of the package booktabs) or
/// `csv`. In the first two, columns of numbers are right-aligned.
enum class TableFormat { markdown, latex, csv };

/// Throws UserError(usage) for an unknown name; the message lists the known ones.
TableFormat table_format_named(const std::string& name);

std::string formatted_table(const DocumentTable& table, TableFormat format);

}  // namespace spillway
