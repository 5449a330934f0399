// `corten run --video`: frame k shows the world at the time k / fps; raw pixels go through a pipe to ffmpeg.
#include "cli/output/video.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <vector>

#include "base/text.h"
#include "cli/arguments/model_file.h"
#include "cli/arguments/validators.h"
#include "cli/failure.h"

extern char** environ;

namespace corten::cli {

void add_picture_options(CLI::App& command, PictureArguments& arguments) {
  command.add_option("--camera", arguments.camera, "Name or number of a camera, the free one unless given")
      ->type_name("NAME|N");
  command.add_option("--size", arguments.size, "Width and height in pixels, 640x480 unless given")->type_name("WxH");
}

CLI::Option* add_video_options(CLI::App& command, VideoArguments& arguments) {
  auto* video = command.add_option("--video", arguments.file, "Write a film, for example run.mp4; needs ffmpeg");
  video->type_name("FILE");
  add_picture_options(command, arguments);
  for (const char* name : {"--camera", "--size"}) command.get_option(name)->needs(video);
  return video;
}

std::pair<int, int> picture_size(const std::string& size) {
  int width = 0, height = 0;
  const char* end = size.data() + size.size();
  const auto [middle, problem] = std::from_chars(size.data(), end, width);
  const bool has_x = problem == std::errc{} && middle != end && *middle == 'x';
  const auto [rest, second] =
      has_x ? std::from_chars(middle + 1, end, height) : std::from_chars_result{end, std::errc{}};
  if (has_x && second == std::errc{} && rest == end && std::min(width, height) >= 1 &&
      std::max(width, height) <= 16384) {
    return {width, height};
  }
  throw Failure(ExitCode::kUsage,
                fmt::format("error: --size: '{}' is not a size such as 640x480, of at most 16384", size));
}

ViewCamera find_camera(const Model& model, const std::string& camera) {
  if (camera.empty() || camera == "-1") return default_free_camera(model);
  int id = model.id(Object::kCamera, camera);
  if (id < 0) {
    const char* end = camera.data() + camera.size();
    const auto [rest, problem] = std::from_chars(camera.data(), end, id);
    if (problem != std::errc{} || rest != end || id < 0 || id >= model.ncam) {
      const std::string hint = did_you_mean(camera, model.names(Object::kCamera));
      throw Failure(ExitCode::kRefused, fmt::format("error: there is no camera '{}'; {}", camera,
                                                    hint.empty() ? fmt::format("the model has {}", model.ncam) : hint));
    }
  }
  return ViewCamera::fixed(id);
}

// The program ffmpeg, and the way to its standard input. It is given an argument vector, no shell reads it.
struct Video::Pipe {
  Pipe(const std::string& file, int width, int height, double fps) {
    std::signal(SIGPIPE, SIG_IGN);  // a write to a program that has ended fails instead
    int ends[2];
    if (pipe(ends) != 0) throw Failure(ExitCode::kRefused, "error: --video: the system has no pipe left");
    std::vector<std::string> words{"ffmpeg",      "-loglevel",
                                   "error",       "-y",
                                   "-f",          "rawvideo",
                                   "-pix_fmt",    "rgb24",
                                   "-s",          fmt::format("{}x{}", width, height),
                                   "-r",          fmt::format("{}", fps),
                                   "-i",          "-",
                                   "-vf",         "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                                   "-pix_fmt",    "yuv420p",
                                   "file:" + file};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    const int problem = posix_spawnp(&process, "ffmpeg", &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[0]);
    out = ends[1];
    if (problem == 0) return;
    ::close(out);
    throw Failure(ExitCode::kRefused,
                  "error: --video: the program ffmpeg cannot be started; it writes the film (Debian: "
                  "apt-get install ffmpeg)");
  }

  void write(std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::write(out, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) finish();
      if (count <= 0) throw Failure(ExitCode::kRefused, "error: --video: ffmpeg takes no more frames");
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
  }

  // Its exit code.
  int finish() {
    if (out >= 0) ::close(std::exchange(out, -1));
    int status = 0;
    if (process > 0) waitpid(std::exchange(process, 0), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  }

  ~Pipe() { finish(); }

  int out = -1;
  pid_t process = 0;
};

Video::Video(const VideoArguments& arguments, const Model& model)
    : renderer_(model, picture_size(arguments.size).first, picture_size(arguments.size).second),
      camera_(find_camera(model, arguments.camera)),
      fps_(arguments.fps),
      pipe_(std::make_unique<Pipe>(arguments.file, renderer_.width(), renderer_.height(), arguments.fps)) {}

Video::~Video() = default;

void Video::add(const Data& data) {
  if (frames_ == 0) start_ = data.time;
  const long due = 1 + static_cast<long>((data.time - start_) * fps_ + 1e-9);
  if (frames_ >= due) return;
  renderer_.update(data, camera_);
  const std::span<const std::uint8_t> pixels = renderer_.rgb();
  for (; frames_ < due; ++frames_) pipe_->write(pixels);
}

void Video::close() {
  if (pipe_->finish() != 0) throw Failure(ExitCode::kRefused, "error: --video: ffmpeg could not write the film");
}

}  // namespace corten::cli
