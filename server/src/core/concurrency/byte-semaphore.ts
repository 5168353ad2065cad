import { Semaphore } from 'async-mutex';

/** The semaphore walks its free places at each release: with a place for each byte that would take half a second. */
const MOST_PLACES = 256;

/** Bounds the total size of concurrent work. */
export interface ByteSemaphore {
  /** Runs the work once its bytes fit, in the order of the calls, and returns its result. Work that is larger than the bound runs alone. */
  run<T>(bytes: number, work: () => Promise<T>): Promise<T>;
}

/** Creates a semaphore of so many bytes. */
export function createByteSemaphore(mostBytes: number): ByteSemaphore {
  const bytesAPlace = Math.ceil(mostBytes / MOST_PLACES);
  const places = Math.floor(mostBytes / bytesAPlace);
  const semaphore = new Semaphore(places);
  const placesOf = (bytes: number) => Math.min(Math.max(Math.ceil(bytes / bytesAPlace), 1), places);
  return {
    run: (bytes, work) => semaphore.runExclusive(work, placesOf(bytes)),
  };
}
