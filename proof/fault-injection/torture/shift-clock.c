/* Shifts the clock of one process by SHIFT_CLOCK_SECONDS: cc -shared -fPIC, then LD_PRELOAD.
   It replaces libfaketime where that is not installed. Monotonic time stays, so that timers and timeouts work as usual. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long shift(void) {
  static long seconds;
  static int parsed;
  if (!parsed) {
    const char *text = getenv("SHIFT_CLOCK_SECONDS");
    seconds = text ? atol(text) : 0;
    parsed = 1;
  }
  return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *at) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, at);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) at->tv_sec += shift();
  return result;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  static int (*real)(struct timeval *, void *);
  if (!real) real = (int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday");
  int result = real(at, zone);
  if (result == 0 && at) at->tv_sec += shift();
  return result;
}

time_t time(time_t *at) {
  static time_t (*real)(time_t *);
  if (!real) real = (time_t (*)(time_t *))dlsym(RTLD_NEXT, "time");
  time_t now = real(NULL) + shift();
  if (at) *at = now;
  return now;
}
