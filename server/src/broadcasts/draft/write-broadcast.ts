import type { Broadcast as WireBroadcast } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import type { Trx } from '../../db/dialect.ts';
import { refuseBodies } from '../../messages/index.ts';
import { bytesOf } from '../../storage/size-store.ts';
import { noteStorage } from '../../storage/store.ts';
import type { Broadcast, Draft } from '../broadcast.ts';
import { findBroadcast, insertBroadcast, lockBroadcast, updateDraft } from '../store.ts';
import { checkDraft, type DraftChange, type DraftFault } from './check-draft.ts';

type Clearable =
  | 'subject'
  | 'from_domain_id'
  | 'from'
  | 'reply_to'
  | 'preview_text'
  | 'body_html'
  | 'body_text'
  | 'target_kind'
  | 'target_id';

/** Fields of a draft as they are on the wire; null clears one. */
export type DraftFields = { readonly name?: string | undefined } & { readonly [F in Clearable]?: WireBroadcast[F] | null | undefined };

const kept = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given);

const withFields = (before: Draft, given: DraftFields): Draft => ({
  name: given.name ?? before.name,
  subject: kept(given.subject, before.subject) ?? '',
  fromDomainId: kept(given.from_domain_id, before.fromDomainId),
  from: kept(given.from, before.from),
  replyTo: kept(given.reply_to, before.replyTo),
  previewText: kept(given.preview_text, before.previewText),
  bodyHtml: kept(given.body_html, before.bodyHtml),
  bodyText: kept(given.body_text, before.bodyText),
  targetKind: kept(given.target_kind, before.targetKind),
  targetId: kept(given.target_id, before.targetId),
});

/** Applies a request to a draft; returns the new draft and the parts to check. */
const toChange = (before: Draft, given: DraftFields): DraftChange => ({
  draft: withFields(before, given),
  isTargetGiven: given.target_kind !== undefined || given.target_id !== undefined,
  isFromGiven: given.from !== undefined,
  isDomainGiven: given.from_domain_id !== undefined,
});

const EMPTY: Draft = {
  name: '',
  subject: '',
  fromDomainId: null,
  from: null,
  replyTo: null,
  previewText: null,
  bodyHtml: null,
  bodyText: null,
  targetKind: null,
  targetId: null,
};

export type StorageRefusal = ApiError<'storage_limit_reached'>;

/** Counts the new content of a draft instead of the old one, if it may be kept. */
async function countDraft(
  trx: Trx,
  tenantId: string,
  { before, draft }: { before: Draft; draft: Draft },
): Promise<StorageRefusal | undefined> {
  const bytes = bytesOf(draft.bodyHtml, draft.bodyText) - bytesOf(before.bodyHtml, before.bodyText);
  const refusal = await refuseBodies(trx, tenantId, bytes);
  if (refusal === undefined) await noteStorage(trx, [{ tenantId, kind: 'kept', bytes }]);
  return refusal;
}

/** Inserts a draft and returns it, if its content may be kept. */
export async function keepDraft(
  { clock, newId }: AppContext,
  trx: Trx,
  { tenantId, draft }: { tenantId: string; draft: Draft },
): Promise<Broadcast | StorageRefusal> {
  const at = clock.now();
  return (await countDraft(trx, tenantId, { before: EMPTY, draft })) ?? insertBroadcast(trx, { id: newId('bc', at), tenantId, draft, at });
}

/** Creates a draft and returns it, or why it is refused. */
export async function createBroadcast(
  app: AppContext,
  tenantId: string,
  given: DraftFields,
): Promise<Broadcast | DraftFault | StorageRefusal> {
  const change = toChange(EMPTY, given);
  const { draft } = change;
  const fault = await checkDraft(app.db.read, tenantId, change);
  return fault ?? app.db.transact((trx) => keepDraft(app, trx, { tenantId, draft }));
}

/** Changes the given fields of a draft and returns it, or why it is refused. */
export async function updateBroadcast(
  { db, clock }: AppContext,
  ref: ObjectRef,
  body: () => DraftFields,
): Promise<Broadcast | DraftFault | StorageRefusal | ApiError<'not_found' | 'not_editable'>> {
  const known = await findBroadcast(db.read, ref);
  if (known === undefined) return new ApiError('not_found');
  if (known.status !== 'draft') return new ApiError('not_editable', { status: known.status });
  const given = body();
  return db.transact(async (trx) => {
    // Read again under its lock: of two concurrent edits, neither may undo the other.
    const before = await lockBroadcast(trx, ref);
    if (before === undefined) return new ApiError('not_found');
    if (before.status !== 'draft') return new ApiError('not_editable', { status: before.status });
    const change = toChange(before, given);
    const { draft } = change;
    const fault = (await checkDraft(trx, ref.tenantId, change)) ?? (await countDraft(trx, ref.tenantId, { before, draft }));
    if (fault !== undefined) return fault;
    await updateDraft(trx, ref, { draft, at: clock.now() });
    return (await findBroadcast(trx, ref)) ?? new ApiError('not_found');
  });
}
