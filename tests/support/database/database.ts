import { type Db, openDatabase } from '@posthorn/server';
import type { Engine } from '../engines.ts';
import { PATIENCE_MS } from '../wait.ts';
import { createLockWatch } from './lock-order.ts';

export interface OpenDatabase {
  readonly url: string;
  readonly db: Db;
  /** Closes and deletes it. */
  close(): Promise<void>;
}

/** A migrated database without a server process. */
export async function openMigrated(engine: Engine, options: Parameters<typeof openDatabase>[1] = {}): Promise<OpenDatabase> {
  const { url, drop } = await engine.create();
  const locks = createLockWatch();
  const db = await openDatabase(url, { around: locks.around, scanMs: PATIENCE_MS, ...options });
  return {
    url,
    db,
    close: async () => {
      await db.close();
      await drop();
      locks.check();
    },
  };
}
