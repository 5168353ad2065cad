import { chownSync } from 'node:fs';
import { NOBODY } from './database/postgres.ts';

/** Runs something as another user than root, to whom it matters what a file says of rights; the folder is that user's. */
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
