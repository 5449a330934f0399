// Letters made of strokes, drawn with the same pen as the curves.
//
// A letter is a list of strokes, a stroke a list of points "xy" on a grid: x from 0 to 4, y from 0 to 9, where 2 is the
// base line, 6 the height of small letters and 8 that of capitals.
#include <algorithm>

#include "cli/draw/picture.h"

namespace corten::draw {

namespace {

constexpr const char* kLetters[] = {
    // ! " # $ % & ' ( ) * + , - . /
    "0804 0202", "0806 2826", "1218 3238 0444 0646", "473818070615354443321203 2921", "0248 0818160608 3444423234",
    "4216172837360403122244", "0806", "18070312", "08171302", "1713 0624 0426", "2327 0545", "1201", "0535", "0202",
    "0238",
    // 0 1 2 3 4 5 6 7 8 9
    "180703123243473818", "062822 0242", "07183847460242", "07183847463515354443321203", "32380444",
    "480805354443321203", "38180703123243443505", "084812", "183847463515060718 1504031232434435",
    "12324347381807061545",
    // : ; < = > ? @
    "0606 0303", "1616 1301", "370533", "0646 0444", "073503", "07183847462524 2222", "42120307183847443436161434",
    // A B C D E F G H I J K L M
    "022842 1434", "02083847463505 3544433202", "4738180703123243", "02082846442202", "48080242 0535", "480802 0535",
    "47381807031232434525", "0208 4248 0545", "0802", "3833221203", "0802 4804 1542", "080242", "0208254842",
    // N O P Q R S T U V W X Y Z
    "02084248", "180703123243473818", "02083847453404", "180703123243473818 2442", "02083847453404 2442",
    "473818070615354443321203", "0848 2822", "080312324348", "082248", "0812253248", "0248 0842", "082548 2522",
    "08480242",
    // [ \ ] ^ _ `
    "18080212", "0832", "08181202", "062846", "0141", "0817",
    // a b c d e f g h i j k l m
    "3526160503122233 3632", "0802 0516263533221203", "3526160503122233", "3832 3526160503122233", "043435261605031232",
    "281712 0626", "3526160503122233 3631201001", "0802 0516263532", "0602 0808", "161100 1818", "0802 3604 1532",
    "0802", "0602 05162522 25364542",
    // n o p q r s t u v w x y z
    "0602 0516263532", "160503122233352616", "0600 0516263533221203", "3630 3526160503122233", "0602 051626",
    "35261605142433221203", "181322 0626", "0603122233 3632", "061226", "0612243246", "0632 0236", "0613 3600",
    "06360232",
    // { | } ~
    "28171605141322", "0901", "08171625141302", "04152435"};
static_assert(std::size(kLetters) == '~' - '!' + 1);
constexpr const char* kUnknown = "0208484202";  // a box

constexpr double kUnits = 8.6;  // grid units of a line of text
constexpr double kSpace = 2.6, kLetterGap = 1.8;

}  // namespace

Lettering letter(std::string_view text, double size) {
  Lettering out;
  const double unit = size / kUnits;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xc0) == 0x80) continue;  // the rest of a character of several bytes
    if (c == ' ') {
      out.width += kSpace * unit;
      continue;
    }
    const std::string_view code = c > ' ' && c <= '~' ? kLetters[c - '!'] : kUnknown;
    out.strokes.emplace_back();
    double right = 0;
    for (std::size_t i = 0; i < code.size();) {
      if (code[i] == ' ') {
        out.strokes.emplace_back(), ++i;
        continue;
      }
      const double x = code[i] - '0', y = code[i + 1] - '0' - 2;
      out.strokes.back().push_back({out.width + x * unit, -y * unit});
      right = std::max(right, x), i += 2;
    }
    out.width += (right + kLetterGap) * unit;
  }
  return out;
}

}  // namespace corten::draw
