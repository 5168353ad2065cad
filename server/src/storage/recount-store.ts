import { sql } from 'kysely';
import type { AppContext } from '../app-context.ts';
import { walkPages } from '../core/walk-pages.ts';
import { isIn, lockRows, type Trx } from '../db/dialect.ts';
import { BODY_BYTES, DRAFT_BYTES, FAILURE_BYTES, isCounted, VERSION_BYTES } from './size-store.ts';
import { changedBytes } from './store.ts';

/** One at a time: its meter is held while everything it stores is counted. */
const PAGE = 1;

const isReceived = sql`blobs.key like blobs.tenant_id || '/inb!_%' escape '!'`;

const sumOf = (table: string, bytes: ReturnType<typeof sql>, where = sql`1 = 1`) =>
  sql`(select cast(coalesce(sum(${bytes}), 0) as bigint) from ${sql.table(table)}
    where ${sql.ref(`${table}.tenant_id`)} = tenant_meters.tenant_id and ${where})`;

async function recountPage(trx: Trx, { after, limit }: { after: string; limit: number }): Promise<string[]> {
  const page = await trx
    .selectFrom('tenant_meters')
    .select('tenant_id')
    .where('tenant_id', '>', after)
    .orderBy('tenant_id')
    .limit(limit)
    .modifyEnd(lockRows(trx, 'wait', 'tenant_meters'))
    .execute();
  const ids = page.map(({ tenant_id }) => tenant_id);
  const size = sql`blobs.size`;
  const texts = [
    sumOf('message_bodies', BODY_BYTES, isCounted),
    sumOf('template_versions', VERSION_BYTES),
    sumOf('broadcasts', DRAFT_BYTES),
    sumOf('contact_import_failures', FAILURE_BYTES),
  ];
  const kept = sql.join([...texts, sumOf('blobs', size, sql`not (${isReceived})`)], sql` + `);
  // A separate statement after the locks: what it counts and the changes that it subtracts are from the same moment.
  await trx
    .updateTable('tenant_meters')
    .set({
      kept_bytes: sql`${kept} - ${changedBytes('kept')}`,
      received_bytes: sql`${sumOf('blobs', size, isReceived)} - ${changedBytes('received')}`,
    })
    .where((eb) => isIn(trx, eb.ref('tenant_id'), ids))
    .execute();
  return ids;
}

/**
 * Recounts what all tenants store, ignoring their previous figures; returns the number of tenants. For the operator, as it reads
 * everything.
 */
export async function recountStorage({ db }: Pick<AppContext, 'db'>): Promise<number> {
  let counted = 0;
  const recount = (asked: { after: string; limit: number }) => db.transact((trx) => recountPage(trx, asked));
  for await (const page of walkPages({ first: '', limit: PAGE }, recount)) counted += page.length;
  return counted;
}
