// The public interface in one include: load a model, make a world, step it, cast rays.
#pragma once

#include "corten/data.h"
#include "corten/error.h"
#include "corten/hooks.h"
#include "corten/load.h"
#include "corten/model.h"
#include "corten/query.h"
#include "corten/spec.h"
#include "corten/step.h"
#include "corten/thread_pool.h"
