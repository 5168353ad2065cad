import type { Terminal } from './terminal.ts';

const CELLS = 24;

/** Creates a bar on stderr that grows; nothing where stderr is no terminal. */
export function createProgress({ stderr }: Pick<Terminal, 'stderr'>) {
  const watched = stderr.isTTY === true;
  return {
    /** Shows how far the work is; `total` is null while it is unknown. */
    show(done: number, total: number | null): void {
      if (!watched) return;
      const filled = total === null || total === 0 ? 0 : Math.min(CELLS, Math.floor((done / total) * CELLS));
      stderr.write(`\r[${'#'.repeat(filled)}${'-'.repeat(CELLS - filled)}] ${done}/${total ?? '?'}`);
    },
    /** Removes the bar, so that its line is free for what comes next. */
    end(): void {
      if (watched) stderr.write('\r\u001b[K');
    },
  };
}
