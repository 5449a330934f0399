// Texts that are shortened, and lack of memory told as a problem of the model.
#include "base/text.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

#include "base/concerning.h"

namespace corten {
namespace {

TEST(Shortened, LeavesWhatCanBeRead) {
  EXPECT_EQ(shortened("a message"), "a message");
  EXPECT_EQ(shortened(std::string(400, 'x')), std::string(400, 'x'));
}

TEST(Shortened, KeepsBeginningAndEnd) {
  const std::string text = shortened("file '" + std::string(1000000, 'f') + "' not found");
  EXPECT_LT(text.size(), 400u);
  EXPECT_TRUE(text.starts_with("file 'fff"));
  EXPECT_TRUE(text.ends_with("fff' not found"));
  EXPECT_NE(text.find("[...]"), text.npos);
}

TEST(Shortened, CutsBetweenLetters) {
  std::string text;
  for (int i = 0; i < 500; ++i) text += "\xC3\xA9";  // é
  for (const std::string& shifted : {text, "x" + text}) {
    const std::string cut = shortened(shifted);
    const std::size_t gap = cut.find("[...]");
    EXPECT_EQ(cut[gap - 1], '\xA9');  // ends with a whole letter
    EXPECT_EQ(cut[gap + 5], '\xC3');  // starts with one
  }
}

TEST(ReasonOf, SaysLackOfMemoryInOurWords) {
  EXPECT_EQ(reason_of(std::runtime_error("as it is")), "as it is");
  EXPECT_EQ(reason_of(std::bad_alloc()), "this takes more memory than there is");
  EXPECT_EQ(reason_of(std::length_error("vector::_M_default_append")), "this takes more memory than there is");
}

TEST(Concerning, TurnsLackOfMemoryIntoADiagnostic) {
  Diagnostics diagnostics;
  EXPECT_EQ(concerning("a.xml", diagnostics, [] { return 3; }), 3);
  EXPECT_TRUE(diagnostics.list().empty());
  EXPECT_EQ(concerning("a.xml", diagnostics, []() -> int { throw std::bad_alloc(); }), 0);
  EXPECT_EQ(concerning("b.xml", diagnostics, []() -> int { throw std::length_error("x"); }), 0);
  EXPECT_EQ(diagnostics.text(),
            "a.xml: error: the model takes more memory than there is\n"
            "b.xml: error: the model takes more memory than there is\n");
}

TEST(Concerning, NamesTheFileOfWhatHasNone) {
  Diagnostics diagnostics;
  concerning("a.xml", diagnostics, [&] {
    diagnostics.error({}, "size", "", "too large");
    diagnostics.warning({"b.xml", 2}, "geom", "", "odd");
    return 0;
  });
  EXPECT_EQ(diagnostics.text(), "a.xml: error: <size>: too large\nb.xml:2: warning: <geom>: odd\n");
}

TEST(Diagnostics, TextIsShortEnoughToRead) {
  Diagnostics diagnostics;
  const std::string huge(1000000, 'n');
  diagnostics.error({"a.xml", 3}, huge, huge, "no '" + huge + "' here", huge);
  EXPECT_LT(diagnostics.text().size(), 2000u);
  EXPECT_TRUE(diagnostics.text().starts_with("a.xml:3: error: <nnn"));
  for (int i = 0; i < 5000; ++i) diagnostics.warning({"a.xml", i}, "geom", "", "odd");
  EXPECT_TRUE(diagnostics.text().ends_with("\nand 4001 more problems\n"));
  EXPECT_EQ(diagnostics.list().size(), 5001u);
}

}  // namespace
}  // namespace corten
