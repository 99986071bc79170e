// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include <gtest/gtest.h>

namespace spillway::test {

/// A fixture that opens pages from disk in a headless Chromium. Without Chromium, its tests are
/// skipped. A test has a visitor: a script that uses the page as a reader does and stores its
/// observations in the object `seen`.
class InBrowser : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  /// Opens `page` in a window with a width of `width` pixels and runs `visitor` there. Returns the
  /// object `seen`; null if the visitor did not finish.
  nlohmann::json visit(const std::string& page, const std::string& visitor, int width);

  /// document() returns the HTML of the page at the end of the last visit(). messages() returns the
  /// log of the browser.
  const std::string& document() const { return document_; }
  const std::string& messages() const { return messages_; }

 private:
  std::filesystem::path folder_;
  std::string document_, messages_;
};

}  // namespace spillway::test
