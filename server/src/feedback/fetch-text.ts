import { Unavailable } from '../core/errors/unavailable.ts';

/** Fetches a small text over HTTP. Rejects with Unavailable on whatever is not a plain 200. */
export type FetchText = (url: string) => Promise<string>;

const LONGEST_MS = 5000;
const MOST_LENGTH = 64 * 1024;

export const fetchText: FetchText = async (url) => {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(LONGEST_MS) });
    const text = await response.text();
    if (response.status !== 200 || text.length > MOST_LENGTH)
      throw new Error(`${url} answered ${response.status}, ${text.length} characters`);
    return text;
  } catch (error) {
    throw new Unavailable(error);
  }
};
