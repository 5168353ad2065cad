import type { AppContext } from '../../app-context.ts';
import type { Contact } from '../../contacts/index.ts';
import type { Trx } from '../../db/dialect.ts';
import { recordEvents } from '../../events/index.ts';
import { type DraftMessage, findStorageLeft, insertMessages, startEventsOf, startMessage } from '../../messages/index.ts';
import { type Meter, writeMeters } from '../../meters/store.ts';
import { chunkIds } from '../../queue/jobs.ts';
import type { Queue } from '../../queue/queue.ts';
import { addToBuckets, countApart } from '../../quota/index.ts';
import { findSuppressed } from '../../suppressions/index.ts';
import type { Enrollment } from '../automation.ts';
import type { StepOutcome } from '../run/outcome.ts';
import type { DraftedMail } from './draft-mails.ts';
import { insertMails } from './mail-store.ts';

export interface SendParts {
  readonly app: AppContext;
  readonly queue: Queue;
}

export interface SendBatch {
  readonly meter: Meter;
  readonly step: string;
  readonly next: string | null;
  readonly enrollments: readonly Enrollment[];
  readonly contacts: ReadonlyMap<string, Contact>;
  /** By contact. */
  readonly mails: ReadonlyMap<string, DraftedMail>;
}

interface Sendable {
  readonly enrollment: Enrollment;
  readonly message: DraftMessage;
}

async function findUnwanted({ app }: SendParts, trx: Trx, { contacts, meter }: SendBatch): Promise<ReadonlySet<string>> {
  const addressees = [...contacts.values()].map(({ id, email }) => ({ id, email, tenantId: meter.tenantId, stream: 'marketing' as const }));
  return new Set([...(await findSuppressed(app, trx, addressees))].map(({ id }) => id));
}

function outcomeFor(enrollment: Enrollment, { contacts, mails, next }: SendBatch, unwanted: ReadonlySet<string>): StepOutcome {
  const contact = contacts.get(enrollment.contactId);
  const mail = mails.get(enrollment.contactId);
  if (contact === undefined || mail === undefined) return { kind: 'failed', detail: 'The contact could not be read.' };
  if (contact.status !== 'subscribed') return { kind: 'cancelled', reason: contact.status };
  if (unwanted.has(contact.id)) return { kind: 'cancelled', reason: 'suppressed' };
  return 'failure' in mail ? { kind: 'failed', detail: mail.failure } : { kind: 'goes_on', to: next, mail };
}

/** Stores the mails of a step, in one millisecond of the log, and queues them. */
async function store({ app, queue }: SendParts, trx: Trx, { meter, step }: SendBatch, sent: readonly Sendable[]): Promise<void> {
  const { clock, config } = app;
  const now = clock.now();
  const createdAt = Math.max(now, meter.lastMessageAt + 1);
  const start = { now, createdAt, suppressed: new Set<string>(), testDomain: config.TEST_DOMAIN };
  const placed = sent.map(({ message }, place) => ({ message, ...startMessage(message, start), createdAt, place }));
  const queued = placed.filter(({ state }) => state.status === 'queued').map(({ message }) => message.id);
  await insertMessages(trx, placed);
  await recordEvents(
    app,
    trx,
    placed.flatMap((started) => startEventsOf(app, started)),
  );
  await insertMails(
    trx,
    sent.map(({ enrollment, message }) => ({ enrollmentId: enrollment.id, step, tenantId: meter.tenantId, messageId: message.id })),
  );
  const jobs = chunkIds(queued).map((message_ids) => ({
    queue: 'deliver_bulk' as const,
    payload: { message_ids },
  }));
  await queue.enqueue(trx, jobs);
  meter.lastMessageAt = createdAt;
  meter.keptBytes += sent.reduce((sum, { message }) => sum + message.bodyBytes, 0);
  await writeMeters(trx, [meter]);
  await addToBuckets(trx, countApart(meter.tenantId, { marketing: queued.length }, now));
}

const OVER_STORAGE: StepOutcome = {
  kind: 'failed',
  detail: 'storage_limit_reached: The body of the mail goes beyond what the plan keeps.',
};

/** Fails the enrollments whose mail exceeds what the tenant may keep; they are tried again later. */
async function withinStorage(
  trx: Trx,
  meter: Meter,
  outcomes: readonly (readonly [string, StepOutcome])[],
): Promise<Map<string, StepOutcome>> {
  const bytesOf = (outcome: StepOutcome) => (outcome.kind === 'goes_on' ? (outcome.mail?.bodyBytes ?? 0) : 0);
  const isSending = outcomes.some(([, outcome]) => bytesOf(outcome) > 0);
  let left = isSending ? await findStorageLeft(trx, meter) : 0;
  return new Map(
    outcomes.map(([id, outcome]) => {
      const bytes = bytesOf(outcome);
      if (bytes > 0 && bytes > left) return [id, OVER_STORAGE];
      left -= bytes;
      return [id, outcome];
    }),
  );
}

/** Sends a step's mails to those who may still get them. */
export async function sendMails(parts: SendParts, trx: Trx, batch: SendBatch): Promise<Map<string, StepOutcome>> {
  const unwanted = await findUnwanted(parts, trx, batch);
  const decided = batch.enrollments.map((enrollment) => [enrollment.id, outcomeFor(enrollment, batch, unwanted)] as const);
  const outcomes = await withinStorage(trx, batch.meter, decided);
  const sent = batch.enrollments.flatMap((enrollment) => {
    const outcome = outcomes.get(enrollment.id);
    return outcome?.kind === 'goes_on' && outcome.mail !== undefined ? [{ enrollment, message: outcome.mail }] : [];
  });
  if (sent.length > 0) await store(parts, trx, batch, sent);
  return outcomes;
}
