// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "hwmodels/memory/dram/admission.h"
#include "hwmodels/memory/dram/burst_table.h"
#include "hwmodels/memory/dram/command.h"
#include "hwmodels/memory/dram/device.h"
#include "hwmodels/memory/dram/request_lists.h"
#include "hwmodels/memory/dram/row_finder.h"
#include "hwmodels/memory/memory_timing.h"

namespace spillway::dram {

/// Counts of one channel since its reset.
struct ChannelCounts {
  std::int64_t reads = 0;  // column commands
  std::int64_t writes = 0;
  std::int64_t row_hits = 0;  // column commands that found their row open
  std::int64_t activates = 0;
  std::int64_t refreshes = 0;
  Cycles last_data = 0;  // end of the last data on the bus
  Cycles power_down_clocks = 0;
  Cycles self_refresh_clocks = 0;
};

/// A controller and its device, command by command. Commands are chosen in the order of their
/// clocks; each takes the first clock at which its bank, the rank, the data bus, the command bus
/// and its request's arrival allow it.
class Channel {
 public:
  /// Commands are shown to `sink` as soon as no arrival can take them back.
  Channel(const DramParameters& parameters, BurstTable& bursts, int number,
          const CommandSink& sink);
  void reset();

  /// Arrivals never decrease.
  void submit(const Request& request) {
    // Behind requests that wait for room, and that so change nothing yet.
    if (stays_in_row_ && admission_.waits_for_room() && !sink_) {
      admission_.arrive(request, request.columns);
    } else {
      take_up(request);
    }
  }

  bool has_work() const { return lists_.count() > 0 || admission_.will_transfer(); }

  /// Clock of the next column command if nothing else arrives. Requires has_work().
  Cycles next_column() {
    if (!prepared_) look_ahead();
    return next_.clock;
  }

  /// Issues all commands up to and with the next column command. Requires has_work().
  void serve();

  /// The same until a burst is finished.
  void finish_burst();

  /// From now on every bank is looked at for every command: the plain way of what is otherwise
  /// known from the last time, for tests.
  void look_at_every_bank() { plans_banks_ = stays_in_row_ = joins_ = false; }

  /// From now on every refresh is issued on its own, the plain way of note_refresh(), for tests.
  void refresh_one_by_one() { one_by_one_ = true; }

  /// Whether the controller takes requests that are alone as they are.
  bool moves_chains() const {
    return controller_.page_policy == DramController::PagePolicy::open && !gated_ && !sink_ &&
           controller_.refresh != DramController::Refresh::per_bank && admission_.in_order() &&
           !controller_.saves_power();
  }
  /// As MemoryTiming::move_chain(), of lines of one column command. Requires !has_work().
  void move_chain(LineChain& chain, RowFinder& rows, Picoseconds horizon, Picoseconds overhead);

  const ChannelCounts& counts() const { return state_.counts; }
  /// Clocks up to `end` with a bank open.
  Cycles open_clocks(Cycles end) const { return state_.device.open_clocks(end); }
  /// The channel as it would be at `end` if nothing more were asked of it.
  Channel idle_until(Cycles end) const;

 private:
  enum class Action : std::uint8_t { activate, precharge, read, write, refresh_all, refresh_bank };

  struct Choice {
    Cycles clock = never;
    Cycles end = never;       // clock + what the command takes of its bus
    std::uint64_t order = 0;  // the lower goes first of two that end together
    Action action = Action::activate;
    std::int16_t bank = 0;
    std::int16_t slot = no_slot;

    bool is_column() const { return Channel::is_column(action); }
  };

  /// Requests that have had their rows opened and wait for their column command, at most one per
  /// bank (Scheduler::first_ready).
  struct Opened {
    Opened() { slots.fill(no_slot); }

    std::array<std::int16_t, max_banks> slots;
    std::array<int, 2> counts{};  // reads, writes
  };

  /// Refreshes with no other commands between them than those of power-down. When each of two
  /// rounds of them began as late as the one before, all that follow do, until something is asked.
  struct Repeats {
    std::array<Cycles, max_banks> late{};  // from when the bank's was due until it began
    std::int32_t same = 0;                 // so many in a row as late as the bank's one before
    std::int64_t commands = -1;            // columns and activates before the last one
    Cycles power_down = 0;                 // clocks before the last one
  };

  // What a look ahead must be able to take back.
  struct State {
    Device device;
    ChannelCounts counts;
    Cycles refresh_due = 0;  // never without refreshes
    std::int32_t refresh_bank = 0;
    std::int32_t last_bank = 0;
    bool owes_refresh = false;  // there was none since the last self-refresh
    Opened opened;
    Repeats repeats;
  };

  struct Floors {
    Cycles activate, read, write, precharge;
  };

  static bool is_column(Action action) { return action == Action::read || action == Action::write; }

  /// What a bank has to do next, as far as only its own commands and requests change it.
  struct BankPlan {
    Cycles end = 0;  // the bank and the request's arrival allow no earlier one
    std::uint64_t age = 0;
    std::int16_t slot = no_slot;
    Action action = Action::activate;
    std::uint8_t kind = 0;  // kind_of() its bank and action
  };
  /// What the other banks would do instead of a command of `bank`, at best. Holds while none of
  /// their plans changes: commands of `bank` make no other one possible sooner.
  struct Rivals {
    struct Columns {
      Cycles end = never;  // the banks and the arrivals allow no earlier one
      std::uint64_t age = ~std::uint64_t{0};
    };

    int bank = 0;
    bool unknown = false;
    std::uint32_t rows = 0;          // mask of those with an activate or precharge
    Cycles row_end = never;          // of those
    std::array<Columns, 2> columns;  // reads, writes

    /// The plan of `other`, whose command ends at `end` at first.
    void note(const BankPlan& plan, int other, Cycles end);
    /// Whether a column command goes before those of that direction, if the buses allow these to
    /// end at `floor` at first.
    bool come_after(Cycles column_end, std::uint64_t age, bool write, Cycles floor) const {
      const Columns& these = columns[write ? 1 : 0];
      const Cycles first = std::max(these.end, floor);
      return column_end < first || (column_end == first && age < these.age);
    }
    /// The same of both directions.
    bool columns_come_after(Cycles end, std::uint64_t age, Cycles read, Cycles write) const {
      return come_after(end, age, false, read) && come_after(end, age, true, write);
    }
  };
  /// Ends of commands by kind: bank group and action.
  using Ends = std::array<Cycles, std::size_t{4} * max_bank_groups>;
  int kind_of(int bank, Action action) const {
    return 4 * (bank & gaps_.group_mask) + static_cast<int>(action);
  }

  void take_up(const Request& request);
  void choose();
  [[gnu::always_inline]] void choose_in_lists();
  bool enter_before(Cycles clock);
  Floors floors() const;
  Choice choose_among_banks() const;
  [[gnu::always_inline]] void choose_among_plans();
  [[gnu::always_inline]] bool choose_again();
  [[gnu::always_inline]] void choose_first(std::uint32_t banks);
  int first_of(std::uint32_t banks, const Ends& ends) const;
  [[gnu::always_inline]] void rival_changed(int bank);
  [[gnu::always_inline]] bool choose_rival_row(Cycles end, std::uint64_t age);
  [[gnu::always_inline]] void find_rivals(int bank, std::uint32_t banks, const Ends& ends);
  void take(const BankPlan& plan, int bank, Cycles end);
  Ends first_ends() const;
  [[gnu::always_inline]] Cycles first_row_end(const BankPlan& plan, int bank) const;
  [[gnu::always_inline]] void plan(int bank);
  bool rivals_known() const {
    return (stale_plans_ & lists_.busy_banks() & ~(1U << rivals_.bank)) == 0;
  }
  /// Whether a column command goes before all that the rivals may do, whose own reads and writes
  /// the buses allow to end at these clocks at first.
  bool beats_rivals(Cycles end, std::uint64_t age, Cycles read, Cycles write) const {
    return end < rivals_.row_end && rivals_.columns_come_after(end, age, read, write);
  }
  void plan_again(int bank) { stale_plans_ |= 1U << bank; }
  void plan_all_again() { stale_plans_ = ~0U; }
  void consider_bank(int bank, const Floors& floors, Choice& best) const;
  void consider_refresh(const Floors& floors, Choice& best) const;
  void choose_first_ready();
  Choice first_opened(const Floors& floors) const;
  Choice first_queued(const Floors& floors) const;
  void note_opened(const Choice& choice);
  void drop_opened(std::int16_t slot, int bank);
  Choice column_choice(const Floors& floors, int bank, std::int16_t slot) const;
  Choice row_choice(const Floors& floors, int bank, std::int16_t slot) const;
  Choice choice(Action action, Cycles clock, int bank, std::int16_t slot) const;
  Choice best_hit(const Floors& floors, int bank, std::int16_t oldest) const;
  bool may_close_row(const Choice& hit, const Choice& miss, const Bank& state) const;
  std::int16_t oldest_eligible(int bank) const;
  Cycles bank_refresh_due() const;
  bool waits_for_refresh(const Choice& choice) const;
  Cycles command_length(Action action) const;

  void move_lines(LineChain& chain, RowFinder& rows, Picoseconds horizon, Picoseconds overhead);
  Cycles settled() const;
  void settle();
  Cycles refresh_due() const { return state_.refresh_due; }
  Cycles open_row(const Request& request, Cycles visible);
  Cycles column_alone(const Request& request, Cycles visible);
  void note_alone(const Request& request, Cycles clock, std::int32_t count);
  std::int32_t before_refresh(Cycles clock, std::int32_t count, Cycles period) const;
  void issue(const Choice& choice, Cycles arrival = never);
  void issue_column(const Choice& choice);
  void choose_column();
  void issue_in_row();
  [[gnu::always_inline]] std::int32_t take_in_row(int bank, bool write, std::int16_t slot,
                                                  Cycles clock);
  [[gnu::always_inline]] std::int32_t columns_in_row(int bank, bool write, std::int16_t slot,
                                                     Cycles clock) const;
  Cycles rivals_interrupt(std::uint64_t age, bool write) const;
  Cycles columns_interrupt(std::uint64_t age, bool write, bool other) const;
  [[gnu::always_inline]] bool comes_next(int bank, bool write, Cycles last);
  void keep_columns(Cycles clock, std::int32_t count, int bank, bool write);
  bool is_first(std::int16_t slot, std::int16_t other) const;
  void note_columns(int bank, bool write, std::int32_t count, Cycles clock);
  void end_parts(std::uint32_t burst, bool write, int parts, Cycles first, Cycles last);
  void issue_refresh_all(Cycles clock, Cycles asked);
  void note_refresh(int bank, Cycles late, Cycles asked);
  void repeat_refreshes(std::int64_t rounds, Cycles power_down);
  Cycles next_asked() const;
  void close_for_refresh(Cycles clock);
  Cycles refresh_floor() const;
  void find_hits(int bank);
  void admit(Cycles now);
  bool changes_nothing(const Request& request) const;
  void enter_front(Request request);
  [[gnu::always_inline]] std::int16_t insert(const Request& request);
  [[gnu::always_inline]] void join_or_insert(const Request& request);
  void update_drain();
  void keep(Cycles clock, Command command, int bank, std::int64_t row = 0);
  void count_idle(Command command);

  void pass_idle(Cycles until);
  bool close_all(Cycles after, Cycles until);
  Cycles closed_since() const;
  void power_down(Cycles entry, Cycles until);
  void refresh_itself(Cycles entry, Cycles until);

  void look_ahead();
  void look_ahead_from_front();
  void begin_ahead();
  void settle_ahead();
  void take_back(Cycles arrival);

  DramController controller_;
  Gaps gaps_;
  int banks_;
  Picoseconds tck_;
  BurstTable& bursts_;
  Admission admission_;
  RequestLists lists_;
  std::array<BankPlan, max_banks> plans_;
  std::uint32_t stale_plans_ = ~0U;  // bit mask of banks
  std::uint32_t open_plans_ = 0;     // of those whose command depends on other banks as well
  Rivals rivals_;
  std::array<Cycles, 4> lengths_;  // of the commands of plans, on their bus
  bool gated_;                 // a shared queue with a write buffer: reads and writes take turns
  bool plans_banks_;           // no bank's choice depends on whose turn it is
  bool first_ready_;           // Scheduler::first_ready
  bool joins_;                 // column commands of a burst stand together in the lists
  bool stays_in_row_ = false;  // issue_in_row() has its way
  bool draining_ = false;

  /// The last column command of a chain, not yet written down in the device.
  struct Alone {
    Cycles clock = never;
    Cycles settled = 0;
    std::int16_t bank = 0;
    bool write = false;
  };

  State state_;
  Alone alone_;
  State saved_;            // before the look ahead
  bool ahead_ = false;     // state_ is ahead of saved_
  bool prepared_ = false;  // next_ is the next column command
  bool follows_ = false;   // next_ is what choose() would make it
  Choice next_;            // the last choice
  int number_;
  const CommandSink& sink_;
  bool muted_ = false;                    // its commands are shown to nobody
  bool one_by_one_ = false;               // refreshes
  std::vector<CommandRecord> unsettled_;  // commands of the look ahead
  std::int64_t idle_commands_ = 0;        // recorded since the last column command

  /// What the look ahead did to the lists: a request entered them, or left them with its command.
  struct Step {
    bool entered = false;
    RequestLists::Place place;
    Admission::Transfer transfer;  // of the one that entered
    Cycles room = 0;               // before the other one left
  };
  void undo(const Step& step);
  std::vector<Step> steps_;
};

// Issues all commands up to the next column command.
inline void Channel::choose_column() {
  if (!prepared_) {
    if (!std::exchange(follows_, false)) choose();
    for (; !next_.is_column(); choose()) issue(next_);
  }
  if (ahead_) settle_ahead();
  prepared_ = false;
}

// Column commands of a burst are given, the first and the last of them at these clocks.
inline void Channel::end_parts(std::uint32_t burst, bool write, int parts, Cycles first,
                               Cycles last) {
  const Cycles to_data = write ? gaps_.write_data : gaps_.read_data;
  state_.counts.last_data = last + to_data + gaps_.burst;
  if (write && controller_.acknowledge_on_acceptance) return;
  bursts_.finish_parts(burst, parts, last * tck_, (first + to_data) * tck_,
                       state_.counts.last_data * tck_);
}

}  // namespace spillway::dram
