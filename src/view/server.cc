// HTTP and WebSockets by civetweb, which has a thread for every connection. Before anything else a request must name this
// server as its Host (a name that an attacker's page was made to lead here is not ours), ask with GET, and bring the
// token; a WebSocket must come from our own page.
#include "view/server.h"

#include <civetweb.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <charconv>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "view/page.h"

namespace corten::view {

// Lines about refused requests, at most one each second.
class RefusalLog {
 public:
  explicit RefusalLog(std::function<void(const std::string&)> log) : log_(std::move(log)) {}
  void operator()(const std::string& who, const std::string& why) {
    const std::lock_guard lock(mutex_);
    const auto now = Hub::Clock::now();
    if (!log_ || now < quiet_until_) {
      ++silent_;
      return;
    }
    const std::string more = silent_ > 0 ? fmt::format(" ({} more)", silent_) : "";
    quiet_until_ = now + std::chrono::seconds(1), silent_ = 0;
    log_(fmt::format("refused: {}: {}{}", who, why, more));
  }

 private:
  std::function<void(const std::string&)> log_;
  std::mutex mutex_{};
  Hub::Clock::time_point quiet_until_{};
  long silent_ = 0;
};

namespace {

constexpr std::size_t kMinToken = 32, kMaxToken = 62;
constexpr const char* kThreads = "64";            // connections that are served at once; pages are fewer (kMostClients)
constexpr const char* kPatience = "2000";         // ms for a request to arrive, and for each part of an answer to leave
constexpr const char* kSocketPatience = "30000";  // ms after which a silent page is asked whether it is there

// Takes the same time wherever the difference is.
bool same_secret(std::string_view a, std::string_view b) {
  unsigned different = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < b.size(); ++i) {
    different |= static_cast<unsigned>(b[i] ^ (i < a.size() ? a[i] : '\0'));
  }
  return different == 0;
}

std::string text_or_empty(const char* text) { return text ? text : ""; }

int answer(mg_connection* c, int code, const std::string& text) {
  mg_printf(c, "HTTP/1.1 %d %s\r\nContent-Type: text/plain\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n%s\n",
            code, mg_get_response_code_text(c, code), text.size() + 1, text.c_str());
  return code;
}

// A page and the thread that sends to it.
struct PageSocket {
  int client = 0;
  std::thread sender{};
};

}  // namespace

std::string make_token() {
  unsigned char bytes[16];
  if (getentropy(bytes, sizeof(bytes)) != 0) throw std::runtime_error("the system gives no random numbers");
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

struct Server::State {
  State(Hub& h, ServerOptions o) : hub(h), options(std::move(o)), refused(options.log) {}

  Hub& hub;
  ServerOptions options;
  std::string token = options.token.empty() ? make_token() : options.token;
  mg_context* context = nullptr;
  int port = 0;
  RefusalLog refused;

  bool is_local() const { return options.host == "127.0.0.1" || options.host == "::1" || options.host == "localhost"; }
  bool is_own_host(std::string host) const;
  std::string shown_host() const;
  int refuse(mg_connection* c, int code, const std::string& why);
  int check(mg_connection* c);
  int give_page(mg_connection* c) const;
  int give_scene(mg_connection* c) const;
  int receive(mg_connection* c, int bits, const char* data, std::size_t size);
  void send_all(mg_connection* c, int client) const;
};

// ---- who may ask

std::string Server::State::shown_host() const {
  return options.host.find(':') == std::string::npos ? options.host : "[" + options.host + "]";
}

// On the loopback only its own names; elsewhere the name it was given, the machine's, and addresses in digits, which no
// name server can turn.
bool Server::State::is_own_host(std::string host) const {
  const std::string ending = fmt::format(":{}", port);
  if (!host.ends_with(ending)) return false;
  host.resize(host.size() - ending.size());
  if (host == "127.0.0.1" || host == "localhost" || host == "[::1]" || host == shown_host()) return true;
  if (is_local()) return false;
  char machine[256] = {};
  gethostname(machine, sizeof(machine) - 1);
  return host == machine || host.starts_with('[') || host.find_first_not_of("0123456789.") == host.npos;
}

int Server::State::refuse(mg_connection* c, int code, const std::string& why) {
  refused(mg_get_request_info(c)->remote_addr, why);
  return answer(c, code, why);
}

// Zero if the request may go on.
int Server::State::check(mg_connection* c) {
  const mg_request_info& request = *mg_get_request_info(c);
  const std::string query = text_or_empty(request.query_string), uri = text_or_empty(request.request_uri);
  const std::string path = uri.substr(0, uri.find('?'));  // as it was written
  const std::string host = text_or_empty(mg_get_header(c, "Host"));
  if (!is_own_host(host)) return refuse(c, 403, "the Host of the request is not this server");
  if (text_or_empty(request.request_method) != "GET") return refuse(c, 405, "only GET is answered");
  if (path == "/favicon.ico")
    return mg_send_http_error(c, 404, "%s", "there is none"), 404;  // browsers ask by themselves
  char token_given[kMaxToken + 2] = {};
  mg_get_var(query.data(), query.size(), "token", token_given, sizeof(token_given));
  if (!same_secret(token_given, token)) return refuse(c, 403, "the token is missing or wrong");
  const bool socket = text_or_empty(mg_get_header(c, "Upgrade")) != "";
  if ((path != "/" && path != "/scene" && path != "/ws") || socket != (path == "/ws")) {
    return refuse(c, 404, "there is no such address");
  }
  const std::string origin = text_or_empty(mg_get_header(c, "Origin"));
  if ((socket || !origin.empty()) && origin != "http://" + host) {
    return refuse(c, 403, "the request comes from another page (Origin)");
  }
  if (socket && hub.clients() >= kMostClients) return refuse(c, 503, "there are too many pages");
  return 0;
}

// ---- what is given

int Server::State::give_page(mg_connection* c) const {
  const std::string host = text_or_empty(mg_get_header(c, "Host"));
  mg_printf(c,
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %zu\r\n"
            "Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n"
            "X-Frame-Options: DENY\r\nCross-Origin-Resource-Policy: same-origin\r\n"
            "Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; "
            "style-src 'unsafe-inline'; img-src data: blob:; media-src data: blob:; font-src data:; "
            "worker-src blob:; connect-src 'self' ws://%s blob: data:; frame-ancestors 'none'\r\n"
            "Connection: close\r\n\r\n",
            options.page.size(), host.c_str());
  mg_write(c, options.page.data(), options.page.size());
  return 200;
}

int Server::State::give_scene(mg_connection* c) const {
  const SceneParts scene = hub.scene();
  mg_printf(c,
            "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: %zu\r\n"
            "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
            scene.head->size() + scene.data->size());
  constexpr std::size_t kPart = 1 << 16;  // each has the whole patience
  for (const Bytes* bytes : {scene.head.get(), scene.data.get()}) {
    for (std::size_t at = 0; at < bytes->size(); at += kPart) {
      const std::size_t size = std::min(kPart, bytes->size() - at);
      if (mg_write(c, bytes->data() + at, size) != static_cast<int>(size)) return 200;
    }
  }
  return 200;
}

// ---- WebSockets

void Server::State::send_all(mg_connection* c, int client) const {
  while (const std::optional<Outgoing> out = hub.next(client)) {
    const int sent = out->frame
                         ? mg_websocket_write(c, MG_WEBSOCKET_OPCODE_BINARY,
                                              reinterpret_cast<const char*>(out->frame->data()), out->frame->size())
                         : mg_websocket_write(c, MG_WEBSOCKET_OPCODE_TEXT, out->text.data(), out->text.size());
    if (sent <= 0) break;
  }
  mg_websocket_write(c, MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE, nullptr, 0);
}

// 1: the connection stays.
int Server::State::receive(mg_connection* c, int bits, const char* data, std::size_t size) {
  const auto* page = static_cast<const PageSocket*>(mg_get_user_connection_data(c));
  const std::string who = mg_get_request_info(c)->remote_addr;
  constexpr int kFinal = 0x80, kReserved = 0x70, kControl = 0x08;
  const int opcode = bits & 15;
  if (!page || opcode == MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE) return 0;
  if (opcode & kControl) return 1;
  if (opcode != MG_WEBSOCKET_OPCODE_TEXT || !(bits & kFinal) || (bits & kReserved)) {
    refused(who, "messages are whole and made of text");
    return 0;
  }
  const std::string problem = hub.receive(page->client, {data, size});
  if (problem.empty()) return 1;
  refused(who, problem);
  hub.tell(page->client, {{"event", "refused"}, {"why", problem}, {"do", ""}});
  return size > kMostMessage ? 0 : 1;
}

namespace {

Server::State& state_of(const mg_connection* c) {
  return *static_cast<Server::State*>(mg_get_user_data(mg_get_context(c)));
}

int on_connect(const mg_connection* c, void*) {
  const std::optional<int> client = state_of(c).hub.join();
  if (!client) return 1;
  mg_set_user_connection_data(const_cast<mg_connection*>(c), new PageSocket{*client});
  return 0;
}

void on_ready(mg_connection* c, void*) {
  auto* page = static_cast<PageSocket*>(mg_get_user_connection_data(c));
  page->sender = std::thread([&state = state_of(c), c, client = page->client] { state.send_all(c, client); });
}

int on_data(mg_connection* c, int bits, char* data, std::size_t size, void*) {
  return state_of(c).receive(c, bits, data, size);
}

void on_close(const mg_connection* c, void*) {
  const std::unique_ptr<PageSocket> page(static_cast<PageSocket*>(mg_get_user_connection_data(c)));
  if (!page) return;
  mg_set_user_connection_data(const_cast<mg_connection*>(c), nullptr);
  state_of(c).hub.leave(page->client);
  if (page->sender.joinable()) page->sender.join();
}

}  // namespace

// ---- start and end

Server::Server(Hub& hub, ServerOptions options) : state_(std::make_unique<State>(hub, std::move(options))) {
  const auto is_plain = [](unsigned char c) { return std::isalnum(c) != 0; };
  if (state_->token.size() < kMinToken || state_->token.size() > kMaxToken ||
      !std::all_of(state_->token.begin(), state_->token.end(), is_plain)) {
    throw std::runtime_error(fmt::format("a token has {} to {} letters and digits", kMinToken, kMaxToken));
  }
  if (state_->options.page.empty()) throw std::runtime_error(kNoPage);
  mg_init_library(0);
  mg_callbacks callbacks{};
  callbacks.begin_request = [](mg_connection* c) { return state_of(c).check(c); };
  callbacks.log_message = [](const mg_connection*, const char*) { return 1; };  // we tell what is refused
  const std::string host = state_->options.host == "localhost" ? "127.0.0.1" : state_->shown_host();
  const std::string place = fmt::format("{}:{}", host, state_->options.port);
  const char* settings[] = {"listening_ports",
                            place.c_str(),
                            "num_threads",
                            kThreads,
                            "request_timeout_ms",
                            kPatience,
                            "websocket_timeout_ms",
                            kSocketPatience,
                            "tcp_nodelay",  // a frame is two pieces, and the second must not wait for the first
                            "1",
                            "enable_websocket_ping_pong",
                            "yes",
                            "enable_keep_alive",
                            "no",
                            nullptr};
  state_->context = mg_start(&callbacks, state_.get(), settings);
  mg_server_port ports[1] = {};
  if (!state_->context || mg_get_server_ports(state_->context, 1, ports) != 1) {
    if (state_->context) mg_stop(state_->context);
    mg_exit_library();
    throw std::runtime_error(
        fmt::format("cannot listen at {}: is the port taken, or the address of another machine?", place));
  }
  state_->port = ports[0].port;
  mg_set_request_handler(
      state_->context, "/scene$", [](mg_connection* c, void*) { return state_of(c).give_scene(c); }, nullptr);
  mg_set_request_handler(
      state_->context, "/$", [](mg_connection* c, void*) { return state_of(c).give_page(c); }, nullptr);
  mg_set_websocket_handler(state_->context, "/ws$", on_connect, on_ready, on_data, on_close, nullptr);
}

// civetweb looks whether it is to stop only when something comes, or every two seconds.
Server::~Server() {
  state_->hub.close();
  std::atomic<bool> stopped = false;
  std::thread visitor([&] {
    const bool anywhere = state_->options.host == "0.0.0.0" || state_->options.host == "localhost";
    const std::string host = anywhere ? "127.0.0.1" : state_->options.host;
    while (!stopped) {
      char error[128];
      if (mg_connection* c = mg_connect_client(host.c_str(), state_->port, 0, error, sizeof(error)))
        mg_close_connection(c);
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  });
  mg_stop(state_->context);
  stopped = true;
  visitor.join();
  mg_exit_library();
}

std::string Server::address() const {
  return fmt::format("http://{}:{}/?token={}", state_->shown_host(), state_->port, state_->token);
}

}  // namespace corten::view
