import type { Kysely } from 'kysely';
import { Unavailable } from '../core/errors/unavailable.ts';
import { isConflict, type Trx } from './dialect.ts';
import type { Schema } from './schema.ts';

const TRIES = 4;

/** Runs work in one transaction and returns its result. Where it lost against another one it is run again; throws Unavailable after four tries. `before`: awaited first. */
export async function transact<T>(db: Kysely<Schema>, work: (trx: Trx) => Promise<T>, before?: () => Promise<void>): Promise<T> {
  await before?.();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === TRIES) throw new Unavailable(error);
    }
  }
}
