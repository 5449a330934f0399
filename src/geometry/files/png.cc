// PNG images by libpng.
//
// libpng reports errors by longjmp; between setjmp and the end of a step there are no C++ objects with destructors.
#include <fmt/core.h>
#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>

#include "base/file_source.h"
#include "geometry/files/files.h"

namespace corten {

namespace {

// zlib expands at most 1032 times, so a file with more pixels than that is broken or a bomb.
constexpr std::size_t kMaxExpansion = 1032;
// Images of more bytes are refused: always, or if their file is much smaller than they are.
constexpr std::size_t kMostBytes = std::size_t{1} << 31, kLargeImage = std::size_t{256} << 20, kMostOfLarge = 200;

class PngReader {
 public:
  explicit PngReader(std::span<const std::byte> bytes) : rest_(bytes) {
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, on_error, on_warning);
    if (png_) info_ = png_create_info_struct(png_);
    if (!info_) throw std::runtime_error("no memory for the PNG image");
    png_set_read_fn(png_, this, on_read);
  }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;
  ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }

  bool read_header() {
    if (setjmp(png_jmpbuf(png_))) return false;
    png_read_info(png_, info_);
    return true;
  }

  // Asks for 8-bit RGB, or RGBA; false on error.
  bool start(bool alpha) {
    if (setjmp(png_jmpbuf(png_))) return false;
    png_set_expand(png_);
    png_set_strip_16(png_);
    png_set_gray_to_rgb(png_);
    if (alpha) {
      png_set_add_alpha(png_, 0xff, PNG_FILLER_AFTER);
    } else {
      png_set_strip_alpha(png_);
    }
    png_set_interlace_handling(png_);
    png_read_update_info(png_, info_);
    return true;
  }

  bool read_rows(std::uint8_t** rows) {
    if (setjmp(png_jmpbuf(png_))) return false;
    png_read_image(png_, rows);
    png_read_end(png_, nullptr);
    return true;
  }

  std::size_t width() const { return png_get_image_width(png_, info_); }
  std::size_t height() const { return png_get_image_height(png_, info_); }
  std::size_t row_bytes() const { return png_get_rowbytes(png_, info_); }
  bool srgb() const { return png_get_valid(png_, info_, PNG_INFO_sRGB) != 0; }
  std::string message() const { return message_; }

 private:
  [[noreturn]] static void on_error(png_structp png, png_const_charp message) {
    auto* self = static_cast<PngReader*>(png_get_error_ptr(png));
    std::snprintf(self->message_, sizeof(self->message_), "%s", message);
    png_longjmp(png, 1);
  }
  static void on_warning(png_structp, png_const_charp) {}
  static void on_read(png_structp png, png_bytep out, std::size_t count) {
    auto* self = static_cast<PngReader*>(png_get_io_ptr(png));
    if (count > self->rest_.size()) png_error(png, "the file ends too early");
    std::memcpy(out, self->rest_.data(), count);
    self->rest_ = self->rest_.subspan(count);
  }

  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  std::span<const std::byte> rest_;
  char message_[200] = "";
};

// By the header alone, before there is memory for the pixels.
void check_size(std::size_t width, std::size_t height, std::size_t channels, std::size_t file) {
  // A pixel takes at least one bit.
  if (width * height / 8 > kMaxExpansion * file) {
    throw std::runtime_error(fmt::format("the PNG image cannot be read: {} bytes are too short for its {} x {} pixels",
                                         file, width, height));
  }
  const std::size_t bytes = width * height * channels;
  if (bytes > kMostBytes || (bytes > kLargeImage && bytes > kMostOfLarge * file)) {
    throw std::runtime_error(fmt::format(
        "the PNG image has {} x {} pixels, which take {} MB, in a file of {} bytes; this is refused as too large",
        width, height, bytes >> 20, file));
  }
}

}  // namespace

Image read_png(std::span<const std::byte> bytes, int channels) {
  if (bytes.size() < 8 || png_sig_cmp(reinterpret_cast<png_const_bytep>(bytes.data()), 0, 8) != 0) {
    throw std::runtime_error("the file is not a PNG image" + described_content(bytes));
  }
  PngReader reader(bytes);
  if (!reader.read_header()) throw std::runtime_error("the PNG image cannot be read: " + reader.message());
  const std::size_t width = reader.width(), height = reader.height(), stored = channels == 4 ? 4 : 3;
  check_size(width, height, static_cast<std::size_t>(channels), bytes.size());
  if (!reader.start(channels == 4)) throw std::runtime_error("the PNG image cannot be read: " + reader.message());
  if (reader.row_bytes() != stored * width) throw std::runtime_error("the PNG image has an unknown kind of pixels");

  Image image{static_cast<int>(width), static_cast<int>(height), channels, {}, reader.srgb()};
  image.pixels.resize(stored * width * height);
  std::vector<std::uint8_t*> rows;
  for (std::size_t i = 0; i < height; ++i) rows.push_back(image.pixels.data() + stored * width * i);
  if (!reader.read_rows(rows.data())) throw std::runtime_error("the PNG image cannot be read: " + reader.message());
  if (channels == 1) {
    for (std::size_t i = 0; i < width * height; ++i) image.pixels[i] = image.pixels[3 * i];
    image.pixels.resize(width * height);
    image.pixels.shrink_to_fit();
  }
  return image;
}

std::vector<std::byte> write_png(const Image& image) {
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  header.width = static_cast<png_uint_32>(image.width);
  header.height = static_cast<png_uint_32>(image.height);
  header.format = image.channels == 1 ? PNG_FORMAT_GRAY : image.channels == 3 ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(header);
  std::vector<std::byte> bytes(size);
  if (!png_image_write_to_memory(&header, bytes.data(), &size, 0, image.pixels.data(), 0, nullptr)) {
    throw std::runtime_error(fmt::format("the PNG image cannot be written: {}", header.message));
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace corten
