// Vectors, quaternions and matrices; they are public.
#pragma once

#include "corten/math.h"
