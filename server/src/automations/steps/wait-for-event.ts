import type { Trx } from '../../db/dialect.ts';
import { findEnrollmentsWithEvent } from '../mail/mail-store.ts';
import type { PlacedStep, StepOf } from '../program/program.ts';
import { checksNothing, each, type Outcomes, type SimulatedStep, type StepBatch, type StepKind, type Walk } from './step-kind.ts';
import { findTooShort } from './wait.ts';

type Step = StepOf<'wait_for_event'>;

async function run(trx: Trx, batch: StepBatch<Step>): Promise<Outcomes> {
  const { now, placed, enrollments } = batch;
  const { event, step, timeout_seconds: seconds } = placed.step;
  const enrollmentIds = enrollments.map(({ id }) => id);
  // An event from before the wait counts as well: the mail has been opened.
  const happened = await findEnrollmentsWithEvent(trx, { enrollmentIds, event, step });
  const until = now + seconds * 1000;
  return each(batch, ({ id, waitsUntil }) => {
    if (happened.has(id)) return { kind: 'goes_on', to: placed.onThen };
    if (waitsUntil !== null && waitsUntil <= now) return { kind: 'goes_on', to: placed.onElse };
    return { kind: 'waits', until: waitsUntil ?? until, event };
  });
}

/** Returns when the event comes that a wait is for; undefined where it does not come. */
function timeOf({ sent, events }: Walk, { event, step }: Step): number | undefined {
  const last = [...sent.keys()].at(-1);
  const times = events.flatMap((given) => {
    const about = given.step ?? step ?? last;
    const sentAt = about === undefined ? undefined : sent.get(about);
    const fits = given.event === event && (step === undefined || about === step);
    return fits && sentAt !== undefined ? [sentAt + given.after_seconds * 1000] : [];
  });
  return times.length === 0 ? undefined : Math.min(...times);
}

function simulate(walk: Walk, { step, onThen, onElse }: PlacedStep<Step>): SimulatedStep {
  const until = walk.now + step.timeout_seconds * 1000;
  const time = timeOf(walk, step);
  if (time === undefined || time > until) return { outcome: 'timed_out', at: until, to: onElse };
  return { outcome: 'happened', at: Math.max(walk.now, time), to: onThen };
}

/** Waits until a mail of the automation has an event, or the time is up. */
export const waitForEvent: StepKind<Step> = {
  validate: ({ timeout_seconds: seconds }, rules) => findTooShort('timeout_seconds', seconds, rules),
  check: checksNothing,
  run: (_parts, trx, batch) => run(trx, batch),
  simulate: (_parts, walk, placed) => simulate(walk, placed),
};
