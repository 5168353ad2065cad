import { adminContract } from '@posthorn/contract';
import type { Config } from '../config/config.ts';
import { localUrlOf } from '../core/base-url.ts';
import { createSystemRandom } from '../core/crypto/random.ts';
import { createIdFactory } from '../core/ids.ts';
import { listMigrations } from '../db/migrate.ts';
import { DatabaseInUse, openDatabase } from '../db/open.ts';
import { createLog } from '../log.ts';
import { findMoveFault } from '../move/refuse-moved.ts';
import { createQueue } from '../queue/create-queue.ts';
import { findTroubles, type Trouble } from '../watch/find-troubles.ts';
import { readBacklog } from '../watch/read-backlog.ts';
import { type Finding, found } from './finding.ts';
import { isAbsent } from './look-at-database.ts';

const WORK = 'work';
const TIMEOUT_MS = 10_000;

const answer = adminContract.stats.get.responses[200].pick({ findings: true });

/** Where a server on this machine would answer. */
const localUrl = ({ HOST, PORT }: Config) => localUrlOf({ HOST, PORT });

/** The answer of a running server; undefined if there is none. */
async function askServer(url: string, token: string): Promise<Trouble[] | undefined> {
  try {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(new URL('/admin/stats', url), { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answer.safeParse(await response.json()).data?.findings;
  } catch {
    return undefined;
  }
}

/** The answer of the database; undefined if it does not exist, is not up to date, or was moved. */
async function askDatabase(config: Config): Promise<Trouble[] | undefined> {
  if (isAbsent(config.DATABASE_URL)) return undefined;
  const db = await openDatabase(config.DATABASE_URL, { alone: false });
  try {
    if ((await listMigrations(db.write)).pending.length > 0) return undefined;
    if ((await findMoveFault(db.read, config.DATABASE_URL)) !== undefined) return undefined;
    const newId = createIdFactory(createSystemRandom());
    const queue = createQueue({ config, db, newId, log: createLog('silent') });
    return findTroubles(await readBacklog({ app: { db, clock: db.clock, config }, queue }), null);
  } finally {
    await db.close();
  }
}

const toFindings = (troubles: readonly Trouble[]): Finding[] =>
  troubles.length === 0
    ? [found.ok(WORK, 'nothing stands still')]
    : troubles.map(({ subject, detail, mend }) => found.warning(subject, detail, mend));

/**
 * Returns what stands still, according to a running server, or else the database. `url`: the server to ask, if it is not on this machine.
 */
export async function lookAtWork(config: Config, url: string | undefined): Promise<Finding[]> {
  const { OPERATOR_TOKEN: token } = config;
  const health = token === undefined ? undefined : await askServer(url || localUrl(config), token);
  if (health !== undefined) return toFindings(health);
  try {
    const read = await askDatabase(config);
    return read === undefined ? [] : toFindings(read);
  } catch (error) {
    if (!(error instanceof DatabaseInUse)) return [];
    const mend = 'set POSTHORN_URL and OPERATOR_TOKEN to those of the running server';
    return [found.warning(WORK, 'a running server has the database, and cannot be asked what waits', mend)];
  }
}
