# One suite over both supplies and several budgets. Each program's cases are tests of their own under the machine's own
# budget (berth_test); the whole program, cases one after another in one process, runs once a configuration.
set(pool_configurations)
foreach(supply IN ITEMS tbb own)
  foreach(cpus IN ITEMS 1 2 4)
    list(APPEND pool_configurations "${supply},${cpus}")
  endforeach()
endforeach()

# berth_pool_configuration(TARGET NAME SUPPLY CPUS): runs TARGET with BERTH_SUPPLY and BERTH_CPUS.
function(berth_pool_configuration target name supply cpus)
  set(test "${name}, ${supply} supply, BERTH_CPUS=${cpus}")
  add_test(NAME "${test}" COMMAND ${target} --no-intro ${ARGN})
  set_tests_properties("${test}" PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300 LABELS "contract;configuration"
    ENVIRONMENT "BERTH_SUPPLY=${supply};BERTH_CPUS=${cpus};${berth_sanitizer_environment}")
endfunction()

function(berth_pool_test name)
  berth_test(${name} ${ARGN})
  foreach(configuration IN LISTS pool_configurations)
    string(REPLACE "," ";" configuration "${configuration}")
    list(GET configuration 0 supply)
    list(GET configuration 1 cpus)
    berth_pool_configuration(test_${name} ${name} ${supply} ${cpus})
  endforeach()
endfunction()

berth_pool_test(pool_calls SOURCES pool_calls.cpp)
berth_pool_test(pool_limits SOURCES pool_limits.cpp)
berth_pool_test(pool_errors SOURCES pool_errors.cpp)
berth_pool_configuration(test_pool_errors pool_errors tbb 7)
berth_pool_configuration(test_pool_errors pool_errors own 7)
berth_pool_test(pool_nesting SOURCES pool_nesting.cpp)
berth_pool_test(pool_queue SOURCES pool_queue.cpp)
berth_pool_test(pool_async SOURCES pool_async.cpp)
berth_pool_test(pool_fork SOURCES pool_fork.cpp)
berth_pool_test(pool_context SOURCES pool_context.cpp)
berth_pool_test(pool_threads SOURCES pool_threads.cpp)
berth_pool_test(pool_refused SOURCES pool_refused.cpp)

find_package(TBB REQUIRED)
set(foreign_libs berth::berth TBB::tbb)
# OpenMP's barriers are in a library that is not instrumented, and there is no seam to make a hand-over of our own in.
if(NOT BERTH_SANITIZE MATCHES thread)
  find_package(OpenMP QUIET)
  if(OpenMP_CXX_FOUND)
    list(APPEND foreign_libs OpenMP::OpenMP_CXX)
  else()
    message(STATUS "no OpenMP: the tests of calls inside OpenMP regions are skipped")
  endif()
endif()
berth_pool_test(pool_foreign SOURCES pool_foreign.cpp pool_foreign_tbb.cpp LIBS ${foreign_libs})
if(OpenMP_CXX_FOUND)
  target_compile_definitions(test_pool_foreign PRIVATE BERTH_TEST_OPENMP)
  set_target_properties(test_pool_foreign PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)  # made without -fopenmp
endif()
set_source_files_properties(pool_foreign_tbb.cpp PROPERTIES
  COMPILE_OPTIONS "-fno-sanitize=thread" SKIP_PRECOMPILE_HEADERS ON)

# Programs for what happens before and after main: a failed check is their exit code.
function(berth_pool_program name)
  add_executable(${name} pool_programs/${name}.cpp)
  target_link_libraries(${name} PRIVATE berth::berth berth_warnings ${ARGN})
endfunction()

# berth_pool_run("sentence" COMMAND...): one test a configuration.
function(berth_pool_run sentence)
  foreach(configuration IN LISTS pool_configurations)
    string(REPLACE "," ";" configuration "${configuration}")
    list(GET configuration 0 supply)
    list(GET configuration 1 cpus)
    set(test "${sentence}, ${supply} supply, BERTH_CPUS=${cpus}")
    add_test(NAME "${test}" COMMAND ${ARGN})
    set_tests_properties("${test}" PROPERTIES TIMEOUT 300 LABELS "contract;configuration"
      ENVIRONMENT "BERTH_SUPPLY=${supply};BERTH_CPUS=${cpus};${berth_sanitizer_environment}")
  endforeach()
endfunction()

add_library(before_main_library SHARED pool_programs/before_main_library.cpp)
add_library(plugin MODULE pool_programs/plugin.cpp)
foreach(library IN ITEMS before_main_library plugin)
  target_link_libraries(${library} PRIVATE berth::berth berth_warnings)
endforeach()
berth_pool_program(before_main before_main_library)
berth_pool_program(at_exit)
berth_pool_program(opens_plugin ${CMAKE_DL_LIBS})

berth_pool_run("pool: calls before main stay on their thread and settle nothing" before_main)
foreach(use IN ITEMS unused used busy)
  berth_pool_run("pool: calls at exit complete, the pool ${use}" at_exit ${use})
endforeach()
berth_pool_run("pool: calls in a plugin's initialiser and destructor stay on their thread"
  opens_plugin $<TARGET_FILE:plugin>)
