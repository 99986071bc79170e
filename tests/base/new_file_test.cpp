// SPDX-License-Identifier: Apache-2.0
#include "base/files/new_file.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diagnostics.h"
#include "base/files/files.h"
#include "base/files/new_file_stream.h"

namespace spillway {
namespace {

namespace fs = std::filesystem;

class NewFiles : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  std::string file(const std::string& name) const { return folder_ + "/" + name; }
  static unsigned mode_of(const std::string& path) {
    struct stat status {};
    EXPECT_EQ(::stat(path.c_str(), &status), 0);
    return status.st_mode & 07777U;
  }

  std::string folder_ = testing::TempDir() + "spillway_new_file" + std::to_string(::getpid());
};

TEST_F(NewFiles, HaveThePermissionsOfTheUmask) {
  for (const mode_t mask : {022U, 077U, 027U}) {
    const mode_t before = ::umask(mask);
    const std::string path = file("mask" + std::to_string(mask));
    write_file(path, "x");
    ::umask(before);
    EXPECT_EQ(mode_of(path), 0666U & ~mask);
  }
}

TEST_F(NewFiles, KeepThePermissionsOfTheFileThatTheyReplace) {
  write_file(file("a"), "one");
  ::chmod(file("a").c_str(), 0640);
  write_file(file("a"), "two");
  EXPECT_EQ(mode_of(file("a")), 0640U);
  EXPECT_EQ(read_text(file("a")), "two");
}

TEST_F(NewFiles, ReplaceTheFileThatASymbolicLinkNames) {
  fs::create_directory(file("far"));
  fs::create_symlink("far/data", file("second"));
  fs::create_symlink(file("second"), file("first"));
  for (const char* text : {"new", "replaced"}) {
    write_file(file("first"), text);
    EXPECT_EQ(read_text(file("far/data")), text);
    EXPECT_TRUE(fs::is_symlink(file("first")));
    EXPECT_TRUE(fs::is_symlink(file("second")));
  }
}

TEST_F(NewFiles, CircularSymbolicLinksAreRefused) {
  fs::create_symlink("b", file("a"));
  fs::create_symlink("a", file("b"));
  EXPECT_THROW(write_file(file("a"), "x"), UserError);
}

TEST_F(NewFiles, StaleTemporaryFilesAreRemovedAndOtherFilesStay) {
  const std::string path = file("sweep.csv");
  {
    const NewFile never_committed(path);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
  }
  EXPECT_TRUE(fs::is_empty(folder_));
  for (const char* name : {"sweep.csv.new-123-0", "sweep.csv.new-9-17", "sweep.csv.new-1-x",
                           "sweep.csv.meta.json.new-1-0", "other.csv.new-1-0", "sweep.csv"}) {
    std::ofstream(file(name)) << "x";
  }
  remove_stale_temporaries(path);
  EXPECT_FALSE(fs::exists(file("sweep.csv.new-123-0")));
  EXPECT_FALSE(fs::exists(file("sweep.csv.new-9-17")));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 4);
}

// If the program replaced a device such as /dev/null by a file, other programs could no longer use
// the device.
TEST_F(NewFiles, NeverReplaceDevicesAndPipes) {
  const std::string pipe = file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string read;
  std::thread reader([&] { read = read_text(pipe); });
  {
    NewFileStream stream(pipe);
    stream << "through the pipe";
    stream.commit();
  }
  reader.join();
  EXPECT_EQ(read, "through the pipe");
  EXPECT_TRUE(fs::is_fifo(pipe));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

// A limit of the file size makes writes fail, as a full disk would. The write of three bytes fails
// only when the stream is flushed, the write of three million bytes fails earlier.
TEST_F(NewFiles, LeaveTheOldFileWhereTheDiskIsFull) {
  write_file(file("a"), "old");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit full{0, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &full), 0);
  for (const std::size_t bytes : {3U, 3'000'000U}) {
    EXPECT_THROW(write_file(file("a"), std::string(bytes, 'n')), UserError) << bytes;
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(read_text(file("a")), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(NewFiles, LeaveNothingBehindWhereTheyCannotBeRenamed) {
  {
    NewFile late(file("a"));
    late.append("new");
    // A folder with the name of the new file keeps commit() from renaming the new file.
    fs::create_directory(file("a"));
    EXPECT_THROW(late.commit(), UserError);
  }
  EXPECT_TRUE(fs::is_directory(file("a")));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1) << "the temporary file is gone";
}

TEST_F(NewFiles, ReportAFullDiskOnCommitAndNotOnWrite) {
  ASSERT_TRUE(fs::is_character_file("/dev/full"));
  NewFileStream stream("/dev/full");
  for (int i = 0; i < 100'000; ++i) stream << "whatever the size of a buffer ";
  EXPECT_THROW(stream.commit(), UserError);
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

}  // namespace
}  // namespace spillway
