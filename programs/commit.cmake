# Writes OUTPUT with the version and the commit of the tree at SOURCE, where they changed.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit "of no repository")
endif()
set(text "#include \"programs/command/version.h\"\n\nnamespace diagc {\nconst char* version() { return \"${VERSION}\"; }\n")
string(APPEND text "const char* commit() { return \"${commit}\"; }\n}  // namespace diagc\n")
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "${text}" @ONLY)
