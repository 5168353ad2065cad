import pTimeout from 'p-timeout';
import { type Config, readConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { createSystemRandom } from '../core/crypto/random.ts';
import { reasonOf } from '../core/errors/reason-of.ts';
import { createIdFactory } from '../core/ids.ts';
import { placeOf } from '../db/moving/place-of.ts';
import type { OpenOptions } from '../db/open-options.ts';
import { createLog } from '../log.ts';
import { createQueue } from '../queue/create-queue.ts';
import { formatCount } from './copy-tables.ts';
import { describeSettings } from './describe-settings.ts';
import { deleteMark, endMark, findMark, insertMark, type MoveMark } from './mark-store.ts';
import { type MoveCounts, type MoveTarget, moveRows, type RowMove } from './move-rows.ts';
import { type MoveSource, openSource, prepareSource } from './open-source.ts';
import { openTarget, prepareTarget } from './open-target.ts';
import { faultOf } from './refuse-moved.ts';
import { atTarget, SETTING, toFault } from './target-fault.ts';
import { lockAndFindArrival } from './target-store.ts';
import { createAnswerCount, PATIENCE, type Patience, whileAnswering } from './while-answering.ts';

export interface MoveOptions {
  /** Has where to: TARGET_DATABASE_URL. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Told what is being done, a line at a time. */
  say(line: string): void;
  /** Overrides of how both databases are opened, for tests. */
  readonly database?: Partial<OpenOptions>;
  /** How long the other database may say nothing, for tests. */
  readonly patience?: Patience;
}

const randomId = () => createSystemRandom().bytes(16).toString('hex');

/** Returns the mark of a file that may be moved there; undefined where it has none yet. Throws ConfigError where it is elsewhere, or may be. */
async function findOpenMark({ db }: MoveSource, place: string): Promise<MoveMark | undefined> {
  const mark = await findMark(db.read);
  if (mark === undefined || (mark.state === 'begun' && mark.place === place)) return mark;
  const { detail, mend } = faultOf(mark);
  throw new ConfigError(`DATABASE_URL: ${detail}; ${mark.state === 'left' ? mend : `name that one in ${SETTING}`}`);
}

async function begin({ db }: MoveSource, place: string): Promise<MoveMark> {
  const mark = { id: randomId(), state: 'begun', place, at: db.clock.now() } as const;
  await insertMark(db, mark);
  return mark;
}

/**
 * Returns whether everything arrived although the transaction failed: the reply to its commit may have been lost. If nobody can tell, the
 * mark stays.
 */
async function findArrivalAfterFailure({ source, target, mark }: RowMove, error: unknown): Promise<boolean> {
  const arrived = await target.db.transact((trx) => lockAndFindArrival(trx, mark)).catch(() => undefined);
  if (arrived === undefined)
    throw new ConfigError(
      `${SETTING}: it cannot be told whether everything arrived: ${reasonOf(error)}; once it answers, run posthorn move again`,
    );
  if (!arrived) await deleteMark(source.db, mark);
  return arrived;
}

async function moveOrFindArrival(move: RowMove): Promise<MoveCounts | undefined> {
  try {
    return await moveRows(move);
  } catch (error) {
    if (await findArrivalAfterFailure(move, error)) return undefined;
    throw toFault(error);
  }
}

function sayMoved({ say }: RowMove, moved: MoveCounts | undefined): void {
  if (moved === undefined) say('Everything had arrived already.');
  else
    say(
      `Moved ${formatCount(moved.rows)} rows and ${formatCount(moved.jobs)} waiting job${moved.jobs === 1 ? '' : 's'}; both databases have the same number of each.`,
    );
}

async function moveTo(
  target: MoveTarget,
  { source, config, say, place }: { source: MoveSource; place: string } & Pick<RowMove, 'config' | 'say'>,
) {
  const known = await findOpenMark(source, place);
  await atTarget(() => prepareTarget(target.db, target.queue, { config, mark: known }));
  try {
    const move: RowMove = { source, target, config, say, mark: known ?? (await begin(source, place)) };
    sayMoved(move, await moveOrFindArrival(move));
    await endMark(source.db, move.mark);
    for (const line of await describeSettings({ config, source, place })) say(line);
  } finally {
    await target.queue.stop();
  }
}

/** Returns where to, as it was given. */
export function targetOf({ TARGET_DATABASE_URL: url }: Config): string {
  if (url === undefined) throw new ConfigError(`${SETTING}: not set; it, or --to, says where to move`);
  return url;
}

/**
 * Moves everything of the SQLite file of DATABASE_URL into an empty PostgreSQL database. Broken off anywhere, it leaves that one empty and is
 * run again; once it has ended the file is refused by whatever would serve it. Throws ConfigError, or DatabaseInUse.
 */
export async function moveDatabase({ environment, say, database = {}, patience = PATIENCE }: MoveOptions): Promise<void> {
  const config = readConfig(environment);
  const url = targetOf(config);
  const random = createSystemRandom();
  const source = await openSource(config, database);
  try {
    await findOpenMark(source, placeOf(url));
    await prepareSource(source, config, random);
    const { around, answers } = createAnswerCount();
    const db = await openTarget(url, { ...database, around: (dialect) => around(database.around?.(dialect) ?? dialect) });
    try {
      // An error of the queue about a lost connection is reported once, as the result of the move.
      const parts = { db, newId: createIdFactory(random), log: createLog('silent'), config: { DATABASE_URL: url } };
      const target = { db, queue: createQueue(parts) };
      await whileAnswering({ db, answers, patience }, () => moveTo(target, { source, config, say, place: placeOf(url) }));
    } finally {
      // One that is silent does not end its connections either.
      await pTimeout(db.close(), { milliseconds: patience.everyMs, fallback: () => undefined });
    }
  } finally {
    await source.db.close();
  }
}
