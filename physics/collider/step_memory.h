// step/memory.h for the host.
#pragma once

#include "physics/collider/step/memory.h"
