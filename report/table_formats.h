// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spillway {

/// A table for other documents: one header and rows of as many cells.
struct DocumentTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

/// `markdown` (GitHub's tables), `latex` (a tabular with the rules of the package booktabs) or
/// `csv`. Numbers stand on the right in the first two.
enum class TableFormat { markdown, latex, csv };

/// Throws UserError(usage) with the names for another one.
TableFormat table_format_named(const std::string& name);

std::string formatted_table(const DocumentTable& table, TableFormat format);

}  // namespace spillway
