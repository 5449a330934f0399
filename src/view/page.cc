// The file that CORTEN_PAGE_FILE names, byte by byte, between two symbols of the assembler.
#include "view/page.h"

#include "corten/viewer.h"

#ifdef CORTEN_PAGE_FILE
asm(R"(
  .pushsection .rodata
  .hidden corten_page_begin
  .hidden corten_page_end
  .global corten_page_begin
  .global corten_page_end
corten_page_begin:
  .incbin ")" CORTEN_PAGE_FILE R"("
corten_page_end:
  .popsection
)");
extern "C" const char corten_page_begin[], corten_page_end[];
#endif

namespace corten {

std::string_view viewer_page() {
#ifdef CORTEN_PAGE_FILE
  return {corten_page_begin, corten_page_end};
#else
  return {};
#endif
}

}  // namespace corten
