import type { Kysely } from 'kysely';
import { ERASED } from '../core/text/erased.ts';
import { isIn, type Trx } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import { parseRecipients } from '../messages/index.ts';
import { isActiveTenant } from '../tenants/index.ts';
import type { TrackedSource } from './tokens.ts';

/**
 * Returns whether the links of a mail still redirect: its tenant exists and may send. They also do if no tenant is known, since a link
 * names none and its message no longer exists.
 */
export async function isSenderActive(db: Kysely<Schema>, { tenantId, messageId }: TrackedSource): Promise<boolean> {
  const tenants = db.selectFrom('tenants').select(isActiveTenant('tenants').as('active'));
  if (tenantId !== null) return Boolean((await tenants.where('id', '=', tenantId).executeTakeFirst())?.active);
  const ofMessage = db.selectFrom('messages').select('tenant_id').where('id', '=', messageId);
  const tenant = await tenants.where('id', 'in', ofMessage).executeTakeFirst();
  return tenant === undefined || Boolean(tenant.active);
}

/** What is recorded about an opened message. */
export interface TrackedMessage {
  readonly tenantId: string;
  readonly createdAt: number;
  /** Bare addresses of those whom it was sent to. */
  readonly recipients: readonly string[];
  readonly contactId: string | null;
  readonly providerMessageId: string | null;
  readonly domainId: string;
  readonly stream: 'transactional' | 'marketing';
  readonly broadcastId: string | null;
}

/** Returns messages that were sent and still exist, by id; not those whose recipients were all erased. */
export async function findTrackedMessages(trx: Trx, ids: readonly string[]): Promise<Map<string, TrackedMessage>> {
  const rows = await trx
    .selectFrom('messages')
    .select(['id', 'tenant_id', 'created_at', 'recipients', 'contact_id', 'provider_message_id', 'domain_id', 'broadcast_id'])
    // Safe because only the two streams are ever written.
    .select((eb) => eb.ref('stream').$castTo<TrackedMessage['stream']>().as('stream'))
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .where('test_mode', '=', 0)
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const reached = parseRecipients(row.recipients).filter(({ status }) => status !== 'suppressed');
      if (reached.every(({ email }) => email === ERASED)) return [];
      const recipients = reached.map(({ email }) => email);
      const message = {
        tenantId: row.tenant_id,
        createdAt: row.created_at,
        recipients,
        contactId: row.contact_id,
        providerMessageId: row.provider_message_id,
        domainId: row.domain_id,
        stream: row.stream,
        broadcastId: row.broadcast_id,
      };
      return [[row.id, message] as const];
    }),
  );
}
