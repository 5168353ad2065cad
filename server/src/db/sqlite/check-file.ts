import { createWorkerPool } from '../../core/workers/worker-pool.ts';

/** How long a check of a file may take. */
const CHECK_MS = 20_000;

/** The result: `damaged` with the engine's message; `unfinished` if it would have taken longer than 20 s, or the file cannot be read. */
export type FileCheck = { readonly state: 'ok' | 'unfinished' } | { readonly state: 'damaged'; readonly detail: string };

/** Checks a SQLite file for damage, in a process that is ended if it takes too long. A server may be using the file. */
export async function checkFile(file: string): Promise<FileCheck> {
  const pool = createWorkerPool<string, string>({
    name: 'check',
    file: new URL('./check-worker.ts', import.meta.url),
    kind: 'process',
    workers: 1,
    mostPerOwner: 1,
    limitMs: CHECK_MS,
    mostMs: CHECK_MS,
  });
  try {
    const { answers } = await pool.run(file, { owner: file });
    const [said] = answers;
    if (said === undefined) return { state: 'unfinished' };
    return said === 'ok' ? { state: 'ok' } : { state: 'damaged', detail: said };
  } finally {
    await pool.stop();
  }
}
