import { limits } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { Unavailable } from '../core/errors/unavailable.ts';
import type { ObjectRef } from '../core/request/context.ts';
import type { Trx } from '../db/dialect.ts';
import { refuseSender } from '../domains/index.ts';
import { holdMeters } from '../meters/hold-store.ts';
import { findAudienceIds } from '../segments/index.ts';
import { type Automation, refuseMove } from './automation.ts';
import { findSenders, type SenderFault } from './mail/sender.ts';
import { invalidSteps, type Program, type StepsFault } from './program/program.ts';
import { readSteps } from './program/read-steps.ts';
import { rulesOf } from './read-content.ts';
import { type WakeParts, wake } from './run/wake.ts';
import type { CheckParts } from './steps/step-kind.ts';
import { checkProgram } from './steps/step-kinds.ts';
import { countActive, findAutomation, type Move, moveAutomation } from './store.ts';

export type ActivateParts = WakeParts & CheckParts;

/** Reads a stored program to run it; an empty one is a fault. */
export function readRunnable(app: AppContext, { steps }: Automation): Program | StepsFault {
  if (steps.length === 0) return invalidSteps('steps', 'There are none.');
  const read = readSteps(steps, { ...rulesOf(app), isStored: true });
  return read instanceof ApiError ? read : read.program;
}

async function findTriggerFault({ db }: AppContext, { tenantId, triggerKind, triggerConfig }: Automation) {
  if (triggerKind === 'contact_created') return undefined;
  const id = triggerConfig.audience_id;
  const known = id === undefined ? [] : await findAudienceIds(db.read, { tenantId, ids: [id] });
  if (known.length > 0) return undefined;
  return new ApiError('invalid_trigger', {}, { detail: 'trigger_config.audience_id is not the id of an audience.' });
}

const NO_DOMAIN_NAMED = 'from_domain_id is missing: the id of the verified domain that the mail is sent from.';

/**
 * Returns what is wrong with the sender. A draft must name a domain; an automation that ran before that was required may continue without.
 */
async function findSenderFault({ db }: AppContext, automation: Automation): Promise<SenderFault | undefined> {
  const { status, fromDomainId } = automation;
  if (status === 'draft' && fromDomainId === null) return refuseSender(automation, NO_DOMAIN_NAMED);
  const senders = await findSenders(db.read, automation);
  return senders instanceof ApiError ? senders : undefined;
}

export type ActivationFault = StepsFault | SenderFault | ApiError<'invalid_trigger'>;

async function findFault(parts: ActivateParts, automation: Automation): Promise<ActivationFault | undefined> {
  const { app } = parts;
  const program = readRunnable(app, automation);
  if (program instanceof ApiError) return program;
  return (
    (await checkProgram(parts, automation, program)) ??
    (await findTriggerFault(app, automation)) ??
    (await findSenderFault(app, automation))
  );
}

/** Activates an automation, unless the tenant has as many as it may; returns undefined where it was changed meanwhile. */
async function start(parts: ActivateParts, trx: Trx, { key, move }: { key: ObjectRef; move: Move }) {
  // Of two concurrent activations, the second counts the first.
  await holdMeters(trx, [key.tenantId]);
  const { activeAutomations: limit } = limits;
  if ((await countActive(trx, key.tenantId)) >= limit) return new ApiError('automation_limit_reached', { limit });
  const active = await moveAutomation(trx, key, move);
  if (active !== undefined) await wake(parts, trx, [key.id]);
  return active;
}

const TRIES = 10;
const FROM = ['draft', 'paused'] as const;

/** Starts an automation or resumes a paused one. Its enrollments fall due by their own times. */
export async function activateAutomation(
  parts: ActivateParts,
  key: ObjectRef,
): Promise<Automation | ActivationFault | ApiError<'not_found' | 'not_activatable' | 'automation_limit_reached'>> {
  const { db, clock } = parts.app;
  // An automation that was changed after the check is checked again.
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const known = await findAutomation(db.write, key);
    if (known === undefined) return new ApiError('not_found');
    if (!FROM.some((status) => status === known.status)) return refuseMove('not_activatable', known.status);
    const fault = await findFault(parts, known);
    if (fault !== undefined) return fault;
    const move = { from: FROM, to: 'active', at: clock.now(), readAt: known.updatedAt } as const;
    const moved = await db.transact((trx) => start(parts, trx, { key, move }));
    if (moved !== undefined) return moved;
  }
  throw new Unavailable(new Error('an automation was changed by others all the time'));
}
