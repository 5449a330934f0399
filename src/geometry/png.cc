// PNG images by libpng.
//
// libpng reports errors by longjmp; between setjmp and the end of a step there are no C++ objects with destructors.
#include "geometry/png.h"

#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>

namespace corten {

namespace {

// zlib expands at most 1032 times, so a file with more pixels than that is broken or a bomb.
constexpr std::size_t kMaxExpansion = 1032;

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

  // Reads the header and asks for 8-bit RGBA; false on error.
  bool start() {
    if (setjmp(png_jmpbuf(png_))) return false;
    png_read_info(png_, info_);
    png_set_expand(png_);
    png_set_strip_16(png_);
    png_set_gray_to_rgb(png_);
    png_set_add_alpha(png_, 0xff, PNG_FILLER_AFTER);
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

}  // namespace

Image read_png(std::span<const std::byte> bytes, int channels) {
  if (bytes.size() < 8 || png_sig_cmp(reinterpret_cast<png_const_bytep>(bytes.data()), 0, 8) != 0) {
    throw std::runtime_error("the file is not a PNG image");
  }
  PngReader reader(bytes);
  if (!reader.start()) throw std::runtime_error("the PNG image cannot be read: " + reader.message());
  const std::size_t width = reader.width(), height = reader.height();
  // A pixel takes at least one bit.
  if (width * height / 8 > kMaxExpansion * bytes.size() || reader.row_bytes() != 4 * width) {
    throw std::runtime_error("the PNG image cannot be read: it is too short for its size");
  }

  std::vector<std::uint8_t> rgba(4 * width * height);
  std::vector<std::uint8_t*> rows;
  for (std::size_t i = 0; i < height; ++i) rows.push_back(rgba.data() + 4 * width * i);
  if (!reader.read_rows(rows.data())) throw std::runtime_error("the PNG image cannot be read: " + reader.message());

  Image image{static_cast<int>(width), static_cast<int>(height), channels, {}, reader.srgb()};
  image.pixels.reserve(width * height * channels);
  for (std::size_t i = 0; i < rgba.size(); i += 4) {
    image.pixels.insert(image.pixels.end(), &rgba[i], &rgba[i] + channels);
  }
  return image;
}

}  // namespace corten
