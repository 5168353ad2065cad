import { systemClock } from './clock.ts';
import { MINUTE_MS } from './durations.ts';

/** Lets something be said again and again, and heard once a minute. */
export interface OnceAMinute {
  /** Says it, with how often it was not said since the last time; by machine time. */
  say(key: string, aloud: (unsaid: number) => void): void;
}

export function createOnceAMinute(monotonic: () => number = systemClock.monotonic): OnceAMinute {
  const last = new Map<string, { at: number; unsaid: number }>();
  return {
    say(key, aloud) {
      const said = last.get(key);
      const now = monotonic();
      if (said !== undefined && now < said.at + MINUTE_MS) {
        said.unsaid += 1;
        return;
      }
      last.set(key, { at: now, unsaid: 0 });
      aloud(said?.unsaid ?? 0);
    },
  };
}
