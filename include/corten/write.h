// From an editable Spec back to MJCF text.
//
// The text is canonical: sections and attributes in a fixed order, numbers in the shortest form that reads back to the
// same bits, and nothing that equals its default class. Included files, attached models, replicated and composite parts
// come out as the elements that they became; what the text compiles to is the same Model. Writing what was read from
// such a text gives the same text.
#pragma once

#include <string>

#include "corten/export.h"
#include "corten/spec.h"

namespace corten {

struct WriteOptions {
  // No default classes: every element has all attributes that differ from MJCF's own defaults. Width, colour and
  // material of fixed tendons, which only a class can give, are left out.
  bool flat = false;
};

// Asset files are named as in the Spec: the text belongs into the directory that the Spec was read from.
CORTEN_API std::string write_mjcf(const Spec& spec, const WriteOptions& options = {});

// Writes a file. If it is not in the directory that the Spec was read from, the directories of assets are changed so
// that the files are found from there. Throws std::runtime_error if the file cannot be written.
CORTEN_API void save_mjcf(const Spec& spec, const std::string& path, const WriteOptions& options = {});

}  // namespace corten
