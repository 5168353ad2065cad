import type { FairShare } from '../concurrency/fair-share.ts';
import { errorCodeOf } from '../errors/error-code.ts';
import { Unavailable } from '../errors/unavailable.ts';
import type { TemporaryFile } from './temporary-file.ts';

/** Bytes of one thing coming in that stay in memory at most; the rest waits in a file. */
export const LARGE_BYTES = 256 * 1024;
/** Bytes of a piece of a file that is yielded piece by piece. */
const PIECE_BYTES = 1024 * 1024;

/** Disk for what comes in and is large, shared fairly by peers. */
export interface IncomingDisk {
  readonly disk: FairShare;
  /** Opens a temporary file. */
  openFile(): Promise<TemporaryFile>;
  /** Resolves when the next block may be written: what is large comes as fast as its peer likes, and is not to take all of this process's time. */
  awaitTurn(): Promise<void>;
}

/** Memory and disk for what comes in, each shared fairly by peers. */
export interface IncomingSpace extends IncomingDisk {
  readonly memory: FairShare;
}

/** Data that comes in from a peer: in memory while it is small, otherwise in a temporary file. */
export interface Incoming {
  /** Returns the bytes so far. */
  size(): number;
  /** Returns whether it is in a file. */
  isLarge(): boolean;
  /** Appends a copy of a chunk. Returns false where the shares of the peer have no room for it; throws Unavailable where the disk has none. */
  add(chunk: Uint8Array): Promise<boolean>;
  /** Called once all has come: what is large holds no memory afterwards. Returns false where the peer's share of the disk has no room for the rest. */
  end(): Promise<boolean>;
  /** Returns all bytes, as a new array. What was in a file is dropped. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** Calls `read` with the descriptor of the file, to be read from its start, returns its result and drops the data. Throws where the data is not large. */
  byFile<T>(read: (descriptor: number) => Promise<T>): Promise<T>;
  /** Yields the data: in pieces of at most 1 MiB from a file, otherwise as a whole. */
  pieces(): AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** Drops the data, and gives memory and disk back. */
  drop(): Promise<void>;
}

const NO_DISK = 'There is no room on disk for what is large; try again.';
const NO_FILES = 'The service has too many open files for what is large; try again.';
const FILE_LIMITS: readonly (string | undefined)[] = ['EMFILE', 'ENFILE'];

/** A disk that is full, and a limit of open files, are not the client's fault. */
const orUnavailable = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw new Unavailable(error, FILE_LIMITS.includes(errorCodeOf(error)) ? NO_FILES : NO_DISK);
  });

/** Creates a buffer for what a peer sends. Its shares count the bytes that have come, not those that were announced. */
export function createIncoming({ memory, disk, openFile, awaitTurn }: IncomingSpace, peer: string): Incoming {
  /** Chunks are put together in it: what comes byte by byte must not become as many objects. */
  let block: Uint8Array<ArrayBuffer> | undefined;
  /** Bytes in the block, and in the file. */
  let [held, filed] = [0, 0];
  let file: TemporaryFile | undefined;

  const inMemory = () => block?.subarray(0, held) ?? new Uint8Array();

  /** Writes the block, which is filled again from its start then. */
  async function moveToFile(): Promise<boolean> {
    await awaitTurn();
    if (!disk.take(peer, held)) return false;
    filed += held;
    file ??= await orUnavailable(openFile());
    await orUnavailable(file.append(inMemory()));
    memory.give(peer, held);
    held = 0;
    return true;
  }

  function append(bytes: Uint8Array): void {
    block ??= new Uint8Array(LARGE_BYTES);
    block.set(bytes, held);
    held += bytes.length;
  }

  async function drop(): Promise<void> {
    memory.give(peer, held);
    disk.give(peer, filed);
    const dropped = file;
    [held, filed, file, block] = [0, 0, undefined, undefined];
    // A failure of the disk does not matter now: nothing of the file is needed any more.
    await dropped?.close().catch(() => undefined);
  }

  async function* pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    if (file === undefined) yield inMemory();
    for (let at = 0; file !== undefined && at < filed; at += PIECE_BYTES) {
      yield await orUnavailable(file.read(at, Math.min(PIECE_BYTES, filed - at)));
    }
  }

  return {
    size: () => held + filed,
    isLarge: () => file !== undefined,
    async add(chunk) {
      for (let at = 0; at < chunk.length; ) {
        if (held === LARGE_BYTES && !(await moveToFile())) return false;
        const part = chunk.subarray(at, at + LARGE_BYTES - held);
        if (!memory.take(peer, part.length)) return false;
        append(part);
        at += part.length;
      }
      return true;
    },
    async end() {
      if (file === undefined) return true;
      const moved = await moveToFile();
      block = undefined;
      return moved;
    },
    async bytes() {
      if (file === undefined) return inMemory().slice();
      const whole = await orUnavailable(file.read(0, filed));
      await drop();
      return whole;
    },
    async byFile(read) {
      if (file === undefined) throw new Error('what is small is in memory');
      try {
        return await read(file.descriptor);
      } finally {
        await drop();
      }
    },
    pieces,
    drop,
  };
}
