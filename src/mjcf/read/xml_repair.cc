// One pass over the text that knows comments, CDATA, declarations, tags and quoted values, and nothing else of XML.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "mjcf/read/xml_tree.h"

namespace corten::mjcf {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == ':' || c == '.' || (c & 0x80);
}

struct Open {
  std::string name;
  int line;
};

// "<body name='hand'>": the tag as written, shortened.
std::string shown(std::string_view tag) {
  constexpr std::size_t kMost = 40;
  std::string text;
  for (const char c : tag.substr(0, kMost)) text += is_blank(c) ? ' ' : c;
  return tag.size() > kMost ? text + "..." : text;
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  XmlTrouble run() {
    while (trouble_.message.empty() && next_tag()) {
    }
    if (trouble_.message.empty() && !open_.empty()) report_unclosed(line_);
    return trouble_;
  }
  TouchingAttributes separate() {
    separating_ = true;
    while (trouble_.message.empty() && next_tag()) {
    }
    result_.text.append(text_.substr(copied_));
    return std::move(result_);
  }

 private:
  bool at_end() const { return at_ >= text_.size(); }
  char here() const { return at_end() ? '\0' : text_[at_]; }
  void advance() {
    if (here() == '\n') ++line_;
    ++at_;
  }
  void advance_to(std::size_t place) {
    while (at_ < std::min(place, text_.size())) advance();
  }
  void skip_blanks() {
    while (!at_end() && is_blank(here())) advance();
  }
  void trouble(int line, std::string element, std::string message, std::string hint = {}) {
    if (trouble_.message.empty()) trouble_ = {line, std::move(element), std::move(message), std::move(hint)};
  }

  // Skips `start` ... `end`; false if the text does not start so here.
  bool skip(std::string_view start, std::string_view end, const char* what) {
    if (!text_.substr(at_).starts_with(start)) return false;
    const std::size_t found = text_.find(end, at_ + start.size());
    if (found == text_.npos) {
      trouble(line_, "", std::string(what) + " that starts here has no end", "'" + std::string(end) + "' is missing");
    }
    advance_to(found == text_.npos ? text_.size() : found + end.size());
    return true;
  }

  bool next_tag() {
    const std::size_t start = text_.find('<', at_);
    if (start == text_.npos) {
      advance_to(text_.size());
      return false;
    }
    advance_to(start);
    if (skip("<!--", "-->", "the comment") || skip("<![CDATA[", "]]>", "the CDATA section") ||
        skip("<?", "?>", "the declaration") || skip("<!", ">", "the declaration")) {
      return !at_end();
    }
    if (text_.substr(at_).starts_with("</")) {
      end_tag();
    } else {
      start_tag();
    }
    return true;
  }

  std::string take_name() {
    const std::size_t start = at_;
    while (!at_end() && is_name(here())) advance();
    return std::string(text_.substr(start, at_ - start));
  }

  void end_tag() {
    const int line = line_;
    advance_to(at_ + 2);
    const std::string name = take_name();
    skip_blanks();
    if (here() != '>') return trouble(line, name, "the end tag </" + name + " has no '>'");
    advance();
    if (separating_) return;
    if (open_.empty()) {
      return trouble(line, name, "</" + name + "> closes an element that was never opened",
                     "remove it, or look for an element that was closed too early");
    }
    if (open_.back().name == name) {
      open_.pop_back();
      return;
    }
    report_unclosed(line, name);
  }

  // The innermost open element is not the one that ends here.
  void report_unclosed(int line, const std::string& closing = {}) {
    const Open& inner = open_.back();
    const std::string tag = "<" + inner.name + ">";
    const std::string opened = "element " + tag + ", opened at line " + std::to_string(inner.line) + ", ";
    if (closing.empty()) {
      return trouble(inner.line, inner.name, opened + "is never closed", "add </" + inner.name + ">");
    }
    const bool known = std::ranges::any_of(open_, [&](const Open& o) { return o.name == closing; });
    trouble(line, closing, opened + "is not closed before </" + closing + ">",
            known ? "add </" + inner.name + "> or end its tag with '/>'"
                  : "no <" + closing + "> is open here; the names of start and end tag must be equal");
  }

  void start_tag() {
    const std::size_t start = at_;
    const int line = line_;
    advance();
    const std::string name = take_name();
    if (name.empty()) {
      return trouble(line, "", "'<' is not followed by the name of an element", "write &lt; for the character itself");
    }
    while (true) {
      skip_blanks();
      if (at_end() || here() == '<') {
        return trouble(line, name, "the tag '" + shown(text_.substr(start, at_ - start)) + "' has no '>'");
      }
      if (here() == '>' || text_.substr(at_).starts_with("/>")) break;
      if (!attribute(name)) return;
    }
    const bool closed = here() == '/';
    advance_to(at_ + (closed ? 2 : 1));
    if (!closed) open_.push_back({name, line});
  }

  bool attribute(const std::string& element) {
    const int line = line_;
    const std::string name = take_name();
    if (name.empty()) {
      trouble(line, element, fmt::format("unexpected character '{}' in the tag", here()));
      return false;
    }
    skip_blanks();
    if (here() != '=') {
      trouble(line, element, "attribute '" + name + "' has no value", "write " + name + "=\"...\"");
      return false;
    }
    advance();
    skip_blanks();
    const char quote = here();
    if (quote != '"' && quote != '\'') {
      trouble(line, element, "the value of attribute '" + name + "' has no quotes", "write " + name + "=\"...\"");
      return false;
    }
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == text_.npos || text_.substr(at_, end - at_).find('<') != text_.npos) {
      trouble(line, element, "the value of attribute '" + name + "' has no closing quote",
              std::string("add ") + quote + " behind it");
      return false;
    }
    advance_to(end + 1);
    if (separating_ && is_name(here())) {
      result_.text.append(text_.substr(copied_, at_ - copied_)).push_back(' ');
      copied_ = at_;
      result_.lines.push_back(line_);
    }
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::vector<Open> open_;
  XmlTrouble trouble_;
  bool separating_ = false;
  TouchingAttributes result_;
  std::size_t copied_ = 0;
};

}  // namespace

XmlTrouble find_xml_trouble(std::string_view text) { return Scanner(text).run(); }

TouchingAttributes separate_attributes(std::string_view text) { return Scanner(text).separate(); }

}  // namespace corten::mjcf
