// CORTEN_API: what programs outside may link to. A shared libcorten shows nothing else.
#pragma once

#if defined(__GNUC__)
#define CORTEN_API __attribute__((visibility("default")))
#else
#define CORTEN_API
#endif
