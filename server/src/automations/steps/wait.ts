import { findSecondsFault } from '@posthorn/contract';
import type { Enrollment } from '../automation.ts';
import type { StepOf } from '../program/program.ts';
import { checksNothing, each, type Outcomes, type StepBatch, type StepFault, type StepKind, type StepRules } from './step-kind.ts';

/** Finds what is wrong with a wait of some seconds. */
export const findTooShort = (at: string, seconds: number, { shortestWait }: StepRules): StepFault | undefined =>
  seconds < shortestWait ? { at, detail: `Must be at least ${shortestWait}.` } : undefined;

const waitTill = (batch: StepBatch, endOf: (enrollment: Enrollment) => number): Outcomes =>
  each(batch, (enrollment) => {
    const until = enrollment.waitsUntil ?? endOf(enrollment);
    return until <= batch.now ? { kind: 'goes_on', to: batch.placed.next } : { kind: 'waits', until, event: null };
  });

/** Waits for some seconds, from when the contact came to the step, however late that is worked off. */
export const wait: StepKind<StepOf<'wait'>> = {
  validate: ({ seconds }, rules) => findTooShort('seconds', seconds, rules),
  check: checksNothing,
  run: (_parts, _trx, batch) => waitTill(batch, ({ nextRunAt }) => (nextRunAt ?? batch.now) + batch.placed.step.seconds * 1000),
  simulate: (_parts, { now }, { step, next }) => ({ outcome: 'waited', at: now + step.seconds * 1000, to: next }),
};

/** Finds a time that was given in seconds, which would be long past. Steps that were saved before are let through. */
function findUnitFault({ at }: StepOf<'wait_until'>, { isStored = false }: StepRules): StepFault | undefined {
  const detail = isStored ? undefined : findSecondsFault(at);
  return detail === undefined ? undefined : { at: 'at', detail };
}

/** Waits until a time. */
export const waitUntil: StepKind<StepOf<'wait_until'>> = {
  validate: findUnitFault,
  check: checksNothing,
  run: (_parts, _trx, batch) => waitTill(batch, () => batch.placed.step.at),
  simulate: (_parts, { now }, { step, next }) => ({ outcome: 'waited', at: Math.max(now, step.at), to: next }),
};
