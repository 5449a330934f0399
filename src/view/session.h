// Session: a world that pages watch and change. All functions belong to the thread that steps the world.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "corten/data.h"
#include "corten/error.h"
#include "corten/model.h"
#include "view/frame.h"
#include "view/history.h"
#include "view/hub.h"
#include "view/pull.h"
#include "view/scene.h"

namespace corten::view {

struct SessionOptions {
  std::string file{};  // what pages call the model's file
  double speed = 1;
  bool paused = false;
  int key = -1;  // that a reset goes to, -1: the state of the model itself
};

class Session {
 public:
  using Clock = Hub::Clock;

  // Refers to all three.
  Session(Model& model, Data& data, Hub& hub, SessionOptions options);

  // Steps the world as fast as pages ask, answers them, and sends frames, until `deadline`.
  void run(Clock::time_point deadline);

  // The same for a world that somebody else steps: true when he may go on, false if pages have paused it until
  // `deadline`.
  bool sync(Clock::time_point deadline);

  // Another model takes the place of the present one. What both have goes on where it was, and options that pages changed
  // stay changed.
  void replace(Model next);
  // What is wrong with the model's file; nothing: it is right again.
  void report(const Diagnostics& diagnostics);

 private:
  // ---- messages (commands.cc)
  void handle(const Message& message);
  void answer(const Message& message);
  void reset_world(std::optional<int> key);
  void show_past(double time);
  Json state_event(const char* name) const;
  void tell_state();
  void change_option(const Json& json);
  void change_policy(const Json& json);
  void change_input(const std::string& what, const Json& json);

  // ---- time (session.cc)
  void play(bool playing);
  void advance(Clock::time_point until);
  void step_once();
  void leave_past();
  void start_clock();
  void recover();
  void look_after(Clock::time_point now);
  void tell_warnings(Clock::time_point now);
  void measure(Clock::time_point now);
  void time_stages();
  void send_frame();
  void show_change();
  void make_new_scene();

  Model* m_;
  Data* d_;
  Hub* hub_;
  SessionOptions options_;
  Option loaded_;  // as the file has them
  Json trouble_ = Json::array();
  Scene scene_{};
  std::uint32_t scene_id_ = 0;
  History history_;
  std::uint64_t revision_ = 0;

  bool playing_, in_past_ = false, unstable_ = false, diverged_told_ = false;
  double speed_;
  long steps_left_ = 0;
  std::optional<Pull> pull_{};
  Vec<6> applied_{};  // what xfrc_applied of the pulled body was

  Clock::time_point clock_start_{};  // wall and simulated time that belong together
  double clock_time_ = 0;
  std::array<std::vector<double>, 2> good_{};  // the states before the last two steps
  int good_last_ = 0;

  // ---- what is measured
  Clock::time_point measured_{}, told_{}, timed_{};
  double measured_time_ = 0, step_seconds_ = 0, step_us_ = 0, real_time_factor_ = 0;
  long step_count_ = 0;
  std::optional<Data> timing_{};
  std::vector<double> stage_us_{};
  std::array<int, kWarningCount> warned_{};
  std::array<Clock::time_point, kWarningCount> warned_at_{};
};

}  // namespace corten::view
