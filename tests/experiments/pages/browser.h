// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include <gtest/gtest.h>

namespace spillway::test {

/// Opens pages from disk in a headless Chromium. The tests are skipped on machines without
/// Chromium. A visitor is a script that uses the page as a reader does and stores its observations
/// in the object `seen`.
class InBrowser : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  /// Opens `page` in a window of `width` pixels and runs `visitor`. Returns the object `seen`; null
  /// if the visitor did not finish.
  nlohmann::json visit(const std::string& page, const std::string& visitor, int width);

  /// document() returns the HTML of the page after the last visit. messages() returns the log of
  /// the browser.
  const std::string& document() const { return document_; }
  const std::string& messages() const { return messages_; }

 private:
  std::filesystem::path folder_;
  std::string document_, messages_;
};

}  // namespace spillway::test
