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
