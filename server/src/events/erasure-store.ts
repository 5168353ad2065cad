import { type Kysely, sql } from 'kysely';
import { ERASED, eraseInValue, tracesOf } from '../core/text/erased.ts';
import { holdsEach, isIn, isMadeAfter, type Trx, valuesTable } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';

const parse = (json: string): unknown => JSON.parse(json);

/** Safe because only arrays of addresses are written there. */
const parseRecipients = (json: string) => JSON.parse(json) as string[];

/** Blanks an address in the events of messages. */
export async function eraseInEvents(trx: Trx, { messageIds, email }: { messageIds: readonly string[]; email: string }): Promise<void> {
  const events = await trx
    .selectFrom('events')
    .select(['id', 'recipients', 'data'])
    .where((eb) => isIn(trx, eb.ref('message_id').$notNull(), messageIds))
    .where((eb) => isMadeAfter(trx, eb.ref('id'), 'evt', messageIds))
    .execute();
  if (events.length === 0) return;
  const rows = events.map(({ id, recipients, data }) => ({
    id,
    recipients: JSON.stringify(parseRecipients(recipients).map((recipient) => (recipient === email ? ERASED : recipient))),
    data: JSON.stringify(eraseInValue(parse(data), email)),
  }));
  await trx
    .updateTable('events')
    .from(valuesTable(trx, { id: 'text', recipients: 'text', data: 'text' }, rows))
    .set({ recipients: sql`v.recipients`, data: sql`v.data` })
    .whereRef('events.id', '=', 'v.id')
    .execute();
}

/** The position of a walk over announcements. */
export interface AnnouncementPlace {
  readonly id: string;
  readonly tenantId: string;
}

/** The next announcements of a tenant, or of all tenants, and whether one quotes an address. The page counts announcements and not finds. */
export async function findAnnounced(
  db: Kysely<Schema>,
  { tenantId, email }: { tenantId: string | null; email: string },
  { after, limit }: { after: AnnouncementPlace; limit: number },
): Promise<(AnnouncementPlace & { quotes: boolean })[]> {
  const quotes = sql<number>`case when ${holdsEach(db, sql`lower(data)`, tracesOf(email))} then 1 else 0 end`;
  const query = db
    .selectFrom('events')
    .select(['id', 'tenant_id', quotes.as('quotes')])
    .where('message_id', 'is', null);
  const page =
    tenantId === null
      ? query.where(sql<boolean>`(tenant_id, id) > (${after.tenantId}, ${after.id})`)
      : query.where('tenant_id', '=', tenantId).where('id', '>', after.id);
  const rows = await page.orderBy('tenant_id').orderBy('id').limit(limit).execute();
  return rows.map((row) => ({ id: row.id, tenantId: row.tenant_id, quotes: row.quotes === 1 }));
}

export async function findAnnouncedData(trx: Trx, ids: readonly string[]): Promise<{ id: string; data: unknown }[]> {
  const rows = await trx
    .selectFrom('events')
    .select(['id', 'data'])
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .execute();
  return rows.map(({ id, data }) => ({ id, data: parse(data) }));
}

export async function updateAnnouncedData(trx: Trx, changes: readonly { id: string; data: unknown }[]): Promise<void> {
  const rows = changes.map(({ id, data }) => ({ id, data: JSON.stringify(data) }));
  await trx
    .updateTable('events')
    .from(valuesTable(trx, { id: 'text', data: 'text' }, rows))
    .set({ data: sql`v.data` })
    .whereRef('events.id', '=', 'v.id')
    .execute();
}
