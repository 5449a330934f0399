// Hub: what pages and the simulation leave for each other. Its functions may be called from any thread.
//
// A page has at most two frames on the way; a newer frame takes the place of one that has not been sent. The simulation
// never waits for a page.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "view/bytes.h"
#include "view/options.h"

namespace corten::view {

inline constexpr int kMostClients = 16;
inline constexpr std::size_t kMostMessage = 64 << 10;  // bytes of a page's message

// What a page asks for; `joined` is not said by the page but by its arrival.
struct Message {
  int client = 0;
  bool joined = false;
  Json json{};
};

// What goes to a page next.
struct Outgoing {
  std::string text{};
  std::shared_ptr<const Bytes> frame{};  // null: text
};

struct SceneParts {
  std::shared_ptr<const Bytes> head, data;
};

class Hub {
 public:
  using Clock = std::chrono::steady_clock;

  // ---- the simulation's side

  void set_scene(SceneParts scene);
  // Whether some page can take a frame of a world that has changed so often.
  bool wants_frame(std::uint64_t revision) const;
  void publish(std::shared_ptr<const Bytes> frame, std::uint64_t revision);
  void tell(const Json& event);
  void tell(int client, const Json& event);
  bool wants_stages() const { return wants(&Client::stages); }
  bool wants_energy() const { return wants(&Client::energy); }
  // Messages that came; waits for the first one until `deadline`.
  std::vector<Message> take(Clock::time_point deadline);
  int clients() const;

  // ---- the server's side

  SceneParts scene() const;
  std::optional<int> join();  // nothing: there are too many
  void leave(int client);
  // What is wrong with a message, empty if nothing; the connection stays.
  std::string receive(int client, std::string_view text);
  // Waits for something to send; nothing: the page is gone, or too slow to be told any more.
  std::optional<Outgoing> next(int client);
  void close();  // ends all waiting

 private:
  struct Client {
    std::deque<std::string> texts{};
    std::shared_ptr<const Bytes> frame{};
    std::uint64_t revision = ~std::uint64_t{0};  // of the last frame
    long sent = 0, drawn = 0;
    Clock::duration interval = std::chrono::microseconds(16'667);
    Clock::time_point due{};
    bool stages = false, energy = false, lost = false;
  };
  bool wants(bool Client::*what) const;
  bool is_ready(const Client& client, std::uint64_t revision, Clock::time_point now) const;
  void push(Client& client, const std::string& text);

  mutable std::mutex mutex_{};
  std::condition_variable arrived_{}, leaving_{};
  SceneParts scene_{};
  std::map<int, Client> clients_{};
  std::deque<Message> inbox_{};
  int next_id_ = 1;
  bool closed_ = false;
};

}  // namespace corten::view
