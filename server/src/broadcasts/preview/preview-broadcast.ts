import type { BroadcastPreview } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { type Contact, findContact } from '../../contacts/index.ts';
import { ApiError } from '../../core/api-error.ts';
import type { ObjectRef } from '../../core/context.ts';
import { bytesOf } from '../../storage/size-store.ts';
import { type Broadcast, type Place, targetOf } from '../broadcast.ts';
import { findDraftSender } from '../draft/check-draft.ts';
import type { Reader } from '../render-mail.ts';
import type { BroadcastParts } from '../send/start-broadcast.ts';
import { findBroadcast } from '../store.ts';
import { countTargetByOutcome } from '../target/count-target-by-outcome.ts';
import { findDeliverable } from '../target/find-deliverable.ts';
import { openTarget } from '../target/open-target.ts';
import { findPlace, listCandidates, type TargetScope } from '../target/target-store.ts';
import { SAMPLE_URL, warningsOf } from './preview-warnings.ts';
import { renderSamples, type SampleFault } from './render-samples.ts';

const PAGE = 100;
/** Pages of contacts that are looked through for one who would get the mail. */
const PAGES = 10;

export type PreviewFault = SampleFault | ApiError<'contact_not_found' | 'target_not_found' | 'invalid_filter'>;

const NOBODY: Reader = { id: null, email: '', status: 'subscribed', attributes: {} };

/** Returns the first contact who would get the mail, as far as it is found soon. */
async function findFirst(app: AppContext, scope: TargetScope): Promise<Contact | undefined> {
  const { db, clock } = app;
  const { tenantId } = scope;
  const until = clock.now();
  let from: Place = { at: -1, id: '' };
  for (let page = 0; page < PAGES; page += 1) {
    const place = await findPlace(db.read, scope, { from, until, steps: PAGE });
    const to = place ?? { at: until, id: '~' };
    const [first] = await findDeliverable(app, tenantId, await listCandidates(db.read, scope, { after: from, to }));
    if (first !== undefined) return findContact(db.read, { tenantId, id: first.id });
    if (place === undefined) return undefined;
    from = place;
  }
  return undefined;
}

/** Returns the contact asked for, or else the first one of the target, if there is any. */
async function findReader(
  app: AppContext,
  { tenantId }: Broadcast,
  { scope, contactId }: { scope: TargetScope | undefined; contactId: string | undefined },
): Promise<Reader | ApiError<'contact_not_found'>> {
  if (contactId !== undefined) return (await findContact(app.db.read, { tenantId, id: contactId })) ?? new ApiError('contact_not_found');
  return (scope && (await findFirst(app, scope))) ?? NOBODY;
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

/** Returns how many would get a broadcast, a sample of what one of them would get, and warnings. Nothing is stored or sent. */
export async function previewBroadcast(
  { app, templates }: BroadcastParts,
  ref: ObjectRef,
  body: () => { readonly contact_id?: string | undefined },
): Promise<BroadcastPreview | PreviewFault | ApiError<'not_found'>> {
  const broadcast = await findBroadcast(app.db.read, ref);
  if (broadcast === undefined) return new ApiError('not_found');
  const { contact_id: contactId } = body();
  const scope = await openScope(app, broadcast);
  if (scope instanceof ApiError) return scope;
  const reader = await findReader(app, broadcast, { scope, contactId });
  if (reader instanceof ApiError) return reader;
  const samples = await renderSamples(templates, broadcast, { readers: [reader], unsubscribeUrl: SAMPLE_URL });
  if (samples instanceof ApiError) return samples;
  const sender = await findDraftSender(app.db.read, ref.tenantId, broadcast);
  const sample = samples[0] ?? { subject: '', html: null, text: null, missing: [], emptySubject: undefined };
  const { subject, html, text, missing } = sample;
  const size = bytesOf(subject, html, text);
  const from = sender instanceof ApiError ? null : sender.from;
  return {
    counts: scope === undefined ? null : await countTargetByOutcome(app, scope),
    sample: { contact_id: reader.id, from, subject, html_body: html, text_body: text, size },
    missing: [...missing],
    warnings: await warningsOf(broadcast, sample, size),
  };
}
