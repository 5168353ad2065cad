import type { Terminal } from './terminal.ts';

const CELLS = 24;

/** A bar on stderr that grows; nothing where nobody watches. */
export function createProgress({ stderr }: Pick<Terminal, 'stderr'>) {
  const watched = stderr.isTTY === true;
  return {
    /** Shows how far it is; `total` is null while nobody knows. */
    show(done: number, total: number | null): void {
      if (!watched) return;
      const filled = total === null || total === 0 ? 0 : Math.min(CELLS, Math.floor((done / total) * CELLS));
      stderr.write(`\r[${'#'.repeat(filled)}${'-'.repeat(CELLS - filled)}] ${done}/${total ?? '?'}`);
    },
    /** Leaves the line to what comes next. */
    end(): void {
      if (watched) stderr.write('\r\u001b[K');
    },
  };
}
