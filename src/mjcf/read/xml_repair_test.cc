#include <gtest/gtest.h>

#include "mjcf/read/xml_tree.h"

namespace corten::mjcf {
namespace {

void expect(const char* text, int line, const char* element, const char* says) {
  const XmlTrouble trouble = find_xml_trouble(text);
  EXPECT_EQ(trouble.line, line) << text << trouble.message;
  EXPECT_EQ(trouble.element, element) << text << trouble.message;
  EXPECT_NE((trouble.message + trouble.hint).find(says), std::string::npos) << trouble.message;
}

TEST(XmlRepair, FirstTagThatDoesNotFit) {
  expect("<a>\n<b>\n<c/>\n</a>", 4, "a", "element <b>, opened at line 2, is not closed before </a>");
  expect("<a>\n<b>\n</c>\n</a>", 3, "c", "no <c> is open here");
  expect("<a>\n<b>\n", 2, "b", "opened at line 2, is never closed");
  expect("<a/>\n</a>", 2, "a", "never opened");
  expect("<a>\n<b x='1'\n<c/>\n</a>", 2, "b", "has no '>'");
  expect("<a>\n<b x=1/></a>", 2, "b", "has no quotes");
  expect("<a>\n<b x/></a>", 2, "b", "has no value");
  expect("<a>\n<b x='1/>\n<c y='2'/></a>", 2, "b", "no closing quote");
  expect("<a>\n<!-- x", 2, "", "comment");
  expect("<a>\n< b/></a>", 2, "", "not followed by the name");
  expect("<a>\n</a", 2, "a", "has no '>'");
}

TEST(XmlRepair, NothingToSay) {
  for (const char* text : {"", "<a/>", "<?xml version='1.0'?><!-- <b> --><a x='>'><![CDATA[<b>]]><b/></a>", "text"}) {
    EXPECT_EQ(find_xml_trouble(text).message, "") << text;
  }
}

TEST(XmlRepair, EveryTruncationEnds) {
  const std::string text = "<?xml?><!--c--><a x='1'y=\"2\"><b/><![CDATA[z]]></a>";
  for (std::size_t i = 0; i <= text.size(); ++i) {
    find_xml_trouble(std::string_view(text).substr(0, i));
    separate_attributes(std::string_view(text).substr(0, i));
  }
}

TEST(XmlRepair, TouchingAttributes) {
  const TouchingAttributes fixed =
      separate_attributes("<a x='1'y=\"2\">\n<!-- u='1'v --><b p='1'q='2'r='3' s='4'/></a>");
  EXPECT_EQ(fixed.text, "<a x='1' y=\"2\">\n<!-- u='1'v --><b p='1' q='2' r='3' s='4'/></a>");
  EXPECT_EQ(fixed.lines, (std::vector<int>{1, 2, 2}));
  EXPECT_TRUE(separate_attributes("<a x='1' y='2'/>").lines.empty());
}

}  // namespace
}  // namespace corten::mjcf
