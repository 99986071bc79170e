// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/answers/compare_planners.h"
#include "experiments/answers/explain.h"
#include "experiments/pages/report_parts.h"
#include "experiments/point/document.h"
#include "experiments/summary/diff_tables.h"

/// The documents that `--json` writes, for commands whose document has no file of its own. Each
/// states its name and schema_version; docs/schemas has a schema for each. A field is never renamed
/// and never changes its meaning without a new schema_version.
namespace spillway {

/// The document of `compare`: planners, fastest first, with latency, where the time goes, and
/// memories.
std::string comparison_document(const Network& input, const DesignPoint& point,
                                const PlannerComparison& comparison);

/// The document of `explain`: the figures of one operator, and what other memories for its tensors
/// would save.
std::string explanation_document(const Network& input, const PointResult& result,
                                 const Explanation& explanation);

/// The document of `sweep` and `merge`: the rows of the CSV as objects, with figures as numbers and
/// empty cells as null. `source` names the CSV in messages.
std::string sweep_document(const std::string& csv, const std::string& source);

/// The document of `diff`: every cell that differs by more than the tolerance, and the rows that
/// only one of the files has.
std::string diff_document(const TableDiff& diff, const std::string& a, const std::string& b,
                          double tolerance);

}  // namespace spillway
