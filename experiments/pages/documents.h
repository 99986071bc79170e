// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/answers/compare_planners.h"
#include "experiments/answers/explain.h"
#include "experiments/pages/report_parts.h"
#include "experiments/summary/diff_tables.h"

/// What `--json` writes, one function per command whose document is not of its own file. Each says
/// which document of which version of its form it is; docs/schemas holds a schema for each. A field
/// is never renamed or given another meaning without another schema_version.
namespace spillway {

constexpr int document_version = 1;

/// The fields that every document begins with: schema_version, document, tool, tool_version.
ReportJson document_head(const std::string& document);

/// A document as it is written: indented by two, names that are no UTF-8 with their bytes replaced.
std::string document_text(const ReportJson& json);

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
