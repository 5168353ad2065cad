import { chownSync } from 'node:fs';
import { NOBODY } from './database/postgres.ts';

/** Runs something as a user other than root, to whom file permissions apply; the folder belongs to that user. */
export async function asNobody<T>(folder: string, run: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return run();
  chownSync(folder, NOBODY, NOBODY);
  process.seteuid?.(NOBODY);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}
