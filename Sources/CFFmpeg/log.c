#include "cffmpeg.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local char last_error[1024];
static atomic_int log_level = AV_LOG_QUIET;

// What must not be read anywhere: parts of addresses. They are never taken out again.
struct secret {
  struct secret *next;
  size_t length;
  char text[];
};
static _Atomic(struct secret *) secrets;

void cff_hide(const char *text) {
  size_t length = strlen(text);
  if (!length) return;
  for (struct secret *known = secrets; known; known = known->next)
    if (!strcmp(known->text, text)) return;
  struct secret *secret = malloc(sizeof *secret + length + 1);
  if (!secret) return;
  secret->length = length;
  memcpy(secret->text, text, length + 1);
  secret->next = secrets;
  while (!atomic_compare_exchange_weak(&secrets, &secret->next, secret)) {
  }
}

void cff_redact(char *line) {
  for (struct secret *secret = secrets; secret; secret = secret->next)
    for (char *found = line; (found = strstr(found, secret->text)); found += secret->length)
      memset(found, '*', secret->length);
}

static void log_line(void *source, int level, const char *format, va_list arguments) {
  if (level >= 0) level &= 0xff;
  if (level <= AV_LOG_ERROR) {
    va_list copy;
    va_copy(copy, arguments);
    char line[sizeof last_error];
    vsnprintf(line, sizeof line, format, copy);
    va_end(copy);
    line[strcspn(line, "\r\n")] = 0;
    cff_redact(line);
    if (line[0]) memcpy(last_error, line, sizeof line);
  }
  if (level > log_level) return;
  if (!secrets) {
    av_log_default_callback(source, level, format, arguments);
    return;
  }
  static _Thread_local int begins_line = 1;
  char line[1024];
  av_log_format_line(source, level, format, arguments, line, sizeof line, &begins_line);
  cff_redact(line);
  fputs(line, stderr);
}

void cff_set_log_level(int32_t level) {
  log_level = level;
  av_log_set_level(level);
  av_log_set_callback(log_line);
}

int32_t cff_log_level(void) { return log_level; }

const char *cff_last_log_error(void) { return last_error; }

void cff_clear_log_error(void) { last_error[0] = 0; }
