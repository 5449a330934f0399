// Numbers are written with the fewest digits that read back exactly.
#include "cli/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>

#include "cli/failure.h"
#include "cli/field_filter.h"

namespace corten::cli {

namespace {

// ---- names

// One name per element of a field, empty where there is none.
using Names = std::vector<std::string>;

// A name of digits alone would look like an index.
std::string useful(const std::string& name) {
  return name.find_first_not_of("0123456789") == std::string::npos ? "" : name;
}

Names object_names(const Model& model, Object kind, int count) {
  Names names;
  for (int i = 0; i < count; ++i) names.push_back(useful(model.name_of(kind, i)));
  return names;
}

// `size` elements that belong to objects, each with `number` of them from `start`; part(i, k) is the word for the k-th.
Names spread(int size, const Names& objects, const std::function<int(int)>& start,
             const std::function<int(int)>& number, const std::function<std::string(int, int)>& part) {
  Names names(static_cast<std::size_t>(size));
  for (int i = 0; i < static_cast<int>(objects.size()); ++i) {
    const std::string& object = objects[static_cast<std::size_t>(i)];
    for (int k = 0; k < number(i) && start(i) >= 0 && start(i) + k < size && !object.empty(); ++k) {
      const std::string word = part(i, k);
      names[static_cast<std::size_t>(start(i) + k)] = word.empty() ? object : object + "." + word;
    }
  }
  return names;
}

// Parts of joints: coordinates and dofs.
std::string joint_part(JointType type, int k, bool coordinate) {
  static constexpr const char* kCoordinates[] = {"x", "y", "z", "qw", "qx", "qy", "qz"};
  static constexpr const char* kDofs[] = {"x", "y", "z", "rx", "ry", "rz"};
  if (type != JointType::kFree && type != JointType::kBall) return {};
  const int at = type == JointType::kFree ? k : 3 + k;
  return coordinate ? kCoordinates[at] : kDofs[at];
}

Names joint_names(const Model& m, bool coordinate) {
  const Array<int>& address = coordinate ? m.jnt_qposadr : m.jnt_dofadr;
  const int size = coordinate ? m.nq : m.nv;
  return spread(
      size, object_names(m, Object::kJoint, m.njnt), [&](int j) { return address[j]; },
      [&](int j) { return (j + 1 < m.njnt ? address[j + 1] : size) - address[j]; },
      [&](int j, int k) { return joint_part(m.jnt_type[j], k, coordinate); });
}

// Numbers of actuators and sensors; several of one are counted.
Names counted(const Model& m, Object kind, int size, const Array<int>& address, const Array<int>& number) {
  return spread(
      size, object_names(m, kind, address.size()), [&](int i) { return address[i]; }, [&](int i) { return number[i]; },
      [&](int i, int k) { return number[i] == 1 ? std::string() : std::to_string(k); });
}

Names mocap_names(const Model& m) {
  Names names(static_cast<std::size_t>(m.nmocap));
  for (int b = 0; b < m.nbody; ++b) {
    if (m.body_mocapid[b] >= 0)
      names[static_cast<std::size_t>(m.body_mocapid[b])] = useful(m.name_of(Object::kBody, b));
  }
  return names;
}

// The names of the elements of a field, by what its length is in the field table.
Names element_names(const Model& m, const std::string& count) {
  if (count == "nq") return joint_names(m, true);
  if (count == "nv") return joint_names(m, false);
  if (count == "nu") return counted(m, Object::kActuator, m.nu, m.actuator_ctrladr, m.actuator_ctrlnum);
  if (count == "na") return counted(m, Object::kActuator, m.na, m.actuator_actadr, m.actuator_actnum);
  if (count == "nout") return counted(m, Object::kActuator, m.nout, m.actuator_outadr, m.actuator_outnum);
  if (count == "nsensordata") return counted(m, Object::kSensor, m.nsensordata, m.sensor_adr, m.sensor_dim);
  if (count == "nmocap") return mocap_names(m);
  const struct {
    const char* count;
    Object kind;
    int size;
  } kinds[] = {{"nbody", Object::kBody, m.nbody},       {"njnt", Object::kJoint, m.njnt},
               {"ngeom", Object::kGeom, m.ngeom},       {"nsite", Object::kSite, m.nsite},
               {"ncam", Object::kCamera, m.ncam},       {"nlight", Object::kLight, m.nlight},
               {"ntendon", Object::kTendon, m.ntendon}, {"neq", Object::kEquality, m.neq}};
  for (const auto& row : kinds) {
    if (count == row.count) return object_names(m, row.kind, row.size);
  }
  return {};
}

// The word for one of several numbers of an element.
std::string component(int components, int k) {
  static constexpr const char* kVector[] = {"x", "y", "z"};
  static constexpr const char* kQuaternion[] = {"w", "x", "y", "z"};
  if (components == 3) return kVector[k];
  return components == 4 ? kQuaternion[k] : std::to_string(k);
}

// A cell of the header; what would end it is quoted as CSV has it.
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string header_of(const Model& model, const FieldView& field) {
  const Names names = element_names(model, field.info().count);
  const int components = field.info().components;
  std::string header;
  for (int i = 0; i < field.size(); ++i) {
    const auto element = static_cast<std::size_t>(i / components);
    std::string what = element < names.size() ? names[element] : "";
    if (what.empty()) {
      what = std::to_string(i);
    } else if (components > 1) {
      what += "." + component(components, i % components);
    }
    header += "," + cell(fmt::format("{}[{}]", field.name(), what));
  }
  return header;
}

// ---- columns

constexpr const char* kVarying[] = {
#define CORTEN_FIELD(type, name, count, writer, doc) #name,
#include "corten/row_fields.def"
#undef CORTEN_FIELD
};

bool varies(std::string_view name) {
  return std::find(std::begin(kVarying), std::end(kVarying), name) != std::end(kVarying);
}

void refuse_varying(const std::vector<std::string>& fields) {
  for (const std::string& name : fields) {
    const auto& constants = model_field_table();
    if (std::any_of(constants.begin(), constants.end(), [&](const FieldInfo& field) { return name == field.name; })) {
      throw Failure(
          ExitCode::kUsage,
          fmt::format("error: --fields: '{}' belongs to the model and is constant; `corten dump` prints it", name));
    }
    if (!varies(name) && name != "contact") continue;
    throw Failure(ExitCode::kUsage, fmt::format("error: --fields: '{}' changes its length from step to step, so it has "
                                                "no columns; `corten dump` prints it for one state",
                                                name));
  }
}

double scalar_of(const Data& data, const std::string& name) {
  return name == "ncon" ? static_cast<double>(data.contact.size()) : data.nefc;
}

constexpr double kDoubleBytes = 19, kIntegerBytes = 4;  // of a typical number and its comma

}  // namespace

CsvWriter::CsvWriter(const std::vector<std::string>& fields, const Model& model, const Data& data) {
  refuse_varying(fields);
  std::vector<std::string> known = names_of(data_field_table());
  known.insert(known.end(), {"time", "energy", "ncon", "nefc"});
  const FieldFilter wanted(fields, known);
  header_ = "time";
  row_bytes_ = kDoubleBytes;
  const std::vector<FieldView> all = fields_of(data);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!wanted(all[i].name()) || varies(all[i].name())) continue;
    columns_.push_back(i);
    header_ += header_of(model, all[i]);
    row_bytes_ += all[i].size() * (all[i].is_integer() ? kIntegerBytes : kDoubleBytes);
  }
  if (wanted("energy"))
    has_energy_ = true, header_ += ",energy[potential],energy[kinetic]", row_bytes_ += 2 * kDoubleBytes;
  for (const char* name : {"ncon", "nefc"}) {
    if (wanted(name)) scalars_.emplace_back(name), header_ += "," + scalars_.back(), row_bytes_ += kIntegerBytes;
  }
  header_ += '\n';
}

CsvWriter::~CsvWriter() {
  if (file_ && file_ != stdout) std::fclose(file_);
}

void CsvWriter::fail() const {
  throw Failure(ExitCode::kRefused,
                fmt::format("error: cannot write {}: {}", path_ == "-" ? "to standard output" : "'" + path_ + "'",
                            std::strerror(errno)));
}

void CsvWriter::open(const std::string& path) {
  path_ = path;
  file_ = path == "-" ? stdout : std::fopen(path.c_str(), "wb");
  if (!file_) fail();
  write(header_);
}

void CsvWriter::write(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail();
}

void CsvWriter::add_row(const Data& data) {
  std::string row = fmt::format("{}", data.time);
  const auto put = [&](double value) { fmt::format_to(std::back_inserter(row), ",{}", value); };
  const std::vector<FieldView> all = fields_of(data);
  for (const std::size_t column : columns_) {
    for (int i = 0; i < all[column].size(); ++i) put(all[column][i]);
  }
  if (has_energy_) put(data.energy[0]), put(data.energy[1]);
  for (const std::string& name : scalars_) put(scalar_of(data, name));
  row += '\n';
  write(row);
}

void CsvWriter::close() {
  std::FILE* file = std::exchange(file_, nullptr);
  if ((file == stdout ? std::fflush(file) : std::fclose(file)) != 0) fail();
}

}  // namespace corten::cli
