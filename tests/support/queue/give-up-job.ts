import { sql } from 'kysely';
import type { JobName, Payload } from '../../../server/src/queue/jobs.ts';
import type { TestServer } from '../server.ts';

interface GivenUp<N extends JobName> {
  readonly queue: N;
  readonly payload: Payload<N>;
  readonly error: string;
  /** How long ago, in milliseconds. */
  readonly ago?: number;
}

/** Adds a job to those that were given up, as the queue of the server's engine keeps it after the fifth start. */
export async function giveUpJob<N extends JobName>(
  { app: { config, db, newId } }: Pick<TestServer, 'app'>,
  { queue, payload, error, ago = 0 }: GivenUp<N>,
): Promise<void> {
  const at = Date.now() - ago;
  const data = JSON.stringify(payload);
  if (config.DATABASE_URL.startsWith('sqlite:'))
    await sql`
      insert into jobs (id, queue, priority, payload, state, attempt, retries_left, created_at, run_at, last_error)
      values (${newId('job', at)}, ${queue}, 0, ${data}, 'failed', 5, 0, ${at}, ${at}, ${error})`.execute(db.write);
  else
    await sql`
      insert into pgboss.job (name, data, state, retry_limit, retry_count, created_on, completed_on, output)
      values (${queue}, ${data}::jsonb, 'failed', 4, 4, to_timestamp(${at}::float8 / 1000), to_timestamp(${at}::float8 / 1000),
        ${JSON.stringify({ message: error })}::jsonb)`.execute(db.write);
}
