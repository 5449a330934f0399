// For tests: the built command as a user calls it from a shell.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

namespace corten::cli::shell {

struct Result {
  int code;
  std::string out;  // standard output and standard error
};

inline Result shell(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  std::string out;
  std::array<char, 4096> buffer;
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe)) out.append(buffer.data(), n);
  return {WEXITSTATUS(pclose(pipe)), out};
}

inline const std::string kCommand = CORTEN_COMMAND;

inline Result corten(const std::string& arguments) { return shell(kCommand + " " + arguments + " 2>&1"); }

inline std::string read_text(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

inline std::string temporary(const std::string& name, const std::string& content) {
  const std::string path = ::testing::TempDir() + name;
  std::ofstream(path) << content;
  return path;
}

}  // namespace corten::cli::shell
