import { sql } from 'kysely';
import { ERASED, eraseInValue } from '../core/erased.ts';
import type { Dialect, Trx } from '../db/dialect.ts';

const parse = (json: string): unknown => JSON.parse(json);

/** Safe because only arrays of addresses are written there. */
const parseRecipients = (json: string) => JSON.parse(json) as string[];

/** Blanks an address in the events of messages. */
export async function eraseInEvents(
  trx: Trx,
  dialect: Dialect,
  { messageIds, email }: { messageIds: readonly string[]; email: string },
): Promise<void> {
  const events = await trx
    .selectFrom('events')
    .select(['id', 'recipients', 'data'])
    .where((eb) => dialect.isIn(eb.ref('message_id').$notNull(), messageIds))
    .execute();
  if (events.length === 0) return;
  const rows = events.map(({ id, recipients, data }) => ({
    id,
    recipients: JSON.stringify(parseRecipients(recipients).map((recipient) => (recipient === email ? ERASED : recipient))),
    data: JSON.stringify(eraseInValue(parse(data), email)),
  }));
  await trx
    .updateTable('events')
    .from(dialect.values({ id: 'text', recipients: 'text', data: 'text' }, rows))
    .set({ recipients: sql`v.recipients`, data: sql`v.data` })
    .whereRef('events.id', '=', 'v.id')
    .execute();
}

/** Writes what announcements tell from now on. */
export async function updateAnnouncements(
  trx: Trx,
  dialect: Dialect,
  announcements: readonly { id: string; data: Readonly<Record<string, unknown>> }[],
): Promise<void> {
  const rows = announcements.map(({ id, data }) => ({ id, data: JSON.stringify(data) }));
  await trx
    .updateTable('events')
    .from(dialect.values({ id: 'text', data: 'text' }, rows))
    .set({ data: sql`v.data` })
    .whereRef('events.id', '=', 'v.id')
    .execute();
}
