// Runs `corten` commands, each in a child process with limits of memory and time: what may happen to a program that
// reads a file from anywhere. Starting a process by fork alone takes a millisecond, so thousands of files can be tried.
//
//   hostile_driver OUTPUT
//
// Each line of standard input is a command line, its words separated by tabs. The answer is one line,
// "exit CODE SECONDS" or "signal NUMBER SECONDS" with the CPU time that it took, after which the file OUTPUT holds what
// the command printed.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.h"
#include "model/envelope.h"

namespace {

constexpr rlim_t kAddressSpace = 2ULL << 30;  // bytes
constexpr rlim_t kCpuTime = 10;               // seconds
constexpr unsigned kWallTime = 120;           // seconds; waiting takes no CPU time
constexpr rlim_t kWritten = 64ULL << 20;      // bytes of any file

void limit(int resource, rlim_t most) {
  const rlimit both = {most, most};
  setrlimit(resource, &both);
}

// "reseal FILE": makes the checksum of a compiled model right again after its content was changed.
int reseal_file(const char* path) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  corten::reseal(std::as_writable_bytes(std::span(bytes)));
  file.seekp(0).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return 0;
}

[[noreturn]] void run(const std::vector<const char*>& words, const char* output) {
  const int file = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  limit(RLIMIT_AS, kAddressSpace);
  limit(RLIMIT_CPU, kCpuTime);
  limit(RLIMIT_FSIZE, kWritten);
  limit(RLIMIT_CORE, 0);
  alarm(kWallTime);
  const bool is_ours = std::string_view(words[1]) == "reseal";
  const int code =
      is_ours ? reseal_file(words[2]) : corten::cli::run_command(static_cast<int>(words.size()) - 1, words.data());
  std::fflush(nullptr);
  _exit(code);
}

std::vector<const char*> split(std::string& line) {
  std::vector<const char*> words = {"corten", line.c_str()};
  for (char& c : line) {
    if (c != '\t') continue;
    c = '\0';
    words.push_back(&c + 1);
  }
  words.push_back(nullptr);
  return words;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::string line;
  while (std::getline(std::cin, line)) {
    const std::vector<const char*> words = split(line);
    const pid_t child = fork();
    if (child < 0) return 1;
    if (child == 0) run(words, argv[1]);
    int status = 0;
    rusage used = {};
    wait4(child, &status, 0, &used);
    const bool ended = WIFEXITED(status);
    const double seconds = static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                           1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    std::printf("%s %d %.3f\n", ended ? "exit" : "signal", ended ? WEXITSTATUS(status) : WTERMSIG(status), seconds);
    std::fflush(stdout);
  }
  return 0;
}
