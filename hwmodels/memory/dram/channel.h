// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hwmodels/memory/dram/admission.h"
#include "hwmodels/memory/dram/burst_table.h"
#include "hwmodels/memory/dram/command.h"
#include "hwmodels/memory/dram/device.h"
#include "hwmodels/memory/dram/dram_parameters.h"
#include "hwmodels/memory/dram/request_lists.h"
#include "hwmodels/memory/memory_timing.h"

namespace spillway::dram {

/// Counters of one channel since its reset.
struct ChannelCounts {
  std::int64_t reads = 0;  // column commands
  std::int64_t writes = 0;
  std::int64_t row_hits = 0;  // column commands, without the first after each activate
  std::int64_t activates = 0;
  std::int64_t refreshes = 0;
  Cycles last_data = 0;  // end of the last data on the data bus
  Cycles power_down_clocks = 0;
  Cycles self_refresh_clocks = 0;
};

/// A DRAM controller and its device, command by command. Commands are chosen in the order of their
/// clocks. Each command takes the first clock at which its bank, its bank group, the rank, the data
/// bus, the command bus and the arrival of its request allow it.
class Channel {
 public:
  /// Commands are sent to `sink` as soon as no request that arrives later can change them.
  Channel(const DramParameters& parameters, BurstTable& bursts, int number,
          const CommandSink& sink);
  void reset();

  /// Submits a request. Requires that arrival times do not decrease.
  void submit(const Request& request) {
    // `request` must wait until other, older requests have got space, so it does not change the
    // next command.
    if (stays_in_row_ && admission_.waits_for_place() && !sink_) {
      admission_.arrive(request, request.columns);
    } else {
      take_up(request);
    }
  }

  bool has_work() const { return lists_.count() > 0 || admission_.will_transfer(); }

  /// Returns the clock of the next column command if no other request arrives. Requires has_work().
  Cycles next_column() {
    if (!prepared_) look_ahead();
    return next_.clock;
  }

  /// Issues all commands up to and including the next column command. Requires has_work().
  void serve();

  /// Issues commands until a burst is finished.
  void finish_burst();

  /// From now on, considers every bank for every command and does not reuse the plans of banks
  /// (BankPlan). Tests check that the commands are the same as with reuse.
  void look_at_every_bank() { plans_banks_ = stays_in_row_ = joins_ = false; }

  /// From now on, issues every refresh individually and does not let note_refresh() simulate
  /// several refreshes at once. Tests check that the times are the same as with the simulation of
  /// several refreshes at once.
  void refresh_one_by_one() { one_by_one_ = true; }

  /// Whether move_chain() supports the controller and this run: rows stay open, reads and writes do
  /// not take turns, requests enter the queues in order, no request waits for a place, the device
  /// never saves power, refreshes are not per bank, and commands are not recorded.
  bool moves_chains() const {
    return controller_.page_policy == DramController::PagePolicy::open && !gated_ && !sink_ &&
           controller_.refresh != DramController::Refresh::per_bank && admission_.in_order() &&
           !controller_.saves_power();
  }
  /// Does the work of MemoryTiming::move_chain() (moves cache lines of a master that is alone, one
  /// after the other) for this channel. Each line must be a single column command. Requires
  /// !has_work().
  void move_chain(LineChain& chain, const AddressMap& map, Picoseconds horizon,
                  Picoseconds overhead);

  const ChannelCounts& counts() const { return state_.counts; }
  /// Returns the number of clocks up to `end` in which some bank is open.
  Cycles open_clocks(Cycles end) const { return state_.device.open_clocks(end); }
  /// Returns a copy of the channel. If the channel has no work, the copy is in the state at `end`
  /// if no more requests come: with the refreshes, power-down and self-refresh until then.
  /// Otherwise the copy is unchanged.
  Channel idle_until(Cycles end) const;

 private:
  enum class Action : std::uint8_t { activate, precharge, read, write, refresh_all, refresh_bank };

  struct Choice {
    Cycles clock = never;
    Cycles end = never;  // clock + the time that the command occupies the command bus
    // Of two commands that end at the same time, the one with the lower order goes first.
    std::uint64_t order = 0;
    Action action = Action::activate;
    std::int16_t bank = 0;
    std::int16_t slot = no_slot;

    bool is_column() const { return Channel::is_column(action); }
  };

  /// Requests whose rows were opened by an activate for the request. These requests have left the
  /// queue and wait for their column commands. Only Scheduler::first_ready has such requests, at
  /// most one per bank.
  struct Opened {
    Opened() { slots.fill(no_slot); }

    std::array<std::int16_t, max_banks> slots;
    std::array<int, 2> counts{};  // index 0: reads; index 1: writes
  };

  /// Detects refreshes of an idle memory that repeat themselves. A round is one refresh of every
  /// bank. Suppose that in two consecutive rounds each refresh begins as many clocks late as in the
  /// previous round, and only power-down commands lie between the refreshes. Then all later rounds
  /// are the same until a request comes.
  struct Repeats {
    // Per bank: how many clocks after its due time the bank's last refresh began. Refreshes of all
    // banks count for bank 0.
    std::array<Cycles, max_banks> late{};
    // Number of consecutive refreshes, each of which began as many clocks late as the previous
    // refresh of the same bank.
    std::int32_t same = 0;
    // The number of column commands and activates that were issued before the last refresh; -1 = no
    // refresh yet.
    std::int64_t commands = -1;
    Cycles power_down = 0;  // clocks in power-down before the last refresh
  };

  // The state that must be restored when a look-ahead (commands issued in advance) is undone.
  struct State {
    Device device;
    ChannelCounts counts;
    Cycles refresh_due = 0;  // clock of the next refresh; `never` (a constant) = no refreshes
    std::int32_t refresh_bank = 0;
    std::int32_t last_bank = 0;
    bool owes_refresh = false;  // no refresh has been issued since the last self-refresh
    Opened opened;
    Repeats repeats;
  };

  struct Floors {
    Cycles activate, read, write, precharge;
  };

  static bool is_column(Action action) { return action == Action::read || action == Action::write; }

  /// The next command of a bank, computed only from the bank's own earlier commands and its
  /// requests. The plan stays valid until the bank gets a new command or a new request.
  struct BankPlan {
    // Earliest end of the command, in view of the bank's own timing and the arrival of the request.
    // The buses can delay it further.
    Cycles end = 0;
    std::uint64_t sequence_number = 0;
    std::int16_t slot = no_slot;
    Action action = Action::activate;
    std::uint8_t kind = 0;  // result of kind_of(bank, action)
  };
  /// The earliest end of each kind of command. A kind is the combination of an action and a bank
  /// group; see kind_of().
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
  Choice first_planned(std::uint32_t banks) const;
  Ends first_ends() const;
  [[gnu::always_inline]] void plan(int bank);
  /// Whether the plan of some bank with requests is undecided: the bank's next command also depends
  /// on the commands of other banks (undecided_plans_). The next command of the channel then cannot
  /// be found from the plans alone.
  bool any_undecided() const { return (undecided_plans_ & lists_.busy_banks()) != 0; }
  /// Whether the plans of all rivals of `bank`, the other banks with requests, are valid.
  bool rivals_known(int bank) const {
    return (stale_plans_ & lists_.busy_banks() & ~(1U << bank)) == 0;
  }
  /// Returns the earliest end of a rival's command that can come between consecutive column
  /// commands of `bank` (writes if `write`, else reads) for the request number `sequence_number`;
  /// `never` if there is no such command. Requires rivals_known(bank) and !any_undecided().
  Cycles rival_command_end(int bank, bool write, std::uint64_t sequence_number) const;
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

  void move_lines(LineChain& chain, const AddressMap& map, Picoseconds horizon,
                  Picoseconds overhead);
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
  void keep_columns(Cycles clock, std::int32_t count, int bank, bool write);
  bool goes_before(std::int16_t slot, std::int16_t other) const;
  void note_columns(int bank, bool write, std::int32_t count, Cycles clock);
  void end_parts(std::uint32_t burst, bool write, int parts, Cycles first, Cycles last);
  void issue_refresh_all(Cycles clock, Cycles requested);
  void note_refresh(int bank, Cycles late, Cycles requested);
  void repeat_refreshes(std::int64_t rounds, Cycles power_down);
  Cycles next_requested() const;
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
  void pass_refreshes(Cycles until);
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
  std::uint32_t stale_plans_ = ~0U;  // bit mask of banks whose plans must be computed again
  // Bit mask of the banks whose plan is not final, because their next command can also depend on
  // commands of other banks. While such a bank has requests, the next command is chosen by
  // considering every bank (choose_among_banks()).
  std::uint32_t undecided_plans_ = 0;
  // Per action: the clocks for which its command occupies the command bus.
  std::array<Cycles, 6> lengths_;
  // Whether reads and writes take turns, because a shared queue has a write buffer.
  bool gated_;
  // Whether the plans of banks can be kept from one command to the next. Plans cannot be kept if
  // reads and writes take turns, if banks take turns (round robin), or if banks are refreshed
  // individually.
  bool plans_banks_;
  bool first_ready_;           // the controller has Scheduler::first_ready
  bool joins_;                 // several column commands of a burst form one entry in the lists
  bool stays_in_row_ = false;  // issue_in_row() can be used with this controller
  bool draining_ = false;

  /// The last column command that move_chain() issued for a master that is alone on the channel.
  /// settle() adds it to the device's state later.
  struct Alone {
    Cycles clock = never;
    Cycles settled = 0;
    std::int16_t bank = 0;
    bool write = false;
  };

  State state_;
  Alone alone_;
  State saved_;            // the state before the look-ahead (commands issued in advance)
  bool ahead_ = false;     // commands have been issued since saved_ and can be undone
  bool prepared_ = false;  // next_ is the next column command
  Choice next_;            // the command that was chosen last
  int number_;
  const CommandSink& sink_;
  bool muted_ = false;                    // true = commands are not sent to sink_
  bool one_by_one_ = false;               // true = every refresh is issued individually
  std::vector<CommandRecord> unsettled_;  // commands of the look-ahead, not yet sent to sink_
  std::int64_t idle_commands_ = 0;        // commands recorded since the last column command

  /// A change of the lists (the requests from which the scheduler chooses) by the look-ahead, which
  /// issues commands in advance; kept so that it can be undone. Either a request entered the lists,
  /// or it left the lists because its column command was issued.
  struct Step {
    bool entered = false;
    RequestLists::Place place;
    Admission::Transfer transfer;  // for a request that entered: how it entered
    Cycles place_free_at = 0;      // for a request that left: Admission::place_free_at() before
  };
  void undo(const Step& step);
  std::vector<Step> steps_;
};

// Issues all commands before the next column command. Then next_ is this column command, which is
// not yet issued.
inline void Channel::choose_column() {
  if (!prepared_) {
    for (choose(); !next_.is_column(); choose()) issue(next_);
  }
  if (ahead_) settle_ahead();
  prepared_ = false;
}

// Records the times at which the data of column commands move. `first` and `last` are the clocks at
// which the first and the last of these column commands were issued.
inline void Channel::end_parts(std::uint32_t burst, bool write, int parts, Cycles first,
                               Cycles last) {
  const Cycles to_data = write ? gaps_.write_data : gaps_.read_data;
  state_.counts.last_data = last + to_data + gaps_.burst;
  if (write && controller_.acknowledge_on_acceptance) return;
  bursts_.finish_parts(burst, parts, last * tck_, (first + to_data) * tck_,
                       state_.counts.last_data * tck_);
}

}  // namespace spillway::dram
