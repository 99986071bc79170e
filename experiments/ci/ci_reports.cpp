// SPDX-License-Identifier: Apache-2.0
#include "experiments/ci/ci_reports.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/terminal_text.h"
#include "base/text.h"
#include "report/pages/svg.h"

namespace spillway {
namespace {

// Maximum number of operators with changed times that are listed for each check.
constexpr std::size_t most_changes = 20;

std::string ms_text(const std::optional<double>& microseconds) {
  return microseconds ? fmt::format("{:.3f}", *microseconds / 1e3) : "-";
}

std::string status_text(const CiResult& result) {
  if (!result.failure.empty()) return "FAILED";
  return result.missed.empty() ? "ok" : "MISSED";
}

std::optional<double> latency_before(const CiResult& result) {
  if (!result.before) return std::nullopt;
  return result.before->latency_us;
}

std::optional<double> latency_now(const CiResult& result) {
  if (!result.failure.empty()) return std::nullopt;
  return result.now.latency_us;
}

std::string change_text(const std::optional<double>& before, const std::optional<double>& now) {
  if (!before || !now || *before <= 0) return "-";
  return signed_percent(*now / *before - 1);
}

std::string cycles_text(const std::optional<Cycles>& cycles) {
  return cycles ? with_thousands(*cycles) : "-";
}

std::string change_text(const CiChange& change) {
  if (!change.before) return "new";
  if (!change.now) return "gone";
  return change_text(std::optional<double>(static_cast<double>(*change.before)),
                     std::optional<double>(static_cast<double>(*change.now)));
}

// Returns a text as Markdown code. Names come from files of networks. As code, a name cannot
// mention users, make links or give commands to a bot. A backtick would end the code and a bar
// would end a table cell, so both characters are escaped.
std::string markdown_code(const std::string& text) {
  std::string code;
  for (const char c : name_text(text)) {
    if (c == '|' || c == '`') {
      code += fmt::format("\\x{:02x}", c);
    } else {
      code += c;
    }
  }
  return code.empty() ? code : "`" + code + "`";
}

// Returns the operators whose cycles changed. Leaves out changes that would be printed as 0.00 %.
std::vector<CiChange> shown_changes(const CiResult& result) {
  std::vector<CiChange> changes = changes_of(result);
  changes.erase(
      std::remove_if(changes.begin(), changes.end(),
                     [](const CiChange& change) { return change_text(change) == "+0.00 %"; }),
      changes.end());
  return changes;
}

Printout changes_printout(const CiResult& result, std::size_t most) {
  const std::vector<CiChange> changes = shown_changes(result);
  PrintedTable table{"changes", "\n" + name_text(result.name) + ": operators that changed, cycles"};
  table.keys = {{"check", result.name}};
  table.columns = {number_column("number").shown_as("#").at_least(5),
                   text_column("operator").shortened_if_narrow(),
                   text_column("type").only_in_documents(),
                   number_column("before cycles").shown_as("before").at_least(14).gap_before(1),
                   number_column("now cycles").shown_as("now").at_least(14).gap_before(1),
                   number_column("change %").shown_as("change").at_least(13).gap_before(1)};
  const std::size_t shown = std::min(changes.size(), most);
  for (std::size_t i = 0; i < shown; ++i) {
    const CiChange& change = changes[i];
    table.add({std::to_string(change.number), change.name, change.type, cycles_text(change.before),
               cycles_text(change.now), change_text(change)});
  }
  Printout printout;
  printout << std::move(table);
  if (changes.size() > shown) printout << fmt::format("and {} more\n", changes.size() - shown);
  return printout;
}

std::string markdown_changes(const CiResult& result) {
  const std::vector<CiChange> changes = shown_changes(result);
  if (changes.empty()) return "";
  std::string text = fmt::format(
      "\n<details><summary><code>{}</code>: {} operators changed</summary>\n\n| # | operator | "
      "type | cycles before | now | change |\n|---:|---|---|---:|---:|---:|\n",
      xml_text(name_text(result.name)), changes.size());
  for (std::size_t i = 0; i < changes.size() && i < most_changes; ++i) {
    const CiChange& change = changes[i];
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", change.number,
                        markdown_code(change.name), markdown_code(change.type),
                        cycles_text(change.before), cycles_text(change.now), change_text(change));
  }
  if (changes.size() > most_changes) {
    text += fmt::format("\nand {} more\n", changes.size() - most_changes);
  }
  return text + "\n</details>\n";
}

std::string compiled_by(const CiResult& result) { return "compiled by " + result.compiler; }

// Returns the reasons why a check is not ok, on one line.
std::string reasons(const CiResult& result) {
  return result.failure.empty() ? fmt::format("{}", fmt::join(result.missed, "; "))
                                : result.failure;
}

}  // namespace

Printout ci_printout(const std::vector<CiResult>& results, bool shortened) {
  PrintedTable table{"checks", ""};
  table.columns = {text_column("check").shortened_if_narrow(),
                   number_column("now ms").shown_as("now, ms").at_least(10).gap_before(1),
                   number_column("budget ms").shown_as("budget").at_least(9).gap_before(1),
                   number_column("before ms").shown_as("before").at_least(10).gap_before(1),
                   number_column("change %").shown_as("change").at_least(9).gap_before(1),
                   text_column("status").at_least(6)};
  std::string lines, compilers;
  for (const CiResult& result : results) {
    table.add({result.name, ms_text(latency_now(result)), ms_text(result.latency_budget_us),
               ms_text(latency_before(result)),
               change_text(latency_before(result), latency_now(result)), status_text(result)});
    const std::string name = name_text(result.name) + ": ";
    if (!reasons(result).empty()) lines += name + name_text(reasons(result)) + "\n";
    if (!result.compiler.empty()) compilers += name + name_text(compiled_by(result)) + "\n";
  }
  Printout printout;
  printout << std::move(table) << lines + compilers;
  for (const CiResult& result : results) {
    printout << changes_printout(result, shortened ? most_changes : unlimited_output);
  }
  return printout;
}

std::string ci_markdown(const std::string& description, const std::vector<CiResult>& results) {
  std::string text = "### Spillway\n\n";
  if (!description.empty()) text += markdown_code(description) + "\n\n";
  text +=
      "| check | status | latency, ms | budget | before | change "
      "|\n|---|---|---:|---:|---:|---:|\n";
  for (const CiResult& result : results) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", markdown_code(result.name),
                        status_text(result), ms_text(latency_now(result)),
                        ms_text(result.latency_budget_us), ms_text(latency_before(result)),
                        change_text(latency_before(result), latency_now(result)));
  }
  std::string list;
  for (const CiResult& result : results) {
    if (!reasons(result).empty()) {
      list += fmt::format("* {}: {}\n", markdown_code(result.name), markdown_code(reasons(result)));
    }
    if (!result.compiler.empty()) {
      list +=
          fmt::format("* {}: {}\n", markdown_code(result.name), markdown_code(compiled_by(result)));
    }
  }
  if (!list.empty()) text += "\n" + list;
  for (const CiResult& result : results) text += markdown_changes(result);
  return text;
}

std::string ci_junit(const std::vector<CiResult>& results) {
  std::size_t failures = 0;
  std::size_t errors = 0;
  double seconds = 0;
  std::string cases;
  for (const CiResult& result : results) {
    std::string parts;
    seconds += result.seconds;
    if (!result.compiler.empty()) {
      parts += fmt::format(
          "    <properties>\n      <property name=\"compiled_by\" value=\"{}\"/>\n"
          "    </properties>\n",
          xml_text(name_text(result.compiler)));
    }
    if (!result.failure.empty()) {
      ++errors;
      parts += fmt::format("    <error message=\"{}\"/>\n", xml_text(name_text(result.failure)));
    } else if (!result.missed.empty()) {
      ++failures;
      parts += fmt::format("    <failure message=\"{}\"/>\n", xml_text(name_text(reasons(result))));
    }
    cases += fmt::format("  <testcase classname=\"spillway.{}\" name=\"{}\" time=\"{:.3f}\"",
                         xml_text(result.target), xml_text(name_text(result.name)), result.seconds);
    cases += parts.empty() ? "/>\n" : ">\n" + parts + "  </testcase>\n";
  }
  return fmt::format(
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"spillway\" "
             "tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\">\n",
             results.size(), failures, errors, seconds) +
         cases + "</testsuite>\n";
}

}  // namespace spillway
