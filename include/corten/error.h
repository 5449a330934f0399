// What can go wrong with input: a list of diagnostics, each naming the place and the fix.
//
// Reading and compiling collect every problem they find in one Diagnostics list; if it holds an error at the end, the
// loader throws one LoadError that carries them all. What can go wrong while stepping: step.h and warning.h.
#pragma once

#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "corten/export.h"

namespace corten {

enum class Severity { kWarning, kError };

// Where something was written: the file that contains the element (the included file, not the including one) and its
// line, counted from 1. An empty file or line 0 means unknown, for example for a Spec built in code.
struct SourceLocation {
  std::string file;
  int line = 0;
};

struct CORTEN_API Diagnostic {
  Severity severity = Severity::kError;
  SourceLocation where;
  std::string element;  // XML tag such as "geom"; empty if none is concerned
  std::string name;     // the element's name attribute; empty if unnamed
  std::string message;  // what is wrong
  std::string hint;     // what would be right; may be empty

  // "file:line: error: <element name='name'>: message (hint)"
  std::string text() const;
};

class CORTEN_API Diagnostics {
 public:
  void add(Diagnostic diagnostic) { list_.push_back(std::move(diagnostic)); }
  void error(SourceLocation where, std::string element, std::string name, std::string message, std::string hint = {}) {
    add({Severity::kError, std::move(where), std::move(element), std::move(name), std::move(message), std::move(hint)});
  }
  void warning(SourceLocation where, std::string element, std::string name, std::string message,
               std::string hint = {}) {
    add({Severity::kWarning, std::move(where), std::move(element), std::move(name), std::move(message),
         std::move(hint)});
  }

  bool has_errors() const;
  int error_count() const;
  const std::vector<Diagnostic>& list() const { return list_; }
  std::string text() const;  // one per line, the first 1000 of them

 private:
  std::vector<Diagnostic> list_;
};

// Thrown by load and compile when the input cannot be used.
class CORTEN_API LoadError : public std::exception {
 public:
  explicit LoadError(Diagnostics diagnostics);
  const char* what() const noexcept override { return text_.c_str(); }
  const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  Diagnostics diagnostics_;
  std::string text_;
};

}  // namespace corten
