// Height fields of the model, from files or inline elevations.
#include <algorithm>
#include <stdexcept>

#include "base/text.h"
#include "compile/add_size.h"
#include "compile/assets/assets.h"

namespace corten {

namespace {

HeightField read_source(const Context& context, const Hfield& e) {
  if (e.file.empty()) return hfield_from_elevation(e.nrow, e.ncol, e.elevation);
  if (e.nrow != 0 || e.ncol != 0 || !e.elevation.empty()) {
    throw std::runtime_error("file excludes nrow, ncol and elevation");
  }
  return read_hfield_file(asset_path(context, e, e.file), e.content_type, asset_files(context, e));
}

}  // namespace

std::vector<HeightField> load_hfields(Context& context) {
  std::vector<HeightField> fields;
  for (const Hfield& e : context.spec().hfields) {
    HeightField& field = fields.emplace_back();
    try {
      check_hfield_size(e.size);
      field = read_source(context, e);
      normalize(field);
    } catch (const std::exception& failure) {
      context.error(e, "hfield", reason_of(failure));
      field = {};
    }
  }
  return fields;
}

void count_hfields(Context& context, const std::vector<HeightField>& hfields, Sizes& sizes) {
  sizes.nhfield = static_cast<int>(hfields.size());
  for (std::size_t i = 0; i < hfields.size(); ++i) {
    const std::int64_t count = static_cast<std::int64_t>(hfields[i].data.size());
    add_size(context, context.spec().hfields[i], "hfield", sizes.nhfielddata, count);
  }
}

void fill_hfields(const Context& context, const std::vector<HeightField>& hfields, Model& m) {
  int adr = 0;
  for (int i = 0; i < m.nhfield; ++i) {
    m.hfield_size[i] = context.spec().hfields[i].size;
    m.hfield_nrow[i] = hfields[i].nrow;
    m.hfield_ncol[i] = hfields[i].ncol;
    m.hfield_adr[i] = adr;
    std::copy(hfields[i].data.begin(), hfields[i].data.end(), m.hfield_data.data() + adr);
    adr += static_cast<int>(hfields[i].data.size());
  }
}

}  // namespace corten
