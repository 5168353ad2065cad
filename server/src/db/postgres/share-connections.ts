import type pg from 'pg';
import { SECOND_MS } from '../../core/durations.ts';
import { codeOf } from '../statement-text.ts';

const TOO_MANY_CONNECTIONS = '53300';

/** What we use of a pool. */
export type ConnectionPool = Pick<pg.Pool, 'connect' | 'end'>;

/**
 * Returns a pool whose callers wait for a connection that it has while the server gives no more of them, instead of failing although one
 * is soon free. It asks for more again after a second. Rejects as before while it has none, and once its connection time-out is over.
 */
export function shareConnections(pool: pg.Pool): ConnectionPool {
  const most = pool.options.max;
  /** Those that the pool is still opening are not among them, though it counts them. */
  const open = new Set<pg.PoolClient>();
  let narrowed = false;
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));

  function keepToThoseThere(): void {
    pool.options.max = open.size;
    if (narrowed) return;
    narrowed = true;
    setTimeout(() => {
      narrowed = false;
      pool.options.max = most;
    }, SECOND_MS).unref();
  }

  async function connect(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await pool.connect();
      } catch (error) {
        if (codeOf(error) !== TOO_MANY_CONNECTIONS || open.size === 0) throw error;
        keepToThoseThere();
      }
    }
  }
  // Safe because nobody passes it a callback.
  return { connect: connect as pg.Pool['connect'], end: () => pool.end() };
}
