import { errors, limits, type SendResult } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { findContactsByEmail } from '../../contacts/index.ts';
import { HOUR_MS } from '../../core/durations.ts';
import { type EmailAddress, parseAddress } from '../../core/email-address.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import type { Trx } from '../../db/dialect.ts';
import { refuseBodies } from '../../messages/index.ts';
import { lockMeters } from '../../meters/store.ts';
import { findSuppressed } from '../../suppressions/index.ts';
import type { Reader } from '../copies/render-mail.ts';
import { findDraftSender, type SenderFault } from '../draft/check-draft.ts';
import { renderSamples, type SampleFault } from '../preview/render-samples.ts';
import { findBroadcast } from '../store.ts';
import { acceptTests, toTestMessage } from './accept-tests.ts';
import type { BroadcastParts } from './start-broadcast.ts';
import { countTests } from './test-store.ts';

export type TestFault =
  | SenderFault
  | SampleFault
  | ApiError<'not_found' | 'invalid_email' | 'rate_limit_exceeded' | 'storage_limit_reached'>;

const noContact = ({ email }: EmailAddress): Reader => ({ id: null, email, status: 'subscribed', attributes: {} });

/** Returns the contacts with these addresses; an address without a contact becomes a reader of its own. */
async function findReaders({ db }: AppContext, tenantId: string, to: readonly EmailAddress[]): Promise<Reader[]> {
  const addresses = to.map(({ email }) => ({ tenantId, email }));
  const contacts = await findContactsByEmail(db.read, addresses);
  return to.map((address) => contacts.find(({ email }) => email === address.email) ?? noContact(address));
}

async function refuseTooMany(
  { clock }: AppContext,
  trx: Trx,
  { tenantId, more }: { tenantId: string; more: number },
): Promise<ApiError<'rate_limit_exceeded'> | undefined> {
  const limit = limits.broadcastTestsAnHour;
  const now = clock.now();
  const { count, oldest } = await countTests(trx, tenantId, now - HOUR_MS);
  if (count + more <= limit) return undefined;
  const seconds = Math.max(1, Math.ceil((oldest + HOUR_MS - now) / 1000));
  const options = { detail: `At most ${limit} tests an hour.`, headers: { 'Retry-After': String(seconds) } };
  return new ApiError('rate_limit_exceeded', { limit }, options);
}

/** Sends a broadcast, in any state, to the tenant's own addresses, as their contacts would get it. There is no offer to unsubscribe. */
export async function testBroadcast(
  parts: BroadcastParts,
  ref: ObjectRef,
  body: () => { readonly to: readonly string[] },
): Promise<SendResult[] | TestFault> {
  const { app } = parts;
  const { db } = app;
  const { tenantId } = ref;
  const broadcast = await findBroadcast(db.read, ref);
  if (broadcast === undefined) return new ApiError('not_found');
  const given = body().to;
  const to = given.flatMap((text) => parseAddress(text) ?? []);
  const wrong = given.findIndex((text) => parseAddress(text) === undefined);
  if (wrong >= 0) return new ApiError('invalid_email', {}, { detail: `to[${wrong}]: ${errors.invalid_email.detail}` });
  const sender = await findDraftSender(db.read, tenantId, broadcast);
  if (sender instanceof ApiError) return sender;
  const samples = await renderSamples(parts, broadcast, { readers: await findReaders(app, tenantId, to), unsubscribeUrl: '' });
  if (samples instanceof ApiError) return samples;
  const tests = to.flatMap((address, place) => {
    const sample = samples[place];
    return sample === undefined ? [] : [{ sample, message: toTestMessage(app, broadcast, { sender, address, sample }) }];
  });
  const messages = tests.map(({ message }) => message);
  const withoutSubject = new Set(tests.flatMap(({ sample, message }) => (sample.emptySubject === undefined ? [] : [message.id])));
  const addressees = to.map(({ email }) => ({ tenantId, email, stream: 'marketing' as const }));
  const suppressed = new Set([...(await findSuppressed(app, db.read, addressees))].map(({ email }) => email));
  return db.transact(async (trx) => {
    // Locked first: of two concurrent tests the second must count the first.
    await lockMeters(trx, { tenantIds: [tenantId], mode: 'wait' });
    const bytes = messages.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
    const refusal = (await refuseTooMany(app, trx, { tenantId, more: messages.length })) ?? (await refuseBodies(trx, tenantId, bytes));
    return refusal ?? acceptTests(parts, trx, { messages, suppressed, withoutSubject });
  });
}
