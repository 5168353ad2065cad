import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Terminal } from '../output/terminal.ts';
import { UsageError } from '../usage-error.ts';

/** Returns the bytes of a file that the caller named. */
export async function readBytes(file: string): Promise<Buffer<ArrayBuffer>> {
  try {
    return await readFile(file);
  } catch (error) {
    // The system's own message does not name the folder.
    if (error instanceof Error && 'code' in error && error.code === 'EISDIR') throw new UsageError(`${file}: not a file`);
    throw error;
  }
}

/** Decodes UTF-8, without the byte order mark. Throws for other bytes: replaced characters would be sent to people. */
function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${file}: not UTF-8 text`);
  }
}

/** Returns the text of a file that the caller named. */
export const readText = async (file: string): Promise<string> => decode(await readBytes(file), file);

/** Returns the text of a file that the caller named, or of stdin where the name is `-`. */
export const readTextOrStdin = async (file: string, { stdin }: Pick<Terminal, 'stdin'>): Promise<string> =>
  file === '-' ? decode(await buffer(stdin), 'stdin') : readText(file);
