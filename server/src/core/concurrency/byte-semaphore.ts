import { Semaphore } from 'async-mutex';

/** The semaphore walks its free places at each release: with a place for each byte that would take half a second. */
const MOST_PLACES = 256;

/** Bounds the bytes that works take up at once. */
export interface ByteSemaphore {
  /** Runs the work as soon as its bytes fit; what is larger than the bound goes alone. In the order of the calls. */
  run<T>(bytes: number, work: () => Promise<T>): Promise<T>;
}

export function createByteSemaphore(mostBytes: number): ByteSemaphore {
  const bytesAPlace = Math.ceil(mostBytes / MOST_PLACES);
  const places = Math.floor(mostBytes / bytesAPlace);
  const semaphore = new Semaphore(places);
  const placesOf = (bytes: number) => Math.min(Math.max(Math.ceil(bytes / bytesAPlace), 1), places);
  return {
    run: (bytes, work) => semaphore.runExclusive(work, placesOf(bytes)),
  };
}
