import type { FairShare } from '../concurrency/fair-share.ts';
import { Unavailable } from '../unavailable.ts';
import type { TemporaryFile } from './temporary-file.ts';

/** Of what comes in no more stays in memory; the rest waits in a file. */
export const LARGE_BYTES = 256 * 1024;
/** Of a file that is handed on piece by piece. */
const PIECE_BYTES = 1024 * 1024;

/** Where bytes are kept while they come in and wait. Peers have their shares of it. */
export interface IncomingSpace {
  readonly memory: FairShare;
  readonly disk: FairShare;
  /** Opens a file for what is large. */
  openFile(): Promise<TemporaryFile>;
}

/** Something that comes in, in memory while it is small, and otherwise in a file. */
export interface Incoming {
  size(): number;
  isLarge(): boolean;
  /** Keeps a copy of a chunk; returns whether the peer's share had room for it. Throws Unavailable where the disk has none. */
  add(chunk: Uint8Array): Promise<boolean>;
  /** Once all has come: what is large holds no memory afterwards. Returns whether there was room for the rest. */
  end(): Promise<boolean>;
  /** Returns all of it, in memory of its own. What was in a file is there no more. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** Has one that is large read by the descriptor of its file, from the start. It is there no more afterwards. */
  byFile<T>(read: (descriptor: number) => Promise<T>): Promise<T>;
  /** Hands it on piece by piece. */
  pieces(): AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** Lets go of it. */
  drop(): Promise<void>;
}

const NO_DISK = 'There is no room on disk for what is large; try again.';

/** A disk that is full is not the client's fault. */
const orUnavailable = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw new Unavailable(error, NO_DISK);
  });

/** Begins to keep what a peer sends. Its shares count what has come, and not what was announced. */
export function createIncoming({ memory, disk, openFile }: IncomingSpace, peer: string): Incoming {
  /** Chunks are put together in it: what comes byte by byte must not become as many objects. */
  let block: Uint8Array<ArrayBuffer> | undefined;
  /** Bytes in the block, and in the file. */
  let [held, filed] = [0, 0];
  let file: TemporaryFile | undefined;

  const inMemory = () => block?.subarray(0, held) ?? new Uint8Array();

  /** Writes the block, which is filled again from its start then. */
  async function moveToFile(): Promise<boolean> {
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
    // A disk that fails now, fails nobody: nothing of the file is wanted any more.
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
