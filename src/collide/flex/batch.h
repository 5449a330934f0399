// FlexBatch: the contacts of a flex with one body, another flex or itself, before they are written to Data::contact.
//
// A flex touches with many elements at once. No more than kMaxPairContacts contacts are kept, spread over the whole
// region of contact; only these get parameters and frames.
#pragma once

#include "collide/frame_list.h"
#include "collide/narrowphase.h"

namespace corten {

// What touches on one side: a geom, an element or a vertex of the flex; the others are -1.
struct FlexSide {
  int geom = -1, elem = -1, vert = -1;
  int object() const { return geom >= 0 ? geom : elem >= 0 ? elem : vert; }
};

class FlexBatch {
 public:
  // The flex on either side, -1: geoms. Between a flex and itself margins do not count.
  FlexBatch(const Model& m, Data& d, Scratch::Frame& frame, int flex1, int flex2);

  void add(const RawContact& raw, const FlexSide& side1, const FlexSide& side2);
  void add(std::span<const RawContact> raw, const FlexSide& side1, const FlexSide& side2) {
    for (const RawContact& contact : raw) add(contact, side1, side2);
  }

  // Writes the contacts, by increasing ids of what touches if they are to be sorted.
  void write(bool sorted);

 private:
  struct Found {
    RawContact raw;
    FlexSide side[2];
  };
  void thin();
  void sort();

  const Model& m_;
  Data& d_;
  Scratch::Frame& frame_;
  int flex_[2];
  FrameList<Found> found_;
};

}  // namespace corten
