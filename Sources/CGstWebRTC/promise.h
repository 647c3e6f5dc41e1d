// What webrtcbin promises to tell, waited for with a limit.
#pragma once
#include "gstreamer.h"

typedef struct waiter waiter;

// A promise, held by whoever gets it and by the waiter.
void *promise_new(waiter **waiter);
// Waits for the reply; false when there was none in time, or it is an error. The promise and the waiter are let go. `reply` may be NULL.
bool promise_end(void *promise, waiter *waiter, int milliseconds, void **reply);
