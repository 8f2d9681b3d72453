# Files as text inside of a program.
#
# embed_files(RESULT NAMESPACE FUNCTION TYPE HEADER FILES…): a source that defines `std::span<const TYPE> FUNCTION()` in NAMESPACE, as HEADER
# declares it. An element is {name without extension, name of the folder, text}. RESULT becomes the path of the source.
#
# The same file is the script that writes it.
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  set(text "#include \"${HEADER}\"\n\nnamespace ${NAMESPACE} {\n\nstd::span<const ${TYPE}> ${FUNCTION}() {\n")
  string(APPEND text "  static constexpr ${TYPE} table[] = {\n")
  foreach(file IN LISTS FILES)
    get_filename_component(name ${file} NAME_WE)
    get_filename_component(folder ${file} DIRECTORY)
    get_filename_component(folder ${folder} NAME)
    file(READ ${file} content)
    string(APPEND text "      {\"${name}\", \"${folder}\", R\"embedded_file(${content})embedded_file\"},\n")
  endforeach()
  string(APPEND text "  };\n  return table;\n}\n\n}  // namespace ${NAMESPACE}\n")
  file(WRITE ${OUTPUT} "${text}")
  return()
endif()

set(embed_files_script ${CMAKE_CURRENT_LIST_FILE})
function(embed_files result namespace function type header)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DNAMESPACE=${namespace} -DFUNCTION=${function} -DTYPE=${type}
            -DHEADER=${header} "-DFILES=${ARGN}" -P ${embed_files_script}
    DEPENDS ${ARGN} ${embed_files_script}
    VERBATIM)
  set(${result} ${output} PARENT_SCOPE)
endfunction()
