import { limits, type SendResult } from '@posthorn/contract';
import { findContactsByEmail } from '../contacts/index.ts';
import { ApiError } from '../core/api-error.ts';
import { type EmailAddress, parseAddress } from '../core/email-address.ts';
import { cutText } from '../core/storable.ts';
import type { Trx } from '../db/dialect.ts';
import { recordEvents } from '../events/index.ts';
import { type DraftMessage, insertMessages, startMessage } from '../messages/index.ts';
import { chunkIds } from '../queue/jobs.ts';
import { addToBuckets, countApart } from '../quota/index.ts';
import { findSuppressed } from '../suppressions/index.ts';
import { lockMeters, writeMeters } from '../tenants/index.ts';
import type { Broadcast } from './broadcast.ts';
import { findSender, replyToOf, type Sender, type SenderFault } from './check-draft.ts';
import type { Reader } from './personalise.ts';
import { renderSamples, type Sample, type SampleFault } from './render-sample.ts';
import type { BroadcastParts } from './start-broadcast.ts';
import { countTests, TEST_TAG } from './test-store.ts';

const HOUR_MS = 3_600_000;

export type TestFault = SenderFault | SampleFault | ApiError<'invalid_email' | 'rate_limit_exceeded'>;

const noContact = ({ email }: EmailAddress): Reader => ({ id: null, email, status: 'subscribed', attributes: {} });

/** Sends a broadcast to addresses of the tenant's own: for their contact where there is one. Nothing offers to unsubscribe. */
export function broadcastTester({ app, queue, content }: BroadcastParts) {
  const { db, clock, newId, config } = app;

  async function findReaders(tenantId: string, to: readonly EmailAddress[]): Promise<Reader[]> {
    const contacts = await findContactsByEmail(
      db.read,
      to.map(({ email }) => ({ tenantId, email })),
    );
    return to.map((address) => contacts.find(({ email }) => email === address.email) ?? noContact(address));
  }

  function toMessage(
    row: Broadcast,
    { from, domainId }: Sender,
    { address, sample }: { address: EmailAddress; sample: Sample },
  ): DraftMessage {
    const at = clock.now();
    const { email, address: written, name } = address;
    return {
      id: newId('msg', at),
      tenantId: row.tenant_id,
      // Mail of the other stream says how to unsubscribe.
      stream: 'transactional',
      from,
      domainId,
      subject: cutText(`[test] ${sample.subject}`, limits.subjectLength),
      recipients: [{ email, address: written, name, kind: 'to', status: 'pending', detail: null, updatedAt: at }],
      tags: { [TEST_TAG]: row.id },
      trackOpens: false,
      trackClicks: false,
      testMode: false,
      scheduledAt: null,
      template: null,
      body: {
        id: newId('bod', at),
        html: sample.html,
        text: sample.text,
        headers: {},
        replyTo: replyToOf(row),
        attachments: [],
      },
    };
  }

  async function refuseTooMany(trx: Trx, tenantId: string, more: number): Promise<ApiError<'rate_limit_exceeded'> | undefined> {
    const limit = limits.broadcastTestsAnHour;
    const now = clock.now();
    const { count, oldest } = await countTests(trx, tenantId, now - HOUR_MS);
    if (count + more <= limit) return undefined;
    const seconds = Math.max(1, Math.ceil((oldest + HOUR_MS - now) / 1000));
    const options = { detail: `At most ${limit} tests an hour.`, headers: { 'Retry-After': String(seconds) } };
    return new ApiError('rate_limit_exceeded', { limit }, options);
  }

  async function accept(trx: Trx, messages: readonly DraftMessage[], suppressed: ReadonlySet<string>): Promise<SendResult[]> {
    const now = clock.now();
    const meters = await lockMeters(trx, { tenantIds: messages.map(({ tenantId }) => tenantId), mode: 'wait' });
    const start = { now, suppressed, testDomain: config.TEST_DOMAIN };
    const placed = messages.flatMap((message) => {
      const meter = meters.get(message.tenantId);
      if (meter === undefined) return [];
      meter.lastMessageAt = Math.max(now, meter.lastMessageAt + 1);
      return [{ message, ...startMessage(message, start), createdAt: meter.lastMessageAt }];
    });
    await insertMessages(trx, placed);
    const events = placed.flatMap(({ message: { id: messageId, tenantId, testMode }, events: told, createdAt: at }) =>
      told.map((event) => ({
        ...event,
        id: newId('evt', at),
        tenantId,
        messageId,
        testMode,
        at,
        providerMessageId: null,
        contactId: null,
      })),
    );
    await recordEvents(app, trx, events);
    const queued = placed.filter(({ state }) => state.status === 'queued').map(({ message }) => message);
    await addToBuckets(
      trx,
      queued.flatMap(({ tenantId }) => countApart(tenantId, { marketing: 1 }, now)),
    );
    const jobs = chunkIds(queued.map(({ id }) => id)).map((message_ids) => ({ queue: 'deliver' as const, payload: { message_ids } }));
    if (jobs.length > 0) await queue.enqueue(trx, jobs);
    await writeMeters(trx, meters.values());
    return placed.map(({ message, state }) => ({
      message_id: message.id,
      status: state.status === 'suppressed' ? 'suppressed' : 'queued',
      test_mode: false,
      scheduled_at: null,
      suppressed_recipients: state.recipients.filter(({ status }) => status === 'suppressed').map(({ email }) => email),
    }));
  }

  return async (row: Broadcast, given: readonly string[]): Promise<SendResult[] | TestFault> => {
    const tenantId = row.tenant_id;
    const to = given.flatMap((text) => parseAddress(text) ?? []);
    if (to.length < given.length) return new ApiError('invalid_email');
    const sender = await findSender(db.read, tenantId, row);
    if (sender instanceof ApiError) return sender;
    const samples = await renderSamples(content, row, { readers: await findReaders(tenantId, to), unsubscribeUrl: '' });
    if (samples instanceof ApiError) return samples;
    const messages = to.flatMap((address, place) => {
      const sample = samples[place];
      return sample === undefined ? [] : [toMessage(row, sender, { address, sample })];
    });
    const addressees = to.map(({ email }) => ({ tenantId, email, stream: 'marketing' as const }));
    const suppressed = new Set([...(await findSuppressed(app, db.read, addressees))].map(({ email }) => email));
    return db.transact(async (trx) => {
      // Held first: of two tests at once the second must count the first.
      await lockMeters(trx, { tenantIds: [tenantId], mode: 'wait' });
      return (await refuseTooMany(trx, tenantId, messages.length)) ?? accept(trx, messages, suppressed);
    });
  };
}
