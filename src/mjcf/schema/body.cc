// Rows of the kinematic tree's own elements: worldbody, body, frame, replicate, attach, inertial.
#include "mjcf/read/drafts.h"
#include "mjcf/schema/keywords.h"
#include "mjcf/schema/rows.h"

namespace corten::mjcf {

namespace {

const std::vector<std::string> kTreeChildren = {"body",      "frame",  "replicate", "inertial", "joint",
                                                "freejoint", "geom",   "attach",    "site",     "camera",
                                                "light",     "plugin", "composite", "flexcomp"};

template <class Object>
void add_tree_children(Rows<Object>& rows) {
  for (const std::string& id : kTreeChildren) {
    rows.child(id, id == "inertial" ? Cardinality::kAtMostOne : Cardinality::kAny);
  }
}

void add_body(Schema& schema) {
  Rows<Group> world(schema, "worldbody", "The fixed body that contains all others");
  add_tree_children(world);  // the reader refuses joints and inertial with their own message

  Rows<Body> rows(schema, "body", "A rigid body");
  named_rows(rows);
  rows("childclass", &Body::childclass, "Default class of all elements inside that name none");
  rows("pos", &Body::pos, "Position in the parent's frame, m");
  orientation_rows(rows, &Body::orientation);
  rows("mocap", &Body::mocap, "Moved by the user instead of by forces");
  rows("gravcomp", &Body::gravcomp, "Part of the weight that is compensated");
  rows("sleep", &Body::sleep, keywords::sleep, "Whether the tree below may fall asleep");
  rows("simple", &Body::simple, keywords::false_auto, "false: no shortcut for diagonal inertia");
  rows("user", &Body::user, "Numbers of the user");
  add_tree_children(rows);
}

void add_frame(Schema& schema) {
  Rows<Frame> rows(schema, "frame", "A coordinate transform of the elements inside");
  named_rows(rows);
  rows("childclass", &Frame::childclass, "Default class of all elements inside that name none");
  rows("pos", &Frame::pos, "Position in the enclosing body or frame, m");
  orientation_rows(rows, &Frame::orientation);
  add_tree_children(rows);
}

void add_replicate(Schema& schema) {
  using R = ReplicateDraft;
  Rows<R> rows(schema, "replicate", "Copies of the elements inside, each one step further");
  rows("count", &R::count, "Number of copies").required();
  rows("offset", &R::offset, "Step in position, m");
  rows("euler", &R::euler, "Step in orientation, Euler angles");
  rows("sep", &R::sep, "Text between the name and the number of the copy");
  rows("childclass", &R::childclass, "Default class of all elements inside that name none");
  add_tree_children(rows);
}

void add_attach(Schema& schema) {
  using A = AttachDraft;
  Rows<A> rows(schema, "attach", "A part of another model, or of this one, put here");
  rows("model", &A::model, "Model of <asset>; this model if absent");
  rows("body", &A::body, "Body to attach; the whole world of the model if neither body nor frame is given");
  rows("frame", &A::frame, "Frame to attach");
  rows("prefix", &A::prefix, "Text before all attached names").required();
  rows.exclusive({{"body"}, {"frame"}});
}

void add_inertial(Schema& schema) {
  Rows<Inertial> rows(schema, "inertial", "Mass properties of a body");
  rows("pos", &Inertial::pos, "Centre of mass, m").required();
  rows("mass", &Inertial::mass, "Mass, kg").required();
  rows("diaginertia", &Inertial::diaginertia, "Principal moments of inertia, kg m^2");
  orientation_rows(rows, &Inertial::orientation);
  rows("fullinertia", &Inertial::fullinertia, "Inertia matrix xx yy zz xy xz yz, kg m^2");
  rows.exclusive({{"fullinertia"}, {"quat"}, {"axisangle"}, {"xyaxes"}, {"zaxis"}, {"euler"}});
}

}  // namespace

void add_bodies(Schema& schema) {
  add_body(schema);
  add_frame(schema);
  add_replicate(schema);
  add_attach(schema);
  add_inertial(schema);
}

}  // namespace corten::mjcf
