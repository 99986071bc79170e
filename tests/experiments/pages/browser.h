// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include <gtest/gtest.h>

namespace spillway::test {

/// Opens pages from disk in a headless Chromium; tests are skipped where there is none. A visitor
/// is script that uses the page as a reader would and leaves what it saw in the object `seen`.
class InBrowser : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  /// What the visitor saw in a window of `width` pixels; null when it never came to an end.
  nlohmann::json visit(const std::string& page, const std::string& visitor, int width);

  /// The document after the last visit, and what the browser wrote to its log.
  const std::string& document() const { return document_; }
  const std::string& messages() const { return messages_; }

 private:
  std::filesystem::path folder_;
  std::string document_, messages_;
};

}  // namespace spillway::test
