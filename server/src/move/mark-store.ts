import type { Kysely } from 'kysely';
import type { Db } from '../db/db.ts';
import { listMigrations } from '../db/migrate.ts';
import { openTableReader } from '../db/moving/whole-tables.ts';
import type { Schema } from '../db/schema.ts';

/** The state of a move, in the file: `begun`, its rows may be in the other database; `left`, they are. */
export interface MoveMark {
  readonly id: string;
  readonly state: 'begun' | 'left';
  /** Where it goes, without user and password. */
  readonly place: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

const SINCE = '0038-moves';

const isOfFile = ({ state }: Pick<MoveMark, 'state'>) => state === 'begun' || state === 'left';

/** Returns the mark of a file, of whichever version, that somebody else may have open; undefined for one that was not moved. */
export function readMark(file: string): MoveMark | undefined {
  const reader = openTableReader(file);
  try {
    if (!reader.has('moves')) return undefined;
    // Safe because only the functions of this file write it.
    const marks = [...reader.pages('moves')].flat() as unknown as MoveMark[];
    return marks.find(isOfFile);
  } finally {
    reader.close();
  }
}

/** Returns the mark of a database, of whichever version; undefined for one that was not moved. */
export async function findMark(db: Kysely<Schema>): Promise<MoveMark | undefined> {
  if (!(await listMigrations(db)).done.includes(SINCE)) return undefined;
  const row = await db.selectFrom('moves').selectAll().where('state', 'in', ['begun', 'left']).executeTakeFirst();
  // Safe because only the functions of this file write it.
  return row && { ...row, state: row.state as MoveMark['state'] };
}

export async function insertMark(db: Db, mark: MoveMark): Promise<void> {
  await db.transact((trx) =>
    trx
      .insertInto('moves')
      .values({ ...mark })
      .execute(),
  );
}

/** Says that everything has arrived. */
export async function endMark(db: Db, { id }: MoveMark): Promise<void> {
  await db.transact((trx) => trx.updateTable('moves').set({ state: 'left' }).where('id', '=', id).execute());
}

export async function deleteMark(db: Db, { id }: MoveMark): Promise<void> {
  await db.transact((trx) => trx.deleteFrom('moves').where('id', '=', id).execute());
}

/** Whether a move has arrived here, which is committed with all that it brought. */
export async function hasArrived(db: Kysely<Schema>, { id }: MoveMark): Promise<boolean> {
  const row = await db.selectFrom('moves').select('id').where('id', '=', id).where('state', '=', 'arrived').executeTakeFirst();
  return row !== undefined;
}

export async function insertArrival(db: Kysely<Schema>, { id, place, at }: MoveMark): Promise<void> {
  await db.insertInto('moves').values({ id, state: 'arrived', place, at }).execute();
}
