import { PosthornConnectionError, PosthornError } from '@posthorn/sdk';
import type { Printer } from '../output/printer.ts';

const isPassing = (error: unknown): error is Error =>
  error instanceof PosthornConnectionError || (error instanceof PosthornError && (error.status >= 500 || error.status === 429));

/** Asks, and where the service cannot be reached prints that and returns undefined, for a caller that asks again. */
export async function retryUntilReachable<T>(print: Printer, ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!isPassing(error)) throw error;
    print.note(`${error.message}; trying again`);
    return undefined;
  }
}
