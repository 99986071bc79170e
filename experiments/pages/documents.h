// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/answers/compare_planners.h"
#include "experiments/answers/explain.h"
#include "experiments/pages/report_parts.h"
#include "experiments/point/document.h"
#include "experiments/summary/diff_tables.h"

/// This file declares the JSON documents that `--json` writes for several commands; the documents
/// of other commands are declared in other files. Each document contains its name and
/// schema_version, and has a schema in docs/schemas. If a field is renamed or changes its meaning,
/// the document gets a new schema_version.
namespace spillway {

/// Returns the document of `compare`. For each planner, the fastest first, the document has the
/// latency, the cycles by cause, and the bytes in memories.
std::string comparison_document(const Network& input, const DesignPoint& point,
                                const PlannerComparison& comparison);

/// Returns the document of `explain`: the times of one operator, and for each of its tensors
/// outside the fast memory the time that the operator would take if the tensor were in the fast
/// memory.
std::string explanation_document(const Network& input, const PointResult& result,
                                 const Explanation& explanation);

/// Returns the document of `sweep` and `merge`: the rows of the CSV as objects. Quantities with a
/// unit are numbers, or null if the cell is empty; all other cells are texts. `source` names the
/// CSV in error messages.
std::string sweep_document(const std::string& csv, const std::string& source);

/// Returns the document of `diff`: the cells that differ by more than `tolerance` (a share such as
/// 0.01), and the rows that only one of the two files has. `a` and `b` are the names of the files.
std::string diff_document(const TableDiff& diff, const std::string& a, const std::string& b,
                          double tolerance);

}  // namespace spillway
