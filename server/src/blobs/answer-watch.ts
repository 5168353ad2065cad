import { Unavailable } from '../core/errors/unavailable.ts';

/**
 * Makes a request within a limit in milliseconds. `signal` aborts a request that has waited longer; anything thrown counts as an outage.
 */
export interface AnswerWatch {
  <T>(limitMs: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Returns whether the last request had no answer in time. */
  isUnresponsive(): boolean;
}

const isNoConnection = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause && error.cause.code === 'UND_ERR_CONNECT_TIMEOUT';

/**
 * Watches whether a server answers. If a request has waited to its limit, only one request at a time is made until there is an answer, and
 * all others fail at once: each would wait as long, and delay unrelated work.
 */
export function createAnswerWatch(): AnswerWatch {
  let [isUnresponsive, isTried] = [false, false];

  const watch = async <T>(limitMs: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const isTry = isUnresponsive;
    if (isTry && isTried) throw new Unavailable(new Error('there was no answer to others, and one is waited for already'));
    isTried ||= isTry;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new Error(`no answer in ${limitMs} ms`)), limitMs);
    try {
      const answer = await ask(limit.signal);
      isUnresponsive = false;
      return answer;
    } catch (error) {
      isUnresponsive ||= limit.signal.aborted || isNoConnection(error);
      throw new Unavailable(error);
    } finally {
      clearTimeout(timer);
      if (isTry) isTried = false;
    }
  };
  return Object.assign(watch, { isUnresponsive: () => isUnresponsive });
}
