import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Trx } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import { type JobName, jobSpecs } from './jobs.ts';
import { countJobs } from './pg-boss-patches.ts';
import type { NewJob, Queue } from './queue.ts';

const PAGE = 500;

interface OpenJob {
  readonly id: string;
  readonly queue: JobName;
  readonly payload: string;
  readonly priority: number;
  readonly group_key: string | null;
}

/** Returns the next jobs that wait, or that were claimed by a process that no longer exists; jobs that were given up are left out. */
async function listOpen(db: Kysely<Schema>, after: string): Promise<OpenJob[]> {
  const { rows } = await sql<OpenJob>`
    select id, queue, payload, priority, group_key from jobs where state <> 'failed' and id > ${after} order by id limit ${PAGE}`.execute(
    db,
  );
  return rows;
}

/** Safe because `enqueue` accepted the payload for this queue. */
const toJob = ({ queue, payload, priority, group_key: group }: OpenJob) =>
  ({ queue, payload: JSON.parse(payload), priority, ...(group === null ? {} : { group }) }) as NewJob;

/** Copies the jobs of a SQLite file into the queue of another database, in its transaction; returns how many. Their attempts start over. */
export async function moveJobs(source: Kysely<Schema>, trx: Trx, queue: Queue): Promise<number> {
  let moved = 0;
  for (let after = ''; ; ) {
    const page = await listOpen(source, after);
    const last = page.at(-1);
    if (last === undefined) break;
    // Nobody handles a queue that only an older release had.
    const known = page.filter(({ queue: name }) => Object.hasOwn(jobSpecs, name));
    await queue.enqueue(trx, known.map(toJob));
    moved += known.length;
    after = last.id;
  }
  const waiting = Object.values(await countJobs(trx)).reduce((sum, depth) => sum + depth.waiting, 0);
  if (waiting !== moved) throw new Error(`${moved} jobs were made, and ${waiting} are there`);
  return moved;
}
