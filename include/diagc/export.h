// What the shared library libdiagc shows to the outside.
#pragma once

#define DIAGC_API __attribute__((visibility("default")))
