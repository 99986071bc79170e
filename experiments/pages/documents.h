// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/answers/compare_planners.h"
#include "experiments/answers/explain.h"
#include "experiments/pages/report_parts.h"
#include "experiments/point/document.h"
#include "experiments/summary/diff_tables.h"

/// What `--json` writes, one function per command whose document is not of its own file. Each says
/// which document of which version of its form it is; docs/schemas holds a schema for each. A field
/// is never renamed or given another meaning without another schema_version.
namespace spillway {

/// Of `compare`: planners, fastest first, with latency, where the time goes, and memories.
std::string comparison_document(const Network& input, const DesignPoint& point,
                                const PlannerComparison& comparison);

/// Of `explain`: one operator's figures and what other places of its tensors would save.
std::string explanation_document(const Network& input, const PointResult& result,
                                 const Explanation& explanation);

/// Of `sweep` and `merge`: the rows of its CSV as objects, figures as numbers, empty cells as null.
/// `source` names the CSV in messages.
std::string sweep_document(const std::string& csv, const std::string& source);

/// Of `diff`: every cell that moved beyond the tolerance, and the rows of only one of the files.
std::string diff_document(const TableDiff& diff, const std::string& a, const std::string& b,
                          double tolerance);

}  // namespace spillway
