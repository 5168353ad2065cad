import { z } from 'zod';
import { limits } from './limits.ts';

/** Seconds of the years 2001 to 5138, which as milliseconds are all before 1973. */
const isSeconds = (at: number) => at >= 1e9 && at < 1e11;

/** Why a time is refused that is in seconds; undefined for one that is not. */
export const findSecondsFault = (at: number): string | undefined =>
  isSeconds(at) ? `These are seconds; in milliseconds since 1970-01-01T00:00:00Z it is ${at * 1000}.` : undefined;

/** A time that a caller gives, in milliseconds up to `latest`: whatever is asked of one in seconds would be nothing, without a word. */
export const givenTime = (latest: number = limits.latestTime) =>
  z
    .int({ error: 'Takes milliseconds since 1970-01-01T00:00:00Z, such as 1767225600000.' })
    .min(0)
    .max(latest)
    .refine((at) => !isSeconds(at), { error: ({ input }) => findSecondsFault(Number(input)) });
