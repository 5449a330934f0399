// The command `corten`.
#include "cli/commands.h"

int main(int argc, char** argv) { return corten::cli::run_command(argc, argv); }
