// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// The contents of the files in report/html, which the build compiles into the program.
namespace spillway::html {

std::string_view report_css();
std::string_view drawing_css();
std::string_view basics_js();
std::string_view parts_js();
std::string_view download_js();
std::string_view drawing_js();
std::string_view table_js();
std::string_view memory_map_js();
std::string_view timeline_js();
std::string_view operator_chain_js();
std::string_view explain_js();
std::string_view advice_js();
std::string_view answers_js();
std::string_view relink_js();
std::string_view report_js();
std::string_view plan_difference_js();
std::string_view compare_js();
std::string_view sweep_charts_js();
std::string_view pareto_js();
std::string_view sweep_js();

}  // namespace spillway::html
