# Headers of other people that cost most are parsed once for all libraries, and once for all test programs, which need their own: code of
# programs is position-independent in another way. That saves a third of all compile time. Sources include what they need all the same;
# `cmake -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON` builds without.
# <CLI/CLI.hpp> is not among them: it has objects of its own, whose code every file would make anew. Nor are Eigen, nlohmann-json and
# more of the standard library: where several sources are compiled at once, two of those that use them took no less time with them here.
set(headers <boost/graph/compressed_sparse_row_graph.hpp> <boost/multiprecision/cpp_int.hpp> <fmt/format.h>)

# The same macros have to be defined wherever they are used, and ccache wants to be told that nothing depends on __TIME__.
# g++ 12 has false alarms about copies of short strings (GCC's bug 105329) and, with precompiled headers, does not keep to itself what it
# finds in the standard library; nor does Clang what that library's std::stable_sort takes.
function(prepare_for_precompiled_headers target)
  target_link_libraries(${target} PRIVATE fmt::fmt Boost::boost)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
  elseif(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    target_compile_options(${target} PRIVATE -Wno-deprecated-declarations)
  endif()
  if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache$")
    set_property(TARGET ${target} PROPERTY CXX_COMPILER_LAUNCHER
                 env CCACHE_SLOPPINESS=pch_defines,time_macros ${CMAKE_CXX_COMPILER_LAUNCHER})
  endif()
endfunction()

# precompile_headers(OWNER HEADER…)
function(precompile_headers owner)
  prepare_for_precompiled_headers(${owner})
  target_precompile_headers(${owner} PRIVATE ${ARGN})
  target_compile_options(${owner} PRIVATE "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endfunction()

# share_precompiled_headers(OWNER TYPE FOLDER): all targets of that type in FOLDER and below take those of OWNER.
function(share_precompiled_headers owner type folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(target_type ${target} TYPE)
    get_target_property(own_headers ${target} PRECOMPILE_HEADERS)
    if(target_type STREQUAL type AND NOT own_headers)
      prepare_for_precompiled_headers(${target})
      target_precompile_headers(${target} REUSE_FROM ${owner})
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(below ${folders})
    share_precompiled_headers(${owner} ${type} ${below})
  endforeach()
endfunction()

precompile_headers(diagc_source ${headers})
foreach(folder compiler runtime library runs physics programs)
  share_precompiled_headers(diagc_source STATIC_LIBRARY ${CMAKE_SOURCE_DIR}/${folder})
endforeach()
if(TARGET diagc_test_runner)
  target_compile_options(diagc_test_runner PRIVATE ${CMAKE_CXX_COMPILE_OPTIONS_PIE})
  precompile_headers(diagc_test_runner ${headers} <catch2/catch.hpp>)
  share_precompiled_headers(diagc_test_runner EXECUTABLE ${CMAKE_SOURCE_DIR}/tests)
endif()
