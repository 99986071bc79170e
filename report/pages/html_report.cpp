// SPDX-License-Identifier: Apache-2.0
#include "report/pages/html_report.h"

#include "base/markup_text.h"
#include "report/pages/html_assets.h"

namespace spillway {
namespace {

std::string script(std::string_view text) {
  return "<script>\n" + std::string(text) + "</script>\n";
}

// Returns the scripts that only this kind of page needs. A page must contain these scripts after
// the scripts that all pages share.
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
      return script(html::sweep_charts_js()) + script(html::pareto_js()) + script(html::sweep_js());
    case ReportPage::answer:
      return script(html::advice_js()) + script(html::answers_js());
    case ReportPage::relink:
      return script(html::memory_map_js()) + script(html::plan_difference_js()) +
             script(html::relink_js());
  }
  return "";
}

std::string static_parts(std::string_view title, const StaticPage& static_page) {
  std::string parts = "<header class=\"still\">\n<h1>" + xml_text(title) + "</h1>\n";
  if (!static_page.answer.empty()) parts += "<p>" + xml_text(static_page.answer) + "</p>\n";
  parts += "</header>\n";
  for (const Drawing& drawing : static_page.drawings) parts += page_figure(drawing);
  return parts;
}

}  // namespace

std::string html_report(ReportPage kind, std::string_view title, std::string_view json,
                        const StaticPage& static_page) {
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>";
  page += xml_text(title);
  page += "</title>\n<style>\n";
  page += html::report_css();
  page += html::drawing_css();
  page += "</style>\n</head>\n<body>\n<main>\n" + static_parts(title, static_page);
  page +=
      "</main>\n<noscript>Tables, figures of single points and zooming need the page's "
      "script.</noscript>\n<script type=\"application/json\" id=\"data\">\n";
  page += script_safe_json(json);
  page += "</script>\n";
  page += script(html::basics_js()) + script(html::parts_js()) + script(html::download_js()) +
          script(html::drawing_js()) + script(html::table_js()) + page_scripts(kind);
  return page + "</body>\n</html>\n";
}

}  // namespace spillway
