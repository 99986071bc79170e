// SPDX-License-Identifier: Apache-2.0
#include "report/html_report.h"

#include "base/markup_text.h"
#include "report/html_assets.h"

namespace spillway {
namespace {

std::string script(std::string_view text) {
  return "<script>\n" + std::string(text) + "</script>\n";
}

// These scripts belong to one kind of page and stand behind those that all pages share.
std::string page_scripts(ReportPage page) {
  switch (page) {
    case ReportPage::run:
      return script(html::memory_map_js()) + script(html::timeline_js()) +
             script(html::operator_chain_js()) + script(html::explain_js()) +
             script(html::advice_js()) + script(html::report_js());
    case ReportPage::compare:
      return script(html::memory_map_js()) + script(html::plan_difference_js()) +
             script(html::compare_js());
    case ReportPage::sweep:
      return script(html::sweep_charts_js()) + script(html::sweep_scatter_js()) +
             script(html::sweep_js());
    case ReportPage::answer:
      return script(html::sweep_charts_js()) + script(html::advice_js()) +
             script(html::answers_js());
    case ReportPage::relink:
      return script(html::memory_map_js()) + script(html::plan_difference_js()) +
             script(html::relink_js());
  }
  return "";
}

}  // namespace

std::string html_report(ReportPage kind, std::string_view title, std::string_view json) {
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>";
  page += xml_text(title);
  page += "</title>\n<style>\n";
  page += html::report_css();
  page +=
      "</style>\n</head>\n<body>\n<main></main>\n"
      "<noscript>This report is drawn by its script.</noscript>\n"
      "<script type=\"application/json\" id=\"data\">\n";
  page += script_safe_json(json);
  page += "</script>\n";
  page += script(html::basics_js()) + script(html::parts_js()) + script(html::download_js()) +
          script(html::table_js()) + page_scripts(kind);
  return page + "</body>\n</html>\n";
}

}  // namespace spillway
