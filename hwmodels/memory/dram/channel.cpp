// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/dram/channel.h"

#include <utility>

#include "base/diagnostics.h"
#include "base/index.h"

namespace spillway::dram {
namespace {

using Refresh = DramController::Refresh;

int list_slots(const DramParameters& parameters) {
  const DramController& controller = parameters.controller;
  const int queues =
      controller.queue == DramController::Queue::per_bank ? parameters.geometry.banks : 1;
  return queues * controller.queue_depth + controller.write_buffer_depth + parameters.most_opened();
}

Cycles first_refresh(Refresh refresh, const DramClocks& clocks) {
  if (refresh == Refresh::none) return never;
  return refresh == Refresh::per_bank ? clocks.refi_bank : clocks.refi;
}

}  // namespace

Channel::Channel(const DramParameters& parameters, BurstTable& bursts, int number,
                 const CommandSink& sink)
    : controller_(parameters.controller),
      gaps_(parameters),
      banks_(parameters.geometry.banks),
      tck_(parameters.clocks.tck),
      bursts_(bursts),
      admission_(parameters, bursts),
      lists_(list_slots(parameters)),
      lengths_{gaps_.bus.activate, gaps_.bus.precharge, gaps_.bus.column,
               gaps_.bus.column,   gaps_.bus.refresh,   gaps_.bus.refresh},
      gated_(controller_.queue == DramController::Queue::shared &&
             controller_.write_buffer_depth > 0),
      plans_banks_(!gated_ && controller_.bank_order == DramController::BankOrder::oldest &&
                   controller_.refresh != Refresh::per_bank),
      first_ready_(controller_.scheduler == DramController::Scheduler::first_ready),
      joins_(!first_ready_),
      number_(number),
      sink_(sink) {
  stays_in_row_ = plans_banks_ && !admission_.stands_in_front() &&
                  controller_.page_policy == DramController::PagePolicy::open;
  reset();
}

void Channel::reset() {
  admission_.reset();
  lists_.clear();
  state_ = {};
  state_.refresh_due = first_refresh(controller_.refresh, gaps_.clocks);
  plan_all_again();
  draining_ = ahead_ = prepared_ = false;
  unsettled_.clear();
  steps_.clear();
}

inline std::int16_t Channel::insert(const Request& request) {
  Bank& bank = at(state_.device.banks, request.bank);
  std::int16_t& hit = bank.hit[request.write ? 1 : 0];
  const bool hits = bank.open_row == request.row && hit == no_slot;
  // The plan of the bank (BankPlan: its next command) must be computed again if the new request is
  // the bank's only request, or the first row hit among the bank's reads (or writes).
  if (hits || lists_.count(request.bank) == 0) plan_again(request.bank);
  const std::int16_t slot = lists_.push(request);
  if (hits) hit = slot;
  return slot;
}

// Inserts the column commands of a request into the lists from which the scheduler chooses. If the
// newest entry is a part of the same burst and row, RequestLists::join() can add the column
// commands to it: if they arrive one clock after its last column command, or while the command bus
// is busy. (The scheduler chooses no command while the command bus is busy.)
inline void Channel::join_or_insert(const Request& request) {
  if (joins_) {
    if (!lists_.join(request, state_.device.command_bus)) insert(request);
    return;
  }
  Request one = request;
  for (one.columns = 1; one.clock < request.clock + request.columns; ++one.clock) insert(one);
}

void Channel::take_up(const Request& request) {
  if (prepared_ && !changes_nothing(request)) take_back(request.clock);
  if (admission_.stands_in_front()) return enter_front(request);
  if (controller_.saves_power() && !has_work()) pass_idle(request.clock);
  const Request entering = admission_.enters_at_once(lists_, request);
  if (entering.columns > 0) join_or_insert(entering);
  update_drain();
  if (entering.columns == request.columns) return;
  const bool stuck = admission_.waits_for_place();
  admission_.arrive(request, request.columns - entering.columns);
  if (!stuck) admit(state_.device.command_bus);
}

// Whether a new request has no influence on the commands up to the next column command. A request
// has no influence in two cases: the request waits for space, or the last request of its list is
// for the same row, so the list already contains a row hit for this row.
bool Channel::changes_nothing(const Request& request) const {
  // If a sink records the commands of all channels, the function returns false. The controller then
  // sends the sink all commands that are older than the request. Otherwise the sink would get them
  // later, possibly after newer commands of other channels.
  if (!stays_in_row_ || sink_) return false;
  return admission_.waits_for_place() || lists_.ends_with(request);
}

void Channel::enter_front(Request request) {
  std::int32_t columns = 1;
  std::swap(columns, request.columns);
  for (; columns > 0; --columns) {
    if (controller_.saves_power() && !has_work()) pass_idle(request.clock);
    admission_.arrive(request, 1);
    admission_.fill_front_queues();
  }
}

void Channel::serve() {
  if (!prepared_ && (admission_.stands_in_front() || first_ready_)) {
    look_ahead();
    // If the look-ahead (which issues commands in advance) has accepted a write, this write is a
    // finished burst: its master can send another request before the next column command.
    if (bursts_.any_finished()) return;
  }
  choose_column();
  issue_column(next_);
}

void Channel::look_ahead() {
  if (admission_.stands_in_front()) return look_ahead_from_front();
  choose();
  if (!next_.is_column()) {
    if (!ahead_) begin_ahead();
    for (; !next_.is_column(); choose()) issue(next_);
  }
  prepared_ = true;
}

// Issues commands in advance up to the next column command whose data a master waits for. Writes
// that were acknowledged on acceptance do not end the look-ahead, because their masters already
// have the answer. A request that arrives no later than the column command undoes the look-ahead
// (take_back()).
void Channel::look_ahead_from_front() {
  const auto ends_nothing = [this](const Choice& choice) {
    return !choice.is_column() ||
           (choice.action == Action::write && controller_.acknowledge_on_acceptance);
  };
  begin_ahead();
  for (choose(); has_work() && ends_nothing(next_); choose()) issue(next_);
  if (!has_work()) next_ = {};
  prepared_ = true;
}

void Channel::begin_ahead() {
  saved_ = state_;
  ahead_ = true;
}

// Makes the commands that the look-ahead has issued in advance final, because no arrival can change
// them any more.
void Channel::settle_ahead() {
  for (const CommandRecord& command : unsettled_) sink_(number_, command);
  unsettled_.clear();
  steps_.clear();
  ahead_ = false;
}

// Undoes all decisions of the look-ahead (commands issued in advance) for the clock `arrival`, at
// which a request arrives, and for later clocks.
void Channel::take_back(Cycles arrival) {
  if (arrival > next_.clock) return;
  prepared_ = false;
  if (!ahead_) return;
  ahead_ = false;
  for (; !steps_.empty(); steps_.pop_back()) undo(steps_.back());
  state_ = saved_;
  lists_.hold(state_.opened.counts);
  plan_all_again();
  unsettled_.clear();
  if (admission_.stands_in_front()) return;
  for (choose(); !next_.is_column() && next_.clock < arrival; choose()) issue(next_, arrival);
}

void Channel::undo(const Step& step) {
  if (step.entered) {
    lists_.take_columns(step.place.slot, 1);
    admission_.undo(step.transfer);
  } else {
    lists_.restore(step.place);
    admission_.undo_freed_place(step.place_free_at);
  }
}

void Channel::admit(Cycles now) {
  if (admission_.stands_in_front()) {
    admission_.note_freed_place(now);
  } else {
    admission_.enter_in_order(lists_, now,
                              [this](const Request& request) { join_or_insert(request); });
  }
  update_drain();
}

// Moves the next request from the front queues (read queue and write buffer) into the lists from
// which the scheduler chooses, if the scheduler sees this request at `clock` or earlier. Returns
// whether a request was moved.
bool Channel::enter_before(Cycles clock) {
  const auto transfer = admission_.next_transfer(lists_);
  if (!transfer) return false;
  const Request request = admission_.visible(*transfer);
  if (request.clock > clock) return false;
  admission_.make(*transfer);
  const std::int16_t slot = insert(request);
  if (ahead_) steps_.push_back({true, lists_.place(slot), *transfer, 0});
  // If an arrival (a request that has no place yet) was waiting for the place in the front queue
  // that the moved request has left, this arrival is older than all future requests. So no later
  // request can change the commands up to this move, and these commands become final.
  if (admission_.fill_front_queues() && ahead_) {
    settle_ahead();
    begin_ahead();
  }
  return true;
}

void Channel::update_drain() {
  if (!gated_) return;
  const int reads = lists_.queued(false);
  const int writes = lists_.queued(true);
  if (draining_) {
    draining_ = writes > 0 && (reads == 0 || writes > controller_.write_low);
  } else {
    draining_ = writes >= controller_.write_high || (reads == 0 && writes > 0);
  }
}

void Channel::find_hits(int bank) {
  Bank& state = at(state_.device.banks, bank);
  state.hit = {lists_.find_row(lists_.oldest(bank, false), state.open_row),
               lists_.find_row(lists_.oldest(bank, true), state.open_row)};
}

// Issues a command. No request that is still unknown arrives before the clock `arrival`.
void Channel::issue(const Choice& choice, Cycles arrival) {
  Device& device = state_.device;
  // A refresh serves no request, so it does not change the round-robin order of the banks.
  if (choice.slot != no_slot) state_.last_bank = choice.bank;
  plan_again(choice.bank);
  switch (choice.action) {
    case Action::activate: {
      const std::int64_t row = lists_[choice.slot].row;
      device.activate(gaps_, choice.bank, row, choice.clock);
      find_hits(choice.bank);
      ++state_.counts.activates;
      keep(choice.clock, Command::activate, choice.bank, row);
      if (first_ready_) note_opened(choice);
      break;
    }
    case Action::precharge:
      device.precharge(gaps_, choice.bank, choice.clock);
      keep(choice.clock, Command::precharge, choice.bank);
      break;
    case Action::refresh_all:
      issue_refresh_all(choice.clock, std::min(arrival, next_requested()));
      break;
    case Action::refresh_bank: {
      const Cycles late = choice.clock - state_.refresh_due;
      device.refresh_bank(gaps_, choice.bank, choice.clock);
      keep(choice.clock, Command::refresh_bank, choice.bank);
      state_.refresh_bank = (state_.refresh_bank + 1) % banks_;
      state_.refresh_due += gaps_.clocks.refi_bank;
      ++state_.counts.refreshes;
      note_refresh(choice.bank, late, std::min(arrival, next_requested()));
      break;
    }
    case Action::read:
    case Action::write:
      issue_column(choice);
      break;
  }
}

// Issues a refresh of all banks. Until the clock `requested`, the scheduler sees no request, and
// the device does not begin to use a power-saving mode. Until then, refreshes follow at equal
// distances, so note_refresh() can count many of them in one step.
void Channel::issue_refresh_all(Cycles clock, Cycles requested) {
  plan_all_again();
  Device& device = state_.device;
  close_for_refresh(clock);
  Cycles start = std::max(clock, device.command_bus);
  for (int bank = 0; bank < banks_; ++bank) {
    start = std::max(start, at(device.banks, bank).next_activate + gaps_.activate_longer);
  }
  device.refresh_all(gaps_, banks_, start);
  keep(start, Command::refresh_all, 0);
  const Cycles late = start - state_.refresh_due;
  state_.refresh_due += gaps_.clocks.refi;
  state_.owes_refresh = false;
  ++state_.counts.refreshes;
  note_refresh(0, late, requested);
}

// Returns the first clock at which the banks may be precharged for a refresh.
Cycles Channel::refresh_floor() const {
  return controller_.precharges_one_by_one ? state_.device.command_bus
                                           : state_.device.precharge_all_floor();
}

void Channel::close_for_refresh(Cycles clock) {
  Device& device = state_.device;
  if (device.open_banks == 0) return;
  if (!controller_.precharges_one_by_one) {
    device.precharge_all(gaps_, clock);
    keep(clock, Command::precharge_all, 0);
    return;
  }
  while (device.open_banks != 0) {
    const Cycles floor = std::max({clock, device.command_bus, device.next_precharge});
    int first = -1;
    Cycles earliest = never;
    for (std::uint32_t open = device.open_banks; open != 0; open &= open - 1) {
      const int bank = __builtin_ctz(open);
      const Cycles legal = std::max(floor, at(device.banks, bank).next_precharge);
      if (legal >= earliest) continue;
      first = bank;
      earliest = legal;
    }
    device.precharge(gaps_, first, earliest);
    keep(earliest, Command::precharge, first);
  }
}

void Channel::issue_column(const Choice& choice) {
  const Request request = lists_[choice.slot];
  const std::size_t direction = request.write ? 1 : 0;
  Device& device = state_.device;
  Bank& bank = at(device.banks, choice.bank);
  if (ahead_) steps_.push_back({false, lists_.place(choice.slot), {}, admission_.place_free_at()});
  if (first_ready_) drop_opened(choice.slot, choice.bank);
  const std::int16_t next = lists_.next(choice.slot);
  if (!lists_.take_columns(choice.slot, 1)) {
    bank.hit[direction] = lists_.find_row(next, bank.open_row);
  }
  plan_again(choice.bank);
  const bool automatic = controller_.page_policy == DramController::PagePolicy::closed &&
                         bank.hit[0] == no_slot && bank.hit[1] == no_slot;

  ChannelCounts& counts = state_.counts;
  ++(request.write ? counts.writes : counts.reads);
  if (bank.columns_since_activate > 0) ++counts.row_hits;
  device.column(gaps_, choice.bank, request.write, automatic, choice.clock);
  state_.last_bank = choice.bank;
  keep(choice.clock, column_command(request.write, automatic), choice.bank, request.row);
  end_parts(request.burst, request.write, 1, choice.clock, choice.clock);
  admit(choice.clock);
}

void Channel::keep(Cycles clock, Command command, int bank, std::int64_t row) {
  if (!sink_ || muted_) return;
  count_idle(command);
  if (ahead_) {
    unsettled_.push_back({clock, command, bank, row});
  } else {
    sink_(number_, {clock, command, bank, row});
  }
}

// Counts the commands recorded since the last column command. Throws UserError(run_failed) for too
// many commands. A recording contains every refresh of an idle memory, so a pause of hours in a
// trace would fill the disk.
void Channel::count_idle(Command command) {
  constexpr std::int64_t most = 10'000'000;  // more is an error; 39 s of refreshes every 3.9 us
  const bool column = command == Command::read || command == Command::write ||
                      command == Command::read_precharge || command == Command::write_precharge;
  idle_commands_ = column ? 0 : idle_commands_ + 1;
  if (idle_commands_ <= most) return;
  throw UserError(
      ExitCode::run_failed,
      "the DRAM needs more than 10,000,000 refresh commands between two requests, which is "
      "too many to write; shorten the pause, or do not record the commands");
}

}  // namespace spillway::dram
