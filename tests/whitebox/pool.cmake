# The pool's parts, one by one.
find_package(rapidcheck REQUIRED)
foreach(part IN ITEMS region board admission sites)
  berth_test(pool_${part} SOURCES pool_${part}.cpp LABELS whitebox LIBS berth_whitebox rapidcheck)
endforeach()
