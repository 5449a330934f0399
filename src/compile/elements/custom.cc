// Custom data of the user: numbers, texts and tuples of objects, each kind concatenated in one array.
#include <algorithm>

#include "compile/add_size.h"
#include "compile/elements/elements.h"

namespace corten {

namespace {

// Missing numbers are zero.
int size_of(const Numeric& numeric) { return numeric.size != 0 ? numeric.size : static_cast<int>(numeric.data.size()); }

// A text ends with a zero byte.
int size_of(const Text& text) { return static_cast<int>(text.data.size()) + 1; }

void check_numeric(Context& context, const Numeric& numeric) {
  if (size_of(numeric) <= 0) {
    context.error(numeric, "numeric", "the size is not positive", "give data or a size above zero");
  } else if (static_cast<std::size_t>(size_of(numeric)) < numeric.data.size()) {
    context.error(numeric, "numeric", "data has more numbers than size", "raise size or leave it out");
  }
}

void check_tuple(Context& context, const Tuple& tuple) {
  if (tuple.items.empty()) context.error(tuple, "tuple", "the tuple is empty", "add an <element>");
  for (const TupleItem& item : tuple.items) {
    if (item.objtype == Object::kUnknown) {
      context.error(tuple, "tuple", "the kind of object '" + item.objname + "' is unknown", "correct its objtype");
    } else {
      context.require(item.objtype, item.objname, tuple, "tuple", "objname");
    }
  }
}

}  // namespace

void count_custom(Context& context, Sizes& sizes) {
  const Spec& spec = context.spec();
  for (const Numeric& numeric : spec.numerics) {
    check_numeric(context, numeric);
    add_size(context, numeric, "numeric", sizes.nnumericdata, std::max(0, size_of(numeric)));
  }
  for (const Text& text : spec.texts) {
    if (text.data.empty()) context.error(text, "text", "the text is empty", "give data=\"...\"");
    sizes.ntextdata += size_of(text);
  }
  for (const Tuple& tuple : spec.tuples) {
    check_tuple(context, tuple);
    sizes.ntupledata += static_cast<int>(tuple.items.size());
  }
  sizes.nnumeric = static_cast<int>(spec.numerics.size());
  sizes.ntext = static_cast<int>(spec.texts.size());
  sizes.ntuple = static_cast<int>(spec.tuples.size());
}

void fill_custom(Context& context, Model& model) {
  const Spec& spec = context.spec();
  int adr = 0;
  for (int i = 0; i < model.nnumeric; ++i) {
    const Numeric& numeric = spec.numerics[i];
    model.numeric_adr[i] = adr;
    model.numeric_size[i] = size_of(numeric);
    std::copy(numeric.data.begin(), numeric.data.end(), model.numeric_data.data() + adr);
    adr += size_of(numeric);
  }
  adr = 0;
  for (int i = 0; i < model.ntext; ++i) {
    const Text& text = spec.texts[i];
    model.text_adr[i] = adr;
    model.text_size[i] = size_of(text);
    std::copy(text.data.begin(), text.data.end(), model.text_data.data() + adr);
    adr += size_of(text);
  }
  adr = 0;
  for (int i = 0; i < model.ntuple; ++i) {
    const Tuple& tuple = spec.tuples[i];
    model.tuple_adr[i] = adr;
    model.tuple_size[i] = static_cast<int>(tuple.items.size());
    for (const TupleItem& item : tuple.items) {
      model.tuple_objtype[adr] = item.objtype;
      model.tuple_objid[adr] = context.find(item.objtype, item.objname);
      model.tuple_objprm[adr] = item.prm;
      ++adr;
    }
  }
}

}  // namespace corten
