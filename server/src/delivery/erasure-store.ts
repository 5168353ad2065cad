import { sql } from 'kysely';
import { eraseInText } from '../core/text/erased.ts';
import { isIn, isMadeAfter, type Trx, valuesTable } from '../db/dialect.ts';

/** Blanks an address in what servers have replied to attempts to deliver messages. */
export async function eraseInReplies(trx: Trx, { messageIds, email }: { messageIds: readonly string[]; email: string }): Promise<void> {
  const attempts = await trx
    .selectFrom('delivery_attempts')
    .select(['id', 'reply'])
    .where((eb) => isIn(trx, eb.ref('message_id'), messageIds))
    .where((eb) => isMadeAfter(trx, eb.ref('id'), 'att', messageIds))
    .where('reply', 'is not', null)
    .execute();
  const rows = attempts.map(({ id, reply }) => ({ id, reply: eraseInText(reply ?? '', email) }));
  if (rows.length === 0) return;
  await trx
    .updateTable('delivery_attempts')
    .from(valuesTable(trx, { id: 'text', reply: 'text' }, rows))
    .set({ reply: sql`v.reply` })
    .whereRef('delivery_attempts.id', '=', 'v.id')
    .execute();
}
