// step/generator_memory.h for the host.
#pragma once

#include "physics/collider/step_memory.h"

#include "physics/collider/generator/step/generator_memory.h"

#include "physics/collider/generator/step/device_memory.h"
