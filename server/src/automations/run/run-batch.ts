import { findContactsById } from '../../contacts/index.ts';
import { unavailableIn } from '../../core/errors/unavailable.ts';
import type { Trx } from '../../db/dialect.ts';
import { messagesAccepted } from '../../messages/index.ts';
import { lockMeters } from '../../meters/store.ts';
import { workPlanned } from '../../queue/jobs.ts';
import type { Enrollment } from '../automation.ts';
import { addToCounts } from '../enrollments/count-store.ts';
import type { MailParts } from '../mail/render-mails.ts';
import type { SendParts } from '../mail/send-mails.ts';
import type { DueBatch } from '../steps/step-kind.ts';
import { kindOf } from '../steps/step-kinds.ts';
import { lockAutomations } from '../store.ts';
import { lockDue, writeMoves } from './due-store.ts';
import { advance, type StepOutcome } from './outcome.ts';

export interface BatchParts extends SendParts, MailParts {}

type Act = (trx: Trx, enrollments: readonly Enrollment[]) => Promise<ReadonlyMap<string, StepOutcome>>;

const UNSAID: StepOutcome = { kind: 'failed', detail: 'The step said nothing.' };

/**
 * Moves the enrollments of a batch that are still due. Locks are taken in this order: the tenant's meter, the automation, the
 * enrollments. Returns what became of each.
 */
async function move({ app }: BatchParts, { automation, placed, due }: DueBatch, trx: Trx, act: Act): Promise<StepOutcome[]> {
  const [current] = await lockAutomations(trx, [automation.id]);
  // It was paused, archived or deleted meanwhile, so no enrollment advances.
  if (current?.status !== 'active') return [];
  const now = app.clock.now();
  const enrollments = await lockDue(trx, { ids: due.map(({ id }) => id), step: placed.id, now });
  if (enrollments.length === 0) return [];
  const outcomes = await act(trx, enrollments);
  const done = enrollments.map((enrollment) => ({ enrollment, outcome: outcomes.get(enrollment.id) ?? UNSAID }));
  const moved = done.map(({ enrollment, outcome }) => advance(enrollment, outcome, now));
  await writeMoves(trx, moved);
  const changes = moved.flatMap(({ automationId, status }) =>
    status === 'active'
      ? []
      : [
          { automationId, status: 'active' as const, by: -1 },
          { automationId, status, by: 1 },
        ],
  );
  await addToCounts(trx, changes);
  return done.map(({ outcome }) => outcome);
}

async function attempt(parts: BatchParts, given: DueBatch): Promise<number> {
  const { app } = parts;
  const { db } = app;
  const { tenantId } = given.automation;
  const kind = kindOf(given.placed.step.type);
  const { due, mails } = (await kind.prepare?.(parts, given)) ?? { due: given.due, mails: new Map() };
  const batch = { ...given, due };
  const outcomes = await db.transact(async (trx) => {
    const meter = (await lockMeters(trx, { tenantIds: [tenantId], mode: 'wait' })).get(tenantId);
    if (meter === undefined) return [];
    return move(parts, batch, trx, async (_, enrollments) => {
      const ids = enrollments.map(({ contactId }) => contactId);
      const found = await findContactsById(trx, ids);
      const contacts = new Map(found.map((contact) => [contact.id, contact]));
      return kind.run(parts, trx, { placed: batch.placed, now: app.clock.now(), meter, enrollments, contacts, mails });
    });
  });
  await app.hooks.notify(
    messagesAccepted,
    outcomes.flatMap((outcome) => (outcome.kind === 'goes_on' ? (outcome.mail ?? []) : [])),
  );
  const waits = outcomes.flatMap((outcome) => (outcome.kind === 'waits' ? outcome.until : []));
  if (waits.length > 0) await app.hooks.notify(workPlanned, 'automations', Math.min(...waits));
  return outcomes.length;
}

/**
 * Runs a batch. Where it fails, each enrollment is run alone, so that only those whose own step fails lose a try. Returns how many were
 * still due.
 */
export async function runBatch(parts: BatchParts, batch: DueBatch): Promise<number> {
  const { db, log } = parts.app;
  try {
    return await attempt(parts, batch);
  } catch (error) {
    if (unavailableIn(error) !== undefined) throw error;
    if (batch.due.length > 1) {
      let moved = 0;
      for (const one of batch.due) moved += await runBatch(parts, { ...batch, due: [one] });
      return moved;
    }
    log.error({ automation_id: batch.automation.id, step_id: batch.placed.id, err: error }, 'a step of an automation failed');
    const fail: Act = async (_, enrollments) => new Map(enrollments.map(({ id }) => [id, { kind: 'failed', detail: 'internal_error' }]));
    const failed = await db.transact((trx) => move(parts, batch, trx, fail));
    return failed.length;
  }
}
