import pg from 'pg';
import { runOnPostgres, type TestPostgres } from '../../support/database/postgres.ts';

const LINES = 25;
const SHOWN = 110;

/** Has a PostgreSQL count its statements; it starts anew for that. */
export async function countStatements(postgres: TestPostgres): Promise<void> {
  await runOnPostgres(postgres.url, "alter system set shared_preload_libraries = 'pg_stat_statements'");
  await postgres.halt('fast');
  await postgres.resume();
  await runOnPostgres(postgres.url, 'create extension pg_stat_statements');
  await runOnPostgres(postgres.url, 'alter database postgres set pg_stat_statements.track_planning = on');
}

export const forgetStatements = (url: string): Promise<void> => runOnPostgres(url, 'select pg_stat_statements_reset()');

/** Prints which statements took the database's time, and how many of each a mail takes. */
export async function printStatements(url: string, mails: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`
    select calls, total_plan_time as planning, total_exec_time as running, query
    from pg_stat_statements order by total_plan_time + total_exec_time desc limit ${LINES}`);
  await client.end();
  console.log('\nStatements of PostgreSQL: of a mail, how many, and µs of planning and of running (waiting included)');
  for (const { calls, planning, running, query } of rows) {
    const each = (value: number, digits: number) => (value / mails).toFixed(digits).padStart(8);
    console.log(
      `${each(calls, 3)} ${each(planning * 1000, 1)} ${each(running * 1000, 1)}  ${query.replaceAll(/\s+/g, ' ').slice(0, SHOWN)}`,
    );
  }
}
