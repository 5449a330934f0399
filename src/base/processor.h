// Whether this machine can run what the library was compiled to.
#pragma once

namespace corten {

// Runs by itself when a program starts; ends the program, with a message, on a processor without the instructions.
void require_processor();

}  // namespace corten
