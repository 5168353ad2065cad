import { deleteMembersOf, joinAudience } from '../audiences/index.ts';
import { type Contact, changeContacts, presentContact } from '../contacts/index.ts';
import { ApiError } from '../core/api-error.ts';
import type { Trx } from '../db/dialect.ts';
import { announce } from '../events/index.ts';
import { checkFilter, findMatching } from '../segments/index.ts';
import type { Enrollment } from './automation.ts';
import { findHappened } from './mail-store.ts';
import type { StepOutcome } from './outcome.ts';
import type { PlacedStep } from './program.ts';
import { type SendBatch, type SendParts, sendMails } from './send-step.ts';
import type { AudienceStep, BranchStep, EventStep, UpdateStep, WaitStep, WebhookStep } from './steps.ts';

/** Enrollments of one automation that are due at the same step, locked, with their tenant's meter. */
export interface StepBatch extends Omit<SendBatch, 'step' | 'next'> {
  readonly placed: PlacedStep;
  readonly now: number;
}

type Outcomes = Map<string, StepOutcome>;

const each = ({ enrollments }: StepBatch, outcome: (enrollment: Enrollment) => StepOutcome): Outcomes =>
  new Map(enrollments.map((enrollment) => [enrollment.id, outcome(enrollment)]));

const failed = (error: ApiError): StepOutcome => ({ kind: 'failed', detail: `${error.code}: ${error.detail ?? ''}` });

const contactsOf = ({ enrollments, contacts }: StepBatch): Contact[] =>
  enrollments.flatMap(({ contactId }) => contacts.get(contactId) ?? []);

function wait(batch: StepBatch, step: WaitStep): Outcomes {
  const { now, placed } = batch;
  const until = step.type === 'wait' ? now + step.seconds * 1000 : step.at;
  return each(batch, ({ waitsUntil }) =>
    (waitsUntil ?? until) <= now ? { kind: 'goes_on', to: placed.next } : { kind: 'waits', until: waitsUntil ?? until, event: null },
  );
}

async function waitForEvent(trx: Trx, batch: StepBatch, step: EventStep): Promise<Outcomes> {
  const { now, placed, enrollments } = batch;
  const enrollmentIds = enrollments.map(({ id }) => id);
  // An event that came before the wait counts as well: whoever has opened the mail has opened it.
  const happened = await findHappened(trx, { enrollmentIds, event: step.event, step: step.step });
  const until = now + step.timeout_seconds * 1000;
  return each(batch, ({ id, waitsUntil }) => {
    if (happened.has(id)) return { kind: 'goes_on', to: placed.onThen };
    if (waitsUntil !== null && waitsUntil <= now) return { kind: 'goes_on', to: placed.onElse };
    return { kind: 'waits', until: waitsUntil ?? until, event: step.event };
  });
}

async function branch(trx: Trx, batch: StepBatch, step: BranchStep): Promise<Outcomes> {
  const { tenantId } = batch.meter;
  const filter = await checkFilter(trx, tenantId, step.filter);
  if (filter instanceof ApiError) return each(batch, () => failed(filter));
  const contactIds = batch.enrollments.map(({ contactId }) => contactId);
  const matching = await findMatching(trx, { tenantId, filter, now: batch.now }, contactIds);
  const { onThen, onElse } = batch.placed;
  return each(batch, ({ contactId }) => ({ kind: 'goes_on', to: matching.has(contactId) ? onThen : onElse }));
}

async function update({ app }: SendParts, trx: Trx, batch: StepBatch, step: UpdateStep): Promise<Outcomes> {
  const contacts = contactsOf(batch);
  const results = await changeContacts(app, trx, { contacts, attributes: step.attributes ?? {}, status: step.status });
  const refused = new Map(
    contacts.flatMap(({ id }, place) => {
      const result = results[place];
      return result instanceof ApiError ? [[id, failed(result)] as const] : [];
    }),
  );
  return each(batch, ({ contactId }) => refused.get(contactId) ?? { kind: 'goes_on', to: batch.placed.next });
}

async function changeAudience(parts: SendParts, trx: Trx, batch: StepBatch, step: AudienceStep): Promise<Outcomes> {
  const key = { tenantId: batch.meter.tenantId, id: step.audience_id };
  const contactIds = batch.enrollments.map(({ contactId }) => contactId);
  if (step.type === 'remove_from_audience') await deleteMembersOf(trx, key, contactIds);
  else {
    const joined = await joinAudience(parts.app, trx, { ...key, contactIds });
    if (joined instanceof ApiError) return each(batch, () => ({ kind: 'failed', detail: 'There is no such audience.' }));
  }
  return each(batch, () => ({ kind: 'goes_on', to: batch.placed.next }));
}

async function tellWebhooks({ app }: SendParts, trx: Trx, batch: StepBatch, step: WebhookStep): Promise<Outcomes> {
  const at = batch.now;
  const told = batch.enrollments.flatMap(({ id, tenantId, automationId, contactId }) => {
    const contact = batch.contacts.get(contactId);
    if (contact === undefined) return [];
    const data = {
      name: step.name,
      data: step.data ?? {},
      automation_id: automationId,
      enrollment_id: id,
      contact: presentContact(contact),
    };
    return [{ id: app.newId('evt', at), tenantId, type: 'automation.webhook' as const, contactId, data, at }];
  });
  await announce(app, trx, told);
  return each(batch, () => ({ kind: 'goes_on', to: batch.placed.next }));
}

/** Does a step for all who are due at it, in the transaction that moves them. */
export async function runStep(parts: SendParts, trx: Trx, batch: StepBatch): Promise<Outcomes> {
  const { step, next } = batch.placed;
  switch (step.type) {
    case 'send_email':
      return sendMails(parts, trx, { ...batch, step: step.id, next });
    case 'wait':
    case 'wait_until':
      return wait(batch, step);
    case 'wait_for_event':
      return waitForEvent(trx, batch, step);
    case 'branch':
      return branch(trx, batch, step);
    case 'update_contact':
      return update(parts, trx, batch, step);
    case 'add_to_audience':
    case 'remove_from_audience':
      return changeAudience(parts, trx, batch, step);
    case 'webhook':
      return tellWebhooks(parts, trx, batch, step);
    case 'exit':
      return each(batch, () => ({ kind: 'exits' }));
  }
}
