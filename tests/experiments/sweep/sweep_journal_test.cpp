// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/sweep_journal.h"

#include <csignal>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diagnostics.h"
#include "base/files/files.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> rows_of(const SweepJournal& journal) {
  std::vector<std::string> rows;
  journal.for_each_row([&](std::uint64_t offset, std::string_view row) {
    EXPECT_EQ(journal.text(offset, row.size() + 1), std::string(row) + "\n");
    rows.emplace_back(row);
  });
  return rows;
}

class SweepJournalTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove(path_); }
  void TearDown() override { std::filesystem::remove(path_); }

  std::string path_ = testing::TempDir() + "/journal" + std::to_string(::getpid()) + ".csv";
};

TEST_F(SweepJournalTest, RowsAreInTheFileAsSoonAsTheyAreAppended) {
  SweepJournal journal(path_, "a,b\n");
  EXPECT_EQ(read_text(path_), "a,b\n");
  journal.append("1,2");
  EXPECT_EQ(read_text(path_), "a,b\n1,2\n");
}

TEST_F(SweepJournalTest, ATextCutAnywhereIsContinuedWithItsWholeRows) {
  const std::string text = "a,b\n1,2\n3,4\n";
  for (std::size_t length = 0; length <= text.size(); ++length) {
    write_file(path_, text.substr(0, length));
    SweepJournal journal(path_, "a,b\n");
    const std::size_t whole = length < 8 ? 0 : length < 12 ? 1 : 2;
    EXPECT_EQ(rows_of(journal).size(), whole);
    for (std::size_t row = whole; row < 2; ++row) journal.append(row == 0 ? "1,2" : "3,4");
    EXPECT_EQ(read_text(path_), text);
  }
}

// The journal (the output file of a running sweep) is read in blocks of 64 KB. Rows that extend
// over several blocks must also be found.
TEST_F(SweepJournalTest, RowsOfAnyLengthAreFoundInALongFile) {
  std::vector<std::string> rows;
  {
    SweepJournal journal(path_, "a,b\n");
    for (const std::size_t length : {1U, 65'530U, 1U, 65'536U, 200'000U, 3U, 131'071U}) {
      rows.emplace_back(length, static_cast<char>('a' + rows.size()));
      journal.append(rows.back());
    }
    EXPECT_EQ(rows_of(journal), rows);
  }
  write_file(path_, read_text(path_) + std::string(150'000, 'x'));  // appends an incomplete row
  EXPECT_EQ(rows_of(SweepJournal(path_, "a,b\n")), rows);
}

TEST_F(SweepJournalTest, AShorterRowAfterATornRowLeavesNothingOfIt) {
  write_file(path_, "a,b\n1,2222222222");
  {
    SweepJournal journal(path_, "a,b\n");
    journal.append("3,4");
  }
  const SweepJournal journal(path_, "a,b\n");
  EXPECT_THAT(rows_of(journal), ElementsAre("3,4"));
  EXPECT_EQ(read_text(path_), "a,b\n3,4\n");
}

TEST_F(SweepJournalTest, AFileWithOtherColumnsIsRefusedAndKept) {
  write_file(path_, "a,c\n1,2\n");
  EXPECT_THAT(test::user_error([&] { SweepJournal journal(path_, "a,b\n"); }),
              HasSubstr("the columns are not those of this sweep"));
  EXPECT_EQ(read_text(path_), "a,c\n1,2\n");
}

TEST_F(SweepJournalTest, TwoProcessesDoNotWriteTheSameFile) {
  const SweepJournal journal(path_, "a,b\n");
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      const SweepJournal second(path_, "a,b\n");
      ::_exit(0);
    } catch (const UserError& error) {
      ::_exit(error.code() == ExitCode::run_failed ? 42 : 1);
    }
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 42);
}

// A limit of the file size acts like a full disk: a write is incomplete or fails.
TEST_F(SweepJournalTest, AFullDiskIsAnErrorAndTheFileStaysWhole) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{13, 13};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      SweepJournal journal(path_, "a,b\n");
      journal.append("1,2");
      journal.append("3,4444444");
      ::_exit(0);
    } catch (const UserError& error) {
      ::_exit(error.code() == ExitCode::run_failed ? 42 : 1);
    }
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 42);
  EXPECT_EQ(read_text(path_), "a,b\n1,2\n");
}

}  // namespace
}  // namespace spillway
