// Sizes of the flexes in the Model and their arrays.
#include <algorithm>

#include "compile/add_size.h"
#include "compile/flex/flex_parts.h"
#include "flex/metric/metric.h"

namespace corten {

namespace {

// Where the numbers of one flex begin in the arrays that all flexes share.
struct FlexAddresses {
  int vert = 0, node = 0, edge = 0, elem = 0, elemdata = 0, elemedge = 0, shell = 0, evpair = 0, texcoord = 0;
  int stiffness = 0, bending = 0;
};

// Copies a list to its place in an array, and moves the place on.
template <class T, class U>
void append(const std::vector<U>& list, Array<T>& to, int& place) {
  std::copy(list.begin(), list.end(), to.begin() + place);
  place += static_cast<int>(list.size());
}

int address(bool any, int place) { return any ? place : -1; }

void fill_settings(const Context& context, const CompiledFlex& flex, int i, Model& m) {
  const Flex& e = *flex.element;
  m.flex_contype[i] = e.contype;
  m.flex_conaffinity[i] = e.conaffinity;
  m.flex_condim[i] = e.condim;
  m.flex_priority[i] = e.priority;
  m.flex_solmix[i] = e.solmix;
  m.flex_solref[i] = e.solref;
  m.flex_solimp[i] = e.solimp;
  m.flex_friction[i] = {e.friction[0], e.friction[1], e.friction[2]};
  m.flex_margin[i] = e.margin;
  m.flex_gap[i] = e.gap;
  m.flex_internal[i] = e.internal;
  m.flex_selfcollide[i] = e.selfcollide;
  m.flex_activelayers[i] = e.activelayers;
  m.flex_passive[i] = e.passive;
  m.flex_dim[i] = e.dim;
  m.flex_matid[i] = m.nmat > 0 && !e.material.empty() ? context.find(Object::kMaterial, e.material) : -1;
  m.flex_group[i] = e.group;
  m.flex_interp[i] = e.elastic2d != kElastic2dNone ? -flex.order : flex.order;
  m.flex_cellnum[i] = e.cellcount;
  m.flex_radius[i] = e.radius;
  m.flex_size[i] = flex.size;
  m.flex_bendingmodel[i] = e.bending_model;
  m.flex_elasticitymodel[i] = e.elasticity_model;
  m.flex_elasticityprm[i] = elasticity_parameters(e);
  m.flex_damping[i] = e.damping;
  m.flex_edgestiffness[i] = e.edgestiffness;
  m.flex_edgedamping[i] = e.edgedamping;
  m.flex_edgeequality[i] = flex.equality;
  m.flex_rigid[i] = flex.rigid;
  m.flex_centered[i] = flex.centered;
  m.flex_flatskin[i] = e.flatskin;
  m.flex_rgba[i] = e.rgba;
}

void fill_vertices(const CompiledFlex& flex, int i, FlexAddresses& place, Model& m) {
  const std::vector<double>&vertex = flex.element->vertex, &node = flex.element->nodecoord;
  m.flex_vertadr[i] = place.vert;
  m.flex_vertnum[i] = static_cast<int>(flex.vertbody.size());
  std::copy(flex.vertbody.begin(), flex.vertbody.end(), m.flex_vertbodyid.begin() + place.vert);
  // MuJoCo: coordinates at the origin are not copied, so that -0 becomes 0.
  if (!flex.centered || flex.interpolated()) std::copy(vertex.begin(), vertex.end(), m.flex_vert[place.vert].data());
  append(flex.vert0, m.flex_vert0, place.vert);

  m.flex_nodeadr[i] = place.node;
  m.flex_nodenum[i] = static_cast<int>(flex.nodebody.size());
  std::copy(flex.nodebody.begin(), flex.nodebody.end(), m.flex_nodebodyid.begin() + place.node);
  if (!flex.centered && flex.interpolated()) std::copy(node.begin(), node.end(), m.flex_node[place.node].data());
  append(flex.node0, m.flex_node0, place.node);
}

void fill_edges(const CompiledFlex& flex, int i, FlexAddresses& place, Model& m) {
  m.flex_edgeadr[i] = place.edge;
  m.flex_edgenum[i] = static_cast<int>(flex.topology.edge.size());
  std::copy(flex.hinges.begin(), flex.hinges.end(), m.flexedge_hinge.begin() + place.edge);
  for (std::size_t k = 0; k < flex.topology.edge.size(); ++k, ++place.edge) {
    const IntVec<2>& edge = flex.topology.edge[k];
    m.flex_edge[place.edge] = edge;
    m.flex_edgeflap[place.edge] = {{-1, -1}};
    if (flex.topology.dim == 2 && flex.bends()) {
      m.flex_edgeflap[place.edge] = {{flex.topology.hinge[k][2], flex.topology.hinge[k][3]}};
    }
    const auto weld = [&](int v) { return m.body_weldid[flex.vertbody[static_cast<std::size_t>(v)]]; };
    m.flexedge_rigid[place.edge] = !flex.interpolated() && (flex.rigid || weld(edge[0]) == weld(edge[1]));
  }
}

void fill_elements(const CompiledFlex& flex, int i, FlexAddresses& place, Model& m) {
  const FlexTopology& topology = flex.topology;
  const Flex& e = *flex.element;
  const bool textured = !e.texcoord.empty();
  m.flex_texcoordadr[i] = address(textured, place.texcoord);
  append(e.texcoord, m.flex_texcoord, place.texcoord);
  int elemdata = place.elemdata;
  append(textured && !e.elemtexcoord.empty() ? e.elemtexcoord
         : textured                          ? e.element
                                             : topology.elem,
         m.flex_elemtexcoord, elemdata);
  m.flex_elemadr[i] = place.elem;
  m.flex_elemnum[i] = topology.count();
  std::copy(flex.elements.begin(), flex.elements.end(), m.flexelem_rest.begin() + place.elem);
  m.flex_elemdataadr[i] = place.elemdata;
  m.flex_elemedgeadr[i] = place.elemedge;
  m.flex_shellnum[i] = static_cast<int>(topology.shell.size()) / topology.dim;
  m.flex_shelldataadr[i] = address(!topology.shell.empty(), place.shell);
  m.flex_evpairnum[i] = static_cast<int>(topology.evpair.size());
  m.flex_evpairadr[i] = address(!topology.evpair.empty(), place.evpair);
  append(topology.elem, m.flex_elem, place.elemdata);
  append(topology.elemlayer, m.flex_elemlayer, place.elem);
  append(topology.elemedge, m.flex_elemedge, place.elemedge);
  append(topology.shell, m.flex_shell, place.shell);
  append(topology.evpair, m.flex_evpair, place.evpair);
  m.flex_stiffnessadr[i] = address(!flex.stiffness.empty(), place.stiffness);
  m.flex_bendingadr[i] = address(!flex.bending.empty(), place.bending);
  append(flex.stiffness, m.flex_stiffness, place.stiffness);
  append(flex.bending, m.flex_bending, place.bending);
}

void warn_if_limp(Context& context, const CompiledFlex& flex) {
  const Flex& e = *flex.element;
  if (flex.rigid || flex.equality != kFlexHoldsNothing || e.edgestiffness != 0 || e.edgedamping != 0 || e.damping != 0)
    return;
  if (!flex.stiffness.empty() || !flex.bending.empty()) return;
  context.warning(e, "flex", "nothing holds it together",
                  "add an equality constraint, or stiffness and damping in <edge> or <elasticity>");
}

}  // namespace

void count_flexes(Context& context, const std::vector<CompiledFlex>& flexes, Sizes& sizes) {
  sizes.nflex = static_cast<int>(flexes.size());
  if (context.failed()) return;
  if (context.bodies.size() + flexes.size() >= kMostBodies) {
    context.error(context.spec().world, "worldbody", "too many bodies and flexes", "fewer than 65534 are possible");
  }
  for (const CompiledFlex& flex : flexes) {
    const auto add = [&](int& size, std::size_t more) {
      add_size(context, *flex.element, "flex", size, static_cast<std::int64_t>(more));
    };
    const FlexTopology& topology = flex.topology;
    add(sizes.nflexvert, flex.vertbody.size());
    add(sizes.nflexnode, flex.nodebody.size());
    add(sizes.nflexedge, topology.edge.size());
    add(sizes.nflexelem, topology.elemlayer.size());
    add(sizes.nflexelemdata, topology.elem.size());
    add(sizes.nflexelemedge, topology.elemedge.size());
    add(sizes.nflexshelldata, topology.shell.size());
    add(sizes.nflexevpair, topology.evpair.size());
    add(sizes.nflextexcoord, flex.element->texcoord.size() / 2);
    add(sizes.nflexstiffness, flex.stiffness.size());
    add(sizes.nflexbending, flex.bending.size());
    count_bending_factor(context, flex, sizes);
    count_flex_patterns(context, flex, sizes);
    warn_if_limp(context, flex);
  }
}

void fill_flexes(const Context& context, const std::vector<CompiledFlex>& flexes, Model& m) {
  FlexAddresses place;
  for (int i = 0; i < m.nflex; ++i) {
    const CompiledFlex& flex = flexes[static_cast<std::size_t>(i)];
    fill_settings(context, flex, i, m);
    fill_vertices(flex, i, place, m);
    fill_edges(flex, i, place, m);
    fill_elements(flex, i, place, m);
  }
  fill_bending_factor(context, flexes, m);
}

void check_passive_contacts(Context& context, const Model& m) {
  if (!wants_passive_contacts(m) || has_effective_metric(m)) return;
  const auto& flexes = context.spec().flexes;
  const auto passive = std::ranges::find_if(flexes, [](const Flex& flex) { return flex.passive; });
  context.error(*passive, "flex", "passive contacts are too stiff for these options",
                "use integrator implicit or implicitfast, solver CG, pyramidal cones and no sleep");
}

}  // namespace corten
