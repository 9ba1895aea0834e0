// The test cases of a program.
#pragma once

/// Runs those that the arguments select; returns the exit status, which is not 0 if none was run.
int run_tests(int argc, char** argv);
