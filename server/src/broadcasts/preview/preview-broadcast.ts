import type { BroadcastPreview } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { findContact, findContactId, type NamedContact } from '../../contacts/index.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import { bytesOf } from '../../storage/size-store.ts';
import { type Broadcast, targetOf } from '../broadcast.ts';
import type { Reader } from '../copies/render-mail.ts';
import { findDraftSender } from '../draft/check-draft.ts';
import type { BroadcastParts } from '../send/start-broadcast.ts';
import { findBroadcast } from '../store.ts';
import { countTargetByOutcome } from '../target/count-target-by-outcome.ts';
import { findFirstDeliverable } from '../target/find-first-deliverable.ts';
import { openTarget } from '../target/open-target.ts';
import type { TargetScope } from '../target/target-store.ts';
import { SAMPLE_URL, warningsOf } from './preview-warnings.ts';
import { renderSamples, type SampleFault } from './render-samples.ts';

export type PreviewFault = SampleFault | ApiError<'contact_not_found' | 'invalid_email' | 'target_not_found' | 'invalid_filter'>;

const NOBODY: Reader = { id: null, email: '', status: 'subscribed', attributes: {} };

/** Returns the requested contact, or else the first one of the target, if one is found in time. */
async function findReader(
  app: AppContext,
  { tenantId }: Broadcast,
  { scope, named }: { scope: TargetScope | undefined; named: NamedContact },
): Promise<Reader | ApiError<'contact_not_found' | 'invalid_email'>> {
  const { read } = app.db;
  if ((named.contact_id ?? named.email) !== undefined) {
    const id = await findContactId(app, tenantId, named);
    return id instanceof ApiError ? id : ((await findContact(read, { tenantId, id })) ?? new ApiError('contact_not_found'));
  }
  const first = scope && (await findFirstDeliverable(app, scope));
  return (first && (await findContact(read, { tenantId, id: first.id }))) ?? NOBODY;
}

async function openScope(
  app: AppContext,
  broadcast: Broadcast,
): Promise<TargetScope | undefined | ApiError<'target_not_found' | 'invalid_filter'>> {
  const { tenantId } = broadcast;
  const wanted = targetOf(broadcast);
  if (wanted === undefined) return undefined;
  const target = await openTarget(app, tenantId, wanted);
  return target instanceof ApiError ? target : { tenantId, target, now: app.clock.now() };
}

/** Returns how many contacts would get a broadcast, a sample for one of them, and warnings. Nothing is stored or sent. */
export async function previewBroadcast(
  parts: BroadcastParts,
  ref: ObjectRef,
  body: () => NamedContact,
): Promise<BroadcastPreview | PreviewFault | ApiError<'not_found'>> {
  const { app } = parts;
  const broadcast = await findBroadcast(app.db.read, ref);
  if (broadcast === undefined) return new ApiError('not_found');
  const named = body();
  const scope = await openScope(app, broadcast);
  if (scope instanceof ApiError) return scope;
  const reader = await findReader(app, broadcast, { scope, named });
  if (reader instanceof ApiError) return reader;
  const samples = await renderSamples(parts, broadcast, { readers: [reader], unsubscribeUrl: SAMPLE_URL });
  if (samples instanceof ApiError) return samples;
  const sender = await findDraftSender(app.db.read, ref.tenantId, broadcast);
  const sample = samples[0] ?? { subject: '', html: null, text: null, missing: [], emptySubject: undefined, isLinkAdded: false };
  const { subject, html, text, missing } = sample;
  const size = bytesOf(subject, html, text);
  const from = sender instanceof ApiError ? null : sender.from;
  return {
    counts: scope === undefined ? null : await countTargetByOutcome(app, scope),
    sample: { contact_id: reader.id, from, subject, html_body: html, text_body: text, size },
    missing: [...missing],
    warnings: await warningsOf(sample, size),
  };
}
