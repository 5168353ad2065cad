import { readConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Db } from '../db/db.ts';
import { listTables } from '../db/dialect.ts';
import { placeOf } from '../db/moving/place-of.ts';
import { deleteMark, findMark, type MoveMark } from './mark-store.ts';
import { type MoveOptions, targetOf } from './move-database.ts';
import { openSource, readSourceMark } from './open-source.ts';
import { openTarget } from './open-target.ts';
import { faultOf } from './refuse-moved.ts';
import { atTarget, SETTING } from './target-fault.ts';
import { lockAndFindArrival } from './target-store.ts';

/** Throws ConfigError for a file that has no move to give up, or whose move went elsewhere. */
function checkMark(mark: MoveMark | undefined, place: string): asserts mark is MoveMark {
  if (mark === undefined) throw new ConfigError('DATABASE_URL: no move of it was broken off; it may be served');
  const { detail, mend } = faultOf(mark);
  if (mark.state === 'left') throw new ConfigError(`DATABASE_URL: ${detail}; ${mend}`);
  if (mark.place !== place) throw new ConfigError(`${SETTING}: the move was begun to ${mark.place}; name that one`);
}

async function checkNotArrived(target: Db, mark: MoveMark): Promise<void> {
  if (!(await listTables(target.read)).includes('moves')) return;
  if (await target.transact((trx) => lockAndFindArrival(trx, mark)))
    throw new ConfigError(`${SETTING}: everything has arrived there; run posthorn move again, which ends the move`);
}

/** Gives up a move that was broken off, so that the file may be served again. Throws ConfigError where everything has arrived. */
export async function abandonMove({ environment, say, database = {} }: MoveOptions): Promise<void> {
  const config = readConfig(environment);
  const url = targetOf(config);
  // Before the lock: of a file that is served there is nothing to give up, and the server need not be stopped to hear so.
  checkMark(readSourceMark(config), placeOf(url));
  const source = await openSource(config, database);
  try {
    const mark = await findMark(source.db.read);
    checkMark(mark, placeOf(url));
    const target = await openTarget(url, database);
    await atTarget(() => checkNotArrived(target, mark)).finally(target.close);
    await deleteMark(source.db, mark);
    say('The move is given up; the file may be served.');
  } finally {
    await source.db.close();
  }
}
