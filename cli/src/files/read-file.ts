import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Terminal } from '../output/terminal.ts';
import { UsageError } from '../usage-error.ts';

/** Returns the bytes of a file that the caller named. */
export async function readBytes(file: string): Promise<Buffer<ArrayBuffer>> {
  try {
    return await readFile(file);
  } catch (error) {
    // What the system says of a folder does not name it.
    if (error instanceof Error && 'code' in error && error.code === 'EISDIR') throw new UsageError(`${file}: not a file`);
    throw error;
  }
}

/** Replaced characters would go out to people; the mark that editors put before a text is none of it. */
function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${file}: not UTF-8 text`);
  }
}

/** Returns the text of a file that the caller named. */
export const readText = async (file: string): Promise<string> => decode(await readBytes(file), file);

/** The same, where - is stdin. */
export const readTextOrStdin = async (file: string, { stdin }: Pick<Terminal, 'stdin'>): Promise<string> =>
  file === '-' ? decode(await buffer(stdin), 'stdin') : readText(file);
