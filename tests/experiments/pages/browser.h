// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include <gtest/gtest.h>

namespace spillway::test {

/// Opens pages from disk in a headless Chromium; without Chromium, the tests are skipped. A visitor
/// is a script that uses the page as a reader would and stores its results in the object `seen`.
class InBrowser : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  /// The results of the visitor in a window of `width` pixels; null if the visitor did not finish.
  nlohmann::json visit(const std::string& page, const std::string& visitor, int width);

  /// The document after the last visit, and the browser's log.
  const std::string& document() const { return document_; }
  const std::string& messages() const { return messages_; }

 private:
  std::filesystem::path folder_;
  std::string document_, messages_;
};

}  // namespace spillway::test
