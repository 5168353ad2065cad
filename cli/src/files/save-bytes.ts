import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Terminal } from '../output/terminal.ts';

/** Writes an answer's bytes to a file, which is there only once it is whole; to stdout where none is named. */
export async function saveBytes({ body }: Response, path: string | undefined, { stdout }: Pick<Terminal, 'stdout'>): Promise<void> {
  const source = body === null ? Readable.from([]) : Readable.fromWeb(body);
  if (path === undefined) return pipeline(source, stdout, { end: false });
  const part = `${path}.part`;
  try {
    await pipeline(source, createWriteStream(part));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
