import { limits, type SendResult } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import type { EmailAddress } from '../../core/email-address.ts';
import { cutText } from '../../core/text/characters.ts';
import type { Trx } from '../../db/dialect.ts';
import { recordEvents } from '../../events/index.ts';
import {
  CHARGES,
  type DraftMessage,
  insertMessages,
  keptOf,
  type PlacedMessage,
  type StartedMessage,
  sizeOf,
  startEventsOf,
  startMessage,
} from '../../messages/index.ts';
import { lockMeters, writeMeters } from '../../meters/store.ts';
import { chunkIds } from '../../queue/jobs.ts';
import type { Queue } from '../../queue/queue.ts';
import { addToBuckets, countApart } from '../../quota/index.ts';
import type { Broadcast } from '../broadcast.ts';
import { replyToOf, type Sender } from '../draft/check-draft.ts';
import type { Sample } from '../preview/render-samples.ts';
import { TEST_TAG } from './test-store.ts';

/** Returns a sample of a broadcast as a separate message, marked as a test. */
export function toTestMessage(
  { clock, newId }: AppContext,
  broadcast: Broadcast,
  { sender, address, sample }: { sender: Sender; address: EmailAddress; sample: Sample },
): DraftMessage {
  const at = clock.now();
  const { email, address: written, name } = address;
  const contents = { html: sample.html, text: sample.text, headers: {} };
  return {
    id: newId('msg', at),
    tenantId: broadcast.tenantId,
    // Mail of the other stream says how to unsubscribe.
    stream: 'transactional',
    from: sender.from,
    domainId: sender.domainId,
    subject: cutText(`[test] ${sample.subject}`, limits.subjectLength),
    recipients: [{ email, address: written, name, kind: 'to', status: 'pending', detail: null, updatedAt: at }],
    tags: { [TEST_TAG]: broadcast.id },
    trackOpens: false,
    trackClicks: false,
    testMode: false,
    scheduledAt: null,
    template: null,
    body: { ...contents, id: newId('bod', at), replyTo: replyToOf(broadcast), attachments: [] },
    bodyBytes: sizeOf(contents),
  };
}

/** The warning for a mail without a subject, which no contact would get. */
const NO_SUBJECT: SendResult['warnings'] = [{ code: 'empty_subject', path: 'subject' }];

type StartedTest = PlacedMessage & StartedMessage;

const toResult = ({ message, state }: StartedTest): SendResult => ({
  message_id: message.id,
  status: state.status === 'suppressed' ? 'suppressed' : 'queued',
  test_mode: false,
  scheduled_at: null,
  suppressed_recipients: state.recipients.filter(({ status }) => status === 'suppressed').map(({ email }) => email),
});

/**
 * Stores tests with their events and jobs, and counts them as marketing mail. `withoutSubject`: ids of those whose subject is empty
 * except for the test mark.
 */
export async function acceptTests(
  { app, queue }: { readonly app: AppContext; readonly queue: Queue },
  trx: Trx,
  {
    messages,
    suppressed,
    withoutSubject,
  }: { messages: readonly DraftMessage[]; suppressed: ReadonlySet<string>; withoutSubject: ReadonlySet<string> },
): Promise<SendResult[]> {
  const now = app.clock.now();
  const meters = await lockMeters(trx, { tenantIds: messages.map(({ tenantId }) => tenantId), mode: 'wait' });
  const start = { now, suppressed, testDomain: app.config.TEST_DOMAIN };
  const tests = messages.flatMap((message): StartedTest[] => {
    const meter = meters.get(message.tenantId);
    if (meter === undefined) return [];
    meter.lastMessageAt = Math.max(now, meter.lastMessageAt + 1);
    const createdAt = meter.lastMessageAt;
    return [{ message, ...startMessage(message, { ...start, createdAt }), createdAt, charge: CHARGES.test }];
  });
  await insertMessages(trx, tests);
  for (const { message } of keptOf(tests)) {
    const meter = meters.get(message.tenantId);
    if (meter !== undefined) meter.keptBytes += message.bodyBytes;
  }
  const events = tests.flatMap((test) => startEventsOf(app, test));
  await recordEvents(app, trx, events);
  const queued = tests.filter(({ state }) => state.status === 'queued').map(({ message }) => message);
  const counts = queued.flatMap(({ tenantId }) => countApart(tenantId, { marketing: 1 }, now));
  await addToBuckets(trx, counts);
  const jobs = chunkIds(queued.map(({ id }) => id)).map((message_ids) => ({ queue: 'deliver' as const, payload: { message_ids } }));
  if (jobs.length > 0) await queue.enqueue(trx, jobs);
  await writeMeters(trx, meters.values());
  return tests.map((test) => (withoutSubject.has(test.message.id) ? { ...toResult(test), warnings: NO_SUBJECT } : toResult(test)));
}
