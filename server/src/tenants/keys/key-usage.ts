import type { AppContext } from '../../app-context.ts';
import { updateLastUsed } from './store.ts';

const WRITE_EVERY_MS = 60_000;

/** When keys were last used, gathered in memory and written at most once a minute. */
export interface KeyUsage {
  note(keyId: string): void;
  /** Writes what was gathered; the last call before the database is closed. */
  flush(): Promise<void>;
}

export function createKeyUsage({ db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>): KeyUsage {
  let usedAt = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const gathered = usedAt;
    usedAt = new Map();
    if (gathered.size > 0) await db.transact((trx) => updateLastUsed(trx, gathered));
  }

  function flush(): Promise<void> {
    last = last.then(write).catch((error) => log.warn({ err: error }, 'could not note when keys were last used'));
    return last;
  }

  return {
    note(keyId) {
      usedAt.set(keyId, clock.now());
      timer ??= setTimeout(flush, WRITE_EVERY_MS).unref();
    },
    flush,
  };
}
