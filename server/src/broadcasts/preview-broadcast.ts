import type { BroadcastPreview } from '@posthorn/contract';
import { type Contact, findContact } from '../contacts/index.ts';
import { ApiError } from '../core/api-error.ts';
import { type Broadcast, targetOf } from './broadcast.ts';
import { findSender } from './check-draft.ts';
import { targetCounter } from './count-target.ts';
import { findDeliverable } from './deliverable.ts';
import { openTarget } from './open-target.ts';
import type { Reader } from './personalise.ts';
import { SAMPLE_URL, warningsOf } from './preview-warnings.ts';
import { renderSamples, type SampleFault } from './render-sample.ts';
import type { BroadcastParts } from './start-broadcast.ts';
import { findPlace, listCandidates, type Place, type TargetScope } from './target-store.ts';

const PAGE = 100;
/** Contacts that are looked through for one who would get the mail. */
const PAGES = 10;

export type PreviewFault = SampleFault | ApiError<'contact_not_found' | 'target_not_found' | 'invalid_filter'>;

const NOBODY: Reader = { id: null, email: '', status: 'subscribed', attributes: {} };

export function broadcastPreviewer({ app, content }: BroadcastParts) {
  const { db, clock } = app;
  const count = targetCounter(app);

  async function findFirst(scope: TargetScope): Promise<Contact | undefined> {
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

  async function findReader(
    tenantId: string,
    scope: TargetScope | undefined,
    contactId: string | undefined,
  ): Promise<Reader | ApiError<'contact_not_found'>> {
    if (contactId !== undefined) return (await findContact(db.read, { tenantId, id: contactId })) ?? new ApiError('contact_not_found');
    return (scope && (await findFirst(scope))) ?? NOBODY;
  }

  async function openScope(row: Broadcast): Promise<TargetScope | undefined | ApiError<'target_not_found' | 'invalid_filter'>> {
    const wanted = targetOf(row);
    if (wanted === undefined) return undefined;
    const target = await openTarget(app, row.tenant_id, wanted);
    return target instanceof ApiError ? target : { tenantId: row.tenant_id, target, now: clock.now() };
  }

  /** Who would get a broadcast, and what one of them would get. Nothing is stored or sent. */
  return async (row: Broadcast, contactId: string | undefined): Promise<BroadcastPreview | PreviewFault> => {
    const scope = await openScope(row);
    if (scope instanceof ApiError) return scope;
    const reader = await findReader(row.tenant_id, scope, contactId);
    if (reader instanceof ApiError) return reader;
    const samples = await renderSamples(content, row, { readers: [reader], unsubscribeUrl: SAMPLE_URL });
    if (samples instanceof ApiError) return samples;
    const sender = await findSender(db.read, row.tenant_id, row);
    const sample = samples[0] ?? { subject: '', html: null, text: null, missing: [] };
    const { subject, html, text, missing } = sample;
    const size = Buffer.byteLength(subject) + Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? '');
    const from = sender instanceof ApiError ? null : sender.from;
    return {
      counts: scope === undefined ? null : await count(scope),
      sample: { contact_id: reader.id, from, subject, html_body: html, text_body: text, size },
      missing: [...missing],
      warnings: warningsOf(row, sample, size),
    };
  };
}
