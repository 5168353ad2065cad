import { type Kysely, sql } from 'kysely';
import { isIn } from '../db/dialect.ts';
import type { Schema, TableName } from '../db/schema.ts';
import { type JobName, jobNames } from '../queue/jobs.ts';
import type { FailedJob } from '../queue/queue.ts';

/** A tenant as an operator knows it. */
export interface Owner {
  readonly id: string;
  readonly name: string;
}

/** Which table says whose the objects of a queue are. */
const OWNERS = {
  deliver: 'messages',
  deliver_flood: 'messages',
  deliver_bulk: 'messages',
  fanout: 'broadcasts',
  automation: 'automations',
  import: 'contact_imports',
  webhook: 'webhook_deliveries',
} as const satisfies Readonly<Record<JobName, TableName>>;

async function findIn(db: Kysely<Schema>, table: TableName, ids: readonly string[]): Promise<(readonly [id: string, Owner])[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Owner & { readonly object: string }>`
    select o.id as object, t.id, t.name from ${sql.table(table)} o join tenants t on t.id = o.tenant_id
    where ${isIn(db, sql.ref<string>('o.id'), ids)}`.execute(db);
  return rows.map(({ object, id, name }) => [object, { id, name }] as const);
}

/** Returns the tenants of the objects of jobs, by the ids of the objects. */
export async function findOwners(
  db: Kysely<Schema>,
  jobs: readonly (Pick<FailedJob, 'queue'> & { readonly objects: readonly string[] })[],
): Promise<ReadonlyMap<string, Owner>> {
  const found = new Map<string, Owner>();
  for (const table of new Set(jobNames.map((name) => OWNERS[name]))) {
    const ids = jobs.filter(({ queue }) => OWNERS[queue] === table).flatMap(({ objects }) => objects);
    for (const [object, owner] of await findIn(db, table, ids)) found.set(object, owner);
  }
  return found;
}
