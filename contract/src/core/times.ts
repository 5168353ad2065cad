import { z } from 'zod';
import { limits } from './limits.ts';

/** Seconds of the years 2001 to 5138, which as milliseconds are all before 1973. */
const isSeconds = (at: number) => at >= 1e9 && at < 1e11;

/** Returns why a time given in seconds is refused; undefined for one in milliseconds. */
export const findSecondsFault = (at: number): string | undefined =>
  isSeconds(at) ? `These are seconds; in milliseconds since 1970-01-01T00:00:00Z it is ${at * 1000}.` : undefined;

/** A time given by a caller, in milliseconds up to `latest`: a time in seconds is refused, since it would silently match nothing. */
export const givenTime = (latest: number = limits.latestTime) =>
  z
    .int({ error: 'Takes milliseconds since 1970-01-01T00:00:00Z, such as 1767225600000.' })
    .min(0)
    .max(latest)
    .refine((at) => !isSeconds(at), { error: ({ input }) => findSecondsFault(Number(input)) });
