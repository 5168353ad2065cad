import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import type { BroadcastRow } from '../db/schema.ts';
import { type Broadcast, type BroadcastKey, statusOf } from './broadcast.ts';
import { checkDraft, type Draft, type DraftFault } from './check-draft.ts';
import { NEW_LEDGER } from './ledger-store.ts';
import { findBroadcast, insertBroadcast, lockBroadcast, moveBroadcast } from './store.ts';

/** Fields as they are on the wire; null clears. */
export interface DraftFields {
  readonly name?: string | undefined;
  readonly subject?: string | null | undefined;
  readonly from_domain_id?: string | null | undefined;
  readonly from?: string | null | undefined;
  readonly reply_to?: string | null | undefined;
  readonly preview_text?: string | null | undefined;
  readonly body_html?: string | null | undefined;
  readonly body_text?: string | null | undefined;
  readonly target_kind?: string | null | undefined;
  readonly target_id?: string | null | undefined;
}

const kept = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given);

const withFields = (before: Draft, given: DraftFields): Draft => ({
  name: given.name ?? before.name,
  subject: kept(given.subject, before.subject) ?? '',
  from_domain_id: kept(given.from_domain_id, before.from_domain_id),
  from_address: kept(given.from, before.from_address),
  reply_to: kept(given.reply_to, before.reply_to),
  preview_text: kept(given.preview_text, before.preview_text),
  body_html: kept(given.body_html, before.body_html),
  body_text: kept(given.body_text, before.body_text),
  target_kind: kept(given.target_kind, before.target_kind),
  target_id: kept(given.target_id, before.target_id),
});

const EMPTY: Draft = {
  name: '',
  subject: '',
  from_domain_id: null,
  from_address: null,
  reply_to: null,
  preview_text: null,
  body_html: null,
  body_text: null,
  target_kind: null,
  target_id: null,
};

const UNSENT = {
  status: 'draft',
  scheduled_at: null,
  last_error: null,
  sent_at: null,
  started_at: null,
  sender: null,
  sender_domain_id: null,
  body_id: null,
};

/** Writes a draft. */
export async function createBroadcast(
  { db, clock, newId }: AppContext,
  tenantId: string,
  given: DraftFields,
): Promise<Broadcast | DraftFault> {
  const draft = withFields(EMPTY, given);
  const fault = await checkDraft(db.read, tenantId, draft);
  if (fault !== undefined) return fault;
  const at = clock.now();
  const row: BroadcastRow = { id: newId('bc', at), tenant_id: tenantId, ...draft, ...UNSENT, created_at: at, updated_at: at };
  await db.transact((trx) => insertBroadcast(trx, row));
  return { ...row, ...NEW_LEDGER };
}

/** Changes what is given of a draft and keeps the rest. */
export async function updateBroadcast(
  { db, clock }: AppContext,
  key: BroadcastKey,
  given: () => DraftFields,
): Promise<Broadcast | DraftFault | ApiError<'not_found' | 'not_editable'>> {
  const known = await findBroadcast(db.read, key);
  if (known === undefined) return new ApiError('not_found');
  if (known.status !== 'draft') return new ApiError('not_editable', { status: statusOf(known) });
  const fields = given();
  return db.transact(async (trx) => {
    // Read again under its lock: of two edits at once, neither may undo what the other wrote.
    const before = await lockBroadcast(trx, key);
    if (before === undefined) return new ApiError('not_found');
    if (before.status !== 'draft') return new ApiError('not_editable', { status: statusOf(before) });
    const draft = withFields(before, fields);
    const fault = await checkDraft(trx, key.tenantId, draft);
    if (fault !== undefined) return fault;
    await moveBroadcast(trx, key, { from: ['draft'], set: { ...draft, updated_at: clock.now() } });
    return (await findBroadcast(trx, key)) ?? new ApiError('not_found');
  });
}
