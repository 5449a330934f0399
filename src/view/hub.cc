// Messages that concern only how fast frames go to a page are answered here, without the simulation.
#include "view/hub.h"

#include <algorithm>
#include <cmath>

namespace corten::view {

namespace {

constexpr long kOnTheWay = 2;              // frames that a page has not drawn yet
constexpr std::size_t kMostQueued = 1000;  // messages, either way

}  // namespace

// ---- the simulation's side

void Hub::set_scene(SceneParts scene) {
  const std::lock_guard lock(mutex_);
  scene_ = std::move(scene);
}

bool Hub::is_ready(const Client& client, std::uint64_t revision, Clock::time_point now) const {
  return client.revision != revision && !client.frame && client.sent - client.drawn < kOnTheWay && now >= client.due;
}

bool Hub::wants_frame(std::uint64_t revision) const {
  const auto now = Clock::now();
  const std::lock_guard lock(mutex_);
  return std::any_of(clients_.begin(), clients_.end(),
                     [&](const auto& entry) { return is_ready(entry.second, revision, now); });
}

void Hub::publish(std::shared_ptr<const Bytes> frame, std::uint64_t revision) {
  const auto now = Clock::now();
  const std::lock_guard lock(mutex_);
  for (auto& [id, client] : clients_) {
    if (!client.frame && !is_ready(client, revision, now)) continue;
    client.frame = frame;
    client.revision = revision;
    client.due = std::max(client.due + client.interval, now - client.interval);
  }
  leaving_.notify_all();
}

void Hub::push(Client& client, const std::string& text) {
  if (client.texts.size() >= kMostQueued) client.lost = true;
  if (!client.lost) client.texts.push_back(text);
}

void Hub::tell(const Json& event) {
  const std::string text = event.dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::lock_guard lock(mutex_);
  for (auto& [id, client] : clients_) push(client, text);
  leaving_.notify_all();
}

void Hub::tell(int client, const Json& event) {
  const std::lock_guard lock(mutex_);
  const auto found = clients_.find(client);
  if (found == clients_.end()) return;
  push(found->second, event.dump(-1, ' ', false, Json::error_handler_t::replace));
  leaving_.notify_all();
}

bool Hub::wants(bool Client::*what) const {
  const std::lock_guard lock(mutex_);
  return std::any_of(clients_.begin(), clients_.end(), [&](const auto& entry) { return entry.second.*what; });
}

std::vector<Message> Hub::take(Clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  arrived_.wait_until(lock, deadline, [&] { return !inbox_.empty() || closed_; });
  std::vector<Message> messages(std::make_move_iterator(inbox_.begin()), std::make_move_iterator(inbox_.end()));
  inbox_.clear();
  return messages;
}

int Hub::clients() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(clients_.size());
}

// ---- the server's side

SceneParts Hub::scene() const {
  const std::lock_guard lock(mutex_);
  return scene_;
}

std::optional<int> Hub::join() {
  const std::lock_guard lock(mutex_);
  if (closed_ || clients_.size() >= kMostClients) return std::nullopt;
  const int id = next_id_++;
  clients_[id];
  inbox_.push_back({id, true});
  arrived_.notify_all();
  return id;
}

void Hub::leave(int client) {
  const std::lock_guard lock(mutex_);
  clients_.erase(client);
  leaving_.notify_all();
}

std::string Hub::receive(int id, std::string_view text) {
  if (text.size() > kMostMessage) return "the message is longer than 64 KB";
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("do") || !json["do"].is_string()) {
    return "this is no JSON object with a member \"do\"";
  }
  const std::string what = json["do"];
  const auto number = [&json](const char* name) {
    const auto found = json.find(name);
    return found != json.end() && found->is_number() ? found->get<double>() : std::nan("");
  };
  const std::lock_guard lock(mutex_);
  const auto found = clients_.find(id);
  if (found == clients_.end()) return {};
  Client& client = found->second;
  if (what == "got") {
    const double drawn = number("number");
    if (!(drawn >= 0 && drawn <= static_cast<double>(client.sent))) return "got: this is not the number of a frame";
    client.drawn = std::max(client.drawn, static_cast<long>(drawn));
    arrived_.notify_all();  // a frame may be due
  } else if (what == "rate") {
    const double fps = number("fps");
    if (!(fps >= 0.1 && fps <= 1000)) return "rate: fps must be from 0.1 to 1000";
    client.interval = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / fps));
    client.due = Clock::now();
  } else if (what == "view") {
    for (const auto& [name, flag] : {std::pair("stages", &Client::stages), std::pair("energy", &Client::energy)}) {
      if (json.contains(name) && !json[name].is_boolean()) return std::string("view: ") + name + " is true or false";
      if (json.contains(name)) client.*flag = json[name];
    }
  } else if (inbox_.size() >= kMostQueued) {
    client.lost = true;
    leaving_.notify_all();
    return "too many messages at once";
  } else {
    inbox_.push_back({id, false, std::move(json)});
    arrived_.notify_all();
  }
  return {};
}

std::optional<Outgoing> Hub::next(int id) {
  std::unique_lock lock(mutex_);
  for (;;) {
    const auto found = clients_.find(id);
    if (closed_ || found == clients_.end() || found->second.lost) return std::nullopt;
    Client& client = found->second;
    if (!client.texts.empty()) {
      Outgoing out{std::move(client.texts.front())};
      client.texts.pop_front();
      return out;
    }
    if (client.frame) {
      ++client.sent;
      return Outgoing{{}, std::move(client.frame)};
    }
    leaving_.wait(lock);
  }
}

void Hub::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  arrived_.notify_all();
  leaving_.notify_all();
}

}  // namespace corten::view
