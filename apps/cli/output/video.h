// Pictures of a simulation: their size and camera as arguments, and films of them.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "corten/render.h"

namespace corten::cli {

struct PictureArguments {
  std::string size = "640x480", camera;
};

// --size and --camera.
void add_picture_options(CLI::App& command, PictureArguments& arguments);

// "640x480" as numbers. Throws Failure(kUsage).
std::pair<int, int> picture_size(const std::string& size);

// By name or number; the free camera if nothing was given. Throws Failure(kRefused) if there is none such.
ViewCamera find_camera(const Model& model, const std::string& camera);

struct VideoArguments : PictureArguments {
  std::string file;
  double fps = 60;
};

// --video with --size and --camera; returns --video.
CLI::Option* add_video_options(CLI::App& command, VideoArguments& arguments);

// A film of a run. Frames go to ffmpeg, a program of its own. Throws Failure(kRefused) where it is missing or fails.
class Video {
 public:
  Video(const VideoArguments& arguments, const Model& model);
  ~Video();

  // Adds the frames that are due at the time of the world.
  void add(const Data& data);
  // Waits until the file is complete.
  void close();

 private:
  struct Pipe;
  Renderer renderer_;
  ViewCamera camera_;
  double fps_;
  long frames_ = 0;
  double start_ = 0;
  std::unique_ptr<Pipe> pipe_;
};

}  // namespace corten::cli
