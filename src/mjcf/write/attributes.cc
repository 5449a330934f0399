// Values of rows, compared bit by bit.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "mjcf/write/writer.h"

namespace corten::mjcf {

namespace {

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

bool same(const Value& a, const Value& b) {
  return a.text == b.text && a.words == b.words && std::ranges::equal(a.numbers, b.numbers, same_bits);
}

bool is_empty(const Value& value) { return value.numbers.empty() && value.text.empty() && value.words.empty(); }

bool is_class(const Attribute& row) { return row.name == "class" || row.name == "childclass"; }

// Computed numbers can be smaller than what the reader accepts; they stand for zero.
Value without_tiny_numbers(const ValueShape& shape, Value value) {
  const double smallest =
      shape.kind == ValueKind::kFloat ? std::numeric_limits<float>::min() : std::numeric_limits<double>::min();
  for (double& x : value.numbers) {
    if (x != 0 && std::abs(x) < smallest) x = 0;
    if (std::isnan(x)) x = std::numeric_limits<double>::quiet_NaN();  // with the sign that a reader gives it
  }
  return value;
}

// Where fewer numbers are laid over the first ones, the last ones can be left out if they are there already.
Value without_known_tail(const Attribute& row, const Value& value, const Value& before) {
  if (!row.shape.numeric() || row.shape.min_count == row.shape.max_count || row.shape.max_count == kUnbounded ||
      before.numbers.size() != value.numbers.size()) {
    return value;
  }
  Value shorter = value;
  while (static_cast<int>(shorter.numbers.size()) > row.shape.min_count &&
         same_bits(shorter.numbers.back(), before.numbers[shorter.numbers.size() - 1])) {
    shorter.numbers.pop_back();
  }
  return shorter;
}

std::string write_row(const Attribute& row, const Value& value, void* start) {
  const Value shorter = without_known_tail(row, value, row.load(start));
  row.store(start, shorter);
  if (same(row.load(start), value)) return format_value(row.shape, shorter);
  row.store(start, value);
  return format_value(row.shape, value);
}

// Attributes that must be given together with others, even if they say nothing.
void write_companions(const ElementType& type, const void* object, std::vector<std::optional<std::string>>& texts) {
  for (const PresenceRule& rule : type.rules) {
    if (rule.kind != PresenceRule::Kind::kTogether) continue;
    std::vector<std::size_t> rows;
    for (const auto& bundle : rule.bundles) {
      for (const std::string& name : bundle) rows.push_back(type.find(name) - type.attributes.data());
    }
    if (std::ranges::none_of(rows, [&](std::size_t i) { return texts[i].has_value(); })) continue;
    for (const std::size_t i : rows) {
      const Attribute& row = type.attributes[i];
      if (!texts[i]) texts[i] = format_value(row.shape, row.load(object));
    }
  }
}

}  // namespace

bool same_attributes(const ElementType& type, const void* a, const void* b) {
  return std::ranges::all_of(type.attributes, [&](const Attribute& row) {
    return !row.load || is_class(row) || same(row.load(a), row.load(b));
  });
}

bool write_attributes(const ElementType& type, const void* object, void* start,
                      const std::vector<std::string_view>& always, XmlElement& out) {
  std::vector<std::optional<std::string>> texts(type.attributes.size());
  const auto each = [&](auto visit) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const Attribute& row = type.attributes[i];
      if (row.load && !is_class(row)) visit(row, without_tiny_numbers(row.shape, row.load(object)), texts[i]);
    }
  };
  each([&](const Attribute& row, const Value& value, std::optional<std::string>& text) {
    const bool needed = row.is_required || std::ranges::find(always, row.name) != always.end();
    const bool numbers = row.shape.numeric() || row.shape.kind == ValueKind::kKeyword;
    if (numbers && is_empty(value)) return;
    if (!needed && same(value, row.load(start))) return;
    std::string written = write_row(row, value, start);
    // A quaternion does not displace another form of orientation, for example.
    if (needed || same(value, row.load(start))) text = std::move(written);
  });
  // An optional number that only the class has: "not a number" stands for "not given".
  each([&](const Attribute& row, const Value& value, std::optional<std::string>& text) {
    if (!row.shape.numeric() || !is_empty(value) || is_empty(row.load(start))) return;
    if (row.shape.min_count < 1) return;  // an empty list cannot be written
    const Value none{std::vector<double>(static_cast<std::size_t>(row.shape.min_count), std::nan("")), {}, {}};
    row.store(start, none);
    if (same(row.load(start), value)) text = format_value(row.shape, none);
  });
  bool complete = true;
  each([&](const Attribute& row, const Value& value, const std::optional<std::string>&) {
    complete &= same(value, row.load(start));
  });
  write_companions(type, object, texts);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts[i]) out.attributes.emplace_back(type.attributes[i].name, *texts[i]);
  }
  return complete;
}

}  // namespace corten::mjcf
