// Scenes, frames, history, replays and the commands of pages, without a server.
#include <gtest/gtest.h>
#include <zlib.h>

#include <fstream>
#include <sstream>
#include <thread>

#include "corten/load.h"
#include "corten/state.h"
#include "corten/step.h"
#include "corten/viewer.h"
#include "corten/warning.h"
#include "view/diagnosis.h"
#include "view/history.h"
#include "view/hub.h"
#include "view/pull.h"
#include "view/scene.h"
#include "view/server.h"
#include "view/session.h"

namespace corten::view {
namespace {

constexpr const char* kWorld = R"(<mujoco model="world">
  <visual><rgba haze="0.5 0.25 0 1"/></visual>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 .1"/>
    <body name="ball" pos="0 0 1"><freejoint/><geom name="ball" size=".1" mass="2"/></body>
    <body pos="1 0 1"><joint name="hinge" axis="0 1 0"/><geom type="box" size=".1 .1 .1" pos=".3 0 0"/></body>
    <body name="hand" mocap="true"><geom size=".02" contype="0" conaffinity="0"/></body>
  </worldbody>
  <actuator><position name="servo" joint="hinge" kp="10"/></actuator>
  <sensor><jointvel name="speed" joint="hinge"/></sensor>
  <keyframe><key name="up" qpos="0 0 2 1 0 0 0 1"/></keyframe>
</mujoco>)";

// ---- reading what was written

struct Read {
  Json json{};
  Bytes data{};

  template <class T>
  std::vector<T> field(const char* name) const {
    const Json& f = json["fields"][name];
    std::size_t count = 1;
    for (const Json& n : f["shape"]) count *= n.get<std::size_t>();
    std::vector<T> values(count);
    std::memcpy(values.data(), data.data() + f["offset"].get<std::size_t>(), count * sizeof(T));
    return values;
  }
};

template <class T>
T number_at(const Bytes& bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

Read read_scene(const Bytes& bytes) {
  EXPECT_EQ(std::memcmp(bytes.data(), "CRTS", 4), 0);
  const auto size = number_at<std::uint32_t>(bytes, 4);
  EXPECT_EQ(size % 8, 0u);
  const auto* text = reinterpret_cast<const char*>(bytes.data()) + 8;
  return {Json::parse(std::string_view(text, size)), Bytes(bytes.begin() + 8 + size, bytes.end())};
}

// One array of a frame's fixed part; the contacts behind it under "contacts".
std::vector<float> read_frame(const Model& m, const Bytes& frame, const std::string& name) {
  const auto numbers = [&](std::size_t at, std::size_t count) {
    std::vector<float> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(number_at<float>(frame, at + 4 * i));
    return values;
  };
  std::size_t at = 32;
  for (const LayoutEntry& entry : frame_layout(m)) {
    const auto count = static_cast<std::size_t>(entry.count);
    if (entry.name == name) return numbers(at, count);
    at += 4 * count;
  }
  return numbers(at, (frame.size() - at) / 4);
}

TEST(Scene, HasTheModel) {
  const Model m = load_text(kWorld);
  const Read scene = read_scene(scene_bytes(make_scene(m, "world.xml", 7)));
  EXPECT_EQ(scene.json["id"], 7);
  EXPECT_EQ(scene.json["file"], "world.xml");
  EXPECT_EQ(scene.json["names"]["body"], Json({"world", "ball", "", "hand"}));
  EXPECT_EQ(scene.field<std::int32_t>("geom_bodyid"), (std::vector<std::int32_t>{0, 1, 2, 3}));
  EXPECT_EQ(scene.field<float>("body_mass")[1], 2.0f);
  EXPECT_EQ(scene.json["fields"]["geom_size"]["shape"], Json({4, 3}));
  EXPECT_EQ(scene.json["visual"]["rgba"]["haze"], Json({0.5, 0.25, 0, 1}));
  EXPECT_EQ(scene.json["actuators"][0]["unit"], "rad");  // a servo is told an angle
  EXPECT_EQ(scene.json["sensors"][0]["unit"], "rad/s");
  EXPECT_EQ(scene.json["joints"][1]["type"], "hinge");
  EXPECT_EQ(scene.json["keys"][0]["name"], "up");
  for (const auto& [name, field] : scene.json["fields"].items()) {
    EXPECT_EQ(field["offset"].get<int>() % 8, 0) << name;
  }
}

TEST(Frame, HasTheWorld) {
  const Model m = load_text(kWorld);
  Data d(m);
  d.qvel[6] = 2;
  d.qpos[2] = 0.095;  // in the floor
  for (int i = 0; i < 100; ++i) step(m, d);
  forward(m, d);
  Bytes frame;
  write_frame(m, d, {.scene = 3, .flags = kFramePlaying, .wall = 5, .stage_us = {}, .energy = true}, frame);
  EXPECT_EQ(std::memcmp(frame.data(), "CRTF", 4), 0);
  EXPECT_EQ(number_at<std::uint32_t>(frame, 4), 3u);
  EXPECT_EQ(number_at<double>(frame, 16), d.time);
  ASSERT_EQ(number_at<std::uint32_t>(frame, 12), 1u);
  EXPECT_EQ(read_frame(m, frame, "xpos")[5], static_cast<float>(d.xpos[1].z));
  // The box turns about y: its frame has no velocity of its own, and the weight of the ball rests on the contact.
  EXPECT_NEAR(read_frame(m, frame, "body_vel")[13], d.qvel[6], 1e-6);
  EXPECT_NEAR(read_frame(m, frame, "body_vel")[15], 0, 1e-6);
  const std::vector<float> contact = read_frame(m, frame, "contacts");
  ASSERT_EQ(contact.size(), 24u);
  EXPECT_NEAR(contact[12], 2 * 9.81, 0.5);
  EXPECT_NEAR(read_frame(m, frame, "body_cfrc")[8], contact[12], 1e-3);
  EXPECT_EQ(contact[20], 0);  // geoms
  EXPECT_EQ(contact[21], 1);
  EXPECT_NEAR(read_frame(m, frame, "energy")[1], 0.5 * d.M[m.M_rowadr[6] + m.M_rownnz[6] - 1] * d.qvel[6] * d.qvel[6],
              1e-3);
}

TEST(Options, AreCheckedAndSet) {
  Model m = load_text(kWorld);
  EXPECT_EQ(set_option(m.opt, "timestep", 0.01), "");
  EXPECT_EQ(m.opt.timestep, 0.01);
  EXPECT_NE(set_option(m.opt, "timestep", -1), "");
  EXPECT_NE(set_option(m.opt, "timestep", "fast"), "");
  EXPECT_NE(set_option(m.opt, "gravity", Json({1, 2})), "");
  EXPECT_EQ(m.opt.timestep, 0.01);
  EXPECT_EQ(set_option(m.opt, "cone", "elliptic"), "");
  EXPECT_EQ(m.opt.cone, Cone::kElliptic);
  EXPECT_EQ(set_option(m.opt, "flag.gravity", false), "");
  EXPECT_EQ(m.opt.disableflags, kDisableGravity);
  EXPECT_EQ(option_value(m.opt, "flag.gravity"), false);
  EXPECT_NE(set_option(m.opt, "flag.gravity", 1), "");
  EXPECT_EQ(set_policy(m, "contact", "impulse"), "");
  EXPECT_EQ(m.opt.formulation, Formulation::kImpulse);
  EXPECT_NE(set_policy(m, "bending", "bridson"), "");  // nothing bends
}

TEST(Options, ThatWereChangedStayChanged) {
  Option loaded, changed, next;
  changed.timestep = 0.01, changed.disableflags = kDisableContact;
  next.density = 3, next.timestep = 0.005;
  const Option all = carry_changes(loaded, changed, next);
  EXPECT_EQ(all.timestep, 0.01);
  EXPECT_EQ(all.density, 3);
  EXPECT_EQ(all.disableflags, kDisableContact);
}

TEST(Policies, OfFlexes) {
  Model m = load_text(R"(<mujoco><worldbody><flexcomp name="cloth" type="grid" count="4 4 1" spacing=".1 .1 .1" dim="2">
      <elasticity young="1e4" poisson=".1" thickness=".01" elastic2d="both"/></flexcomp></worldbody></mujoco>)");
  EXPECT_EQ(policy_value(m, "bending"), "cotangent");
  EXPECT_EQ(set_policy(m, "bending", "discrete_shell"), "");
  EXPECT_EQ(m.flex_bendingmodel[0], BendingKind::kDiscreteShell);
  EXPECT_EQ(set_policy(m, "elasticity", "neo_hookean"), "");
  EXPECT_NE(set_policy(m, "elasticity", "ogden"), "");  // needs parameters of its own
  Data d(m);
  for (int i = 0; i < 10; ++i) step(m, d);
  EXPECT_FALSE(d.unstable());
}

TEST(History, KeepsWhatFitsAndFindsIt) {
  const Model m = load_text(kWorld);
  Data d(m);
  const std::size_t state = 8 * static_cast<std::size_t>(state_size(m, kStateIntegration) + 1);
  History history(m, 10 * state, 0.01);
  for (int i = 0; i < 100; ++i) step(m, d), history.add(m, d);  // of 2 ms
  EXPECT_NEAR(history.last(), 0.192 + 0.01, 0.01);
  EXPECT_NEAR(history.last() - history.first(), 9 * 0.01, 1e-9);
  EXPECT_NEAR(history.find(history.last() - 0.015)[0], history.last() - 0.02, 1e-9);
  EXPECT_EQ(history.find(-1)[0], history.first());
  EXPECT_EQ(history.find(100)[0], history.last());
  const double middle = history.find(0.15)[0];
  history.cut(0.15);
  EXPECT_EQ(history.last(), middle);
  reset(m, d);
  history.add(m, d);
  EXPECT_EQ(history.first(), 0);
  EXPECT_EQ(history.last(), 0);
}

TEST(Pull, IsCriticallyDamped) {
  const Model m = load_text(kWorld);
  Data d(m);
  forward(m, d);
  const Pull pull{1, {}, {0.1, 0, 1}, false};
  const Vec<6> still = pull_wrench(m, d, pull);
  EXPECT_NEAR(still[0], 2 * 100 * 0.1, 1e-9);  // m k x
  d.qvel[0] = 1;
  forward(m, d);
  EXPECT_NEAR(pull_wrench(m, d, pull)[0], 2 * (100 * 0.1 - 2 * 10 * 1), 1e-9);
  const Vec<6> turn = pull_wrench(m, d, {1, {0.1, 0, 0}, {0, 0.1, 1}, true});
  EXPECT_NEAR(turn[5], 0.4 * 2 * 0.01 * 500 * M_PI / 2, 1e-9);  // I k a
  EXPECT_EQ(mocap_of(m, 3), 3);
  EXPECT_EQ(mocap_of(m, 1), -1);
}

// ---- hub

TEST(Hub, KeepsTwoFramesOnTheWay) {
  Hub hub;
  const int page = *hub.join();
  EXPECT_EQ(hub.take(Hub::Clock::now()).size(), 1u);  // its arrival
  EXPECT_EQ(hub.receive(page, R"({"do":"rate","fps":1000})"), "");
  for (std::uint64_t i = 0; i < 2; ++i) {
    EXPECT_TRUE(hub.wants_frame(i));
    hub.publish(std::make_shared<Bytes>(), i);
    EXPECT_FALSE(hub.wants_frame(i));
    EXPECT_TRUE(hub.next(page)->frame);
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
  }
  EXPECT_FALSE(hub.wants_frame(2));
  EXPECT_EQ(hub.receive(page, R"({"do":"got","number":1})"), "");
  EXPECT_TRUE(hub.wants_frame(2));
  EXPECT_FALSE(hub.wants_frame(1));  // it has seen that
  EXPECT_NE(hub.receive(page, R"({"do":"got","number":3})"), "");
  hub.publish(std::make_shared<Bytes>(), 2);
  const auto newer = std::make_shared<Bytes>();
  hub.publish(newer, 3);
  EXPECT_EQ(hub.next(page)->frame, newer);
}

TEST(Hub, IsBounded) {
  Hub hub;
  std::vector<int> pages;
  for (int i = 0; i < 100; ++i) {
    if (const auto page = hub.join()) pages.push_back(*page);
  }
  EXPECT_EQ(pages.size(), static_cast<std::size_t>(kMostClients));
  for (int i = 0; i < 2000; ++i) hub.tell({{"event", "log"}});
  EXPECT_FALSE(hub.next(pages[0]));  // it never read
  std::string problem;
  for (int i = 0; i < 2000 && problem.empty(); ++i) problem = hub.receive(pages[1], R"({"do":"play"})");
  EXPECT_EQ(problem, "too many messages at once");
  EXPECT_NE(hub.receive(pages[2], std::string(70'000, ' ')), "");
}

TEST(Server, TokensDiffer) {
  EXPECT_EQ(make_token().size(), 32u);
  EXPECT_NE(make_token(), make_token());
}

// ---- session

struct Watched {
  explicit Watched(const char* text, SessionOptions options = {"", 0, true, -1})
      : m(load_text(text)), d(m), session(m, d, hub, options) {
    page = *hub.join();
    run();
  }
  void run(double seconds = 0.02) {
    session.run(Session::Clock::now() +
                std::chrono::duration_cast<Session::Clock::duration>(std::chrono::duration<double>(seconds)));
  }
  void ask(const Json& json) {
    EXPECT_EQ(hub.receive(page, json.dump()), "");
    run();
  }
  // The last event of a kind that the page was told, null if there was none.
  Json told(const std::string& kind) {
    hub.tell({{"event", "end"}});
    Json last;
    for (;;) {
      const Outgoing out = *hub.next(page);
      if (out.frame) continue;
      const Json event = Json::parse(out.text);
      if (event["event"] == "end") return last;
      if (event["event"] == kind) last = event;
    }
  }
  Model m;
  Data d;
  Hub hub{};
  Session session;
  int page = 0;
};

TEST(Session, DoesWhatPagesAsk) {
  Watched w(kWorld);
  EXPECT_EQ(w.told("hello")["playing"], false);
  w.ask({{"do", "step"}, {"count", 5}});
  EXPECT_NEAR(w.d.time, 0.01, 1e-12);
  w.ask({{"do", "ctrl"}, {"index", 0}, {"value", 0.5}});
  EXPECT_EQ(w.d.ctrl[0], 0.5);
  w.ask({{"do", "play"}});
  EXPECT_GT(w.d.time, 0.01);
  w.ask({{"do", "reset"}, {"key", 0}});
  w.ask({{"do", "pause"}});
  EXPECT_EQ(w.told("state")["playing"], false);
  w.ask({{"do", "reset"}, {"key", 1}});
  EXPECT_EQ(w.told("refused")["do"], "reset");
}

TEST(Session, KeepsRealTime) {
  Watched w(kWorld, {"", 2, false, -1});
  const double start = w.d.time;
  w.run(0.3);
  EXPECT_NEAR(w.d.time - start, 0.6, 0.1);
}

TEST(Session, GoesBackAndOnWithTheSameBits) {
  Watched w(kWorld);
  w.ask({{"do", "step"}, {"count", 200}});
  const std::vector<double> end(w.d.qpos.begin(), w.d.qpos.end());
  w.ask({{"do", "history"}, {"time", 0.1}});
  EXPECT_LE(w.d.time, 0.1);
  const long left = std::lround((0.4 - w.d.time) / 0.002);
  w.ask({{"do", "step"}, {"count", left}});
  EXPECT_EQ(std::vector<double>(w.d.qpos.begin(), w.d.qpos.end()), end);
}

TEST(Session, StopsAtTheLastGoodState) {
  const WarningHandler before = set_warning_handler({});
  Watched w(kWorld);
  w.ask({{"do", "step"}, {"count", 10}});
  w.d.qvel[6] = 1e9;
  w.ask({{"do", "set_option"}, {"name", "timestep"}, {"value", 100}});
  w.ask({{"do", "step"}, {"count", 100}});
  const Json event = w.told("diverged");
  EXPECT_EQ(event["joint"], 1);
  EXPECT_EQ(event["body"], 2);
  EXPECT_TRUE(is_sound(w.d));
  EXPECT_GT(w.d.time, 0);
  EXPECT_FALSE(w.d.unstable());
  set_warning_handler(before);
}

TEST(Session, ReplacesTheModel) {
  Watched w(kWorld);
  w.ask({{"do", "step"}, {"count", 100}});
  w.ask({{"do", "set_option"}, {"name", "viscosity"}, {"value", 1}});
  const double height = w.d.qpos[2];
  std::string text = kWorld;
  const std::string joint = R"(<body name="more"><joint type="slide"/><geom size=".1"/></body><body name="ball")";
  text.replace(text.find(R"(<body name="ball")"), 17, joint);
  text.replace(text.find("<key "), text.find("</keyframe>") - text.find("<key "), "");
  w.session.replace(load_text(text));
  w.run();
  EXPECT_EQ(w.m.njnt, 3);
  EXPECT_EQ(w.d.qpos[3], height);
  EXPECT_EQ(w.m.opt.viscosity, 1);
  EXPECT_EQ(w.told("scene")["id"], 2);
}

TEST(Session, FollowsAWorldThatSomebodyElseSteps) {
  Watched w(kWorld, {"", 1, false, -1});
  EXPECT_TRUE(w.session.sync(Session::Clock::now()));
  EXPECT_EQ(w.hub.receive(w.page, R"({"do":"pull","body":1,"point":[0,0,0],"target":[0,0,5]})"), "");
  EXPECT_TRUE(w.session.sync(Session::Clock::now()));
  EXPECT_GT(w.d.xfrc_applied[1][2], 0);
  EXPECT_EQ(w.hub.receive(w.page, R"({"do":"release"})"), "");
  EXPECT_EQ(w.hub.receive(w.page, R"({"do":"pause"})"), "");
  EXPECT_FALSE(w.session.sync(Session::Clock::now()));
  EXPECT_EQ(w.d.xfrc_applied[1][2], 0);
  EXPECT_EQ(w.hub.receive(w.page, R"({"do":"step","count":1})"), "");
  EXPECT_TRUE(w.session.sync(Session::Clock::now()));
  EXPECT_FALSE(w.session.sync(Session::Clock::now()));
}

// ---- recording

Bytes unpack_base64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  Bytes bytes;
  unsigned bits = 0, count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<unsigned>(digits.find(c));
    if ((count += 6) >= 8) bytes.push_back(static_cast<std::byte>(bits >> (count -= 8) & 255));
  }
  return bytes;
}

Bytes unpack_element(const std::string& page, const std::string& id) {
  const std::size_t at = page.find("id=\"" + id + "\">") + id.size() + 6;
  const Bytes packed = unpack_base64(page.substr(at, page.find('<', at) - at));
  Bytes out(1 << 22);
  z_stream stream{};
  inflateInit2(&stream, 15 + 16);
  stream.next_in = reinterpret_cast<unsigned char*>(const_cast<std::byte*>(packed.data()));
  stream.avail_in = static_cast<unsigned>(packed.size());
  stream.next_out = reinterpret_cast<unsigned char*>(out.data());
  stream.avail_out = static_cast<unsigned>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

TEST(Recording, IsAPageWithSceneAndFrames) {
  const Model m = load_text(kWorld);
  Data d(m);
  Recording film(m, "world.xml");
  for (int i = 0; i < 3; ++i) step(m, d), film.add(m, d);
  EXPECT_EQ(film.frames(), 3);
  const std::string path = ::testing::TempDir() + "film.html";
  film.write(path, "<html><title>x</title><script>page</script></html>");
  std::ifstream file(path, std::ios::binary);
  const std::string page((std::istreambuf_iterator<char>(file)), {});
  EXPECT_LT(page.find("corten-frames"), page.find("<script>page"));
  EXPECT_EQ(read_scene(unpack_element(page, "corten-scene")).json["file"], "world.xml");
  const Bytes frames = unpack_element(page, "corten-frames");
  std::size_t at = 0;
  int count = 0;
  for (; at < frames.size(); ++count) {
    EXPECT_NEAR(number_at<double>(frames, at + 4 + 16), 0.002 * (count + 1), 1e-12);
    at += 4 + number_at<std::uint32_t>(frames, at);
  }
  EXPECT_EQ(at, frames.size());
  EXPECT_EQ(count, 3);
  EXPECT_THROW(film.write(path, ""), std::runtime_error);
  const Model other = load_text("<mujoco/>");
  Data world(other);
  EXPECT_THROW(film.add(other, world), std::invalid_argument);
}

}  // namespace
}  // namespace corten::view
