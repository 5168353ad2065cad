import { type Kysely, sql } from 'kysely';
import { likeInJson } from '../core/erased.ts';
import { insertMany, type Trx } from '../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../db/keyset.ts';
import type { CapturedMailRow, Schema } from '../db/schema.ts';

const KEPT = 1000;
const SUMMARY = ['id', 'tenant_id', 'message_id', 'mail_from', 'rcpt_to', 'subject', 'size', 'created_at'] as const;

export type CapturedSummaryRow = Pick<CapturedMailRow, (typeof SUMMARY)[number]>;

/** Keeps the mails, and of all mails the newest 1,000. */
export async function insertCaptured(trx: Trx, rows: readonly CapturedMailRow[]): Promise<void> {
  await insertMany(trx, 'captured_mail', rows);
  await trx
    .deleteFrom('captured_mail')
    .where(({ eb, refTuple, selectFrom }) => {
      const oldestGone = selectFrom('captured_mail')
        .select(['created_at', 'id'])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(KEPT)
        .limit(1);
      return eb(refTuple('created_at', 'id'), '<=', oldestGone.$asTuple('created_at', 'id'));
    })
    .execute();
}

/** Newest first. */
export function listCaptured(db: Kysely<Schema>, page: KeysetRequest): Promise<CapturedSummaryRow[]> {
  return db.selectFrom('captured_mail').select(SUMMARY).$call(newestFirst(page)).execute();
}

export function findCaptured(db: Kysely<Schema>, id: string): Promise<CapturedMailRow | undefined> {
  return db
    .selectFrom('captured_mail')
    .select([...SUMMARY, 'raw'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Removes the mails to an address, of a tenant or of all. */
export async function deleteCapturedTo(trx: Trx, { tenantId, email }: { tenantId: string | null; email: string }): Promise<void> {
  const query = trx.deleteFrom('captured_mail').where(sql<boolean>`lower(rcpt_to) like ${likeInJson(email)} escape '!'`);
  await (tenantId === null ? query : query.where('tenant_id', '=', tenantId)).execute();
}
