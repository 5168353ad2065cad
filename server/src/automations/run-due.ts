import { findContactsById } from '../contacts/index.ts';
import { Unavailable } from '../core/unavailable.ts';
import type { Trx } from '../db/dialect.ts';
import { lockMeters } from '../tenants/index.ts';
import type { Automation, Enrollment } from './automation.ts';
import { addToCounts } from './count-store.ts';
import { type DueAutomation, type DueEnrollment, findDueAutomations, listDue, lockDue, writeMoves } from './due-store.ts';
import { advance, type StepOutcome } from './outcome.ts';
import { type MailParts, type PreparedMail, prepareMails } from './prepare-mails.ts';
import { type PlacedStep, type Program, storedProgram } from './program.ts';
import { runStep, type StepParts } from './run-step.ts';
import { findAutomation, lockAutomations } from './store.ts';

/** Enrollments looked at in one page, and moved in one transaction. */
const PAGE = 500;
const BATCH = 50;

export interface EngineParts extends StepParts, MailParts {}

/** Enrollments of one automation, due at one step. */
interface Batch {
  readonly automation: Automation;
  readonly version: number;
  readonly placed: PlacedStep;
  readonly due: readonly DueEnrollment[];
}

type Act = (trx: Trx, enrollments: readonly Enrollment[]) => Promise<ReadonlyMap<string, StepOutcome>>;

/** Moves those of a batch who are still due, under the locks in their order: the tenant's meter, the automation, the enrollments. Answers how many. */
async function move({ platform }: EngineParts, { automation, placed, due }: Batch, trx: Trx, act: Act): Promise<number> {
  const { dialect } = platform.db;
  const [current] = await lockAutomations(trx, dialect, [automation.id]);
  // Paused, archived or deleted meanwhile: nobody moves.
  if (current?.status !== 'active') return 0;
  const now = platform.clock.now();
  const enrollments = await lockDue(trx, dialect, { ids: due.map(({ id }) => id), step: placed.step.id, now });
  if (enrollments.length === 0) return 0;
  const outcomes = await act(trx, enrollments);
  const moved = enrollments.map((one) => {
    const outcome = outcomes.get(one.id) ?? ({ kind: 'failed', detail: 'The step said nothing.' } as const);
    return advance(one, outcome, now);
  });
  await writeMoves(trx, dialect, moved);
  const changes = moved.flatMap(({ automationId, status }) =>
    status === 'active'
      ? []
      : [
          { automationId, status: 'active' as const, by: -1 },
          { automationId, status, by: 1 },
        ],
  );
  await addToCounts(trx, dialect, changes);
  return moved.length;
}

/** Renders before the transaction what a sending step will need in it. */
async function prepare(parts: EngineParts, { automation, version, placed, due }: Batch): Promise<ReadonlyMap<string, PreparedMail>> {
  const { step } = placed;
  if (step.type !== 'send_email') return new Map();
  const { db } = parts.platform;
  const ids = due.map(({ contactId }) => contactId);
  const contacts = await findContactsById(db.read, db.dialect, ids);
  const mails = await prepareMails(parts, { automation, version, step, contacts });
  return new Map(contacts.flatMap(({ id }, place) => (mails[place] === undefined ? [] : [[id, mails[place]] as const])));
}

async function runBatch(parts: EngineParts, batch: Batch): Promise<number> {
  const { platform } = parts;
  const { db } = platform;
  const { tenantId } = batch.automation;
  const mails = await prepare(parts, batch);
  return db.transact(async (trx) => {
    const meter = (await lockMeters(trx, db.dialect, { tenantIds: [tenantId], mode: 'wait' })).get(tenantId);
    if (meter === undefined) return 0;
    return move(parts, batch, trx, async (_, enrollments) => {
      const ids = enrollments.map(({ contactId }) => contactId);
      const found = await findContactsById(trx, db.dialect, ids);
      const contacts = new Map(found.map((contact) => [contact.id, contact]));
      return runStep(parts, trx, { placed: batch.placed, now: platform.clock.now(), meter, enrollments, contacts, mails });
    });
  });
}

/** Runs a batch; where it breaks, everybody alone, so that only those whose step breaks have lost a try. */
async function runSafely(parts: EngineParts, batch: Batch): Promise<number> {
  const { db, log } = parts.platform;
  try {
    return await runBatch(parts, batch);
  } catch (error) {
    if (error instanceof Unavailable || db.dialect.isUnavailable(error)) throw error;
    if (batch.due.length > 1) {
      let moved = 0;
      for (const one of batch.due) moved += await runSafely(parts, { ...batch, due: [one] });
      return moved;
    }
    log.error({ automation: batch.automation.id, step: batch.placed.step.id, err: error }, 'a step of an automation failed');
    const fail: Act = async (_, enrollments) => new Map(enrollments.map(({ id }) => [id, { kind: 'failed', detail: 'internal_error' }]));
    return db.transact((trx) => move(parts, batch, trx, fail));
  }
}

const chunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

async function runAutomation(parts: EngineParts, { version, ...key }: DueAutomation, programOf: (automation: Automation) => Program) {
  const { db, clock } = parts.platform;
  const automation = await findAutomation(db.read, key);
  if (automation === undefined) return 0;
  const program = programOf(automation);
  const due = await listDue(db.read, { automationId: key.id, now: clock.now(), limit: PAGE });
  let moved = 0;
  for (const [id, group] of Map.groupBy(due, ({ step }) => step)) {
    const placed = program.steps.get(id);
    if (placed === undefined) throw new Error(`the automation ${key.id} has no step ${id}`);
    for (const chunk of chunks(group, BATCH)) moved += await runSafely(parts, { automation, version, placed, due: chunk });
  }
  return moved;
}

/** Moves everybody who is due as far as they get, a page of each automation in turn. Answers the steps done. */
export async function runDue(parts: EngineParts): Promise<number> {
  const { db, clock } = parts.platform;
  const programs = new Map<string, Program>();
  const programOf = ({ id, updatedAt, steps }: Automation): Program => {
    const key = `${id} ${updatedAt}`;
    const program = programs.get(key) ?? storedProgram(steps);
    programs.set(key, program);
    return program;
  };
  for (let done = 0; ; ) {
    let moved = 0;
    for (const automation of await findDueAutomations(db.read, clock.now())) moved += await runAutomation(parts, automation, programOf);
    done += moved;
    // What is due and did not move is in the hands of another process.
    if (moved === 0) return done;
  }
}
