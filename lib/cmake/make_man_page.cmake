# Fills @VARIABLES@ in FRAME with what `COMMAND variables --man` prints, and writes OUTPUT.
cmake_policy(VERSION 3.22)
execute_process(COMMAND ${COMMAND} variables --man OUTPUT_VARIABLE VARIABLES RESULT_VARIABLE code)
if(code)
  message(FATAL_ERROR "${COMMAND} variables --man ended with ${code}")
endif()
string(STRIP "${VARIABLES}" VARIABLES)
configure_file(${FRAME} ${OUTPUT} @ONLY)
