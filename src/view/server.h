// Server: gives the page, the scene and a WebSocket to who knows its token, on this machine unless told otherwise.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "view/hub.h"

namespace corten::view {

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 0;         // 0: a free one
  std::string token{};  // empty: a new one
  std::string page{};
  std::function<void(const std::string&)> log{};  // of requests that were refused; called from any thread
};

class Server {
 public:
  // Throws std::runtime_error if it cannot listen there.
  Server(Hub& hub, ServerOptions options);
  ~Server();                    // closes the hub and all connections
  std::string address() const;  // with the token

  struct State;  // in server.cc

 private:
  std::unique_ptr<State> state_;
};

// 128 bits of the system's random source, as digits.
std::string make_token();

}  // namespace corten::view
