#include "tests/runner.h"

int main(int count, char** arguments) { return diagc::run_tests(count, arguments); }
