// SPDX-License-Identifier: Apache-2.0
#include "report/pages/html_report.h"

#include <nlohmann/json.hpp>
#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spillway {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;

std::string data_of(const std::string& page) {
  const std::string open = "id=\"data\">\n";
  const std::size_t begin = page.find(open) + open.size();
  return page.substr(begin, page.find("</script>", begin) - begin);
}

TEST(HtmlReport, ANameCannotEndTheScriptElementOfTheData) {
  const std::string name =
      "</script><script>alert(1)</script><!-- & \"quoted\" 'too'\n\xE2\x80\xA8\xE2\x80\xA9 "
      "\xE2\x82\xAC";
  const Json data = {{"network", name}};
  const std::string page = html_report(ReportPage::run, "run", data.dump());
  EXPECT_THAT(page, Not(HasSubstr("alert(1)</script>")));
  EXPECT_THAT(page, Not(HasSubstr("<!--")));
  EXPECT_THAT(page, Not(HasSubstr("\xE2\x80\xA8")));
  EXPECT_EQ(Json::parse(data_of(page)), data);
}

TEST(HtmlReport, TheTitleIsEscaped) {
  EXPECT_THAT(html_report(ReportPage::run, "<b>&", "{}"),
              HasSubstr("<title>&lt;b&gt;&amp;</title>"));
}

class EveryPage : public testing::TestWithParam<ReportPage> {
 protected:
  std::string page_ = html_report(GetParam(), "page", "{}");
};

TEST_P(EveryPage, LoadsNothingFromElsewhere) {
  EXPECT_THAT(page_, HasSubstr("default-src 'none'"));
  EXPECT_FALSE(std::regex_search(page_, std::regex("(src|href)\\s*=")));
  EXPECT_THAT(page_, Not(HasSubstr("@import")));
  EXPECT_THAT(page_, Not(HasSubstr("url(")));
}

TEST_P(EveryPage, HasScriptsThatNeverParseTextAsMarkup) {
  for (const char* way :
       {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("}) {
    EXPECT_THAT(page_, Not(HasSubstr(way)));
  }
}

INSTANTIATE_TEST_SUITE_P(Pages, EveryPage,
                         testing::Values(ReportPage::run, ReportPage::compare, ReportPage::sweep));

}  // namespace
}  // namespace spillway
