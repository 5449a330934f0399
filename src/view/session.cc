// Real time: while it plays, simulated time follows the wall clock,
//
//   t <= t0 + speed (now - now0)
//
// step by step; where steps take longer than that, the clock starts anew at the present instead of leaving steps out.
#include "view/session.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "compile/carry.h"
#include "corten/state.h"
#include "corten/step.h"
#include "corten/warning.h"
#include "pipeline/forward.h"
#include "view/diagnosis.h"

namespace corten::view {

namespace {

using std::chrono::milliseconds;
constexpr auto kTick = milliseconds(4);   // between looks at the clock while there is nothing to do
constexpr auto kIdle = milliseconds(50);  // the same if nobody watches and nothing moves
constexpr auto kBatch = milliseconds(8);  // of steps between looks at messages
constexpr auto kSecond = milliseconds(1000), kTenth = milliseconds(100);
constexpr double kMostLag = 0.1;  // seconds

double seconds(Session::Clock::duration time) { return std::chrono::duration<double>(time).count(); }

double wall_time() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

Session::Session(Model& model, Data& data, Hub& hub, SessionOptions options)
    : m_(&model),
      d_(&data),
      hub_(&hub),
      options_(std::move(options)),
      loaded_(model.opt),
      history_(model),
      playing_(!options_.paused),
      speed_(options_.speed) {
  for (int k = 0; k < kWarningCount; ++k)
    warned_[static_cast<std::size_t>(k)] = data.warning[static_cast<std::size_t>(k)].number;
  forward(model, data);
  history_.add(model, data);
  make_new_scene();
  start_clock();
  measured_ = Clock::now();
  measured_time_ = data.time;
}

// ---- running

void Session::run(Clock::time_point deadline) {
  do {
    const auto now = Clock::now();
    const bool moving = playing_ || steps_left_ > 0;
    const bool at_once = steps_left_ > 0 || (playing_ && speed_ == 0);
    const Clock::duration pause = moving || hub_->clients() > 0 ? Clock::duration(kTick) : Clock::duration(kIdle);
    for (const Message& message : hub_->take(at_once ? now : std::min(deadline, now + pause))) handle(message);
    if (playing_ || steps_left_ > 0) advance(Clock::now() + kBatch);
    look_after(Clock::now());
  } while (Clock::now() < deadline);
}

bool Session::sync(Clock::time_point deadline) {
  if (pull_) d_->xfrc_applied[pull_->body] = applied_;
  ++revision_;
  ++step_count_;
  history_.add(*m_, *d_);
  if (d_->unstable() && !diverged_told_) {
    hub_->tell({{"event", "diverged"},
                {"text", explain_instability(*m_, *d_)},
                {"time", d_->divergence.time},
                {"dof", -1},
                {"joint", -1},
                {"body", -1},
                {"constraint", ""},
                {"contact", nullptr}});
  }
  diverged_told_ = unstable_ = d_->unstable();
  bool go = false;
  for (bool first = true; first || (!go && Clock::now() < deadline); first = false) {
    const auto now = Clock::now();
    for (const Message& message : hub_->take(first ? now : std::min(deadline, now + kTick))) handle(message);
    go = playing_ || steps_left_ > 0;
    look_after(now);
  }
  if (steps_left_ > 0 && --steps_left_ == 0) tell_state();
  if (pull_) {
    applied_ = d_->xfrc_applied[pull_->body];
    mocap_of(*m_, pull_->body) >= 0 ? pull_mocap(*m_, *d_, *pull_)
                                    : void(d_->xfrc_applied[pull_->body] = pull_wrench(*m_, *d_, *pull_));
  }
  return go;
}

void Session::start_clock() {
  clock_start_ = Clock::now();
  clock_time_ = d_->time;
}

void Session::play(bool playing) {
  playing_ = playing;
  steps_left_ = 0;
  if (playing) leave_past();
  if (playing) unstable_ = false;
  start_clock();
}

void Session::leave_past() {
  if (in_past_) history_.cut(d_->time);
  in_past_ = false;
}

void Session::advance(Clock::time_point until) {
  double due = d_->time;
  for (auto now = Clock::now(); now < until; now = Clock::now()) {
    due = clock_time_ + speed_ * seconds(now - clock_start_);
    const bool at_once = steps_left_ > 0 || speed_ == 0;
    if (!at_once && d_->time + m_->opt.timestep > due + 1e-12) return;
    try {
      step_once();
    } catch (const std::exception& failure) {  // options that do not go together, no memory, a user's hook
      play(false);
      hub_->tell({{"event", "log"}, {"text", std::string("the step failed: ") + failure.what()}});
      return tell_state();
    }
    if (steps_left_ > 0 && --steps_left_ == 0) return tell_state();
    if (!playing_ && steps_left_ == 0) return;
  }
  if (speed_ > 0 && due - d_->time > kMostLag * speed_) start_clock();
}

void Session::step_once() {
  std::vector<double>& state = good_[static_cast<std::size_t>(good_last_ ^= 1)];
  state.resize(static_cast<std::size_t>(state_size(*m_, kStateIntegration)));
  get_state(*m_, *d_, kStateIntegration, state);
  const bool by_force = pull_ && mocap_of(*m_, pull_->body) < 0;
  if (pull_ && !by_force) pull_mocap(*m_, *d_, *pull_);
  if (by_force) {
    applied_ = d_->xfrc_applied[pull_->body];
    d_->xfrc_applied[pull_->body] = pull_wrench(*m_, *d_, *pull_);
  }
  const auto start = Clock::now();
  step(*m_, *d_);
  step_seconds_ += seconds(Clock::now() - start);
  if (by_force) d_->xfrc_applied[pull_->body] = applied_;
  ++step_count_, ++revision_;
  d_->unstable() ? recover() : history_.add(*m_, *d_);
}

// The world has reset itself or holds bad numbers: its last good state stays in sight.
void Session::recover() {
  Json event = {{"event", "diverged"}, {"text", explain_instability(*m_, *d_)}, {"time", d_->divergence.time}};
  for (const int k : {good_last_, good_last_ ^ 1}) {
    const std::vector<double>& state = good_[static_cast<std::size_t>(k)];
    if (state.size() != static_cast<std::size_t>(state_size(*m_, kStateIntegration))) continue;
    set_state(*m_, *d_, kStateIntegration, state);
    if (is_sound(*d_)) break;
  }
  if (!is_sound(*d_) && !history_.empty()) set_state(*m_, *d_, kStateIntegration, history_.find(history_.last()));
  d_->divergence = {};
  forward(*m_, *d_);
  event.update(diagnose(*m_, *d_));
  hub_->tell(event);
  play(false);
  unstable_ = true;
  tell_state();
}

// ---- what happens besides stepping

void Session::look_after(Clock::time_point now) {
  tell_warnings(now);
  measure(now);
  if (now - told_ >= kSecond && hub_->clients() > 0) tell_state();
  if (now - timed_ >= kTenth && hub_->wants_stages()) time_stages(), timed_ = now;
  if (hub_->wants_frame(revision_)) send_frame();
}

void Session::tell_warnings(Clock::time_point now) {
  for (std::size_t k = 0; k < warned_.size(); ++k) {
    const auto kind = static_cast<Warning>(k);
    const WarningStat& stat = d_->warning[k];
    const bool diverged = kind >= Warning::kBadQpos && kind <= Warning::kBadQacc;  // is told by itself
    if (stat.number < warned_[k]) warned_[k] = stat.number;
    if (stat.number == warned_[k] || diverged || now - warned_at_[k] < kSecond) continue;
    constexpr const char* kKinds[] = {"inertia", "contacts", "constraints", "qpos", "qvel", "qacc", "control"};
    warned_[k] = stat.number, warned_at_[k] = now;
    hub_->tell({{"event", "warning"},
                {"kind", kKinds[k]},
                {"text", explain(*m_, *d_, kind)},
                {"time", stat.time},
                {"count", stat.number}});
  }
}

// Over half a second: what a step takes, and how much faster than the wall clock the world runs.
void Session::measure(Clock::time_point now) {
  const double wall = seconds(now - measured_);
  if (wall < 0.5) return;
  step_us_ = step_count_ > 0 ? 1e6 * step_seconds_ / static_cast<double>(step_count_) : 0;
  real_time_factor_ = std::max(0.0, d_->time - measured_time_) / wall;
  measured_ = now, measured_time_ = d_->time, step_seconds_ = 0, step_count_ = 0;
}

// A forward pass of a copy, stage by stage. Times are smoothed over a few looks.
void Session::time_stages() {
  timing_ ? * timing_ = *d_ : timing_.emplace(*d_);
  stage_us_.resize(stage_names().size());
  std::size_t next = 0;
  double sum = 0;
  for (const auto stages : {position_stages(), velocity_stages(), acceleration_stages()}) {
    for (const StageEntry& stage : stages) {
      const auto start = Clock::now();
      stage.run(*m_, *timing_);
      double& us = stage_us_[next++];
      us += 0.3 * (1e6 * seconds(Clock::now() - start) - us);
      sum += us;
    }
  }
  stage_us_[next] = std::max(0.0, step_us_ - sum);
}

void Session::send_frame() {
  auto frame = std::make_shared<Bytes>();
  const std::uint32_t flags =
      (playing_ ? kFramePlaying : 0u) | (unstable_ ? kFrameUnstable : 0u) | (in_past_ ? kFrameHistory : 0u);
  write_frame(*m_, *d_, {scene_id_, flags, wall_time(), stage_us_, step_us_, real_time_factor_, hub_->wants_energy()},
              *frame);
  hub_->publish(std::move(frame), revision_);
}

// A change that a page made is seen at once, also while nothing moves.
void Session::show_change() {
  ++revision_;
  if (!playing_ && steps_left_ == 0) forward(*m_, *d_);
}

// ---- another model

void Session::make_new_scene() {
  scene_ = make_scene(*m_, options_.file, ++scene_id_);
  hub_->set_scene({std::make_shared<const Bytes>(scene_head(scene_)), std::make_shared<const Bytes>(scene_.data)});
}

void Session::replace(Model next) {
  const Option from_file = next.opt;
  next.opt = carry_changes(loaded_, m_->opt, next.opt);
  Data data = carry_world(*m_, *d_, next);
  loaded_ = from_file;
  *m_ = std::move(next);
  *d_ = std::move(data);
  pull_.reset(), timing_.reset();
  stage_us_.clear();
  unstable_ = in_past_ = false;
  warned_ = {};
  if (options_.key >= m_->nkey) options_.key = -1;
  history_ = History(*m_);
  ++revision_;
  forward(*m_, *d_);
  history_.add(*m_, *d_);
  make_new_scene();
  start_clock();
  hub_->tell({{"event", "scene"}, {"id", scene_id_}});
  tell_state();
}

void Session::report(const Diagnostics& diagnostics) {
  trouble_ = Json::array();
  for (const Diagnostic& problem : diagnostics.list()) {
    if (problem.severity != Severity::kError) continue;
    const std::string element = problem.name.empty() ? problem.element : problem.element + " '" + problem.name + "'";
    trouble_.push_back({{"file", problem.where.file},
                        {"line", problem.where.line},
                        {"element", element},
                        {"text", problem.message},
                        {"hint", problem.hint}});
    if (trouble_.size() == 100) break;  // more would not be read
  }
  hub_->tell({{"event", "trouble"}, {"diagnostics", trouble_}});
}

}  // namespace corten::view
