import { row } from './definition';
import { integer } from './kinds';

/** Limits of what runs at the same time for one principal, human or platform credential. */
export const principalLimitRows = {
  concurrentRequests: row(
    'ATS_CONCURRENT_REQUESTS',
    integer(1, 1000),
    4,
    'Reads that run at the same time, and separately writes, of one principal, human or platform credential. Further ones wait.',
  ),
  largeAnswers: row(
    'ATS_LARGE_ANSWERS',
    integer(1, 1000),
    2,
    'Answers above 1 MiB that are prepared at the same time for one principal, human or platform credential. Further ones wait.',
  ),
  maxLargeAnswers: row(
    'ATS_MAX_LARGE_ANSWERS',
    integer(1, 1000),
    3,
    'Answers above 1 MiB that this process prepares at the same time for all callers. Further ones wait.',
  ),
} as const;
