// Parsing with pugixml, include expansion and line numbers.
//
// A file named in <include> is looked for in the directory of the model file first and then in that of the including
// file. The children of its root take the place of the <include>; the root itself can have any name. A file can be
// included once only, which also rules out cycles.
#include "mjcf/read/xml_tree.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <pugixml.hpp>
#include <set>
#include <stdexcept>

#include "base/file_source.h"

namespace corten::mjcf {

namespace fs = std::filesystem;

namespace {

constexpr int kMaxDepth = 500;                    // nested elements; readers and destructors recurse
constexpr std::size_t kMaxElements = 20'000'000;  // in all files together

std::optional<std::string> read_text(const FileSource& files, const std::string& path) {
  try {
    const std::vector<std::byte> bytes = files.read(path);
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

// Offsets of line starts, to turn an offset into a line number.
class LineTable {
 public:
  explicit LineTable(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') ends_.push_back(i);
    }
  }
  int line(std::ptrdiff_t offset) const {
    if (offset < 0) return 0;
    const auto end = std::lower_bound(ends_.begin(), ends_.end(), static_cast<std::size_t>(offset));
    return static_cast<int>(end - ends_.begin()) + 1;
  }

 private:
  std::vector<std::size_t> ends_;
};

class Loader {
 public:
  Loader(XmlTree& tree, fs::path model_directory, Diagnostics& diagnostics)
      : tree_(tree), model_directory_(std::move(model_directory)), diagnostics_(diagnostics) {}

  void load_root(std::string_view text, XmlSource source, const fs::path& path);

 private:
  struct File {
    pugi::xml_document document;
    LineTable lines;
    int source;
  };

  bool parse(std::string_view text, File& file);
  void report_malformed(std::string_view text, const std::string& name, int line, const char* description);
  void convert(const File& file, pugi::xml_node node, int depth, XmlElement& out);
  void include(const File& file, pugi::xml_node node, int depth, XmlElement& parent);
  std::optional<fs::path> find_file(const fs::path& name, int source) const;
  void error(const File& file, pugi::xml_node node, std::string message, std::string hint = {}) {
    diagnostics_.error({tree_.sources[file.source].name, file.lines.line(node.offset_debug())}, node.name(), "",
                       std::move(message), std::move(hint));
  }

  XmlTree& tree_;
  fs::path model_directory_;
  Diagnostics& diagnostics_;
  std::set<std::string> included_;
  std::size_t element_count_ = 0;
  bool too_deep_ = false;
};

void Loader::load_root(std::string_view text, XmlSource source, const fs::path& path) {
  tree_.sources.push_back(std::move(source));
  if (!path.empty()) included_.insert(tree_.files.canonical(path.string()));
  File file{{}, LineTable(text), 0};
  if (!parse(text, file)) return;
  convert(file, file.document.document_element(), 0, tree_.root);
}

void Loader::report_malformed(std::string_view text, const std::string& name, int line, const char* description) {
  const std::string content = foreign_content(bytes_of(text));
  const bool is_model = content.empty() || content.find("MJCF") != content.npos || content.find("URDF") != content.npos;
  if (!is_model) return diagnostics_.error({name, 0}, "", "", "the file is no model: it is " + content);
  const XmlTrouble trouble = find_xml_trouble(text);
  if (trouble.message.empty()) {
    return diagnostics_.error({name, line}, "", "", std::string("malformed XML: ") + description);
  }
  diagnostics_.error({name, trouble.line}, trouble.element, "", "malformed XML: " + trouble.message, trouble.hint);
}

bool Loader::parse(std::string_view text, File& file) {
  const std::string& name = tree_.sources[file.source].name;
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    diagnostics_.error({name, 0}, "", "", "the file is empty", "an MJCF file holds one <mujoco> element");
    return false;
  }
  const auto read = [&file](std::string_view part) {
    return file.document.load_buffer(part.data(), part.size(), pugi::parse_default | pugi::parse_fragment,
                                     pugi::encoding_utf8);
  };
  pugi::xml_parse_result result = read(text);
  if (result.status == pugi::status_bad_attribute) {
    // MuJoCo: its reader takes attributes that touch each other.
    const TouchingAttributes separate = separate_attributes(text);
    if (!separate.lines.empty()) {
      result = read(separate.text);
      file.lines = LineTable(separate.text);
    }
    for (const int line : separate.lines) {
      diagnostics_.warning({name, line}, "", "", "there is no blank between two attributes",
                           "other readers refuse this");
    }
  }
  if (!result) {
    report_malformed(text, name, file.lines.line(result.offset), result.description());
    return false;
  }
  const pugi::xml_node root = file.document.document_element();
  if (!root) {
    diagnostics_.error({name, 1}, "", "", "the file has no XML element" + described_content(bytes_of(text)),
                       "an MJCF file holds one <mujoco> element");
    return false;
  }
  for (const pugi::xml_node node : file.document.children()) {
    if (node.type() != pugi::node_pcdata) continue;
    diagnostics_.error(
        {name, file.lines.line(root.offset_debug())}, "", "",
        std::string("malformed XML: text outside of <") + root.name() + ">" + described_content(bytes_of(text)));
    return false;
  }
  return true;
}

void Loader::convert(const File& file, pugi::xml_node node, int depth, XmlElement& out) {
  out.tag = node.name();
  out.source = file.source;
  out.line = file.lines.line(node.offset_debug());
  if (++element_count_ > kMaxElements || depth > kMaxDepth) {
    if (!too_deep_) error(file, node, "too many nested elements", "at most " + std::to_string(kMaxDepth) + " levels");
    too_deep_ = true;
    return;
  }
  for (const pugi::xml_attribute attribute : node.attributes()) {
    if (out.find(attribute.name())) {
      error(file, node, std::string("attribute '") + attribute.name() + "' is given twice");
      continue;
    }
    out.attributes.emplace_back(attribute.name(), attribute.value());
  }
  for (const pugi::xml_node child : node.children()) {
    if (child.type() != pugi::node_element) continue;
    if (std::string_view(child.name()) == "include") {
      include(file, child, depth + 1, out);
    } else {
      convert(file, child, depth + 1, out.children.emplace_back());
    }
  }
}

std::optional<fs::path> Loader::find_file(const fs::path& name, int source) const {
  for (const fs::path& directory : {model_directory_, fs::path(tree_.sources[source].directory)}) {
    const fs::path path = directory / name;  // an absolute name stays as it is
    if (tree_.files.exists(path.string())) return path;
  }
  return std::nullopt;
}

void Loader::include(const File& file, pugi::xml_node node, int depth, XmlElement& parent) {
  if (node.first_child()) return error(file, node, "<include> cannot have content");
  for (const pugi::xml_attribute attribute : node.attributes()) {
    if (std::string_view(attribute.name()) == "file") continue;
    diagnostics_.warning({tree_.sources[file.source].name, file.lines.line(node.offset_debug())}, "include", "",
                         std::string("attribute '") + attribute.name() + "' is ignored");
  }
  const std::string name = node.attribute("file").value();
  if (name.empty()) return error(file, node, "attribute 'file' is missing");
  const std::optional<fs::path> path = find_file(name, file.source);
  if (!path) return error(file, node, "file '" + name + "' not found");
  if (!included_.insert(tree_.files.canonical(path->string())).second) {
    return error(file, node, "file '" + name + "' is already included", "a file can be included once only");
  }
  const std::optional<std::string> text = read_text(tree_.files, path->string());
  if (!text) return error(file, node, "file '" + name + "' cannot be read");

  tree_.sources.push_back({tree_.files.shown(path->string()), path->parent_path().string(), true});
  File child{{}, LineTable(*text), static_cast<int>(tree_.sources.size()) - 1};
  if (!parse(*text, child)) return;
  // The root stands for the <include>; its children move up to the parent.
  XmlElement root;
  convert(child, child.document.document_element(), depth, root);
  if (root.children.empty()) return error(file, node, "file '" + name + "' has no elements to include");
  std::move(root.children.begin(), root.children.end(), std::back_inserter(parent.children));
}

}  // namespace

bool is_extension(std::string_view attribute) {
  return attribute.starts_with("corten:") || attribute.starts_with("cortenforge:");
}

bool is_same_attribute(std::string_view a, std::string_view b) {
  if (a == b) return true;
  return is_extension(a) && is_extension(b) && a.substr(a.find(':')) == b.substr(b.find(':'));
}

const std::string* XmlElement::find(std::string_view attribute) const {
  for (const auto& [name, text] : attributes) {
    if (is_same_attribute(name, attribute)) return &text;
  }
  return nullptr;
}

std::string XmlElement::value(std::string_view attribute) const {
  const std::string* text = find(attribute);
  return text ? *text : std::string{};
}

XmlTree read_xml(const std::string& path, Diagnostics& diagnostics, FileSource files) {
  XmlTree tree;
  const std::optional<std::string> text = read_text(files, path);
  if (!text) {
    std::error_code error;
    const bool exists = files.exists(path) || (!files.assets() && fs::exists(path, error));
    diagnostics.error({files.shown(path), 0}, "", "", exists ? "the file cannot be read" : "the file does not exist");
    return tree;
  }
  const fs::path directory = fs::path(path).parent_path();
  tree.files = std::move(files);
  Loader(tree, directory, diagnostics).load_root(*text, {tree.files.shown(path), directory.string(), false}, path);
  return tree;
}

XmlTree read_xml_text(std::string_view text, const std::string& directory, Diagnostics& diagnostics, FileSource files) {
  XmlTree tree;
  tree.files = std::move(files);
  Loader(tree, directory, diagnostics).load_root(text, {"<text>", directory, false}, {});
  return tree;
}

}  // namespace corten::mjcf
