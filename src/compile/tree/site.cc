// Sites: named places on a body, with a shape for touch sensors and drawing.
#include "compile/assets/assets.h"
#include "compile/elements/user_data.h"
#include "compile/tree/tree.h"
#include "spec/orientation.h"

namespace corten {

void resolve_sites(Context& context) {
  for (FlatSite& site : context.sites) {
    const Site& e = *site.element;
    if (e.type == GeomType::kPlane || e.type == GeomType::kHfield || e.type == GeomType::kMesh ||
        e.type == GeomType::kSdf) {
      context.error(e, "site", "this type is not possible for sites", "sphere, capsule, ellipsoid, cylinder or box");
      continue;
    }
    const ResolvedShape shape = resolve_shape(context, e, "site", e.type, e.pos, e.orientation, e.size, e.fromto);
    check_size(context, e, "site", e.type, shape.size);
    check_material(context, e, "site", e.material);
    site.size = shape.size;
    site.pose = compose(site.frame, shape.pose);
  }
}

void count_sites(Context& context, Sizes& sizes) {
  sizes.nsite = static_cast<int>(context.sites.size());
  sizes.nuser_site = count_user(context, "site", "nuser_site", context.spec().size.nuser_site, context.sites);
}

void fill_sites(Context& context, Model& m) {
  for (int i = 0; i < m.nsite; ++i) {
    const FlatSite& site = context.sites[i];
    m.site_type[i] = site.element->type;
    m.site_bodyid[i] = site.body;
    m.site_group[i] = site.element->group;
    m.site_matid[i] = material_id(context, site.element->material);
    m.site_rgba[i] = site.element->rgba;
    m.site_size[i] = site.size;
    m.site_pos[i] = site.pose.pos;
    m.site_quat[i] = site.pose.quat;
    m.site_sameframe[i] = same_frame(site.pose, context.bodies[site.body].inertial);
  }
  fill_user(context.sites, m.nuser_site, m.site_user);
}

}  // namespace corten
