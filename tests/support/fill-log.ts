import type { Db } from '@posthorn/server';
import { createSystemRandom } from '../../server/src/core/crypto/random.ts';
import { createIdFactory } from '../../server/src/core/ids.ts';
import { insertMany } from '../../server/src/db/dialect.ts';
import type { MessageRow } from '../../server/src/db/schema.ts';

const PAGE = 1000;

/** Messages of a tenant to write into its log. */
export interface LogFilling {
  readonly tenantId: string;
  readonly count: number;
  /** The time of the first; each further one is `stepMs` younger. */
  readonly from: number;
  readonly stepMs: number;
  /** What is not as with the others. */
  readonly change?: (index: number) => Partial<MessageRow>;
}

/** Writes sent messages `Mail 0`, `Mail 1`, … to `user0@example.com`, `user1@example.com`, …; quicker than through the interface, by far. */
export async function fillLog({ transact }: Pick<Db, 'transact'>, filling: LogFilling): Promise<void> {
  const { tenantId, count, from, stepMs, change = () => ({}) } = filling;
  const newId = createIdFactory(createSystemRandom());
  const toRow = (index: number): MessageRow => {
    const at = from + index * stepMs;
    const email = `user${index}@example.com`;
    const recipient = { email, address: email, name: null, kind: 'to', status: 'sent', detail: null, updatedAt: at };
    return {
      ...{ id: newId('msg', at), tenant_id: tenantId, position: at * 1000, created_at: at, updated_at: at, status: 'sent' },
      ...{ stream: 'transactional', from_address: 'hello@example.com', domain_id: 'dom', subject: `Mail ${index}`, tags: '{}' },
      ...{ recipients: JSON.stringify([recipient]), template_alias: null, template_version: null, test_mode: 0 as const },
      ...{ track_opens: 0 as const, track_clicks: 0 as const, body_id: 'bod', scheduled_at: null, sent_at: at, provider_message_id: null },
      ...{ broadcast_id: null, automation_id: null, contact_id: null, due_at: null, claim_job: null, claim_attempt: null },
      ...{ claim_expires_at: null, attempts: 1, first_attempt_at: at },
      ...change(index),
    };
  };
  for (let start = 0; start < count; start += PAGE) {
    const rows = Array.from({ length: Math.min(PAGE, count - start) }, (_, place) => toRow(start + place));
    await transact((trx) => insertMany(trx, 'messages', rows));
  }
  const last = from + (count - 1) * stepMs;
  await transact((trx) =>
    trx
      .updateTable('tenant_meters')
      .set({ last_message_at: last })
      .where('tenant_id', '=', tenantId)
      .where('last_message_at', '<', last)
      .execute(),
  );
}
