// The image of a camera: where its pixels look.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Pixels per unit of (distance from the axis / depth) of a perspective camera.
struct FocalLengths {
  double x, y;
};
FocalLengths focal_lengths(const Model& m, int camera);

// The ray along which a pixel looks, with a direction of unit length. Row 0 is the uppermost.
class PixelRays {
 public:
  PixelRays(const Model& m, const Data& d, int camera);

  Vec3 origin(int row, int col) const;
  Vec3 direction(int row, int col) const;

 private:
  const Vec3& pos_;
  const Mat3& mat_;
  bool perspective_;
  double half_extent_;  // orthographic: half the height of the image
  double fx_, fy_;      // perspective: focal lengths; orthographic: half the number of pixels
  double cx_, cy_;      // pixel on the axis
};

}  // namespace corten
