#include "cglslang.h"
