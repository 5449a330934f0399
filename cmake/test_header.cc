// Nothing: the target of the precompiled header of all tests needs a source file.
