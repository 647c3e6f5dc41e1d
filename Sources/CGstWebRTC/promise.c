#include "promise.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

// A promise may be kept long after nobody waits any more: it holds the waiter too.
struct waiter {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int holders;
  bool is_done, is_good;
  void *reply;
};

static void let_go(void *context) {
  waiter *waiter = context;
  pthread_mutex_lock(&waiter->mutex);
  bool is_last = --waiter->holders == 0;
  pthread_mutex_unlock(&waiter->mutex);
  if (!is_last) return;
  if (waiter->reply) gst_structure_free(waiter->reply);
  pthread_cond_destroy(&waiter->changed);
  pthread_mutex_destroy(&waiter->mutex);
  free(waiter);
}

static void settle(void *promise, void *context) {
  waiter *waiter = context;
  bool is_good = gst_promise_wait(promise) == promise_replied;
  const void *reply = is_good ? gst_promise_get_reply(promise) : 0;
  pthread_mutex_lock(&waiter->mutex);
  waiter->is_done = true;
  waiter->is_good = is_good && !(reply && gst_structure_has_field(reply, "error"));
  if (reply) waiter->reply = gst_structure_copy(reply);
  pthread_cond_broadcast(&waiter->changed);
  pthread_mutex_unlock(&waiter->mutex);
}

void *promise_new(waiter **result) {
  waiter *waiter = calloc(1, sizeof *waiter);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_mutex_init(&waiter->mutex, 0);
  pthread_cond_init(&waiter->changed, &attributes);
  pthread_condattr_destroy(&attributes);
  waiter->holders = 2;
  *result = waiter;
  return gst_promise_new_with_change_func(settle, waiter, let_go);
}

bool promise_end(void *promise, waiter *waiter, int milliseconds, void **reply) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_sec += milliseconds / 1000;
  end.tv_nsec += milliseconds % 1000 * 1000000L;
  if (end.tv_nsec >= 1000000000L) {
    end.tv_nsec -= 1000000000L;
    end.tv_sec++;
  }
  pthread_mutex_lock(&waiter->mutex);
  while (!waiter->is_done && !pthread_cond_timedwait(&waiter->changed, &waiter->mutex, &end)) {}
  bool is_good = waiter->is_done && waiter->is_good;
  if (is_good && reply) {
    *reply = waiter->reply;
    waiter->reply = 0;
  }
  pthread_mutex_unlock(&waiter->mutex);
  gst_mini_object_unref(promise);
  let_go(waiter);
  return is_good;
}
