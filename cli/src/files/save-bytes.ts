import { createWriteStream, rmSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { BrokenOffError } from '../broken-off-error.ts';
import type { Terminal } from '../output/terminal.ts';
import { UsageError } from '../usage-error.ts';

type Bytes = AsyncIterable<Uint8Array>;

/** Yields the bytes of an answer. Where they break off, the error differs from any fault of the file. */
async function* bytesOf({ body }: Response): Bytes {
  try {
    yield* body ?? [];
  } catch (cause) {
    throw new BrokenOffError({ cause });
  }
}

/** Writes a file that is there only once it is whole. */
async function saveWhole(source: Bytes, path: string): Promise<void> {
  const part = `${path}.part`;
  const interrupt = () => {
    rmSync(part, { force: true });
    process.kill(process.pid, 'SIGINT');
  };
  process.once('SIGINT', interrupt);
  try {
    await pipeline(source, createWriteStream(part));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    process.off('SIGINT', interrupt);
  }
}

/** Returns whether a path may be replaced by another file; a pipe or /dev/null is written to instead. Throws for a folder. */
async function isReplaceable(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw new UsageError(`${path}: a folder`);
  return found === undefined || found.isFile();
}

/** Throws where nothing could be written to the path, so that the command ends before it does its work. */
export async function assertWritable(path: string | undefined): Promise<void> {
  if (path !== undefined) await isReplaceable(path);
}

/** Writes an answer's bytes to a file, which is there only once it is whole; to stdout where none is named. */
export async function saveBytes(response: Response, path: string | undefined, { stdout }: Pick<Terminal, 'stdout'>): Promise<void> {
  const source = bytesOf(response);
  if (path === undefined) return pipeline(source, stdout, { end: false });
  return (await isReplaceable(path)) ? saveWhole(source, path) : pipeline(source, createWriteStream(path));
}
