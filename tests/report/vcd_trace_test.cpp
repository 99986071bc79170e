// SPDX-License-Identifier: Apache-2.0
// Reads a VCD dump with a strict reader, and compares the times in the dump with the slices of the
// timing.
#include "report/vcd_trace.h"

#include <map>
#include <sstream>
#include <stdexcept>

#include <gtest/gtest.h>

namespace spillway {
namespace {

/// The contents of a VCD dump. `signals` has the values of each signal, by the name
/// "scope.scope.name" of the signal and by the time at which the value begins.
struct Dump {
  std::map<std::string, std::map<Picoseconds, std::string>> signals;
  Picoseconds end = 0;
};

/// Reads only that part of the grammar of IEEE 1364 that all waveform viewers support. A dump with
/// any other text fails the test.
class Reader {
 public:
  explicit Reader(const std::string& text) : in_(text) {}

  Dump read() {
    while (!defined_) declaration(word());
    std::string next;
    while (in_ >> next) change(next);
    require(!dumping_, "$dumpvars without $end");
    return std::move(dump_);
  }

 private:
  static void require(bool condition, const std::string& message) {
    if (!condition) throw std::runtime_error(message);
  }

  std::string word() {
    std::string text;
    require(static_cast<bool>(in_ >> text), "the dump ends within a declaration");
    return text;
  }
  void end() { require(word() == "$end", "no $end"); }

  void declaration(const std::string& keyword) {
    if (keyword == "$comment" || keyword == "$version") {
      while (word() != "$end") continue;
    } else if (keyword == "$timescale") {
      require(word() == "1" && word() == "ps", "timescale");
      end();
    } else if (keyword == "$scope") {
      require(word() == "module", "kind of scope");
      scopes_.push_back(name());
      end();
    } else if (keyword == "$upscope") {
      require(!scopes_.empty(), "$upscope without $scope");
      scopes_.pop_back();
      end();
    } else if (keyword == "$var") {
      variable();
    } else if (keyword == "$enddefinitions") {
      end();
      require(scopes_.empty(), "a scope is open");
      defined_ = true;
    } else {
      require(false, "unknown declaration " + keyword);
    }
  }

  std::string name() {
    const std::string text = word();
    for (const char c : text) require(std::isalnum(c) != 0 || c == '_', "name " + text);
    require(std::isdigit(text[0]) == 0, "name " + text);
    return text;
  }

  void variable() {
    const std::string type = word(), width = word(), code = word();
    require((type == "wire" && width == "1") || (type == "integer" && width == "32"), "variable");
    for (const char c : code) require(c >= '!' && c <= '~', "code");
    std::string path;
    for (const std::string& scope : scopes_) path += scope + ".";
    path += name();
    end();
    require(names_.emplace(code, path).second, "code " + code + " is there twice");
    require(dump_.signals.emplace(path, std::map<Picoseconds, std::string>()).second,
            path + " is there twice");
    scalar_[code] = type == "wire";
  }

  void change(const std::string& text) {
    if (text[0] == '#') {
      const Picoseconds time = std::stoll(text.substr(1));
      require(!timed_ || time > dump_.end, "time does not go on");
      timed_ = true;
      dump_.end = time;
    } else if (text == "$dumpvars") {
      require(timed_ && dump_.end == 0, "$dumpvars at another time than 0");
      dumping_ = true;
    } else if (text == "$end") {
      require(dumping_, "$end");
      dumping_ = false;
    } else if (text[0] == 'b') {
      require(text.find_first_not_of("01x", 1) == std::string::npos, "value " + text);
      set(word(), text.substr(1), false);
    } else {
      require(text[0] == '0' || text[0] == '1', "value " + text);
      set(text.substr(1), text.substr(0, 1), true);
    }
  }

  void set(const std::string& code, const std::string& value, bool scalar) {
    require(timed_, "a value before the first time");
    require(names_.count(code) == 1 && scalar_[code] == scalar, "code " + code);
    auto& values = dump_.signals[names_[code]];
    require(values.count(dump_.end) == 0, "two values at one time");
    require(values.empty() || values.rbegin()->second != value, "a change to the same value");
    values[dump_.end] = value;
  }

  std::istringstream in_;
  Dump dump_;
  std::vector<std::string> scopes_;
  std::map<std::string, std::string> names_;
  std::map<std::string, bool> scalar_;
  bool defined_ = false, timed_ = false, dumping_ = false;
};

std::string value_at(const Dump& dump, const std::string& signal, Picoseconds time) {
  const auto& values = dump.signals.at(signal);
  return std::prev(values.upper_bound(time))->second;
}

TraceSlice slice(std::uint16_t track, std::uint16_t lane, std::int32_t op, Picoseconds start,
                 Picoseconds end) {
  TraceSlice made;
  made.track = track;
  made.lane = lane;
  made.operator_index = op;
  made.start = start;
  made.end = end;
  made.busy = end - start;
  return made;
}

Timing three_lanes() {
  Timing timing;
  timing.clock = {1'000'000};
  timing.total = 100;
  timing.engines = {{"mac", 0, {}}, {"1 dma $x", 0, {}}};
  timing.slices = {slice(0, 0, 0, 0, 1000), slice(0, 0, 5, 1000, 2500), slice(0, 0, 5, 3000, 4000),
                   slice(1, 0, 2, 500, 3000), slice(1, 1, -1, 500, 90'000)};
  return timing;
}

TEST(VcdTrace, HoldsTheBusyTimesAndOperatorsOfTheSlices) {
  const Dump dump = Reader(vcd_trace("a run", three_lanes())).read();
  EXPECT_EQ(dump.end, 100'000);
  EXPECT_EQ(dump.signals.size(), 6U);
  const std::string dma = "npu._1_dma__x";
  for (const auto& [time, busy, op] :
       std::vector<std::tuple<Picoseconds, const char*, const char*>>{{0, "1", "0"},
                                                                      {999, "1", "0"},
                                                                      {1000, "1", "101"},
                                                                      {2500, "0", "x"},
                                                                      {3000, "1", "101"},
                                                                      {4000, "0", "x"}}) {
    EXPECT_EQ(value_at(dump, "npu.mac.busy", time), busy) << time;
    EXPECT_EQ(value_at(dump, "npu.mac.operator", time), op) << time;
  }
  EXPECT_EQ(value_at(dump, dma + ".busy", 2999), "1");
  EXPECT_EQ(value_at(dump, dma + ".busy", 3000), "0");
  EXPECT_EQ(value_at(dump, dma + "_2.busy", 89'999), "1");
  EXPECT_EQ(value_at(dump, dma + "_2.operator", 89'999), "x");
}

TEST(VcdTrace, EscapesNamesThatWouldBreakTheFormat) {
  Timing timing = three_lanes();
  timing.engines = {{"a$end b", 0, {}}, {"a_end_b", 0, {}}};
  EXPECT_NO_THROW(Reader(vcd_trace("$end\n$scope module x $end", timing)).read());
}

TEST(VcdTrace, ManyLanesHaveCodesOfTheirOwn) {
  Timing timing;
  timing.clock = {1'000'000};
  for (std::uint16_t track = 0; track < 200; ++track) {
    timing.engines.push_back({"e" + std::to_string(track), 0, {}});
    timing.slices.push_back(slice(track, 0, track, 10 * track, 10 * track + 10));
  }
  const Dump dump = Reader(vcd_trace("many", timing)).read();
  EXPECT_EQ(dump.signals.size(), 400U);
  for (int track = 0; track < 200; ++track) {
    EXPECT_EQ(value_at(dump, "npu.e" + std::to_string(track) + ".busy", 10 * track + 5), "1");
  }
}

TEST(VcdTrace, ARunWithoutSlicesIsEmpty) {
  const Dump dump = Reader(vcd_trace("nothing", Timing())).read();
  EXPECT_TRUE(dump.signals.empty());
}

}  // namespace
}  // namespace spillway
