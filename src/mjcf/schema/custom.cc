// Rows of <custom> and <keyframe>.
#include "mjcf/schema/keywords.h"
#include "mjcf/schema/rows.h"

namespace corten::mjcf {

namespace {

void add_custom_elements(Schema& schema) {
  Rows<Group> group(schema, "custom", "Data of the user");
  group.children({"numeric", "text", "tuple"});

  Rows<Numeric> numeric(schema, "numeric", "Named numbers");
  named_rows(numeric);
  numeric.element().attributes.back().required();
  numeric("size", &Numeric::size, "How many; zeros follow data. As many as data has if absent")
      .checked("1 to 500", [](const Value& v) {
        return v.numbers[0] < 1 || v.numbers[0] > 500 ? "must be between 1 and 500" : std::string{};
      });
  numeric("data", &Numeric::data, "The numbers");

  Rows<Text> text(schema, "text", "Named text");
  named_rows(text);
  text.element().attributes.back().required();
  text("data", &Text::data, "The text").required().checked("not empty", [](const Value& v) {
    return v.text.empty() ? "must not be empty" : std::string{};
  });

  Rows<Tuple> tuple(schema, "tuple", "A named list of elements");
  named_rows(tuple);
  tuple.element().attributes.back().required();
  tuple.child("element");

  Rows<TupleItem> item(schema, "element", "An element of a tuple");
  item("objtype", &TupleItem::objtype, keywords::object_type, "Kind of element").required();
  item("objname", &TupleItem::objname, "Its name").required();
  item("prm", &TupleItem::prm, "A number");
}

}  // namespace

void add_custom(Schema& schema) {
  add_custom_elements(schema);

  Rows<Group> group(schema, "keyframe", "States to start from");
  group.child("key");
  Rows<Key> key(schema, "key", "A state");
  named_rows(key);
  key("time", &Key::time, "Time, s");
  key("qpos", &Key::qpos, "Positions; qpos0 if absent");
  key("qvel", &Key::qvel, "Velocities");
  key("act", &Key::act, "Activations");
  key("mpos", &Key::mpos, "Positions of mocap bodies, m");
  key("mquat", &Key::mquat, "Orientations of mocap bodies");
  key("ctrl", &Key::ctrl, "Controls");
}

}  // namespace corten::mjcf
